"""Which games can be solved: a plain dict one can read. A module is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import RollmopsError
from rollmops.solve.turns import Turns

TURNS = {
    "soles": "rollmops.solve.soles.turns:SolesTurns",
    "espresso": "rollmops.solve.espresso.turns:EspressoTurns",
}
WHY_NOT = {
    "lure": "hands and casts are secret, so a table has no value that does not depend on what its players believe",
    "floe": "a throw is a throw, and where dice come to rest on the ice cannot be listed",
}
MOST_TABLES = 200_000_000
"""More tables within turns than these would take hours and more memory than a home computer has."""


def turns_of(game: Game, components: Components, seats: int) -> Turns:
    """The turn starts of this game, or why they cannot be swept."""
    if game.name not in TURNS:
        reason = WHY_NOT.get(game.name, "it has no turns that the solver knows")
        raise RollmopsError(f"{game.title} cannot be swept: {reason}; there are {', '.join(TURNS)}")
    game.open(components, seats)
    module, _, name = TURNS[game.name].partition(":")
    turns: Turns = getattr(import_module(module), name)(game, components, seats)
    if turns.inside > MOST_TABLES:
        raise RollmopsError(
            f"{game.title} with {seats} players would be {turns.inside:,} tables in {turns.count:,} turns;"
            f" up to {MOST_TABLES:,} tables can be swept"
        )
    return turns
