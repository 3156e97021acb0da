"""How much of a game was luck: what its dice and cards changed about everybody's chances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.match import Match
from rollmops.solve import Valuer, valuer
from rollmops.solve.fitted.luck import luck_of as fitted_luck
from rollmops.solve.fitted.searches import SEARCHES, search_of

Luck = Callable[[Match], list[float]]
"""For each seat, how much of its result in this match was luck."""
BY_ROUNDS: dict[str, str] = {"lure": "rollmops.minds.sharp.lure_luck:luck_of"}
"""Games with secret choices, whose luck is found by what their sharp mind knows of a round."""


def luck_finder(game: Game, components: Components, seats: int) -> Luck | None:
    """What finds the luck of a match, zero on average whoever plays: known values, a search on fitted ones, or a look at
    every round. None where nothing does: on the ice nobody can say what a throw could have brought."""
    worth = known_values(game, components, seats)
    if worth is not None:
        return lambda match: luck_of(match, worth)
    if game.name in SEARCHES:
        search = search_of(game, components, seats)
        return lambda match: [float(part) for part in fitted_luck(match, search)]
    if game.name in BY_ROUNDS:
        module, _, name = BY_ROUNDS[game.name].partition(":")
        found: Luck = getattr(import_module(module), name)
        return found
    return None


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
