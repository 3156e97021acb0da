"""The luck of a game by fitted values: what every roll changed, against what its turn's search expected before it.

The search takes the mean over all that the dice can show, so luck is zero on average, whoever plays and however far the
values are off; the better they are, the more of the luck they find.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from rollmops.engine.contract import OVER
from rollmops.engine.match import Match
from rollmops.engine.table import Floats


def luck_of(match: Match, search: Any) -> Floats:
    """For each seat, the sum of what every die of this match added to its share of the win."""
    again = Match(match.game, match.components, replace(match.header, result=None))
    luck, turn = np.zeros(match.seats), None
    for entry in match.entries:
        t = again.table
        if not again.chance:
            again.add(entry)
            continue
        if turn is None or not turn.covers(t):
            turn = search.turn(t)
        again.add(entry)
        expected, came = rolled(search, turn, t, again.table)
        luck += came - expected
    return luck


def rolled(search: Any, turn: Any, t: Any, after: Any) -> tuple[Floats, Floats]:
    """What everybody could expect of the roll from this table, and what it brought, by this search of the turn. What other
    searches say of the table after it is no luck: they may look at a rival that this one had left out."""
    mover = int(t.turn)
    expected: Floats = np.roll(turn.shares(t), mover)
    if search.game.actors(after) == OVER:
        return expected, np.array(search.game.standing(after, search.seats)[1])
    if search.is_start(after):
        return expected, np.roll(search.start(after), int(after.turn))
    return expected, np.roll(turn.assumed(after), mover)
