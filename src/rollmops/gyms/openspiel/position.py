"""A position: one table with its sealed lines, cheap to copy, where every die and card is a choice too."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.contract import CHANCE, NOBODY, Game, lowest
from rollmops.engine.table import Ints, Tables
from rollmops.gyms.lanes import Lanes
from rollmops.gyms.observation import Shorts, layout, numbers, read_row
from rollmops.gyms.simulator import LONGEST_LINE, note_owing, seal
from rollmops.gyms.specialise import specialise

WHO, TOGETHER = 0, 1
MOST_BITS = 62


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
    for choice in range(min(len(weights), MOST_BITS)):
        if weights[choice]:
            bits |= 1 << choice
    return bits


@loop
def advance(
    actors: Any, options: Any, step: Any, weights: Ints, tables: Tables, aheads: Tables, sealed: Ints, held: Ints,
    marks: Ints, seat: int, choice: int,
) -> tuple[int, int]:  # fmt: skip
    """One choice of a seat or, with NOBODY, of chance; returns who is next and the bits of their open choices."""
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
    return int(owing[0]), bits


@loop
def observe(
    sight: Any, starts: Ints, lengths: Ints, blank: Tables, shown: Tables, shown_rows: Shorts, tables: Tables, rows: Shorts,
    aheads: Tables, ahead_rows: Shorts, marks: Ints, seat: int, out: Shorts,
) -> None:  # fmt: skip
    """What a seat sees; NOBODY, where nothing is secret."""
    own = seat >= 0 and marks[TOGETHER] >> seat & 1
    if sight is None:
        read_row(ahead_rows[0, seat] if own else rows[0], seat, starts, lengths, out)
    else:
        shown[0] = blank[0]
        if own:
            sight(aheads[0, seat], seat, shown[0])
        else:
            sight(tables[0], seat, shown[0])
        read_row(shown_rows[0], seat, starts, lengths, out)


class Board:
    """What all positions of one game, box and number of seats share: the compiled functions, and room to work in."""

    def __init__(self, game: Game, blank: Any, seats: int, first: int) -> None:
        self.game, self.seats = game, seats
        self.weights = np.zeros(game.choices, np.int64)
        tables = np.zeros(1, blank.dtype)
        tables[0] = blank
        empty = tables.copy()
        game.setup(tables.view(np.recarray)[0], seats, first)
        start = Position(
            tables,
            np.repeat(empty, seats).reshape(1, seats),
            np.zeros((1, seats, LONGEST_LINE), np.int64),
            np.zeros((1, seats), np.int64),
            np.zeros(2, np.int64),
        )
        start.marks[WHO] = game.actors(tables.view(np.recarray)[0])
        if start.marks[WHO] != CHANCE:
            tables, aheads, sealed, held, marks = start.arrays
            lanes = Lanes(tables, tables, aheads, sealed, held, marks[:1], marks[1:])
            note_owing(lanes, 0, int(marks[WHO]))
        self.start = start
        rules = (game.actors, game.options, game.step, self.weights)
        self.advance = specialise(advance, rules, *start.arrays, 0, 0)
        self.open_bits = specialise(open_bits, (game.options,), start.tables, start.aheads, start.marks, self.weights)
        shown, places = empty.copy(), layout(game.name)
        self.seen: Shorts = np.zeros(places.size, np.int16)
        looking = (game.sight, places.starts, places.lengths, empty, shown, numbers(shown))
        rows, ahead_rows = numbers(start.tables), numbers(start.aheads)
        self.observe = specialise(observe, looking, tables, rows, start.aheads, ahead_rows, start.marks, 0, self.seen)

    def look(self, position: Position, seat: int) -> Shorts:
        """What a seat sees there; the array is used again."""
        tables, aheads = position.tables, position.aheads
        self.observe(tables, numbers(tables), aheads, numbers(aheads), position.marks, seat, self.seen)
        return self.seen

    def chances(self, position: Position) -> Ints:
        """The weights of chance there; the array is used again."""
        self.open_bits(position.tables, position.aheads, position.marks, self.weights)
        return self.weights


class Position:
    """A table, each seat's copy of it, what is sealed, and who is next."""

    __slots__ = ("aheads", "arrays", "marks", "tables")

    def __init__(self, tables: Tables, aheads: Tables, sealed: Ints, held: Ints, marks: Ints) -> None:
        self.arrays = (tables, aheads, sealed, held, marks)
        self.tables, self.aheads, self.marks = tables, aheads, marks

    def copy(self) -> Position:
        """The same position once more, to go its own way."""
        tables, aheads, sealed, held, marks = self.arrays
        return Position(tables.copy(), aheads.copy(), sealed.copy(), held.copy(), marks.copy())

    def table(self) -> Any:
        """The open table."""
        return self.tables.view(np.recarray)[0]
