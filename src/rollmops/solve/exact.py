"""The exact mind: plays the line that is worth most by a table of values, where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.errors import BadTableError
from rollmops.engine.table import copy
from rollmops.solve.asking import known
from rollmops.solve.registry import TURNS


class Exact:
    """Plays without loss; with three players within what its values are certified to."""

    def __init__(self, game: Game, components: Components, seed: int) -> None:
        if game.name not in TURNS:
            raise BadTableError(f"nobody knows {game.title} exactly; the exact mind plays {', '.join(TURNS)}")
        self.game = game
        self.components = components
        self.empty = game.empty(components)
        self.rng = np.random.default_rng(seed)

    def choose(self, view: Any) -> str:
        """The best line for this seat; the first of equals."""
        table, seat = self._table(view), LETTERS.index(view.seat)
        valuer = known(self.game, self.components, int(table.seats))
        if valuer is None:
            raise BadTableError(
                f"there is no table of values for {self.game.title} with {int(table.seats)} players and the components"
                f" '{self.components.name}'; make one with rollmops solve {self.game.name} --seats {int(table.seats)}"
            )
        return valuer.best(table, seat)

    def knows(self, view: Any) -> bool:
        """Whether there is a table of values for what lies there."""
        return known(self.game, self.components, int(self._table(view).seats)) is not None

    def _table(self, view: Any) -> Any:
        table = copy(self.empty)
        self.game.views.fill(view, table, self.rng)
        return table
