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
    game, again = match.game, Match(match.game, match.components, replace(match.header, result=None))
    luck, turn = np.zeros(match.seats), None
    for entry in match.entries:
        t, mover = again.table, int(again.table.turn)
        if not again.chance:
            again.add(entry)
            continue
        if turn is None or not turn.covers(t):
            turn = search.turn(t)
        expected = np.roll(turn.shares(t), mover)
        again.add(entry)
        after = again.table
        if game.actors(after) == OVER:
            came = np.array(game.standing(after, match.seats)[1])
        elif search.is_start(after):
            came = np.roll(search.start(after), int(after.turn))
        else:
            came = np.roll(turn.assumed(after), mover)
        luck += came - expected
    return luck
