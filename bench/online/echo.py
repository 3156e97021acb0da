"""A bare echo on uvicorn as it comes: each choice comes back as the same updates to both seats, with no game and no disk."""

from __future__ import annotations

import sys
import time
from typing import Any

import uvicorn

from bench.online.tables import ScriptedTable
from rollmops.server.web.serve import LARGEST_FRAME_BYTES

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

    return echo


def serve_echo(port: int, frame: str) -> None:
    """Serve it on uvicorn with its own socket code."""
    config = uvicorn.Config(
        make_echo(frame),
        port=port,
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME_BYTES,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        lifespan="off",
    )
    uvicorn.Server(config).run()


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
    serve_echo(int(sys.argv[1]), sys.stdin.read())
