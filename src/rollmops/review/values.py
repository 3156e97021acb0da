"""Who tells what a table is worth in a review."""

from __future__ import annotations

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.solve import Valuer, valuer


def values_of(game: Game, components: Components, seats: int) -> Valuer:
    """Whoever knows best; on the floe the worth that the sharp mind was fitted to, and throws."""
    if not game.chance.by_weight:
        from rollmops.review.floe import FloeValues

        return FloeValues(game, components, seats)
    return valuer(game, components, seats)
