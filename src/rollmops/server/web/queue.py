"""Turns: who is heard next. One address after the other, and of an address one table after the other.

A loop that takes whatever has come would spend itself on whoever sends most. Here every address gets its share, a socket
that waits for its turn is not read on, and a few messages at a time leave the loop free for everything else in between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from rollmops.server.limits import Gate

MESSAGES_AT_ONCE = 64
"""Messages that are heard before the loop looks at everything else again."""
PAUSE_SECONDS = 0.005
"""Between two looks while all that wait have used up their share."""

Heard = Callable[[], bool]
"""Hears a message; False if that was no longer wanted."""
Line = deque[Heard]


class Turns:
    """A line for each table within a line for each address."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.waiting: dict[str, dict[str, Line]] = {}
        self.left = MESSAGES_AT_ONCE
        self.ticking = False

    def is_free(self, address: str) -> bool:
        """Whether this address is heard at once: nobody waits, and its share is not used up. Counts as one message."""
        if self.waiting or not self.left or not self.gate.may("share", address):
            return False
        self.left -= 1
        if not self.ticking:
            self._tick_soon()
        return True

    def line_up(self, address: str, table: str, heard: Heard) -> None:
        """Call this when it is this address's and this table's turn."""
        self.waiting.setdefault(address, {}).setdefault(table, deque()).append(heard)
        self._tick_soon()

    async def wait(self, address: str, table: str) -> None:
        """Until it is this address's and this table's turn: at once unless others wait or the share is used up."""
        if self.is_free(address):
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard() -> bool:
            if turn.done():
                return False
            turn.set_result(None)
            return True

        self.line_up(address, table, heard)
        await turn

    def _tick_soon(self) -> None:
        if not self.ticking:
            self.ticking = True
            asyncio.get_running_loop().call_soon(self._tick)

    def _tick(self) -> None:
        """Let a few be heard; then everything else on the loop comes first again."""
        loop = asyncio.get_running_loop()
        self.left, before = MESSAGES_AT_ONCE, 0
        while self.left != before:  # as long as anybody was heard
            before = self.left
            for address in list(self.waiting):
                if self.left and self.gate.may("share", address):
                    self._next_of(address)
        if self.waiting and self.left == MESSAGES_AT_ONCE:
            loop.call_later(PAUSE_SECONDS, self._tick)
        elif self.waiting or self.left < MESSAGES_AT_ONCE:
            loop.call_soon(self._tick)
        else:
            self.ticking = False

    def _next_of(self, address: str) -> None:
        """The next of this address is heard, and the address goes to the end of the line, as does its table. Who is gone
        meanwhile is passed over."""
        while address in self.waiting:
            tables = self.waiting.pop(address)
            table, line = next(iter(tables.items()))
            del tables[table]
            heard = line.popleft()
            if line:
                tables[table] = line
            if tables:
                self.waiting[address] = tables
            if heard():  # who was heard may line up again
                self.left -= 1
                return
