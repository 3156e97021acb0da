"""A simulator: many tables of one game, each with its own dice, advanced choice by choice in compiled code.

Chance happens by itself. Choices that seats make at the same time are sealed as in a match: each seat's line is made on a
copy of its own, nobody's table changes while lines arrive, and when the last is complete they are opened in seat order.
One table is the single environments; thousands are the batch.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, NOBODY, lowest
from rollmops.engine.errors import BadTableError
from rollmops.engine.stream import STREAM, Stream, below, pick
from rollmops.engine.table import Ints, Tables
from rollmops.games import game as find_game
from rollmops.gyms.arguments import simulator_arguments
from rollmops.gyms.lane_seeds import lane_seeds
from rollmops.gyms.lanes import Lanes, Rules, Sights, Start
from rollmops.gyms.observation import Bytes, Shorts, layout, numbers, read_row
from rollmops.gyms.specialise import specialise

if TYPE_CHECKING:
    from rollmops.gyms.throw_simulator import ThrowSimulator

LONGEST_LINE_CHOICES = 64
"""Choices that one sealed line can have."""
CLOSED = -1


@rule
def run_chance(actors: Any, options: Any, step: Any, roll_all: Any, t: Any, rng: Stream, weights: Ints) -> int:
    """Let chance happen until somebody decides or the game is over; returns who."""
    who = actors(t)
    while who == CHANCE:
        if roll_all is None:
            step(t, NOBODY, pick(rng, weights, options(t, NOBODY, weights)))
        else:
            roll_all(t, rng)
        who = actors(t)
    return int(who)


@rule
def note_owing(lanes: Lanes, i: int, who: int) -> None:
    """Note who owes a choice at table i; several get a copy of the table each, to make their lines on."""
    lanes.owing[i] = who
    lanes.together[i] = 0
    if who & (who - 1):
        lanes.together[i] = who
        for seat in range(lanes.aheads.shape[1]):
            if who >> seat & 1:
                lanes.aheads[i, seat] = lanes.tables[i]
                lanes.held[i, seat] = 0


@loop
def seal(actors: Any, step: Any, lanes: Lanes, i: int, seat: int, choice: int) -> bool:
    """One choice of a sealed line; true when it was the last that was owed, and all are on the table."""
    aheads, sealed, held = lanes.aheads, lanes.sealed, lanes.held
    step(aheads[i, seat], seat, choice)
    sealed[i, seat, held[i, seat]] = choice
    held[i, seat] += 1
    if not actors(aheads[i, seat]) >> seat & 1:
        lanes.owing[i] &= ~(1 << seat)
    if lanes.owing[i]:
        return False
    for other in range(aheads.shape[1]):
        for place in range(held[i, other]):
            step(lanes.tables[i], other, sealed[i, other, place])
        held[i, other] = 0
    return True


@loop
def choose(rules: Rules, lanes: Lanes, weights: Ints, i: int, seat: int, choice: int) -> int:
    """A seat's choice at table i, and all that follows until somebody has to choose; returns who owes a choice."""
    if lanes.together[i]:
        if not seal(rules.actors, rules.step, lanes, i, seat, choice):
            return int(lanes.owing[i])
    else:
        rules.step(lanes.tables[i], seat, choice)
    who = run_chance(rules.actors, rules.options, rules.step, rules.roll_all, lanes.tables[i], lanes.rngs[i], weights)
    note_owing(lanes, i, who)
    return who


@loop
def try_choose(rules: Rules, lanes: Lanes, weights: Ints, i: int, seat: int, choice: int) -> int:
    """The same if the choice is open; CLOSED, and nothing happens, if it is not."""
    if lanes.together[i]:
        rules.options(lanes.aheads[i, seat], seat, weights)
    else:
        rules.options(lanes.tables[i], seat, weights)
    if not 0 <= choice < len(weights) or weights[choice] == 0:
        return CLOSED
    return choose(rules, lanes, weights, i, seat, choice)


@loop
def begin(rules: Rules, start: Start, lanes: Lanes, weights: Ints, i: int) -> int:
    """A new game at table i; returns who owes a choice."""
    lanes.tables[i] = start.blank[0]
    rules.setup(lanes.tables[i], start.seats, start.first if start.first >= 0 else below(lanes.rngs[i], start.seats))
    who = run_chance(rules.actors, rules.options, rules.step, rules.roll_all, lanes.tables[i], lanes.rngs[i], weights)
    note_owing(lanes, i, who)
    return who


