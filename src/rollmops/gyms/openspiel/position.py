"""A position: one table with its sealed lines, cheap to copy, where every die and card is a choice too."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.contract import CHANCE, NOBODY, Game, lowest
from rollmops.engine.table import Ints, Tables
from rollmops.gyms.lanes import Lanes
from rollmops.gyms.observation import Shorts, layout, numbers, read_row
from rollmops.gyms.simulator import LONGEST_LINE_CHOICES, note_owing, seal
from rollmops.gyms.specialise import specialise

WHO, TOGETHER = 0, 1
WHO_BITS = 9
"""Bits in which who is next is told: a bit for each seat, and one for chance."""
WHO_MASK = (1 << WHO_BITS) - 1
MOST_BITS = 54
"""Choices whose openness fits beside it into one number."""


@loop
def open_bits(options: Any, tables: Tables, aheads: Tables, marks: Ints, weights: Ints) -> int:
    """A bit for each open choice of whoever is next, chance or a seat; `weights` has the weights."""
    who = marks[WHO]
    if who == CHANCE:
        options(tables[0], NOBODY, weights)
    else:
        seat = lowest(who)
        if marks[TOGETHER]:
            options(aheads[0, seat], seat, weights)
        else:
            options(tables[0], seat, weights)
    bits = 0
    if len(weights) <= MOST_BITS:
        for choice in range(len(weights)):
            bits |= int(weights[choice] != 0) << choice
    return bits


@loop
def advance_open(
    actors: Any, options: Any, step: Any, weights: Ints, tables: Tables, marks: Ints, seat: int, choice: int
) -> int:
    """Where nothing is secret: one choice of a seat or, with NOBODY, of chance; returns who is next, and open bits."""
    step(tables[0], seat, choice)
    who = actors(tables[0])
    marks[WHO] = who
    if who == 0:
        return 0
    bits = 0
    options(tables[0], NOBODY if who == CHANCE else lowest(who), weights)
    if len(weights) <= MOST_BITS:
        for option in range(len(weights)):
            bits |= int(weights[option] != 0) << option
    return int(who) | bits << WHO_BITS


@loop
def advance_sealed(
    actors: Any, options: Any, step: Any, weights: Ints, tables: Tables, marks: Ints, aheads: Tables, sealed: Ints,
    held: Ints, seat: int, choice: int,
) -> int:  # fmt: skip
    """The same where seats choose in secret."""
    owing, together = marks[WHO : WHO + 1], marks[TOGETHER : TOGETHER + 1]
    lanes = Lanes(tables, tables, aheads, sealed, held, owing, together)  # no dice: chance is chosen too
    on_the_table = True
    if together[0]:
        on_the_table = seal(actors, step, lanes, 0, seat, choice)
    else:
        step(tables[0], seat, choice)
    if on_the_table:
        who = actors(tables[0])
        owing[0], together[0] = who, 0
        if who != CHANCE:
            note_owing(lanes, 0, who)
    bits = 0 if owing[0] == 0 else open_bits(options, tables, aheads, marks, weights)
    return int(owing[0]) | bits << WHO_BITS


@loop
def observe(
    sight: Any, starts: Ints, lengths: Ints, blank: Tables, shown: Tables, shown_rows: Shorts, tables: Tables, rows: Shorts,
    aheads: Tables, marks: Ints, seat: int, out: Shorts,
) -> None:  # fmt: skip
    """What a seat sees; NOBODY, where nothing is secret."""
    if sight is None:
        read_row(rows[0], seat, starts, lengths, out)
    else:
        shown[0] = blank[0]
        if seat >= 0 and marks[TOGETHER] >> seat & 1:
            sight(aheads[0, seat], seat, shown[0])
        else:
            sight(tables[0], seat, shown[0])
        read_row(shown_rows[0], seat, starts, lengths, out)


class Position:
    """A table, who is next and, where seats choose in secret, each seat's copy of it and what is sealed."""

    __slots__ = ("arrays", "marks", "tables")

    def __init__(self, *arrays: Any) -> None:
        self.arrays = arrays
        self.tables, self.marks = arrays[:2]

    @classmethod
    def at(cls, game: Game, t: Any, seats: int) -> Position:
        """This table as it lies, nobody having begun a secret line."""
        tables = np.zeros(1, t.dtype)
        tables[0] = t
        marks = np.array([game.actors(tables.view(np.recarray)[0]), 0])
        if game.sight is None:
            return cls(tables, marks)
        aheads = np.zeros((1, seats), t.dtype)
        sealed, held = np.zeros((1, seats, LONGEST_LINE_CHOICES), np.int64), np.zeros((1, seats), np.int64)
        if marks[WHO] != CHANCE:
            note_owing(Lanes(tables, tables, aheads, sealed, held, marks[:1], marks[1:]), 0, int(marks[WHO]))
        return cls(tables, marks, aheads, sealed, held)

    def copy(self) -> Position:
        """The same position once more, to go its own way."""
        return Position(*[array.copy() for array in self.arrays])

    def table(self) -> Any:
        """The open table."""
        return self.tables.view(np.recarray)[0]

    @property
    def aheads(self) -> Tables:
        """Each seat's copy of the table; where nothing is secret there is none, and the table stands for it."""
        return self.arrays[2] if len(self.arrays) > 2 else self.tables.reshape(1, 1)  # type: ignore[no-any-return]


class Board:
    """What all positions of one game, box and number of seats share: the compiled functions, and room to work in."""

    def __init__(self, game: Game, blank: Any, seats: int, first: int) -> None:
        self.game, self.seats, self.blank = game, seats, blank
        self.weights = np.zeros(game.choices, np.int64)
        self.weighed: Any = None
        """Whose weights those are."""
        self.wide = game.choices > MOST_BITS
        empty = np.zeros(1, blank.dtype)
        empty[0] = blank
        tables = empty.copy()
        game.setup(tables.view(np.recarray)[0], seats, first)
        start = self.start = Position.at(game, tables.view(np.recarray)[0], seats)
        rules = (game.actors, game.options, game.step, self.weights)
        advance = advance_open if game.sight is None else advance_sealed
        self.advance = specialise(advance, rules, *start.arrays, 0, 0)
        self.open_bits = specialise(open_bits, (game.options,), start.tables, start.aheads, start.marks, self.weights)
        shown, places = empty.copy(), layout(game.name)
        self.seen: Shorts = np.zeros(places.size, np.int16)
        looking = (game.sight, places.starts, places.lengths, empty, shown, numbers(shown))
        rows = numbers(start.tables)
        self.observe = specialise(observe, looking, start.tables, rows, start.aheads, start.marks, 0, self.seen)

    def look(self, position: Position, seat: int) -> Shorts:
        """What a seat sees there; the array is used again."""
        self.observe(position.tables, numbers(position.tables), position.aheads, position.marks, seat, self.seen)
        return self.seen

    def bits(self, position: Position) -> int:
        """The bits of the open choices of whoever is next there."""
        self.weighed = position
        return int(self.open_bits(position.tables, position.aheads, position.marks, self.weights))

    def weigh(self, position: Position) -> Ints:
        """The weights of whoever is next there; the array is used again."""
        if self.weighed is not position:
            self.bits(position)
        return self.weights
