"""The rollout mind: for every open line many compiled random playouts with common dice, written once for all games.

What the seat does not know is drawn anew from what is possible several times. Lines that fall behind are dropped half by
half, so that most playouts go to the ones that matter.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.lines import legal_lines, random_line
from rollmops.engine.playout import evaluate
from rollmops.engine.stream import stream
from rollmops.engine.table import Floats, Tables, copy

IMAGINED = 8
"""How many tables are imagined for each round of playouts where something is secret."""
MOST_LINES, FEWEST_LINES = 600, 100
"""Where there are more lines (a large hand of lures), so many are taken at random; in a hurry fewer, but not too few."""
LOOKING = 0.25
"""The part of its time in which a mind looks for lines, before it tries them."""
PASS, ROUND = 512, 64
"""Between two looks at the clock: so many playouts in all, and for one line."""


@dataclass(frozen=True)
class Opinion:
    """What the mind thinks of a line: the share of the win it expects, and the standard error of that figure."""

    words: str
    share: float
    error: float
    playouts: int

    def __str__(self) -> str:
        return f"{self.words}: wins {self.share:.1%} ± {1.96 * self.error:.1%} of {self.playouts} random games"


class Rollout:
    """Plays the line whose random continuations win most."""

    def __init__(
        self, game: Game, components: Components, seed: int, *, playouts: int | None = None, seconds: float | None = None
    ) -> None:
        self.game = game
        self.empty = game.empty(components)
        self.rng = stream(seed)
        self.imagination = np.random.default_rng(seed)
        self.playouts = playouts
        self.seconds = seconds

    def choose(self, view: Any) -> str:
        """The line with the best prospects."""
        return self.weigh(view)[0].words

    def weigh(self, view: Any) -> list[Opinion]:
        """An opinion of every legal line, best first; among equals the line with more playouts behind it."""
        game, seat, begin = self.game, LETTERS.index(view.seat), time.monotonic()
        table = self._imagine(view)
        lines = self._lines(table, seat, begin)
        total, squares, counts = np.zeros(len(lines)), np.zeros(len(lines)), np.zeros(len(lines), np.int64)
        alive = np.arange(len(lines))
        halvings = max(1, int(np.ceil(np.log2(max(2, len(lines))))))
        for halving in range(halvings):
            for share in self._shares(len(alive), halving, halvings, begin):
                tables = self._after(view, seat, [lines[i] for i in alive])
                self._play(tables, seat, share, alive, total, squares)
                counts[alive] += share
            best = np.argsort(-total[alive] / counts[alive], kind="stable")
            alive = np.sort(alive[best[: max(2, (len(alive) + 1) // 2)]])
        means = total / counts
        errors = np.sqrt(np.maximum(squares / counts - means**2, 0) / counts)
        order = np.lexsort((-means, ~np.isin(np.arange(len(lines)), alive)))
        spell = game.words.spell
        return [Opinion(spell(table, seat, lines[i]), float(means[i]), float(errors[i]), int(counts[i])) for i in order]

    def _lines(self, table: Any, seat: int, begin: float) -> list[list[int]]:
        """Every legal line, or a fair choice of them where they are too many; the first ones found would be all alike."""
        lines = legal_lines(self.game, table, seat, MOST_LINES + 1)
        if len(lines) <= MOST_LINES:
            return lines
        some: dict[tuple[int, ...], None] = {}
        for _ in range(2 * MOST_LINES):
            some[tuple(random_line(self.game, table, seat, self.rng))] = None
            if len(some) >= FEWEST_LINES and self._late(begin, LOOKING):
                break
        return [list(line) for line in list(some)[:MOST_LINES]]

    def _shares(self, lines: int, halving: int, halvings: int, begin: float) -> Iterator[int]:
        """How many playouts each line that is still in gets before the next halving, imagined table by imagined table."""
        tables = IMAGINED if self.game.secrets else 1
        if self.seconds is None:
            playouts = max(1, (self.playouts or 1) // halvings)
            yield from [max(1, playouts // tables)] * tables
            return
        share = max(1, min(ROUND // tables, PASS // lines))
        if halving == 0:
            yield share  # every line is tried, however late it is
        while not self._late(begin, LOOKING + (1 - LOOKING) * (halving + 1) / halvings):
            yield share

    def _late(self, begin: float, part: float) -> bool:
        """Whether this part of the time for a decision is over."""
        return self.seconds is not None and time.monotonic() - begin > part * self.seconds

    def _imagine(self, view: Any) -> Any:
        table = copy(self.empty)
        self.game.views.fill(view, table, self.imagination)
        return table

    def _after(self, view: Any, seat: int, lines: list[list[int]]) -> Tables:
        """One imagined table after each of the lines."""
        table = self._imagine(view)
        tables = np.empty(len(lines), table.dtype)
        for place, line in enumerate(lines):
            tables[place] = table
            for choice in line:
                self.game.step(tables[place], seat, choice)
        return tables

    def _play(self, tables: Tables, seat: int, playouts: int, alive: Any, total: Floats, squares: Floats) -> None:
        game = self.game
        gained, square = np.zeros(len(tables)), np.zeros(len(tables))
        seats = int(tables[0].seats)
        # plain array: Numba has one type for an array of records, recarray or not
        rows = tables.view(np.ndarray)
        evaluate(
            game.actors, game.options, game.step, game.result, game.happen,
            rows, seats, seat, game.choices, playouts, self.rng, gained, square,
        )  # fmt: skip
        total[alive] += gained
        squares[alive] += square
