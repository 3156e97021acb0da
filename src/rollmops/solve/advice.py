"""What a good player would do: every line with what it wins, exactly where that is known, else by trying."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.table import copy
from rollmops.minds import adviser, has_sharp, mind
from rollmops.minds.aim import Trial
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import Opinion
from rollmops.solve.asking import known
from rollmops.solve.registry import TURNS


class Advice(msgspec.Struct, frozen=True):
    """A line and what it wins: a share of the win, or points ahead where nobody knows shares.

    `error` is the standard error, None where the figure is not estimated; `tries` says how many tries are behind it.
    """

    words: str
    share: float | None
    points: float | None = None
    error: float | None = None
    tries: int = 0
    exact: bool = False

    def __str__(self) -> str:
        figure = f"{self.share:.1%}" if self.share is not None else f"{self.points or 0:+.1f} points ahead"
        if self.exact:
            return f"{self.words}: {figure}, exactly"
        if self.error is None:
            return f"{self.words}: {figure}"
        margin = f"{1.96 * self.error:.1%}" if self.share is not None else f"{1.96 * self.error:.1f}"
        return f"{self.words}: {figure} ± {margin} in {self.tries} tries"


class Counsel(msgspec.Struct, frozen=True):
    """Advice about a view, the best line first; `gain` is what the values are certified to, where they are known."""

    lines: tuple[Advice, ...]
    exact: bool
    gain: float | None

    def why(self) -> str:
        """One plain sentence about the best line and the next."""
        if len(self.lines) < 2:
            return "There is nothing else to play." if self.lines else ""
        best, second = self.lines[:2]
        if best.share is None or second.share is None:
            return f"'{best.words}' looks better than '{second.words}'."
        ahead = best.share - second.share
        if ahead < 0.0005:
            return f"'{best.words}' and '{second.words}' are worth the same."
        return f"'{best.words}' wins {ahead:.1%} more often than '{second.words}'."


def advise(game: Game, components: Components, view: Any, *, seed: int, effort: Effort) -> Counsel:
    """What every line of this view wins; `effort` bounds the trying where nothing is known."""
    if game.name in TURNS:
        table, seat = copy(game.empty(components)), LETTERS.index(view.seat)
        game.views.fill(view, table, np.random.default_rng(seed))
        values = known(game, components, int(table.seats))
        if values is not None:
            worth = {words: value.shares[seat] for words, value in values.lines(table, seat).items()}
            order = sorted(worth, key=lambda words: -worth[words])
            return Counsel(tuple(Advice(words, worth[words], exact=True) for words in order), True, values.gain)
    thinker: Any
    if not game.chance.by_weight and has_sharp(game):
        from rollmops.minds.sharp.floe import Sharp

        thinker = Sharp(game, components, seed, effort=effort)  # real throws take long: whoever moves on stops them
    elif has_sharp(game):
        thinker = mind("sharp", game, components, seed, seconds=effort.seconds)
    else:
        thinker = adviser(game, components, seed, effort)
    return Counsel(tuple(_advice(one) for one in thinker.weigh(view)), False, None)


def _advice(one: Opinion | Trial) -> Advice:
    if isinstance(one, Opinion):
        return Advice(one.words, one.share, error=one.error, tries=one.playouts)
    return Advice(one.words, None, one.points, one.error, one.throws)
