"""The master: plays by exact values where there is a table of them, else by the sharp mind of the game."""

from __future__ import annotations

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.minds import Mind, has_sharp, mind
from rollmops.solve.exact import Exact
from rollmops.solve.registry import TURNS


class Master:
    """The strongest mind for every table; which that is depends on how many play."""

    def __init__(self, game: Game, components: Components, seed: int, *, seconds: float | None = None) -> None:
        self.exact = Exact(game, components, seed) if game.name in TURNS else None
        strongest = "sharp" if has_sharp(game) else "rollout:0.7s"
        self.other: Mind = mind(strongest, game, components, seed, seconds=seconds)

    def choose(self, view: object) -> str:
        """The best line."""
        if self.exact is not None and self.exact.knows(view):
            return self.exact.choose(view)
        return self.other.choose(view)
