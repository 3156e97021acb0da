"""A room's inbox, and what can come into it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rollmops.server.protocol.requests import PageRequest
from rollmops.server.table.connection import Connection


class Said(Struct, frozen=True):
    """A page said something."""

    connection: Connection
    ask: PageRequest


class Gone(Struct, frozen=True):
    """A page's socket is closed."""

    connection: Connection


class Thought(Struct, frozen=True):
    """A bot has made up its mind."""

    seat: int
    words: str
    sequence: int


class Look(Struct, frozen=True):
    """Something may have become possible by the passing of time."""


class Read(Struct, frozen=True):
    """Somebody wants to read the sitting as it is on disk."""

    read: Callable[[Any], Any]
    done: asyncio.Future[Any]


Item = Said | Gone | Thought | Look | Read


class Inbox:
    """What waits for a room; only the room's task takes it out. Cheaper than a Queue, and every message passes here."""

    def __init__(self) -> None:
        self.items: deque[Item | None] = deque()
        self.waiting: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self.items)

    def put(self, item: Item | None) -> None:
        """Something for the room; None: nothing more comes."""
        self.items.append(item)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Item | None:
        """The next item, when there is one."""
        while not self.items:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        return self.items.popleft()

    def take(self) -> Item | None:
        """The next item of those that are there."""
        return self.items.popleft()
