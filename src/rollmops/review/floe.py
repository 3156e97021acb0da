"""What tables of the floe are worth in a review: the worth that the sharp mind was fitted to, and throws of the gestures.

A gesture that is in the air is worth the mean over many throws of it from the same table. First they are thrown on the
library's ice, which takes milliseconds; with `throws` in the arena, with seeds of their own, kept by the digest of the
table and the gesture so that a closer look goes on where the last one stopped.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np

from rollmops.arena.dice import request, rest_choices
from rollmops.arena.throw import arena_of
from rollmops.engine.components import Components
from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import copy
from rollmops.games.floe.map import Map
from rollmops.games.floe.rules import LOWEST
from rollmops.games.floe.table import DONE, PLACE, REST, THROW
from rollmops.minds.aim import places
from rollmops.minds.effort import Effort
from rollmops.minds.sharp.floe import Sharp
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_worth import SCRATCH, settle
from rollmops.review.ice import before_throw, mean_and_error, mean_on_ice
from rollmops.solve.value import Value

ON_ICE = 400
"""Throws of a gesture on the library's ice."""
NET_ERROR = 0.02
"""How far the fitted worth of a table is from what a look one throw deeper finds, as a standard deviation."""
MOST_KEPT = 600
PORTION = 16
"""Throws in the arena between two looks whether somebody still waits."""
CANDIDATES = 3
"""Gestures that look best and are thrown as often as the one that was played."""


class Heap:
    """Throws of one gesture from one table: sums of everybody's shares, and where the dice of the hand came to rest."""

    def __init__(self, seats: int) -> None:
        self.count = 0
        self.total, self.squares = np.zeros(seats), np.zeros(seats)
        self.rests: list[tuple[int, int]] = []  # of dry dice, in millimetres
        self.dice = 0


class Heaps:
    """Throws that were made, by the digest of table and gesture."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Heap] = OrderedDict()
        self.lock = Lock()

    def of(self, t: Any) -> Heap:
        """The throws of the gesture that is in the air here."""
        key = hashlib.sha256(t.tobytes()).hexdigest()
        with self.lock:
            heap = self.kept.setdefault(key, Heap(int(t.seats)))
            self.kept.move_to_end(key)
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
            return heap


HEAPS = Heaps()


class FloeValues:
    """Estimates with their standard errors."""

    def __init__(
        self,
        game: Game,
        components: Components,
        seats: int,
        throws: int = 0,
        go_on: Callable[[], None] = lambda: None,
    ) -> None:
        self.exact = False
        self.gain: float | None = None
        self.game, self.components, self.seats = game, components, seats
        self.throws, self.go_on = throws, go_on
        self.arena = arena_of(Map.read(components.facts))
        self.net = known().nets[seats]

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; while dice are in the air the mean over throws of the gesture."""
        if t.phase == DONE:
            return Value(tuple(self.game.standing(t, self.seats).shares))
        if t.phase == REST:
            return self._in_the_air(t)
        return self._settled(t)

    def _settled(self, t: Any) -> Value:
        share, tables = np.zeros(self.seats), scratch(t, SCRATCH)
        settle(tables, self.net, share)
        sure = tables[0].phase == DONE
        return Value(tuple(share.tolist()), (0.0 if sure else NET_ERROR,) * self.seats)

    def _in_the_air(self, t: Any) -> Value:
        if not self.throws:
            mean, error = mean_on_ice(before_throw(t), np.array(t.gesture, np.int64), ON_ICE)
        else:
            heap = self.thrown(t)
            mean, error = mean_and_error(heap.total, heap.squares, heap.count)
        return Value(tuple(mean.tolist()), tuple(np.hypot(error, 0.0).tolist()))

    def thrown(self, t: Any) -> Heap:
        """The gesture in the air here, thrown for real as often as wanted."""
        heap = HEAPS.of(t)
        while heap.count < self.throws:
            self.go_on()
            seeds = range(heap.count, min(self.throws, heap.count + PORTION))
            due = [request(t, seed) for seed in seeds]
            share = np.zeros(self.seats)
            for asked, one in zip(due, self.arena.throws(due), strict=True):
                tables = scratch(t, SCRATCH)
                for choice in rest_choices(one.rests):
                    self.game.step(tables[0], NOBODY, choice)
                settle(tables, self.net, share)
                heap.total += share
                heap.squares += share**2
                own = [rest for rest in one.rests if rest.name in asked.hand]
                heap.dice += len(own)
                heap.rests += [(round(rest.x), round(rest.y)) for rest in own if rest.is_dry]
            heap.count += len(due)
        return heap

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after the lines worth a thought; of gestures those that the sharp mind likes best."""
        if t.phase in (DONE, REST):
            return {}
        if t.phase == THROW:
            return {words: self.value(after) for words, after in self._gestures(t, seat)}
        found = {}
        for line in places(t) if t.phase == PLACE else legal_lines(self.game, t, seat):
            found[self.game.words.spell(t, seat, line)] = self._settled(self._after(t, seat, line))
        return found

    def _gestures(self, t: Any, seat: int) -> list[tuple[str, Any]]:
        sharp = Sharp(self.game, self.components, 1, Effort(playouts=0))
        best = sharp.weigh(self.game.views.view(t, seat))[: CANDIDATES if not self.throws else 1]
        return [(one.words, self._after(t, seat, self._read(one.words))) for one in best]

    def _read(self, words: str) -> list[int]:
        numbers = [int(part.partition("=")[2]) for part in words.split()[1:]]
        return [number - low for number, low in zip(numbers, LOWEST, strict=True)]

    def _after(self, t: Any, seat: int, line: list[int]) -> Any:
        after = copy(t)
        for choice in line:
            self.game.step(after, seat, choice)
        return after
