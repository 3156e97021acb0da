"""What chance does at a table: fair dice fall; on the floe dice are thrown for real, and only a throw's seed is drawn."""

from __future__ import annotations

import asyncio
import base64

from rollmops.arena.dice import ThrownDice
from rollmops.engine.contract import NOBODY
from rollmops.server.events import Events
from rollmops.server.sitting import Sitting


async def let_happen(sitting: Sitting) -> Events:
    """The next line of chance. A throw takes a moment, so it is thrown in a thread."""
    dice = sitting.dice()
    if sitting.game.thrown is None:
        return sitting.happen(dice)
    thrown = ThrownDice(sitting.components, dice)
    if sitting.thrown:
        thrown.digest = sitting.thrown.split()[-1]  # each trajectory's digest is chained to the ones before
    match = sitting.running()
    choices = await asyncio.to_thread(thrown.line, match.game, match.table)
    assert thrown.last is not None
    flight = base64.b64encode(thrown.last.trajectory.encode()).decode()
    words = match.game.words.spell(match.table, NOBODY, choices)
    return sitting.fall(words, dice.drawn, flight, thrown.stamp)
