"""A connection: one page's socket, as a room knows it. Rooms never wait for it; who lags too far behind is cut off."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

from rollmops.server.limits import Bucket, Limits
from rollmops.server.protocol.messages import Problem, ServerMessage, message_encoder
from rollmops.server.protocol.words import ProblemKind

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
CLOSE_LAGGING = 1013


class Wire(Protocol):
    """The line to a page, below ASGI: what every message passes is as short as can be."""

    def write_text(self, message: bytes) -> bool:
        """Write a whole message, unless the line is busy with earlier ones; returns whether it was written."""

    async def wait_writable(self) -> None:
        """Until the line takes more; OSError when it never will."""

    def abort(self) -> None:
        """Cut the line."""


class Connection:
    """One page: the seats it holds, what it knows, and what waits to be sent."""

    def __init__(self, limits: Limits, address: str, wire: Wire, *, reads_open: bool = False) -> None:
        self.address = address
        self.wire = wire
        self.reads_open = reads_open  # it takes its parts of an open game by itself
        self.seats: tuple[int, ...] = ()
        self.known: int | None = None  # the sequence number of the last update that was sent
        self.welcomed = False
        self.visible = True  # somebody can see the page
        self.pressed: int | None = None  # the last line of the log whose dice its holder has thrown; None: it never says so
        self.reckoning = False  # odds are under way
        self.hellos = Bucket(limits.hellos, limits.hellos_burst)
        self.emotes = Bucket(limits.emotes, limits.emotes_burst)
        self.limits = limits
        self.outbox: deque[bytes] = deque()  # what the line could not take at once
        self.bytes = 0  # in the outbox
        self.closing: int | None = None
        self.waiting: asyncio.Future[None] | None = None

    def send(self, message: ServerMessage) -> None:
        """Send a message, some time soon."""
        self.send_encoded(message_encoder.encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Send an encoded message: at once if the line takes it, else after those that wait."""
        if self.closing is not None or (not self.outbox and self.wire.write_text(message)):
            return
        self.outbox.append(message)
        self.bytes += len(message)
        if len(self.outbox) > self.limits.outbox or self.bytes > self.limits.outbox_bytes:
            self.cut()
        self._wake()

    def refuse(self, about: int, kind: ProblemKind, message: str) -> None:
        """Say what was wrong."""
        self.send(Problem(about, kind, message))

    def close(self, code: int) -> None:
        """Send what waits, then close."""
        if self.closing is None:
            self.closing = code
            self._wake()

    def cut(self) -> None:
        """Close at once: who has not read so much will not read a farewell, and its socket is wanted for others."""
        self.outbox.clear()
        self.close(CLOSE_LAGGING)
        self.wire.abort()

    def _wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def send_rest(self, send: Send) -> None:
        """Send what waits whenever the line takes it again, until the connection is closed; then close the socket."""
        with contextlib.suppress(OSError):  # nobody is there any more
            while self.outbox or self.closing is None:
                if self.outbox:
                    await self.wire.wait_writable()
                    self._send_waiting()
                else:
                    self.waiting = asyncio.get_running_loop().create_future()
                    await self.waiting
            await send({"type": "websocket.close", "code": self.closing})

    def _send_waiting(self) -> None:
        while self.outbox and self.wire.write_text(self.outbox[0]):
            self.bytes -= len(self.outbox.popleft())
