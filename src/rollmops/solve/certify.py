"""How good a policy is that was not proven to be perfect: freeze it, let each seat in turn reply as well as it can, and look
what that gains."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rollmops.engine.table import Floats
from rollmops.solve.accelerate import Anderson
from rollmops.solve.turns import Turns

SETTLED = 1e-7
"""Best replies are known when no turn start moves by more."""
MOST_SWEEPS = 500


def certify(
    turns: Turns, starts: Floats, temperature: float, tell: Callable[[int, float, float], None] = lambda *_: None
) -> float:
    """The most that any seat gains at the start of the game by its best replies; `tell` hears of every sweep: its number,
    by how much anything moved, and the gain so far."""
    anderson = Anderson()
    still = SETTLED / 100
    turns.sweep(starts, temperature, 1e-16)  # leaves the policy within turns
    replies = starts.copy()
    for sweep in range(1, MOST_SWEEPS + 1):
        replied = turns.reply(starts, temperature, replies, still)
        moved = float(np.abs(replied - replies).max())
        replies = anderson.next(replies, replied)
        gain = float((replied[turns.first] - starts[turns.first]).max())
        tell(sweep, moved, gain)
        if moved < SETTLED:
            break
    return max(0.0, gain)
