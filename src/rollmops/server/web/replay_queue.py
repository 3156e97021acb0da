"""Replays are costly: few are made at once, and of one address only so many wait."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from rollmops.server.web.bodies import RefusedError
from rollmops.server.web.socket import address

REPLAYS_EACH = 4
"""Replays of one address that may be under way."""


class ReplayQueue:
    """Whose turn it is."""

    def __init__(self, at_once: int) -> None:
        self.making = asyncio.Semaphore(at_once)
        self.asked: Counter[str] = Counter()  # under way, by address

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Wait for a turn. Raises RefusedError where this address has too many under way."""
        visitor = address(request.scope)
        if self.asked[visitor] >= REPLAYS_EACH:
            raise RefusedError("too fast", "other replays from here are still being made; wait a little and try again")
        self.asked[visitor] += 1
        try:
            async with self.making:
                yield
        finally:
            self.asked[visitor] -= 1
            if not self.asked[visitor]:
                del self.asked[visitor]
