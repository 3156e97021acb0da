"""Turns: who is heard next. One address after the other, and of an address one table after the other.

A loop that takes whatever has come would spend itself on whoever sends most. Here every address gets its share, a socket
that waits for its turn is not read on, and a few messages at a time leave the loop free for everything else in between.
"""

from __future__ import annotations

import asyncio
from collections import deque

from rollmops.server.limits import Gate

MESSAGES_AT_ONCE = 4
"""Messages that are heard before the loop looks at everything else again."""
PAUSE_SECONDS = 0.005
"""Between two looks while all that wait have used up their share."""

Line = deque[asyncio.Future[None]]


class Turns:
    """A line for each table within a line for each address."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.waiting: dict[str, dict[str, Line]] = {}
        self.left = MESSAGES_AT_ONCE
        self.ticking = False

    async def wait(self, address: str, table: str) -> None:
        """Until it is this address's and this table's turn: at once unless others wait or the share is used up."""
        if not self.waiting and self.left and self.gate.may("share", address):
            self.left -= 1
            self._tick_soon()
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, {}).setdefault(table, deque()).append(turn)
        self._tick_soon()
        await turn

    def _tick_soon(self) -> None:
        if not self.ticking:
            self.ticking = True
            asyncio.get_running_loop().call_soon(self._tick)

    def _tick(self) -> None:
        """Let a few be heard; then everything else on the loop comes first again."""
        loop = asyncio.get_running_loop()
        self.left = MESSAGES_AT_ONCE
        for address in list(self.waiting):
            if not self.left:
                break
            if self.gate.may("share", address):
                self._next_of(address)
        if self.waiting and self.left == MESSAGES_AT_ONCE:
            loop.call_later(PAUSE_SECONDS, self._tick)
        elif self.waiting or self.left < MESSAGES_AT_ONCE:
            loop.call_soon(self._tick)
        else:
            self.ticking = False

    def _next_of(self, address: str) -> None:
        """The next of this address is heard, and the address goes to the end of the line, as does its table."""
        tables = self.waiting.pop(address)
        table, line = next(iter(tables.items()))
        del tables[table]
        turn = line.popleft()
        if line:
            tables[table] = line
        if tables:
            self.waiting[address] = tables
        if not turn.done():
            turn.set_result(None)
            self.left -= 1
