"""The random mind: any legal choice, all equally likely, choice by choice as in the lab."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.lines import random_line
from rollmops.engine.stream import stream
from rollmops.engine.table import copy


class Random:
    """Plays anything."""

    def __init__(self, game: Game, components: Components, seed: int) -> None:
        self.game = game
        self.empty = game.empty(components)
        self.rng = stream(seed)
        self.imagination = np.random.default_rng(seed)

    def choose(self, view: Any) -> str:
        """One random line."""
        game, seat = self.game, LETTERS.index(view.seat)
        table = copy(self.empty)
        game.views.fill(view, table, self.imagination)
        return game.words.spell(table, seat, random_line(game, table, seat, self.rng))
