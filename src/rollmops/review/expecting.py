"""What everybody could expect before a roll: the mean over what it can bring, however far the values are off.

Values that are known are that mean already. Estimates are looked at one step deeper than the roll: for a roll that was
foreseen too dark would always look lucky.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.contract import Game
from rollmops.review.floe import FloeValues
from rollmops.review.lure import LureValues
from rollmops.review.outcomes import outcomes
from rollmops.solve import Value, Valuer
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.playouts import Playouts


def is_mean(values: Valuer, t: Any) -> bool:
    """Whether what this table is thought to be worth is the mean over what the roll can bring already: games or throws that
    go on from here bring it as often as it comes."""
    if isinstance(values, FloeValues | LureValues):
        return values.is_mean(t)
    return isinstance(values, Playouts)


def expected(game: Game, values: Valuer, t: Any, before: Value) -> tuple[float, ...]:
    """What everybody could expect of the next roll or card, at a table that is thought to be worth this."""
    if before.errors is None or is_mean(values, t) or isinstance(values, FittedValuer):
        return before.shares
    could = outcomes(game, t)
    if could is None:
        return before.shares
    chances = np.array([chance for chance, _ in could])
    worth = np.array([values.value(table).shares for _, table in could])
    return tuple((chances @ worth).tolist())
