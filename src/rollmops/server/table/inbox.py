"""A room's inbox, and what can come into it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rollmops.server.protocol.requests import PageRequest
from rollmops.server.store.events import Events
from rollmops.server.table.connection import Connection


class Said(Struct, frozen=True):
    """A page said something."""

    connection: Connection
    ask: PageRequest


class Begun(Said, frozen=True):
    """A choice that was made at once (`choosing.py`) and could not be brought to its end: these events are not on disk."""

    events: list[Events]
    error: Exception


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
    """What waits for a room; only the room's task takes it out. Cheaper than a Queue, and every message passes here.

    While it is held, something is being done for the room's task, which waits as long.
    """

    def __init__(self) -> None:
        self.items: deque[Item | None] = deque()
        self.waiting: asyncio.Future[None] | None = None
        self.held = False

    def __len__(self) -> int:
        return len(self.items)

    @property
    def at_rest(self) -> bool:
        """Whether the room's task waits, and nothing waits for it."""
        return not self.items and not self.held and self.waiting is not None and not self.waiting.done()

    def put(self, item: Item | None) -> None:
        """Something for the room; None: nothing more comes."""
        self.items.append(item)
        self._wake()

    def release(self, first: Item | None = None) -> None:
        """It is held no longer; `first` is to be taken before all others."""
        self.held = False
        if first is not None:
            self.items.appendleft(first)
        if self.items:
            self._wake()

    def _wake(self) -> None:
        if self.waiting is not None and not self.held and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Item | None:
        """The next item, when there is one."""
        while not self.items or self.held:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        return self.items.popleft()

    def take(self) -> Item | None:
        """The next item of those that are there."""
        return self.items.popleft()
