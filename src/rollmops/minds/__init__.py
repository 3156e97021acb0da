"""Who plays when no person does. A mind sees a view, never the table; what it cannot know it imagines.

A mind is named by a short word, with its strength behind a colon: `random`, `rollout`, `rollout:500` (playouts for
each choice), `rollout:1.5s` (seconds for a turn).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.minds.chancer import Random
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import Rollout

if TYPE_CHECKING:
    from rollmops.minds.aim import Aim

MINDS = ("random", "rollout")
PLAYOUTS = 2000
THROWS = 80
"""On the floe a playout is a real throw: about a second's worth."""


class Mind(Protocol):
    """Anything that can play a seat."""

    def choose(self, view: Any) -> str:
        """The line this mind plays, in words."""


def mind(name: str, game: Game, components: Components, seed: int, *, seconds: float | None = None) -> Mind:
    """The mind of this name for a table of this game; the same seed thinks the same thoughts.

    With `seconds` it stops by then, whatever its name says, and plays the best it has found.
    """
    word, colon, strength = name.partition(":")
    if word == "random" and not colon:
        return Random(game, components, seed)
    if word == "rollout" and (not colon or strength):
        usual = PLAYOUTS if game.chance.by_weight else THROWS
        effort = _effort(name, strength or str(usual))
        bounds = [bound for bound in (effort.seconds, seconds) if bound is not None]
        return adviser(game, components, seed, replace(effort, seconds=min(bounds, default=None)))
    raise BadTableError(f"there is no mind '{name}'; there are random, rollout, rollout:PLAYOUTS and rollout:SECONDSs")


def _effort(name: str, strength: str) -> Effort:
    """The playouts or the seconds that a name gives."""
    try:
        if strength.endswith("s"):
            seconds = float(strength[:-1])
            if 0 < seconds <= 60:
                return Effort(seconds=seconds)
        elif 0 < int(strength) <= 1_000_000:
            return Effort(playouts=int(strength))
    except ValueError:
        pass
    raise BadTableError(f"'{name}': give playouts as a whole number up to 1000000 or seconds up to 60, like rollout:1.5s")


def adviser(game: Game, components: Components, seed: int, effort: Effort) -> Rollout | Aim:
    """The rollout mind for this game; on the floe it aims. Both can `weigh` the lines of a view."""
    if game.chance.by_weight:
        return Rollout(game, components, seed, effort)
    from rollmops.minds.aim import Aim

    return Aim(game, components, seed, effort)
