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
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games.floe.map import Map
from rollmops.games.floe.rules import LOWEST
from rollmops.games.floe.table import DONE, PLACE, REST, THROW
from rollmops.minds.aim import places
from rollmops.minds.effort import Effort
from rollmops.minds.sharp.floe import Sharp
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_menu import menu
from rollmops.minds.sharp.floe_play import weigh
from rollmops.minds.sharp.floe_worth import SCRATCH, settled_shares
from rollmops.review.ice import before_throw, mean_and_error, mean_on_ice
from rollmops.solve.doubt import Doubt
from rollmops.solve.fitted.floe import floe_doubt
from rollmops.solve.value import Value

ICE_THROWS = 200
"""Throws of a gesture on the library's ice."""
LIBRARY = Doubt(0.1)
"""How far the library's ice is from the arena: dice that hit others push them otherwise (`python -m bench margins` measures
it)."""
MOST_KEPT_GESTURES = 600
THROWS_AT_ONCE = 16
"""Throws in the arena between two looks whether somebody still waits."""
QUICK_SIEVE = ((6, 8), (24, 2))
"""A first look at the gestures of the menu: so many throws of each, so many of the best go on."""


class Heap:
    """Throws of one gesture from one table: sums of everybody's shares, and where the dice of the hand came to rest. It has
    seeds of its own: with the same ones all gestures of a game would be off alike."""

    def __init__(self, seats: int, first_seed: int) -> None:
        self.count, self.first_seed = 0, first_seed
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
            heap = self.kept.setdefault(key, Heap(int(t.seats), int(key[:8], 16)))
            self.kept.move_to_end(key)
            while len(self.kept) > MOST_KEPT_GESTURES:
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
        *,
        by_hand: bool = False,
    ) -> None:
        self.exact = False
        self.gain: float | None = None
        self.game, self.components, self.seats = game, components, seats
        self.throws, self.go_on, self.by_hand = throws, go_on, by_hand
        self.arena = arena_of(Map.read(components.facts))
        self.net = known().nets[seats]
        self.doubt = floe_doubt(seats) if throws else floe_doubt(seats).wider(LIBRARY.level)

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; while dice are in the air the mean over throws of the gesture."""
        if t.phase == DONE:
            return Value(tuple(self.game.standing(t, self.seats).shares))
        if t.phase == REST:
            return self._in_the_air(t)
        return self._settled(t)

    def _settled(self, t: Any) -> Value:
        share, tables = np.zeros(self.seats), scratch(t, SCRATCH)
        settled_shares(tables, self.net, share)
        return Value(tuple(share.tolist())) if tables[0].phase == DONE else self.doubt.with_errors(share.tolist())

    def is_mean(self, t: Any) -> bool:
        """The worth of dice in the air is the mean over what they can bring already."""
        return True

    def _in_the_air(self, t: Any) -> Value:
        if self.by_hand:
            return self._settled(before_throw(t))
        if not self.throws:
            mean, noise = mean_on_ice(before_throw(t), np.array(t.gesture, np.int64), ICE_THROWS)
        else:
            heap = self.thrown(t)
            mean, noise = mean_and_error(heap.total, heap.squares, heap.count)
        return self.doubt.with_errors(mean.tolist(), noise.tolist())

    def could_rest(self, t: Any) -> Heap | None:
        """Where dice of the gesture in the air came to rest in all throws of it; None where it was not thrown."""
        return None if self.by_hand or not self.throws else self.thrown(t)

    def thrown(self, t: Any) -> Heap:
        """The gesture in the air here, thrown for real as often as wanted."""
        heap = HEAPS.of(t)
        while heap.count < self.throws:
            self.go_on()
            throws = range(heap.count, min(self.throws, heap.count + THROWS_AT_ONCE))
            due = [request(t, heap.first_seed + throw) for throw in throws]
            share = np.zeros(self.seats)
            for asked, one in zip(due, self.arena.throws(due), strict=True):
                tables = scratch(t, SCRATCH)
                for choice in rest_choices(one.rests):
                    self.game.step(tables[0], NOBODY, choice)
                settled_shares(tables, self.net, share)
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
        if t.phase == THROW and self.by_hand:
            return {}
        if t.phase == THROW:
            return {words: self.value(after) for words, after in self._gestures(t, seat)}
        found = {}
        for line in places(t) if t.phase == PLACE else legal_lines(self.game, t, seat):
            found[self.game.words.spell(t, seat, line)] = self._settled(self._after(t, seat, line))
        return found

    def _gestures(self, t: Any, seat: int) -> list[tuple[str, Any]]:
        lines = self._sieve(t) if not self.throws else self._think(t, seat)
        return [(self.game.words.spell(t, seat, line), self._after(t, seat, line)) for line in lines]

    def _sieve(self, t: Any) -> list[list[int]]:
        """A quick look at the menu on the library's ice: the few that do best."""
        found, tables, rng = menu(t, known().ice), scratch(t, 2 + SCRATCH), stream(1)
        gestures, left = found.gestures, np.arange(len(found.found))
        for throws, best in QUICK_SIEVE:
            values = np.zeros((len(left), throws))
            weigh(tables, gestures[left], known().ice, self.net, rng, values)
            left = left[np.argsort(-values.mean(axis=1), kind="stable")][:best]
        return [self._line(gestures[place].tolist()) for place in left.tolist()]

    def _think(self, t: Any, seat: int) -> list[list[int]]:
        """What the sharp mind would throw."""
        sharp = Sharp(self.game, self.components, 1, Effort(playouts=0))
        words = sharp.weigh(self.game.views.view(t, seat))[0].words
        return [self._line([int(part.partition("=")[2]) for part in words.split()[1:]])]

    def _line(self, gesture: list[int]) -> list[int]:
        return [number - low for number, low in zip(gesture, LOWEST, strict=True)]

    def _after(self, t: Any, seat: int, line: list[int]) -> Any:
        after = copy(t)
        for choice in line:
            self.game.step(after, seat, choice)
        return after
