"""How the dice of a line fall, all in one call (`engine/falling.py`)."""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.engine.falling import let_fall
from rollmops.engine.table import Ints
from rollmops.games.lure.rules import options, step
from rollmops.games.lure.table import ROLL, Table


@rule
def falling_on(t: Table) -> bool:
    """All dice of one seat are one line."""
    return t.phase == ROLL and not t.drawing and t.fallen > 0


@rule
def fall(t: Table, numbers: Ints, weights: Ints, choices: Ints, keyed: bool) -> tuple[int, int, bool]:
    """Let dice fall by these numbers until the line is complete."""
    return let_fall(options, step, falling_on, t, numbers, weights, choices, keyed)
