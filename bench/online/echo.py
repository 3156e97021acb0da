"""A bare echo: each choice comes back as the same updates to both seats, with no game and no disk.

On uvicorn as it comes, on our own sockets, or on picows.
"""

from __future__ import annotations

import sys
import time
from typing import Any, Literal, get_args

import uvicorn
import uvloop

from bench.online.free import FREE
from bench.online.tables import ScriptedTable
from rollmops.server.limits import Gate
from rollmops.server.web.serve import LARGEST_FRAME_BYTES
from rollmops.server.web.transport import protocols

Sockets = Literal["uvicorn", "ours", "picows"]
SOCKETS: tuple[Sockets, ...] = get_args(Sockets)
pairs: dict[str, list[Any]] = {}


def make_echo(frame: str) -> Any:
    """An application that answers every message with this frame on both sockets of a path."""

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        both = pairs.setdefault(scope["path"], [])
        both.append(send)
        while (await receive())["type"] != "websocket.disconnect":
            for other in both:
                await other({"type": "websocket.send", "text": frame})
        both.remove(send)

    return echo


def make_our_echo(frame: bytes) -> Any:
    """The same in the way our tables take: below the application, straight from and to the line."""

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        wire = scope["extensions"]["wire"]["protocol"]
        both = pairs.setdefault(scope["path"], [])
        both.append(wire)

        def hear(text: str) -> None:
            for other in both:
                other.write_text(frame)

        wire.listen(hear)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        both.remove(wire)

    return echo


def serve_echo(port: int, frame: str, sockets: Sockets) -> None:
    """Serve it until it is stopped."""
    if sockets == "picows":
        serve_picows(port, frame.encode())
        return
    http: Any = "h11"
    ws: Any = "websockets-sansio"
    if sockets == "ours":
        http, ws = protocols(Gate(FREE))
    config = uvicorn.Config(
        make_our_echo(frame.encode()) if sockets == "ours" else make_echo(frame),
        port=port,
        loop="uvloop",
        http=http,
        ws=ws,
        ws_max_size=LARGEST_FRAME_BYTES,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        lifespan="off",
    )
    uvicorn.Server(config).run()


def serve_picows(port: int, frame: bytes) -> None:
    """The same on sockets that are written in Cython."""
    from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

    class Echo(WSListener):
        def __init__(self, both: list[WSTransport]) -> None:
            self.both = both

        def on_ws_connected(self, transport: WSTransport) -> None:
            self.both.append(transport)

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self.both.remove(transport)

        def on_ws_frame(self, transport: WSTransport, heard: WSFrame) -> None:
            if heard.msg_type == WSMsgType.TEXT:
                heard.get_payload_as_utf8_text()
                for other in self.both:
                    other.send(WSMsgType.TEXT, frame)

    def listener(request: WSUpgradeRequest) -> Echo:
        return Echo(pairs.setdefault(request.path.decode(), []))

    async def serve() -> None:
        server = await ws_create_server(listener, "127.0.0.1", port)
        await server.serve_forever()

    uvloop.run(serve())


class EchoTable(ScriptedTable):
    """The same two sockets and the same count, but the sequence number never moves."""

    def hear(self, seat: int, body: bytes) -> None:
        self.latest[seat] += 1
        if self.latest[0] != self.latest[1]:
            return
        self.note(time.perf_counter() - self.sent, 1)
        self.choose()

    def choose(self) -> None:
        if self.running:
            self.sent = time.perf_counter()
            self.wires[self.latest[0] % 2].send(b'{"type":"choose","seat":"A","words":"again","sequence":123}')


if __name__ == "__main__":
    serve_echo(int(sys.argv[1]), sys.stdin.read(), SOCKETS[SOCKETS.index(sys.argv[2])])
