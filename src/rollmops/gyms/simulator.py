"""A simulator: many tables of one game, each with its own dice, advanced choice by choice in compiled code.

Chance happens by itself. Choices that seats make at the same time are sealed as in a match: each seat's line is made on a
copy of its own, nobody's table changes while lines arrive, and when the last is complete they are opened in seat order.
One table is the single environments; thousands are the batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, NOBODY
from rollmops.engine.stream import STREAM, Stream, below, pick, stream
from rollmops.engine.table import Ints, Tables
from rollmops.games import game as find_game
from rollmops.gyms.arguments import simulator_arguments
from rollmops.gyms.observation import Bytes, Shorts, layout, numbers, read_row
from rollmops.gyms.specialise import specialise

if TYPE_CHECKING:
    from rollmops.gyms.throw_simulator import ThrowSimulator

LONGEST_LINE = 64
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


@loop
def note_owing(
    who: int, i: int, tables: Tables, aheads: Tables, sealed: Ints, held: Ints, owing: Ints, together: Ints
) -> None:
    """Note who owes a choice at table i; several get a copy of the table each, to make their lines on."""
    owing[i] = who
    together[i] = 0
    if who & (who - 1):
        together[i] = who
        for seat in range(aheads.shape[1]):
            if who >> seat & 1:
                aheads[i, seat] = tables[i]
                held[i, seat] = 0


@loop
def seal(
    actors: Any,
    step: Any,
    tables: Tables,
    aheads: Tables,
    sealed: Ints,
    held: Ints,
    owing: Ints,
    i: int,
    seat: int,
    choice: int,
) -> bool:
    """One choice of a sealed line; true when it was the last that was owed, and all are on the table."""
    step(aheads[i, seat], seat, choice)
    sealed[i, seat, held[i, seat]] = choice
    held[i, seat] += 1
    if not actors(aheads[i, seat]) >> seat & 1:
        owing[i] &= ~(1 << seat)
    if owing[i]:
        return False
    for other in range(aheads.shape[1]):
        for place in range(held[i, other]):
            step(tables[i], other, sealed[i, other, place])
        held[i, other] = 0
    return True


@loop
def choose(
    actors: Any, options: Any, step: Any, roll_all: Any, tables: Tables, rngs: Tables, weights: Ints,
    aheads: Tables, sealed: Ints, held: Ints, owing: Ints, together: Ints, i: int, seat: int, choice: int,
) -> int:  # fmt: skip
    """A seat's choice at table i, and all that follows until somebody has to choose; returns who owes a choice."""
    if together[i]:
        if not seal(actors, step, tables, aheads, sealed, held, owing, i, seat, choice):
            return int(owing[i])
    else:
        step(tables[i], seat, choice)
    who = run_chance(actors, options, step, roll_all, tables[i], rngs[i], weights)
    note_owing(who, i, tables, aheads, sealed, held, owing, together)
    return who


@loop
def try_choose(
    actors: Any, options: Any, step: Any, roll_all: Any, tables: Tables, rngs: Tables, weights: Ints,
    aheads: Tables, sealed: Ints, held: Ints, owing: Ints, together: Ints, i: int, seat: int, choice: int,
) -> int:  # fmt: skip
    """The same if the choice is open; CLOSED, and nothing happens, if it is not."""
    if together[i]:
        options(aheads[i, seat], seat, weights)
    else:
        options(tables[i], seat, weights)
    if not 0 <= choice < len(weights) or weights[choice] == 0:
        return CLOSED
    return choose(
        actors, options, step, roll_all, tables, rngs, weights, aheads, sealed, held, owing, together, i, seat, choice
    )


@loop
def begin(
    setup: Any, actors: Any, options: Any, step: Any, roll_all: Any, blank: Tables, seats: int, first: int,
    tables: Tables, rngs: Tables, weights: Ints, aheads: Tables, sealed: Ints, held: Ints, owing: Ints, together: Ints,
    i: int,
) -> int:  # fmt: skip
    """A new game at table i, a `first` below 0 drawn by lot; returns who owes a choice."""
    tables[i] = blank[0]
    setup(tables[i], seats, first if first >= 0 else below(rngs[i], seats))
    who = run_chance(actors, options, step, roll_all, tables[i], rngs[i], weights)
    note_owing(who, i, tables, aheads, sealed, held, owing, together)
    return who


