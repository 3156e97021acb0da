"""The beginner: plays by feel. It looks at every line a few times and takes one of those that look well, as people do who
have just learned the rules; what looks plainly bad it leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.minds import adviser
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import Opinion

PLAYOUTS_EACH_LINE = 16
"""Playouts for each line."""
SECONDS = 0.3
FAIR_SHARE = 0.08
"""A line that looks worse by so much (in shares of the win) is played a third as often as the best."""
FAIR_POINTS = 2.0
"""The same on the floe, in points."""
PLAINLY_BAD = 3.0
"""What looks worse by more than so many times that is never played."""


class Beginner:
    """Plays by feel."""

    def __init__(self, game: Game, components: Components, seed: int, *, seconds: float | None = None) -> None:
        effort = Effort(
            playouts=PLAYOUTS_EACH_LINE if game.chance.by_weight else 1, seconds=min(SECONDS, seconds or SECONDS), keep=1000
        )
        self.adviser = adviser(game, components, seed, effort)
        self.mood = np.random.default_rng(seed)

    def choose(self, view: Any) -> str:
        """One of the lines that look well."""
        opinions = self.adviser.weigh(view)
        looks = np.array([one.share if isinstance(one, Opinion) else one.points for one in opinions])
        fair = FAIR_SHARE if isinstance(opinions[0], Opinion) else FAIR_POINTS
        behind = (looks.max() - looks) / fair
        chances = np.exp(-behind) * (behind <= PLAINLY_BAD)
        return str(opinions[int(self.mood.choice(len(opinions), p=chances / chances.sum()))].words)
