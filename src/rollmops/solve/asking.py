"""One question everywhere: what is this table worth?"""

from __future__ import annotations

from threading import Lock
from typing import Any, Literal

import msgspec

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.logbook import Record
from rollmops.engine.match import Match
from rollmops.games.records import fold
from rollmops.solve import kept
from rollmops.solve.fitted.searches import fitted
from rollmops.solve.known import Known
from rollmops.solve.registry import TURNS, turns_of
from rollmops.solve.value import Valuer

Source = Literal["table", "fitted", "playouts"]
"""Where values come from: a table of solved turn starts, values fitted by self-play, random games."""


class Worth(msgspec.Struct, frozen=True):
    """What the last table of a game is worth: to every seat by its letter, and after every line that can follow."""

    game: str
    exact: bool  # whether nothing is estimated
    gain: float | None  # the most that anybody could gain at the start by playing otherwise; None where nobody knows
    seats: dict[str, float]
    actor: str | None  # who decides; None when dice are in the air, several decide in secret, or the game is over
    lines: dict[str, dict[str, float]]
    error: dict[str, float] | None = None  # standard errors of `seats`
    line_errors: dict[str, dict[str, float]] | None = None
    source: Source = "table"

    def json(self) -> dict[str, Any]:
        """As `rollmops value --json` prints it."""
        found: dict[str, Any] = {name: getattr(self, name) for name in ("game", "exact", "gain", "seats", "actor")}
        if self.error is not None:
            found["error"] = self.error
        errors = self.line_errors or {}
        found["lines"] = {
            words: shares | ({"error": errors[words]} if words in errors else {}) for words, shares in self.lines.items()
        }
        return found


def valuer(game: Game, components: Components, seats: int) -> Valuer:
    """Whoever knows best what the tables of this game are worth: a table of values where there is one, else values fitted by
    self-play for this box, else playouts."""
    return known(game, components, seats) or fitted(game, components, seats) or _estimates(game, components, seats)


_KNOWN: dict[tuple[str, str, int], Known | None] = {}
_loading = Lock()


def known(game: Game, components: Components, seats: int) -> Known | None:
    """The valuer that has a table of values for these components, if there is one; looked for once in a process."""
    key = (game.name, components.digest, seats)
    with _loading:
        if key not in _KNOWN:
            _KNOWN[key] = _load(game, components, seats)
        return _KNOWN[key]


def forget() -> None:
    """Look for tables of values anew, since one was made."""
    _KNOWN.clear()


def _load(game: Game, components: Components, seats: int) -> Known | None:
    path = kept.find(game, components, seats) if game.name in TURNS else None
    if path is None:
        return None
    about, shares, policy = kept.read(path)
    if (about.game, about.version, about.seats, about.digest) != (game.name, game.version, seats, components.digest):
        return None  # made for other rules
    turns = turns_of(game, components, seats)
    frozen = None if policy is None else turns.unpack(policy)
    return Known(turns, turns.unpack(shares), about.temperature, about.gain, frozen)


def _estimates(game: Game, components: Components, seats: int) -> Valuer:
    from rollmops.solve.playouts import Playouts

    return Playouts(game, components, seats)


def value_of(played: Record | Match, components: Components | None = None) -> Worth:
    """What the last table of a record or a match is worth to everyone, and after every line that can follow."""
    match = played if isinstance(played, Match) else fold(played, components)
    asked = valuer(match.game, match.components, match.seats)
    actor = match.owing[0] if len(match.owing) == 1 and not match.sealed else None
    lines = {} if actor is None else asked.lines(match.table, actor)
    now = asked.value(match.table)
    return Worth(
        game=match.game.name,
        exact=asked.exact or match.over,
        gain=asked.gain,
        seats=_by_letter(now.shares),
        actor=None if actor is None else LETTERS[actor],
        lines={words: _by_letter(value.shares) for words, value in lines.items()},
        error=None if now.errors is None else _by_letter(now.errors),
        source=_source(asked),
        line_errors={words: _by_letter(value.errors) for words, value in lines.items() if value.errors is not None} or None,
    )


def _source(asked: Valuer) -> Source:
    from rollmops.solve.playouts import Playouts

    return "table" if isinstance(asked, Known) else "playouts" if isinstance(asked, Playouts) else "fitted"


def _by_letter(figures: tuple[float, ...]) -> dict[str, float]:
    return dict(zip(LETTERS, figures, strict=False))
