"""A connection: one page's socket, as a room knows it. Rooms never wait for it; who lags too far behind is cut off."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from rollmops.server.limits import Bucket, Limits
from rollmops.server.protocol.messages import Problem, ServerMessage, message_encoder
from rollmops.server.protocol.words import ProblemKind

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
CLOSE_LAGGING = 1013


class Connection:
    """One page: the seats it holds, what it knows, and what waits to be sent."""

    def __init__(self, limits: Limits, address: str, abort: Callable[[], None]) -> None:
        self.address = address
        self.abort = abort
        self.seats: tuple[int, ...] = ()
        self.known: int | None = None  # the sequence number of the last update that was sent
        self.welcomed = False
        self.visible = True  # somebody can see the page
        self.reckoning = False  # odds are under way
        self.hellos = Bucket(limits.hellos, limits.hellos_burst)
        self.emotes = Bucket(limits.emotes, limits.emotes_burst)
        self.limits = limits
        self.outbox: deque[str] = deque()
        self.characters = 0  # in the outbox
        self.closing: int | None = None
        self.waiting: asyncio.Future[None] | None = None  # cheaper than an Event, and every message passes here

    def send(self, message: ServerMessage) -> None:
        """Send a message, some time soon."""
        self.send_text(message_encoder.encode(message).decode())

    def send_text(self, text: str) -> None:
        """Send an encoded message, some time soon."""
        if self.closing is not None:
            return
        self.outbox.append(text)
        self.characters += len(text)
        if len(self.outbox) > self.limits.outbox or self.characters > self.limits.outbox_characters:
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
        self.abort()

    def _wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def send_all(self, send: Send) -> None:
        """Send what there is to send until the connection is closed."""
        with contextlib.suppress(OSError):  # nobody is there any more
            await self._send_all(send)

    async def _send_all(self, send: Send) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if not self.outbox and self.closing is None:
                self.waiting = loop.create_future()
                await self.waiting
            while self.outbox:
                text = self.outbox.popleft()
                self.characters -= len(text)
                await send({"type": "websocket.send", "text": text})
            if self.closing is not None:
                await send({"type": "websocket.close", "code": self.closing})
                return
