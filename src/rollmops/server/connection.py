"""A connection: one page's socket, as a room knows it. Rooms never wait for it; who lags too far behind is cut off."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from rollmops.server.tells import Problem, Tells, tell_encoder
from rollmops.server.wire import ProblemKind

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
CLOSE_LAGGING = 1013


class Connection:
    """One page: the seats it holds, what it knows, and what waits to be sent."""

    def __init__(self, longest: int) -> None:
        self.seats: tuple[int, ...] = ()
        self.known: int | None = None  # the sequence number of the last update that was sent
        self.welcomed = False
        self.reckoning = False  # odds are under way
        self.hinting = False
        self.longest = longest
        self.outbox: deque[str] = deque()
        self.closing: int | None = None
        self.waiting: asyncio.Future[None] | None = None  # cheaper than an Event, and every message passes here

    def tell(self, message: Tells) -> None:
        """Send a message, some time soon."""
        self.tell_text(tell_encoder.encode(message).decode())

    def tell_text(self, text: str) -> None:
        """Send an encoded message, some time soon."""
        if self.closing is not None:
            return
        self.outbox.append(text)
        if len(self.outbox) > self.longest:
            self.outbox.clear()
            self.close(CLOSE_LAGGING)
        self._wake()

    def refuse(self, about: int, kind: ProblemKind, message: str) -> None:
        """Say what was wrong."""
        self.tell(Problem(about, kind, message))

    def close(self, code: int) -> None:
        """Send what waits, then close."""
        if self.closing is None:
            self.closing = code
            self._wake()

    def _wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def pour(self, send: Send) -> None:
        """Send what there is to send until the connection is closed."""
        loop = asyncio.get_running_loop()
        while True:
            if not self.outbox and self.closing is None:
                self.waiting = loop.create_future()
                await self.waiting
            while self.outbox:
                await send({"type": "websocket.send", "text": self.outbox.popleft()})
            if self.closing is not None:
                await send({"type": "websocket.close", "code": self.closing})
                return
