"""How a room's events come on disk: appended to its journal, and tried again for a while where that fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from rollmops.server.store.events import Events
from rollmops.server.store.files import DeposedError, StoreError
from rollmops.server.store.store import Store, Then

STORE_SECONDS = 3.0
"""So long a step that cannot be written is tried again; then it is refused, and the table lies as before."""
STORE_AGAIN_SECONDS = 0.5


class Journal:
    """A room's journal in the store."""

    def __init__(self, store: Store, row: int, number: int, epoch: int) -> None:
        self.store = store
        self.row = row
        self.number = number  # events on disk
        self.epoch = epoch  # under which this process owns the table, where several could
        self.stuck = False  # the last step could not be written, and everybody here was told so
        self.hasty = False  # nothing is tried a second time: the server stops

    def begin(self, events: list[Events], then: Then) -> None:
        """Append these; `then` hears when they are on disk, or why they are not. After that: `written` or `append`."""
        self.store.append_then(self.row, self.number, events, self.epoch, then)

    def written(self, events: list[Events]) -> None:
        """These are on disk."""
        self.number += len(events)
        self.stuck = False

    async def append(self, events: list[Events], warn: Callable[[StoreError], None], error: Exception | None = None) -> None:
        """On disk when this returns; `warn` hears of it once when that takes more than one try. With an `error` there was
        a first try already."""
        end = time.monotonic() + STORE_SECONDS
        while True:
            try:
                if error is not None:
                    raise error
                await self.store.append(self.row, self.number, events, self.epoch)
                break
            except DeposedError:
                raise
            except StoreError as why:
                if not self.stuck:
                    warn(why)
                self.stuck = True
                if self.hasty or time.monotonic() > end:
                    raise
            error = None
            await asyncio.sleep(STORE_AGAIN_SECONDS)
        self.written(events)
