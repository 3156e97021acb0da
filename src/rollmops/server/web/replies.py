"""What all endpoints share: how they answer, and the secret that a request brings along."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollmops.server.protocol.messages import message_encoder


def reply(body: Any, status: int = 200) -> Response:
    """JSON that nobody keeps; bytes are JSON already."""
    text = body if isinstance(body, bytes) else message_encoder.encode(body)
    return Response(text, status, {"cache-control": "no-store"}, "application/json")


def text_reply(text: str, kind: str = "text/plain", name: str | None = None) -> Response:
    """Text that nobody keeps."""
    headers = {"cache-control": "no-store"}
    if name:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    return Response(text, 200, headers, f"{kind}; charset=utf-8")


def bearer(request: Request) -> str:
    """The secret in the request's head; empty if there is none."""
    return request.headers.get("authorization", "").removeprefix("Bearer ").strip()
