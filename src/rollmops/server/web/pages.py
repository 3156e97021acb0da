"""The page: the built files of `web/`, kept in memory with their compressed twins, and the headers that keep it safe."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parents[1] / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self';"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
SAFETY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
FOR_EVER = "public, max-age=31536000, immutable"
COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "application/wasm")
MISSING = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rollmops</title>
<h1>The table is set, but the page is not built yet</h1>
<p>The server runs. Build the page with <code>make web</code> and reload; from a finished package it is always there.</p>
<p>Everything else works: see <a href="/api/games">/api/games</a>.</p>
</html>
"""
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class Leaf:
    """A file of the page."""

    body: bytes
    compressed: bytes | None
    kind: str
    tag: str
    cache: str


def _leaf(path: Path, folder: Path) -> Leaf:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    compressed = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) and len(body) > 500 else None
    hashed = path.relative_to(folder).parts[0] == "assets"  # Vite puts a digest into these names
    return Leaf(body, compressed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', FOR_EVER if hashed else "no-cache")


class Page:
    """Answers every GET that is not for the API."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.leaves: dict[str, Leaf] = {}
        self.load()

    def load(self) -> None:
        """Read the built files, if they are there."""
        if (self.folder / "index.html").is_file():
            for path in sorted(self.folder.rglob("*")):
                if path.is_file():
                    self.leaves["/" + path.relative_to(self.folder).as_posix()] = _leaf(path, self.folder)

    async def answer(self, request: Request) -> Response:
        """The file of this path; `/` is the page itself."""
        if not self.leaves:
            self.load()
        if not self.leaves:
            return Response(MISSING, 503, {"cache-control": "no-store"}, "text/html")
        path = request.url.path
        leaf = self.leaves.get("/index.html" if path == "/" else path)
        if leaf is None:
            return Response("There is nothing here. The page is at /.\n", 404, {"cache-control": "no-store"}, "text/plain")
        headers = {"etag": leaf.tag, "cache-control": leaf.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == leaf.tag:
            return Response(status_code=304, headers=headers)
        body = leaf.body
        if leaf.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            body = leaf.compressed
            headers["content-encoding"] = "gzip"
        return Response(body, 200, headers, leaf.kind)
