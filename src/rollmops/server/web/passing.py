"""Passing on: any process accepts any page, and hands it on to the process that owns its table.

What is passed on carries the owner's key, which only those know who share its store, and says for whom it is; limits hold
for that visitor there too. Nothing is passed on twice. An owner that cannot be reached may be dead: its lease is waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from secrets import compare_digest
from urllib.parse import urlsplit

import h11
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rollmops.server.protocol.words import CLOSE_RESTART
from rollmops.server.store.owners import Process
from rollmops.server.table.ownership import ElsewhereError, LeavingError, Ownership

KEY, VISITOR = "x-rollmops-key", "x-rollmops-visitor"
REACH_SECONDS = 2.0
"""For an owner to take a connection."""
ANSWER_SECONDS = 180.0
"""For an owner to answer a request: some of its reviews take minutes."""
AGAIN_SECONDS = 0.2
SPARE_SECONDS = 2.0
"""So much longer than a lease a page waits for its table to change hands."""
KEPT_HEADERS = (b"cache-control", b"content-disposition", b"content-type")
LARGEST_READ_BYTES = 65_536
NO_CODE = (None, 1005, 1006)
"""Ways in which a socket ends without a word."""


class Passed:
    """Recognises what another process has passed on, and whom it is for."""

    def __init__(self, app: ASGIApp, ownership: Ownership) -> None:
        self.app = app
        self.key = ownership.me.key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say so in the scope."""
        if scope["type"] in ("http", "websocket"):
            headers = dict(scope["headers"])
            if compare_digest(headers.get(KEY.encode(), b""), self.key):
                scope["passed"] = True
                scope["client"] = (headers.get(VISITOR.encode(), b"?").decode("latin-1"), 0)
        await self.app(scope, receive, send)


class Unreached(Exception):  # noqa: N818 - nobody sees it
    """The owner takes no connection."""


class Passing:
    """Passes sockets and requests on."""

    def __init__(self, ownership: Ownership) -> None:
        self.ownership = ownership

    async def _until_found(
        self, scope: Scope, work: Callable[[], Awaitable[None]], on: Callable[[Process], Awaitable[None]]
    ) -> None:
        """Do it here, or pass it on to the owner, or wait until one of both can be done."""
        end = time.monotonic() + self.ownership.seconds + SPARE_SECONDS
        while True:
            try:
                return await work()
            except ElsewhereError as error:
                if scope.get("passed"):
                    raise LeavingError("this table has just changed hands; come back to it") from None
                with contextlib.suppress(Unreached):
                    return await on(error.owner.process)
                if time.monotonic() > end:
                    raise LeavingError("the process that has this table cannot be reached; come back to it") from None
            await asyncio.sleep(AGAIN_SECONDS)

    async def socket(
        self, scope: Scope, receive: Receive, send: Send, visitor: str, visit: Callable[[], Awaitable[None]]
    ) -> None:
        """A page's socket: `visit` lets it in here, unless the table is another's."""
        await self._until_found(scope, visit, lambda owner: _pass_socket(owner, scope, receive, send, visitor))

    async def request(self, request: Request, visitor: str, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        """A request about a table: `answer` answers it here. Its body must have been read already, with a bound."""
        found: list[Response] = []

        async def here() -> None:
            found.append(await answer(request))

        async def there(owner: Process) -> None:
            found.append(await _pass_request(owner, request, visitor))

        await self._until_found(request.scope, here, there)
        return found[0]


async def _pass_socket(owner: Process, scope: Scope, receive: Receive, send: Send, visitor: str) -> None:
    headers = {KEY: owner.key, VISITOR: visitor}
    query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
    url = f"{owner.address.replace('http', 'ws', 1)}{scope['path']}{query}"
    try:
        line = await connect(
            url,
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=REACH_SECONDS,
            close_timeout=1,
            ping_interval=None,
            proxy=None,
        )
    except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError, EOFError):
        raise Unreached from None
    there, back = asyncio.create_task(_up(line, receive)), asyncio.create_task(_down(line, send))
    try:
        await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        if back.done():
            code = line.close_code
            with contextlib.suppress(OSError, RuntimeError):  # nobody is there any more
                await send({"type": "websocket.close", "code": CLOSE_RESTART if code in NO_CODE else code})
    finally:
        for task in (there, back):
            task.cancel()
        await asyncio.gather(there, back, return_exceptions=True)
        await line.close()


async def _up(line: ClientConnection, receive: Receive) -> None:
    """From the page to the owner."""
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await line.send(message["bytes"] if text is None else text)


async def _down(line: ClientConnection, send: Send) -> None:
    """From the owner to the page."""
    with contextlib.suppress(ConnectionClosed, OSError):
        async for text in line:
            assert isinstance(text, str)
            await send({"type": "websocket.send", "text": text})


async def _pass_request(owner: Process, request: Request, visitor: str) -> Response:
    place = urlsplit(owner.address)
    assert place.hostname is not None
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection(place.hostname, place.port), REACH_SECONDS)
    except (OSError, TimeoutError):
        raise Unreached from None
    query = request.scope["query_string"]
    target = request.scope["raw_path"] + (b"?" + query if query else b"")
    body = await request.body()
    headers = [("host", place.netloc), (KEY, owner.key), (VISITOR, visitor), ("connection", "close")]
    headers += [(name, request.headers[name]) for name in ("authorization", "content-type") if name in request.headers]
    if body:
        headers.append(("content-length", str(len(body))))
    line = h11.Connection(h11.CLIENT)
    try:
        writer.write(line.send(h11.Request(method=request.method, target=target, headers=headers)) or b"")
        if body:
            writer.write(line.send(h11.Data(data=body)) or b"")
        writer.write(line.send(h11.EndOfMessage()) or b"")
        return await asyncio.wait_for(_answer(line, reader), ANSWER_SECONDS)
    except (OSError, h11.RemoteProtocolError, TimeoutError):
        raise Unreached from None
    finally:
        writer.close()


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> Response:
    status, headers, body = 502, list[tuple[bytes, bytes]](), list[bytes]()
    while not isinstance(event := line.next_event(), h11.EndOfMessage):
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(LARGEST_READ_BYTES))
        elif isinstance(event, h11.Response):
            status, headers = event.status_code, list(event.headers)
        elif isinstance(event, h11.Data):
            body.append(bytes(event.data))
        elif isinstance(event, h11.ConnectionClosed):
            raise h11.RemoteProtocolError("the owner has hung up")
    kept = {name.decode(): value.decode("latin-1") for name, value in headers if name in KEPT_HEADERS}
    return Response(b"".join(body), status, kept)
