"""What chance does at a table online where it takes a moment: a real throw is made in a thread."""

from __future__ import annotations

import asyncio

from rollmops.server.store.events import Events
from rollmops.server.table.sitting import Sitting


async def roll(sitting: Sitting) -> Events:
    """The next line of chance. Only the room's own task touches the sitting, and it waits here."""
    return await asyncio.to_thread(sitting.roll)
