"""Who tells what a table is worth in a review."""

from __future__ import annotations

from collections.abc import Callable

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.review.effort import EFFORTS, USUAL, Closeness
from rollmops.solve import Valuer, valuer
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.playouts import Playouts


def values_of(
    game: Game,
    components: Components,
    seats: int,
    look: Closeness = EFFORTS[USUAL],
    go_on: Callable[[], None] = lambda: None,
    *,
    by_hand: bool = False,
    questions: int = 1,
) -> Valuer:
    """Whoever knows best. On the floe the worth that the sharp mind was fitted to, and throws; in Lure what it was fitted
    to, and the dice of a round. `go_on` is called now and then, and may raise to stop; `by_hand`: people threw themselves,
    and the gestures of the record are nobody's; `questions`: among so many are random games shared out, where nobody knows
    anything of a box."""
    if not game.chance.by_weight:
        from rollmops.review.floe import FloeValues

        return FloeValues(game, components, seats, look.throws, go_on, by_hand=by_hand)
    if game.name == "lure":
        from rollmops.review.lure import LureValues

        return LureValues(game, seats, look.trials)
    found = valuer(game, components, seats)
    if isinstance(found, FittedValuer):
        found.narrow(look.part)
    if isinstance(found, Playouts):
        found.in_all = look.playouts // max(1, questions)
    return found
