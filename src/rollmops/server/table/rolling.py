"""What chance does at a table online: dice fall at once; a real throw takes a moment, so it is made in a thread."""

from __future__ import annotations

import asyncio

from rollmops.server.store.events import Events
from rollmops.server.table.sitting import Sitting


async def roll(sitting: Sitting) -> Events:
    """The next line of chance. Only the room's own task touches the sitting, and it waits here."""
    if sitting.game.chance.by_weight:
        return sitting.roll()
    return await asyncio.to_thread(sitting.roll)
