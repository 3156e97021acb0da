"""What every line of a decision is worth to whoever makes it, by what they could know."""

from __future__ import annotations

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


class Judge:
    """Looks at decisions of one match."""

    def __init__(self, match: Match, valuer: Valuer, look: Closeness = EFFORTS[USUAL]) -> None:
        self.match = match
        self.valuer = valuer
        self.look = look

    def lines(self, seat: int, played: str | None = None) -> tuple[dict[str, float], dict[str, float], dict[str, Value]]:
        """What every line is worth to this seat, the standard errors, and to all where nothing is secret. Where lines are
        too many for that, the one that was played is among those looked at."""
        match = self.match
        if match.game.secrets:
            view = match.view(seat)
            asked = has_sharp(match.game) and played is not None and played.startswith("cast")
            opinions = self.adviser.weigh(view, played) if asked else self.adviser.weigh(view)
            return {one.words: one.share for one in opinions}, {one.words: one.error for one in opinions}, {}
        values = self.valuer.lines(match.table, seat)
        worth = {words: value.shares[seat] for words, value in values.items()}
        errors = {words: value.errors[seat] for words, value in values.items() if value.errors is not None}
        return worth, errors, values

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
