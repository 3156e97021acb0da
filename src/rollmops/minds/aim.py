"""The rollout mind on the floe: it aims. It tries throws in the arena with seeds of its own (the real one it cannot know),
looks where the dice come to lie and what that is worth, and throws what went best. It looks at the clock every few throws,
and with its time used up it throws the best it has found.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean as mean
from statistics import stdev
from typing import Any

import numpy as np

from rollmops.arena.dice import put_rests, request
from rollmops.arena.rest import Rest
from rollmops.arena.throw import arena_of
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game, lowest
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import copy
from rollmops.games.floe.ice import is_free
from rollmops.games.floe.map import Map
from rollmops.games.floe.menu import spots
from rollmops.games.floe.rules import LOWEST, OFFSET, SPANS
from rollmops.games.floe.table import KEEP, PLACE, Table
from rollmops.minds.effort import Clock, Effort
from rollmops.minds.worth import worth

FIRST_THROWS, MORE_THROWS = 2, 4
"""Throws for each idea at first, and for each that is still in after every halving."""
MANY_IDEAS = 8
"""Against the clock so many ideas get a single throw each, until few are left."""
THROWS_AT_ONCE = 4
"""Throws between two looks at the clock: some 60 milliseconds."""
FLAT_HEIGHT_AND_SPIN = (30, 0)
"""Height and spin of a throw that slides: it goes where it is aimed."""
GRID_TENTHS_MM = 100
"""Tenths of a millimetre between the places it looks at for a pushed-off die."""
BEHIND_MM = 30.0


@dataclass(frozen=True)
class Trial:
    """What the mind thinks of a line: points ahead of the others, the standard error, and the throws behind it.

    A single throw has no standard error; a line that needs no throw has neither.
    """

    words: str
    points: float
    error: float | None
    throws: int

    def __str__(self) -> str:
        spread = "" if self.error is None else f" ± {1.96 * self.error:.1f}"
        tried = f"{spread} in {self.throws} {'throw' if self.throws == 1 else 'throws'}" if self.throws else ""
        return f"{self.words}: {self.points:+.1f} points ahead{tried}"


class Aim:
    """Plays the throw that went best in its own trials, keeps and places what is worth most."""

    def __init__(self, game: Game, components: Components, seed: int, effort: Effort) -> None:
        self.game = game
        self.empty = game.empty(components)
        self.arena = arena_of(Map.read(components.facts))
        self.chance = random.Random(seed)
        self.imagination = np.random.default_rng(seed)
        self.effort = effort

    def choose(self, view: Any) -> str:
        """The line with the best prospects."""
        return self.weigh(view)[0].words

    def weigh(self, view: Any) -> list[Trial]:
        """An opinion of every line it thought of, best first."""
        table, seat = copy(self.empty), LETTERS.index(view.seat)
        self.game.views.fill(view, table, self.imagination)
        if view.phase == "throw":
            return self._weigh_throws(table, seat)
        spell = self.game.words.spell
        return [Trial(spell(table, seat, line), value, None, 0) for value, line in self._weigh_lines(table, seat)]

    def _weigh_lines(self, t: Table, seat: int) -> list[tuple[float, list[int]]]:
        """Lines that need no throw: what may be kept, where a die may be put."""
        return self._weighed(t, seat, places(t) if t.phase == PLACE else legal_lines(self.game, t, seat))

    def _weighed(self, t: Table, seat: int, lines: list[list[int]]) -> list[tuple[float, list[int]]]:
        weighed = []
        for line in lines:
            after = copy(t)
            for choice in line:
                self.game.step(after, seat, choice)
            weighed.append((float(worth(after, seat)), line))
        return sorted(weighed, key=lambda one: -one[0])

    def _weigh_throws(self, t: Table, seat: int) -> list[Trial]:
        clock = self.effort.clock()
        ideas = gestures(t)
        values: list[list[float]] = [[] for _ in ideas]
        alive = list(range(len(ideas)))
        for throws in self._rounds(len(ideas), clock):
            self._try(t, seat, [ideas[i] for i in alive], [values[i] for i in alive], throws, clock)
            alive = sorted((i for i in alive if values[i]), key=lambda i: -mean(values[i]))
            alive = alive[: max(self.effort.keep, len(alive) // 2)]
        tried = {i for i in range(len(ideas)) if values[i]}
        rest = sorted(tried - set(alive), key=lambda i: -mean(values[i]))
        return [self._trial(t, seat, ideas[i], values[i]) for i in [*alive, *rest]]

    def _rounds(self, ideas: int, clock: Clock) -> Iterator[int]:
        """How many throws each idea that is still in gets, round by round; there is always a first round."""
        counted = self.effort.playouts is not None
        left: float = math.inf if self.effort.playouts is None else self.effort.playouts
        throws = FIRST_THROWS if counted and left >= FIRST_THROWS * ideas else 1
        while left > 0:
            yield throws
            if clock.past():
                return
            left -= throws * ideas
            ideas = max(self.effort.keep, ideas // 2)
            throws = MORE_THROWS if counted or ideas <= MANY_IDEAS else 1

    def _try(
        self, t: Table, seat: int, ideas: list[list[int]], values: list[list[float]], throws: int, clock: Clock
    ) -> None:
        """Throw each idea so many times and note what came of it, as far as there is time; all meet the same seeds."""
        seeds = [self.chance.getrandbits(40) for _ in range(throws)]
        portion = max(1, THROWS_AT_ONCE // throws)
        for first in range(0, len(ideas), portion):
            if first and clock.past():
                return
            self._throw(t, seat, ideas[first : first + portion], values[first : first + portion], seeds)

    def _throw(self, t: Table, seat: int, ideas: list[list[int]], values: list[list[float]], seeds: list[int]) -> None:
        for number, after, rests in self.thrown(t, seat, [(idea, seed) for idea in ideas for seed in seeds]):
            put_rests(self.game, after, rests)
            values[number // len(seeds)].append(self._settled(after, seat))

    def thrown(
        self, t: Table, seat: int, tries: list[tuple[list[int], int]]
    ) -> Iterator[tuple[int, Table, tuple[Rest, ...]]]:
        """Throw gestures with seeds in the arena; for each its number, the table with the dice in the air, and where all
        dice come to rest."""
        tables = []
        for idea, _ in tries:
            tables.append(copy(t))
            for choice in idea:
                self.game.step(tables[-1], seat, choice)
        requests = [request(after, seed) for after, (_, seed) in zip(tables, tries, strict=True)]
        for number, one in enumerate(self.arena.throws(requests)):
            yield number, tables[number], one.rests

    def _settled(self, t: Table, seat: int) -> float:
        """What the table is worth when dice are put back and kept as each owner likes best."""
        while t.phase in (PLACE, KEEP):
            actor = int(lowest(self.game.actors(t)))
            # In a trial the few places of the menu will do.
            for choice in self._weighed(t, actor, legal_lines(self.game, t, actor))[0][1]:
                self.game.step(t, actor, choice)
        return float(worth(t, seat))

    def _trial(self, t: Table, seat: int, idea: list[int], values: list[float]) -> Trial:
        error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
        return Trial(self.game.words.spell(t, seat, idea), mean(values), error, len(values))


def gestures(t: Table) -> list[list[int]]:
    """Ideas: at every net, at free ice near and far, and hard at the dice of others."""
    nets = [(x / 10, y / 10) for worth, x, y, _ in t.marks[: t.printed].tolist() if worth > 0]
    length = int(t.length) / 10
    ice = [(x, length * part) for part in (0.45, 0.57, 0.68, 0.76) for x in (-45.0, 0.0, 45.0)]
    rivals = [c for c in range(int(t.colours)) if t.scoring[c] and c % int(t.seats) != int(t.turn) % int(t.seats)]
    ideas = [aim_at(x, y, 0) for x, y in nets + ice]
    ideas += [aim_at(int(t.x[c]) / 10, int(t.y[c]) / 10, 30) for c in rivals]
    return [list(idea) for idea in dict.fromkeys(map(tuple, ideas))]


def aim_at(x: float, y: float, harder: int) -> list[int]:
    """The gesture whose dice come to rest about there: the ice of the house was measured so."""
    start = round(0.5 * x)
    aim = round(math.degrees(math.atan2(x - start, y + BEHIND_MM)))
    speed = round((y + 205) / 3.7) + harder
    numbers = (start, aim, speed, *FLAT_HEIGHT_AND_SPIN)
    return [min(max(number - low, 0), span - 1) for number, low, span in zip(numbers, LOWEST, SPANS, strict=True)]


def places(t: Table) -> list[list[int]]:
    """Free spots for a pushed-off die that lies straight, from front to rear."""
    rows = range(0, int(t.length) + 1, GRID_TENTHS_MM)
    grid = [(x, y) for y in reversed(rows) for x in range(-int(t.width) // 2, int(t.width) // 2 + 1, GRID_TENTHS_MM)]
    found = [(x, y) for x, y in grid if is_free(t, x, y, 0)]
    return [[0, OFFSET + x, y] for x, y in dict.fromkeys(spots(t) + found)]
