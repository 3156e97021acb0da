"""Which games have fitted values: a plain dict one can read. A module is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.table import Floats
from rollmops.games import house
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.value import Valuer

SEARCHES = {
    "soles": "rollmops.solve.fitted.soles:SolesSearch",
    "espresso": "rollmops.solve.fitted.espresso:EspressoSearch",
}


ICE = {"floe": "rollmops.solve.fitted.floe:floe_valuer"}
"""Games whose dice are really thrown, with what values their tables."""


def search_class(game: str) -> Any:
    """What searches the turns of this game."""
    module, _, name = SEARCHES[game].partition(":")
    return getattr(import_module(module), name)


def search_of(game: Game, components: Components, seats: int) -> Any:
    """A search on the kept network for so many players. Another box than the house's is looked at as if it had as many
    pieces: the network then sees where everybody stands as it would there."""
    found, made = kept.nearest(game.name, seats), search_class(game.name)
    net: Floats = made.guess() if found is None else found.net
    own, usual = made.pieces(game.open(components, seats)), made.pieces(game.open(house(game.name), seats))
    return made(game, components, seats, net, usual / max(1, own))


def fitted(game: Game, components: Components, seats: int) -> Valuer | None:
    """Fitted values for this box and so many players, if there are some."""
    if game.name in ICE:
        module, _, name = ICE[game.name].partition(":")
        found: Valuer | None = getattr(import_module(module), name)(game, components, seats)
        return found
    one = kept.read(game.name).get(seats) if game.name in SEARCHES else None
    if one is None or not one.fits(game, components):
        return None
    return FittedValuer(search_of(game, components, seats), one.level)
