"""The sharp mind of Roll for Soles and Espresso Fishing: searches the whole turn on values fitted by self-play."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.table import copy
from rollmops.minds.rollout import Opinion
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.searches import search_class, search_of
from rollmops.solve.fitted.valuer import FittedValuer

FULL_SEARCH_SECONDS = 0.7
"""For this long on a small computer the search is as wide as it gets; with less it is narrower."""


class Sharp:
    """Plays the line whose search finds most. It thinks the same about the same table, whatever its seed."""

    def __init__(self, game: Game, components: Components, seed: int, seconds: float | None = None) -> None:
        self.game, self.components = game, components
        self.part = 1.0 if seconds is None else min(1.0, seconds / FULL_SEARCH_SECONDS)
        self.empty = game.empty(components)
        self.rng = np.random.default_rng(seed)
        self.valuers: dict[int, FittedValuer] = {}
        search_class(game.name).prepare(game, components)

    def choose(self, view: Any) -> str:
        """The line that is worth most to this seat."""
        return self.weigh(view)[0].words

    def weigh(self, view: Any) -> list[Opinion]:
        """An opinion of every legal line, best first; of equals the first in the order of the rules."""
        table, seat = copy(self.empty), LETTERS.index(view.seat)
        self.game.views.fill(view, table, self.rng)
        valuer = self._valuer(int(table.seats))
        lines = valuer.lines(table, seat)
        best = sorted(lines, key=lambda words: -lines[words].shares[seat])
        return [Opinion(words, lines[words].shares[seat], (lines[words].errors or (0.0,) * 8)[seat], 0) for words in best]

    def _valuer(self, seats: int) -> FittedValuer:
        if seats not in self.valuers:
            search, found = search_of(self.game, self.components, seats), kept.nearest(self.game.name, seats)
            search.narrow(self.part)
            self.valuers[seats] = FittedValuer(search, found.level if found else 1.0, deep=False)
        return self.valuers[seats]
