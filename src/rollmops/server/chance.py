"""What chance does at a table: fair dice, and on the floe a real throw."""

from __future__ import annotations

from rollmops.server.events import Events
from rollmops.server.sitting import Sitting


async def let_happen(sitting: Sitting) -> Events:
    """The next line of chance."""
    return sitting.happen(sitting.dice())
