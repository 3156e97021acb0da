"""Fish and chips of Espresso Fishing as numbers, and the tables after the dice that are kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.espresso.combinations import red_worm
from rollmops.games.espresso.table import ANGLE, BLUE, LAKE, POACH, YELLOW, Table
from rollmops.solve.descend import MOST_CHOICES_BETWEEN, descend
from rollmops.solve.numbers import Whole, rank

COUNT, CHIP_WAYS, THROWS, BLUES, CHIPS = range(5)
"""What `sizes` holds: turn starts, ways to hold chips, the most white throws, blue fish, chips in play."""
STEALS = 4


@rule
def number_of(t: Table, v: Ints, combs: Ints, sizes: Ints) -> int:
    """The number of what everyone has, whose turn it is first."""
    seats = int(t.seats)
    yellow = seats
    seat = int(t.turn)
    for place in range(seats):
        v[place] = t.fish[seat, BLUE]
        if t.fish[seat, YELLOW] > 0:
            yellow = place
        seat += 1
        if seat == seats:
            seat = 0
    number = rank(v, combs) * (seats + 1) + yellow
    for place in range(seats):
        v[place] = t.chips[seat]
        seat += 1
        if seat == seats:
            seat = 0
    return int(number * sizes[CHIP_WAYS] + rank(v, combs))


@rule
def angle_row(throws: int, drunk: int, worm: int) -> int:
    """The block of tables with so many white throws before one."""
    return 1 + ((throws - 1) * 2 + drunk) * 2 + worm


@rule
def poach_row(steals: int, special: int, most_throws: int) -> int:
    """The block of tables with this right to poach."""
    return 1 + 4 * most_throws + steals * 2 + special


@rule
def place_of(t: Table, v: Ints, combs: Ints, sizes: Ints) -> int:
    """The row of a table in a turn of seat A: the next turn start, before a white throw, with a right to poach; or -1."""
    if t.turn != 0:
        return number_of(t, v, combs, sizes)
    if t.phase == ANGLE:
        block = angle_row(int(t.throws), int(t.drunk), int(red_worm(t.shown)))
    elif t.phase == POACH:
        block = poach_row(int(t.steals), int(t.special), int(sizes[THROWS]))
    else:
        return -1
    return int(block * sizes[COUNT] + number_of(t, v, combs, sizes))


@rule
def lay_holdings(t: Table, number: int, blues: Ints, chips: Ints, sizes: Ints) -> None:
    """Fish and chips of this number onto a table at which seat A moves."""
    seats = blues.shape[1]
    cups = number % sizes[CHIP_WAYS]
    fish = number // sizes[CHIP_WAYS]
    yellow = fish % (seats + 1)
    fish //= seats + 1
    lake = sizes[BLUES]
    pile = sizes[CHIPS]
    t.turn = 0
    for seat in range(seats):
        t.fish[seat, BLUE] = blues[fish, seat]
        t.fish[seat, YELLOW] = int(yellow == seat)
        t.chips[seat] = chips[cups, seat]
        lake -= blues[fish, seat]
        pile -= chips[cups, seat]
    t.fish[LAKE, BLUE] = lake
    t.fish[LAKE, YELLOW] = int(yellow == seats)
    t.pile = pile


@loop
def fill_rights(
    actors: Any, options: Any, step: Any, result: Any, place_of: Any, choices: int, right: Tables, blues: Ints, chips: Ints,
    combs: Ints, sizes: Ints, temperature: float, numbers: Ints, known: Floats,
) -> None:  # fmt: skip
    """What a table with this right (before a white throw, or about to poach) is worth, for all of these holdings."""
    seats = blues.shape[1]
    stack = np.zeros(MOST_CHOICES_BETWEEN + 1, right.dtype)
    v, points, share = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats)
    weights, state = np.zeros((MOST_CHOICES_BETWEEN, choices), np.int64), np.zeros((MOST_CHOICES_BETWEEN, 4), np.int64)
    lines, sums, out = (
        np.zeros((MOST_CHOICES_BETWEEN, choices, seats)),
        np.zeros((MOST_CHOICES_BETWEEN, seats)),
        np.zeros((1, seats)),
    )
    for number in numbers:
        stack[0] = right[0]
        lay_holdings(stack[0], number, blues, chips, sizes)
        place = place_of(stack[0], v, combs, sizes)
        descend(
            actors, options, step, result, place_of, choices, stack, v, combs, sizes, known, temperature,
            weights, state, lines, sums, points, share, out, 0,
        )  # fmt: skip
        for seat in range(seats):
            known[place, seat] = out[0, seat]


@loop
def lead_scores(
    step: Any, stand: int, scores: Tables, blues: Ints, chips: Ints, combs: Ints, sizes: Ints, numbers: Ints, rows: Whole
) -> None:
    """The row that the dice lead to when they score, for each of these holdings and each score."""
    table = scores[:1].copy()
    v = np.zeros(blues.shape[1], np.int64)
    for place in range(len(numbers)):
        for score in range(len(scores)):
            table[0] = scores[score]
            lay_holdings(table[0], numbers[place], blues, chips, sizes)
            step(table[0], 0, stand)
            rows[place, score] = place_of(table[0], v, combs, sizes)
