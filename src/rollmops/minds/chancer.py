"""The random mind: any legal choice, all equally likely, choice by choice as in the lab."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.stream import pick, stream
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
        ahead, choices = copy(table), list[int]()
        while not choices or game.words.begun(ahead, seat):
            weights = game.weights(ahead, seat)
            choices.append(int(pick(self.rng, weights, int(weights.sum()))))
            game.step(ahead, seat, choices[-1])
        return game.words.spell(table, seat, choices)
