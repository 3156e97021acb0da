"""The rollout mind: for every open line many compiled random playouts with common dice, written once for all games.

What the seat does not know is drawn anew from what is possible several times. Lines that fall behind are dropped half by
half, so that most playouts go to the ones that matter. It looks at the clock between small portions of playouts, and with
its time used up it plays the best it has found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.lines import legal_lines, random_line
from rollmops.engine.playout import evaluate
from rollmops.engine.stream import STREAM, stream
from rollmops.engine.table import Floats, Ints, Tables, copy
from rollmops.minds.effort import Clock, Effort

LEAST_IMAGINED_TABLES = 8
"""How many tables are imagined at least before lines are dropped, where something is secret."""
MOST_LINES = 600
"""Where there are more lines (a large hand of lures), so many are taken at random, or fewer when that takes too long."""
LOOKING_PART = 0.25
"""The part of its time in which a mind looks for lines, before it tries them."""
FEWEST_LINES = 40
"""So many it looks for all the same."""
PLAYOUTS_AT_ONCE, PLAYOUTS_EACH_LINE, PLAYOUTS_EACH_TABLE = 500, 16, 8
"""Between two looks at the clock: so many playouts in all, so many of each line, and so many from one imagined table."""


@dataclass(frozen=True)
class Opinion:
    """What the mind thinks of a line: the share of the win it expects, and the standard error of that figure."""

    words: str
    share: float
    error: float
    playouts: int

    def __str__(self) -> str:
        return f"{self.words}: wins {self.share:.1%} ± {1.96 * self.error:.1%} of {self.playouts} random games"


class Tally:
    """What the playouts of each line brought, and how sure that is."""

    def __init__(self, lines: int) -> None:
        self.total, self.games = np.zeros(lines), np.zeros(lines)
        # of groups of games that are independent of each other: how many, and the sums of gained², games · gained, games²
        self.groups, self.squares, self.products, self.sizes = (np.zeros(lines) for _ in range(4))

    def add(self, lines: Ints, gained: Floats, squares: Floats, games: int) -> None:
        """So many independent games of each of these lines."""
        self._sum(lines, gained, games)
        self.groups[lines] += games
        self.squares[lines] += squares
        self.products[lines] += gained
        self.sizes[lines] += games

    def add_alike(self, lines: Ints, gained: Floats, games: int) -> None:
        """So many games of each of these lines from the same imagined table: together they say less than as many others."""
        self._sum(lines, gained, games)
        self.groups[lines] += 1
        self.squares[lines] += gained**2
        self.products[lines] += games * gained
        self.sizes[lines] += games**2

    def _sum(self, lines: Ints, gained: Floats, games: int) -> None:
        self.total[lines] += gained
        self.games[lines] += games

    @property
    def means(self) -> Floats:
        """The share of the win of each line."""
        return self.total / self.games

    def errors(self) -> Floats:
        """The standard error of each mean, never below that of as many won or lost games with two more of either kind
        (Agresti and Coull): a few games that all end alike prove little."""
        means = self.means
        apart = np.maximum(self.squares - 2 * means * self.products + means**2 * self.sizes, 0)
        found = np.sqrt(apart * self.groups / np.maximum(1, self.groups - 1)) / self.games
        careful = (self.total + 2) / (self.games + 4)
        least: Floats = np.sqrt(careful * (1 - careful) / (self.games + 4))
        return np.maximum(found, least)


class Rollout:
    """Plays the line whose random continuations win most."""

    def __init__(self, game: Game, components: Components, seed: int, effort: Effort) -> None:
        self.game = game
        self.empty = game.empty(components)
        self.rng = stream(seed)
        self.imagination = np.random.default_rng(seed)
        self.effort = effort

    def choose(self, view: Any) -> str:
        """The line with the best prospects."""
        return self.weigh(view)[0].words

    def weigh(self, view: Any) -> list[Opinion]:
        """An opinion of every legal line, best first; among equals the line with more playouts behind it."""
        clock = self.effort.clock()
        seat, table = LETTERS.index(view.seat), self._imagine(view)
        lines = self._lines(table, seat, clock)
        tally, alive = Tally(len(lines)), np.arange(len(lines))
        halvings = max(1, math.ceil(math.log2(max(2, len(lines)))))
        for halving in range(halvings):
            part = LOOKING_PART + (1 - LOOKING_PART) * (halving + 1) / halvings
            tables = self._after(view, seat, [lines[i] for i in alive])
            for games in self._portions(len(alive), halvings):
                if clock.past(part) and tally.games.all():  # every line is tried, however late it is
                    break
                self._play(tables, seat, games, alive, tally)
                if self.game.secrets:
                    tables = self._after(view, seat, [lines[i] for i in alive])
            best = np.argsort(-tally.means[alive], kind="stable")
            alive = np.sort(alive[best[: max(self.effort.keep, (len(alive) + 1) // 2)]])
        means, errors = tally.means, tally.errors()
        order = np.lexsort((-means, ~np.isin(np.arange(len(lines)), alive)))
        spell = self.game.words.spell
        return [Opinion(spell(table, seat, lines[i]), float(means[i]), float(errors[i]), int(tally.games[i])) for i in order]

    def _lines(self, table: Any, seat: int, clock: Clock) -> list[list[int]]:
        """Every legal line, or a fair choice of them where they are too many; the first ones found would be all alike."""
        lines = legal_lines(self.game, table, seat, MOST_LINES + 1)
        if len(lines) <= MOST_LINES:
            return lines
        some: dict[tuple[int, ...], None] = {}
        for _ in range(2 * MOST_LINES):
            some[tuple(random_line(self.game, table, seat, self.rng))] = None
            if clock.past(LOOKING_PART) and len(some) >= FEWEST_LINES:
                break
        return [list(line) for line in list(some)[:MOST_LINES]]

    def _portions(self, lines: int, halvings: int) -> Iterator[int]:
        """How many playouts each line that is still in gets before the next halving, portion by portion; without end where
        only the clock counts."""
        playouts = self.effort.playouts
        left: float = math.inf if playouts is None else max(1, playouts // halvings)
        portion = max(1, min(PLAYOUTS_EACH_TABLE if self.game.secrets else PLAYOUTS_EACH_LINE, PLAYOUTS_AT_ONCE // lines))
        if self.game.secrets and playouts is not None:
            portion = max(1, min(portion, int(left) // LEAST_IMAGINED_TABLES))
        while left > 0:
            yield int(min(portion, left))
            left -= portion

    def _imagine(self, view: Any) -> Any:
        table = copy(self.empty)
        self.game.views.fill(view, table, self.imagination)
        return table

    def _after(self, view: Any, seat: int, lines: list[list[int]]) -> Tables:
        """One imagined table after each of the lines."""
        table = self._imagine(view)
        tables = np.empty(len(lines), table.dtype)
        for place, line in enumerate(lines):
            after = copy(table)  # a table on its own: compiled code takes ten times as long to look at a row of many
            for choice in line:
                self.game.step(after, seat, choice)
            tables[place] = after
        return tables

    def _play(self, tables: Tables, seat: int, games: int, alive: Ints, tally: Tally) -> None:
        game = self.game
        gained, squares = np.zeros(len(tables)), np.zeros(len(tables))
        seats = int(tables[0].seats)
        # plain array: Numba has one type for an array of records, recarray or not
        rows = tables.view(np.ndarray)
        evaluate(
            game.actors, game.options, game.step, game.result, game.roll_all, rows, seat, games, self.rng,
            rows[:1].copy(), np.zeros(2, STREAM), np.zeros(game.choices, np.int64), np.zeros(seats, np.int64),
            np.zeros(seats), gained, squares,
        )  # fmt: skip
        if game.secrets:
            tally.add_alike(alive, gained, games)
        else:
            tally.add(alive, gained, squares, games)
