"""The sharp mind for Lure: a round is what it is, choices at the same time behind screens.

Before a cast it imagines hands, matches regrets over everybody's casts and plays what comes out on average, by lot. When
dice are to be adjusted it weighs every catch within reach, together with those who adjust at the same time. What a round
leads to is a fitted value (`lure_worth`), in the last round the result itself. How long it thinks is counted in work, so
the same seed thinks the same thoughts on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.stream import stream
from rollmops.engine.table import Floats, copy
from rollmops.games.lure.table import ADJUSTING, Table
from rollmops.games.lure.words import read_cast, spell_cast
from rollmops.minds.rollout import Opinion
from rollmops.minds.sharp.lure_beliefs import PLAIN, Memory, plainness
from rollmops.minds.sharp.lure_search import KnownOdds, Search
from rollmops.minds.sharp.lure_turns import Turns
from rollmops.minds.sharp.lure_worth import read_weights

SECONDS = 0.7
"""The longest thought, on the machine where the work was measured."""
WORK_ROLLS = 3_000_000
"""Rolls of dice that are weighed before a cast."""
LEAST_CAST_FREQUENCY = 0.03
"""Casts that came out less often are chance, and are not played."""


@dataclass(frozen=True)
class Thought:
    """What was found out about a decision: the lines, how likely each is to be played, and what share of the win each
    brings, with its standard error over so many trials."""

    lines: list[str]
    chances: Floats
    shares: Floats
    errors: Floats
    trials: int


class Sharp:
    """Plays a round as near to an equilibrium as it can find."""

    def __init__(
        self,
        game: Game,
        components: Components,
        seed: int,
        *,
        seconds: float | None = None,
        weights: Floats | None = None,
        plain: float = PLAIN,
    ) -> None:
        self.part = 1.0 if seconds is None else min(1.0, seconds / SECONDS)
        self.game = game
        self.empty = game.empty(components)
        self.rng = stream(seed)
        self.imagination = np.random.default_rng(seed)
        self.weights, self.plain = weights, plain
        self.memories: list[Memory] = []
        self.odds = KnownOdds()
        self.narrow = False
        """Whether few casts are looked at: for a first figure, not to play by."""

    def choose(self, view: Any) -> str:
        """A line, drawn by lot where several are to be played."""
        thought = self.think(view)
        return thought.lines[int(self.imagination.choice(len(thought.lines), p=thought.chances))]

    def weigh(self, view: Any, also: str | None = None) -> list[Opinion]:
        """An opinion of every line that was looked at, best first; the others play as the mind expects them to. Of casts
        those are looked at that promise something, and the one that is asked about."""
        thought = self.think(view, also)
        order = np.argsort(-thought.shares, kind="stable")
        return [Opinion(thought.lines[i], float(thought.shares[i]), float(thought.errors[i]), thought.trials) for i in order]

    def think(self, view: Any, also: str | None = None) -> Thought:
        """All that the mind finds out about a decision, and about this cast in any case."""
        t = copy(self.empty)
        self.game.views.fill(msgspec.structs.replace(view, chosen=()), t, self.imagination)
        weights = read_weights(int(t.seats)) if self.weights is None else self.weights
        return self._turn(view, t, weights) if t.phase == ADJUSTING else self._cast(view, t, weights, also)

    def _cast(self, view: Any, t: Table, weights: Floats, also: str | None) -> Thought:
        memory = self._memory_before(view)
        plain = plainness(view, memory, self.plain)
        asked = None if also is None else np.array(read_cast(*_sixes_and_rest(also)), np.int64)
        search = Search(view, t, weights, memory, plain, self.part, self.imagination, self.odds, asked, self.narrow)
        found = search.run(int(self.part * WORK_ROLLS), self.rng)
        self.memories = [*([] if memory is None else [memory]), search.memory(view)]
        lines = [spell_cast(items) for items in search.casts[0].tolist()]
        mine = slice(0, len(lines))
        return thought(lines, search.chances(0), found.shares[mine], found.squares[mine], int(found.counted[0]))

    def _memory_before(self, view: Any) -> Memory | None:
        """What was thought in an earlier round of this game; the same round may be thought about again."""
        earlier = [memory for memory in self.memories if memory.view.round < view.round]
        return earlier[-1] if earlier else None

    def _turn(self, view: Any, t: Table, weights: Floats) -> Thought:
        turns = Turns(view, t, weights, self.rng, self.part)
        lines = [self.game.words.spell(t, turns.me, line) for line in turns.lines]
        return thought(lines, turns.chances(), turns.ways.shares[turns.mine], turns.ways.squares[turns.mine], turns.trials)


def _sixes_and_rest(cast: str) -> tuple[str, list[str]]:
    _, sixes, *rest = cast.split()
    return sixes, rest


def thought(lines: list[str], chances: Floats, total: Floats, squares: Floats, trials: int) -> Thought:
    """A thought, from the shares that trials brought."""
    shares = total / trials
    apart = np.maximum(squares / trials - shares**2, 0)
    chances = np.where(chances >= min(LEAST_CAST_FREQUENCY, chances.max()), chances, 0)
    return Thought(lines, chances / chances.sum(), shares, np.sqrt(apart / max(1, trials - 1)), trials)
