"""Who plays when no person does. A mind sees a view, never the table; what it cannot know it imagines.

A mind is named by a short word, with its strength behind a colon: `random`, `rollout`, `rollout:500` (playouts for
each choice), `rollout:1.5s` (seconds for a turn), `exact`, `sharp`, or by a level of bots: `easy`, `medium`, `hard`,
`master`. Your own is named by where it stands,
`package.module:Name`, or by a name that your package gives it as an entry point of the group `rollmops.minds`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.engine.logbook import shown
from rollmops.minds.effort import Effort
from rollmops.minds.levels import LEVELS

if TYPE_CHECKING:
    from rollmops.minds.aim import Aim
    from rollmops.minds.rollout import Rollout

MINDS = {
    "random": "rollmops.minds.uniform:Random",
    "beginner": "rollmops.minds.beginner:Beginner",
    "rollout": "rollmops.minds.rollout:Rollout",
    "exact": "rollmops.solve.exact:Exact",
    "sharp": "rollmops.minds.sharp:SHARP",
    "master": "rollmops.solve.master:Master",
}
"""Where each mind is; a module is imported when it is asked for, that of `solve` too, which is below us. The sharp minds are
a table of their own, one for each game."""
TIMED = ("beginner", "master")
"""Minds that keep to a number of seconds."""
GROUP = "rollmops.minds"
PLAYOUTS = 2000
THROWS = 80
"""On the floe a playout is a real throw: about a second's worth."""
_PLACE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class Mind(Protocol):
    """Anything that can play a seat."""

    def choose(self, view: Any) -> str:
        """The line this mind plays, in words."""


def mind(name: str, game: Game, components: Components, seed: int, *, seconds: float | None = None) -> Mind:
    """The mind of this name for a table of this game; the same seed thinks the same thoughts.

    With `seconds` it stops by then, whatever its name says, and plays the best it has found.
    """
    name = LEVELS[name].mind if name in LEVELS else name
    word, colon, strength = name.partition(":")
    if word == "rollout" and (not colon or strength):
        return _rollout(game, components, seed, seconds=seconds, name=name)
    if word == "sharp" and not colon:
        return _sharp(game, components, seed, seconds=seconds)
    if word in TIMED and not colon:
        return cast(Mind, _load(MINDS[word])(game, components, seed, seconds=seconds))
    if word in MINDS and not colon:
        return cast(Mind, _load(MINDS[word])(game, components, seed))
    if is_own(name):
        return _own(name, name, game, components, seed)
    if name in _offered():
        return _own(name, _offered()[name], game, components, seed)
    raise BadTableError(
        f"there is no mind {shown(name)}; there are {', '.join(dict.fromkeys([*LEVELS, *MINDS, *_offered()]))},"
        " rollout:PLAYOUTS, rollout:SECONDSs, and your own as package.module:Name"
    )


def _rollout(game: Game, components: Components, seed: int, *, seconds: float | None = None, name: str = "rollout") -> Mind:
    """The rollout mind with the effort that its name says."""
    strength = name.partition(":")[2]
    usual = PLAYOUTS if game.chance.by_weight else THROWS
    effort = _effort(name, strength or str(usual))
    bounds = [bound for bound in (effort.seconds, seconds) if bound is not None]
    return adviser(game, components, seed, replace(effort, seconds=min(bounds, default=None)))


def _sharp(game: Game, components: Components, seed: int, *, seconds: float | None = None) -> Mind:
    """The sharp mind of this game."""
    by_game = _load(MINDS["sharp"])
    if game.name not in by_game:
        raise BadTableError(f"there is no sharp mind for {game.title}; it knows {', '.join(by_game)}")
    return cast(Mind, _load(by_game[game.name])(game, components, seed, seconds=seconds))


def is_own(name: str) -> bool:
    """Whether a name is a place in somebody's own module: making that mind runs their code."""
    return bool(_PLACE.fullmatch(name)) and name.partition(":")[0] not in MINDS


def has_sharp(game: Game) -> bool:
    """Whether there is a sharp mind for this game."""
    return game.name in _load(MINDS["sharp"])


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


@cache
def _offered() -> dict[str, str]:
    """Minds that other packages offer, by their names, and where they are."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _own(name: str, place: str, game: Game, components: Components, seed: int) -> Mind:
    """Somebody else's mind; whatever is wrong with it is told in a sentence."""
    module, _, part = place.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # one's own module lies where one stands
    try:
        made = getattr(import_module(module), part)(game, components, seed)
    except RollmopsError:
        raise
    except ModuleNotFoundError as error:
        raise BadTableError(f"the mind {shown(name)}: there is no module {shown(str(error.name))} here") from None
    except AttributeError as error:
        raise BadTableError(f"the mind {shown(name)} cannot be made: {error}") from None
    except Exception as error:
        why = f"{type(error).__name__}: {error}; it is called with (game, components, seed)"
        raise BadTableError(f"the mind {shown(name)} cannot be made: {why}") from None
    if not callable(getattr(made, "choose", None)):
        raise BadTableError(f"the mind {shown(name)} has no method choose(view) that returns a line")
    return cast(Mind, made)


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
        from rollmops.minds.rollout import Rollout

        return Rollout(game, components, seed, effort)
    from rollmops.minds.aim import Aim

    return Aim(game, components, seed, effort)
