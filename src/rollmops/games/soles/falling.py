"""How the dice of a line fall, all in one call (`engine/falling.py`)."""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.engine.falling import let_fall
from rollmops.engine.table import Ints
from rollmops.games.soles.rules import options, step
from rollmops.games.soles.table import ROLL, Table


@rule
def falling_on(t: Table) -> bool:
    """A roll is one line until its last die has fallen."""
    return bool(t.phase == ROLL and t.shown[0] + t.shown[1] + t.shown[2] + t.shown[3] + t.shown[4] > 0)


@rule
def fall(t: Table, numbers: Ints, weights: Ints, choices: Ints, keyed: bool) -> tuple[int, int, bool]:
    """Let dice fall by these numbers until the line is complete."""
    return let_fall(options, step, falling_on, t, numbers, weights, choices, keyed)