@rule
def see(sight: Any, start: Start, lanes: Lanes, sights: Sights, i: int, seat: int, out: Shorts) -> None:
    """What a seat sees at table i: its own copy of it while it chooses at the same time as others."""
    own = lanes.together[i] >> seat & 1
    if sight is None:
        read_row(sights.ahead_rows[i, seat] if own else sights.rows[i], seat, sights.starts, sights.lengths, out)
    else:
        sights.shown[0] = start.blank[0]
        if own:
            sight(lanes.aheads[i, seat], seat, sights.shown[0])
        else:
            sight(lanes.tables[i], seat, sights.shown[0])
        read_row(sights.shown_rows[0], seat, sights.starts, sights.lengths, out)


@loop
def show(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, weights: Ints, i: int, seat: int, out: Shorts, mask: Bytes
) -> None:
    """What a seat sees at table i, and its open choices; all of them if it owes none, for nothing it sends is looked at."""
    see(rules.sight, start, lanes, sights, i, seat, out)
    if not lanes.owing[i] >> seat & 1:
        mask[:] = 1
        return
    if lanes.together[i] >> seat & 1:
        rules.options(lanes.aheads[i, seat], seat, weights)
    else:
        rules.options(lanes.tables[i], seat, weights)
    for choice in range(len(mask)):
        mask[choice] = weights[choice] != 0


@loop
def turn(
    rules: Rules, start: Start, lanes: Lanes, sights: Sights, weights: Ints, i: int, seat: int, choice: int, out: Shorts,
    mask: Bytes,
) -> int:  # fmt: skip
    """`try_choose`, and what the first that owes a choice then sees: one call from Python instead of two."""
    who = try_choose(rules, lanes, weights, i, seat, choice)
    if who > 0:
        show(rules, start, lanes, sights, weights, i, lowest(who), out, mask)
    return who


@loop
def open_turn(
    rules: Rules, tables: Tables, rngs: Tables, owing: Ints, rows: Shorts, starts: Ints, lengths: Ints, weights: Ints,
    i: int, seat: int, choice: int, out: Shorts, mask: Bytes,
) -> int:  # fmt: skip
    """`turn` where nothing is secret, so that nobody chooses at the same time as another.

    With half as many arrays: each of them costs a call from Python some of its time.
    """
    rules.options(tables[i], seat, weights)
    if not 0 <= choice < len(weights) or weights[choice] == 0:
        return CLOSED
    rules.step(tables[i], seat, choice)
    who = run_chance(rules.actors, rules.options, rules.step, rules.roll_all, tables[i], rngs[i], weights)
    owing[i] = who
    if who > 0:
        read_row(rows[i], lowest(who), starts, lengths, out)
        rules.options(tables[i], lowest(who), mask)
    return who


@loop
def read(sights: Sights, i: int, out: Shorts) -> None:
    """All numbers of table i, for nobody's eyes."""
    read_row(sights.rows[i], NOBODY, sights.starts, sights.lengths, out)


class AnySimulator:
    """What simulators share: tables with their dice. They can be copied and pickled in mid-game, and both go on alike."""

    kept: tuple[str, ...]
    """The arrays that tell how far the games are."""
    tables: Any

    def __init__(
        self, name: str, seats: int, count: int = 1, components: Components | None = None, first: int | None = None
    ) -> None:
        self.game, self.box, self.seats, self.count, self.first = simulator_arguments(name, seats, count, components, first)
        self.made_of = (name, self.seats, self.count, components, self.first)
        self.layout = layout(name)
        self.rngs = np.zeros(self.count, STREAM)
        self.held = np.zeros((self.count, self.seats), np.int64)
        self.owing = np.zeros(self.count, np.int64)
        self.together = np.zeros(self.count, np.int64)

    def __reduce__(self) -> Any:
        return type(self), self.made_of, {name: getattr(self, name) for name in self.kept}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, array in kept.items():
            getattr(self, name)[...] = array  # in place: compiled functions are bound to these arrays

    def seed(self, seed: int, lane: int = 0) -> None:
        """Fresh dice: table i takes the stream of this seed and lane + i."""
        if lane + self.count > 1 << 32:
            raise BadTableError(f"lane: there are streams for lanes below 2^32, not for {lane}")
        self.rngs["state"] = lane_seeds(seed, np.arange(lane, lane + self.count, dtype=np.uint32))