@loop
def show(
    options: Any, sight: Any, blank: Tables, tables: Tables, aheads: Tables, sealed: Ints, held: Ints, owing: Ints,
    together: Ints, rows: Shorts, ahead_rows: Shorts, starts: Ints, lengths: Ints, shown: Tables, shown_rows: Shorts,
    weights: Ints, i: int, seat: int, out: Shorts, mask: Bytes,
) -> None:  # fmt: skip
    """What a seat sees at table i, and its open choices (none if it owes no choice)."""
    own = together[i] >> seat & 1
    if sight is None:
        read_row(ahead_rows[i, seat] if own else rows[i], seat, starts, lengths, out)
    else:
        shown[0] = blank[0]
        if own:
            sight(aheads[i, seat], seat, shown[0])
        else:
            sight(tables[i], seat, shown[0])
        read_row(shown_rows[0], seat, starts, lengths, out)
    if not owing[i] >> seat & 1:
        mask[:] = 0
        return
    if own:
        options(aheads[i, seat], seat, weights)
    else:
        options(tables[i], seat, weights)
    for choice in range(len(mask)):
        mask[choice] = weights[choice] != 0


@loop
def read(rows: Shorts, starts: Ints, lengths: Ints, i: int, out: Shorts) -> None:
    """All numbers of table i, for nobody's eyes."""
    read_row(rows[i], NOBODY, starts, lengths, out)


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
        for i in range(self.count):
            self.rngs[i] = stream(seed, lane + i)


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
        self.aheads = np.repeat(self.blank, count * seats).reshape(count, seats)
        self.weights = np.zeros(game.choices, np.int64)
        self.sealed = np.zeros((count, seats, LONGEST_LINE), np.int64)
        self.shown = self.blank.copy()
        self.rules = (game.actors, game.options, game.step, game.roll_all)
        self.seals = (self.aheads, self.sealed, self.held, self.owing, self.together)
        self.sights = (numbers(self.tables), numbers(self.aheads), self.layout.starts, self.layout.lengths)
        out, mask = np.zeros(self.layout.size, np.int16), np.zeros(game.choices, np.int8)
        laid = (self.blank, seats, self.first, self.tables, self.rngs, self.weights, *self.seals)
        self.begin = specialise(begin, (game.setup, *self.rules, *laid), 0)
        moved = (*self.rules, self.tables, self.rngs, self.weights, *self.seals)
        self.choose = specialise(choose, moved, 0, 0, 0)
        self.try_choose = specialise(try_choose, moved, 0, 0, 0)
        screen = (self.shown, numbers(self.shown))
        seen = (self.blank, self.tables, *self.seals, *self.sights, *screen, self.weights)
        self.read = specialise(read, (numbers(self.tables), *self.sights[2:]), 0, out)
        self.show = specialise(show, (game.options, game.sight, *seen), 0, 0, out, mask)

    def table(self, i: int, seat: int) -> Any:
        """The table as this seat has it before it: with its own sealed choices, if any."""
        tables = self.aheads[:, seat] if seat >= 0 and self.together[i] >> seat & 1 else self.tables
        return tables.view(np.recarray)[i]

    def share(self, i: int) -> list[float]:
        """Each seat's share of the win as it stands at table i."""
        return self.game.standing(self.table(i, NOBODY), self.seats)[1]


def open_simulator(
    name: str, seats: int, count: int = 1, components: Components | None = None, first: int | None = None
) -> Simulator | ThrowSimulator:
    """A simulator for this game; where dice are thrown for real, one that throws."""
    if find_game(name).chance.by_weight:
        return Simulator(name, seats, count, components, first)
    from rollmops.gyms.throw_simulator import ThrowSimulator

    return ThrowSimulator(name, seats, count, components, first)
