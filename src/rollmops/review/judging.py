"""What every line of a decision is worth to whoever makes it, by what they could know."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rollmops.engine.match import Match
from rollmops.minds import has_sharp, mind
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import Rollout
from rollmops.review.effort import EFFORTS, USUAL, Closeness
from rollmops.review.lure import LureValues
from rollmops.solve import Valuer
from rollmops.solve.value import Value

PLAYOUTS_EACH_LINE = 400
"""For each line of a decision in which something is secret, in a game that has no sharp mind."""


@dataclass(frozen=True)
class Lines:
    """What lines are worth to whoever decides, with the standard errors of that and the part of them that is chance; and
    where nothing is secret what they are worth to all."""

    worth: dict[str, float]
    errors: dict[str, float]
    noise: dict[str, float]
    values: dict[str, Value]

    @property
    def best(self) -> str:
        """The line that is worth most."""
        return max(self.worth, key=self.worth.__getitem__)

    def ends_turn(self, words: str) -> bool:
        """Whether somebody else is to move behind this line, as far as whoever estimates it says so."""
        return words in self.values and self.values[words].turn_over


def with_line(lines: Lines, played: str, value: Value, seat: int) -> Lines:
    """The same lines and this one, which leads to a table of this value."""
    return Lines(
        {**lines.worth, played: value.shares[seat]},
        {**lines.errors, **({} if value.errors is None else {played: value.errors[seat]})},
        {**lines.noise, **({} if value.noise is None else {played: value.noise[seat]})},
        {**lines.values, played: value},
    )


class Judge:
    """Looks at decisions of one match."""

    def __init__(self, match: Match, valuer: Valuer, look: Closeness = EFFORTS[USUAL]) -> None:
        self.match = match
        self.valuer = valuer
        self.look = look

    def lines(self, seat: int, played: str | None = None) -> Lines:
        """What every line is worth to this seat. Where lines are too many for that, the one that was played is among those
        looked at."""
        match = self.match
        if match.game.secrets:
            view = match.view(seat)
            asked = has_sharp(match.game) and played is not None and played.startswith("cast")
            opinions = self.adviser.weigh(view, played) if asked else self.adviser.weigh(view)
            worth, noise = {one.words: one.share for one in opinions}, {one.words: one.error for one in opinions}
            doubt = self.valuer.doubt
            errors = {
                words: one if doubt is None else math.hypot(one, doubt.wrong(worth[words])) for words, one in noise.items()
            }
            return Lines(worth, errors, noise, {})
        values = self.valuer.lines(match.table, seat)
        worth = {words: value.shares[seat] for words, value in values.items()}
        errors = {words: value.errors[seat] for words, value in values.items() if value.errors is not None}
        return Lines(worth, errors, {words: value.noise[seat] for words, value in values.items() if value.noise}, values)

    @cached_property
    def adviser(self) -> Any:
        """Who judges decisions where something is secret: it sees a view and imagines the rest."""
        game, components = self.match.game, self.match.components
        if has_sharp(game):
            found = mind("sharp", game, components, 1, seconds=self.look.seconds)
            if isinstance(self.valuer, LureValues):
                found.narrow = self.look.narrow  # type: ignore[attr-defined]
                found.odds = self.valuer.odds  # type: ignore[attr-defined]  # both ask for those of the same casts
            return found
        return Rollout(game, components, 1, Effort(playouts=PLAYOUTS_EACH_LINE, keep=1000))
