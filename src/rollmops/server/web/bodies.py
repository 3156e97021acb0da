"""Requests: who answers them, what their bodies hold, and how one is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol.words import ProblemKind

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]


class RefusedError(RollmopsError):
    """A request that is answered with this kind of problem."""

    def __init__(self, kind: ProblemKind, message: str) -> None:
        self.kind = kind
        super().__init__(message)


async def read_body(request: Request, largest: int) -> bytes:
    """A body of so many bytes at most. Raises RefusedError for a longer one."""
    size, chunks = 0, []
    async for chunk in request.stream():
        size += len(chunk)
        if size > largest:
            raise RefusedError("too big", f"a request like this has {largest} bytes at most")
        chunks.append(chunk)
    return b"".join(chunks)


async def read_struct(request: Request, kind: type[T], largest: int) -> T:
    """A body as this struct. Raises RefusedError where it is none, or longer than it may be."""
    text = await read_body(request, largest)
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RefusedError("bad message", f"the body is no {kind.__name__}: {str(error)[:300]}") from None