class Simulator(AnySimulator):
    """`count` tables of a game with their dice."""

    kept = ("tables", "aheads", "rngs", "sealed", "held", "owing", "together")

    def __init__(
        self, name: str, seats: int, count: int = 1, components: Components | None = None, first: int | None = None
    ) -> None:
        super().__init__(name, seats, count, components, first)
        game, seats, count = self.game, self.seats, self.count
        self.choices = game.choices
        self.first = -1 if self.first is None and game.starter else self.first or 0
        empty = game.empty(self.box)
        self.blank = np.zeros(1, empty.dtype)
        self.blank[0] = empty
        self.tables = np.repeat(self.blank, count)
        self.aheads = np.zeros((count, seats), empty.dtype)  # laid when seats choose at the same time
        self.weights = np.zeros(game.choices, np.int64)
        self.sealed = np.zeros((count, seats, LONGEST_LINE_CHOICES), np.int64)
        self.rules = Rules.of(game)
        self.start = Start(self.blank, seats, self.first)
        self.lanes = Lanes(self.tables, self.rngs, self.aheads, self.sealed, self.held, self.owing, self.together)
        shown = self.blank.copy()
        rows = (numbers(self.tables), numbers(self.aheads), self.layout.starts, self.layout.lengths)
        self.sights = Sights(*rows, shown, numbers(shown))
        self._out, self._mask = np.zeros(self.layout.size, np.int16), np.zeros(game.choices, np.int8)
        self._seen = (self.rules, self.start, self.lanes, self.sights, self.weights)

    # Each is compiled when it is first asked for: a batch needs none of them, and an environment not all.

    @cached_property
    def begin(self) -> Callable[..., int]:
        """`begin` at one of these tables."""
        return specialise(begin, (self.rules, self.start, self.lanes, self.weights), 0)

    @cached_property
    def choose(self) -> Callable[..., int]:
        """`choose` at one of these tables."""
        return specialise(choose, (self.rules, self.lanes, self.weights), 0, 0, 0)

    @cached_property
    def try_choose(self) -> Callable[..., int]:
        """`try_choose` at one of these tables."""
        return specialise(try_choose, (self.rules, self.lanes, self.weights), 0, 0, 0)

    @cached_property
    def read(self) -> Callable[..., None]:
        """`read` at one of these tables."""
        return specialise(read, (self.sights,), 0, self._out)

    @cached_property
    def show(self) -> Callable[..., None]:
        """`show` at one of these tables."""
        return specialise(show, self._seen, 0, 0, self._out, self._mask)

    @cached_property
    def turn(self) -> Callable[..., int]:
        """`turn` at one of these tables, or `open_turn` where nothing is secret."""
        if self.game.sight is not None:
            return specialise(turn, self._seen, 0, 0, 0, self._out, self._mask)
        sights = self.sights
        rows = (sights.rows, sights.starts, sights.lengths)
        return specialise(
            open_turn, (self.rules, self.tables, self.rngs, self.owing, *rows, self.weights), 0, 0, 0, self._out, self._mask
        )

    def table(self, i: int, seat: int) -> Any:
        """The table as this seat has it before it: with its own sealed choices, if any."""
        tables = self.aheads[:, seat] if seat >= 0 and self.together[i] >> seat & 1 else self.tables
        return tables.view(np.recarray)[i]

    def action_names(self, i: int, seat: int, choices: list[int]) -> dict[int, str]:
        """These choices at table i in the words of the record; of a line of several choices, as far as it would go."""
        t = self.table(i, seat)
        return {choice: self.game.words.spell(t, seat, [choice]) for choice in choices}

    def share(self, i: int) -> list[float]:
        """Each seat's share of the win as it stands at table i."""
        return self.game.standing(self.table(i, NOBODY), self.seats).shares


def open_simulator(
    name: str, seats: int, count: int = 1, components: Components | None = None, first: int | None = None
) -> Simulator | ThrowSimulator:
    """A simulator for this game; where dice are thrown for real, one that throws."""
    if find_game(name).chance.by_weight:
        return Simulator(name, seats, count, components, first)
    from rollmops.gyms.throw_simulator import ThrowSimulator

    return ThrowSimulator(name, seats, count, components, first)
