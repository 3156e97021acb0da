"""How much of a game was luck: what its dice and cards changed about everybody's chances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.match import Match
from rollmops.solve import Valuer, valuer


def known_values(game: Game, components: Components, seats: int) -> Valuer | None:
    """What knows the tables of this game without trying: None where values are only estimated by playouts."""
    if not game.chance.by_weight:
        return None
    found = valuer(game, components, seats)
    return found if found.gain is not None else None


def luck_of(match: Match, valuer: Valuer) -> list[float]:
    """For each seat, the sum of what every die and card of this match added to its share of the win.

    What was expected before a roll is the mean over what it could bring, so this is zero on average, whoever plays.
    """
    again = Match(match.game, match.components, replace(match.header, result=None))
    luck = np.zeros(match.seats)
    for entry in match.entries:
        chance = again.chance
        before = valuer.value(again.table).shares if chance else None
        again.add(entry)
        if before is not None:
            luck += np.subtract(valuer.value(again.table).shares, before)
    return [float(part) for part in luck]
