"""Lanes: the compiled loop behind the batch, block by block. Each lane is a table with its own dice.

A block is few enough lanes for the fastest cache; going over it in passes keeps the processor from guessing wrongly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, NOBODY, OVER, lowest
from rollmops.engine.stream import below, pick
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.gyms.observation import Bytes, Shorts, read_row
from rollmops.gyms.simulator import note_owing, seal

Bools = NDArray[np.bool_]

BLOCK = 128
"""Lanes that are advanced together: few enough for the fastest cache, enough that passes over them are predictable."""


@loop
def first_closed(mask: Bytes, actions: Ints) -> int:
    """The first lane whose action is not open, or -1."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < mask.shape[1] or not mask[i, actions[i]]:
            return i
    return -1


@rule
def act(
    actors: Any, step: Any, sight: Any, tables: Tables, aheads: Tables, sealed: Ints, held: Ints, owing: Ints,
    together: Ints, seat: Bytes, actions: Ints, todo: Ints, low: int, high: int,
) -> int:  # fmt: skip
    """The actions of these lanes; `todo` gets the lanes that do not wait for a seat then, their number is returned."""
    count = 0
    for i in range(low, high):
        if sight is None:
            # Where nothing is secret, nobody chooses at the same time as another: nothing is ever sealed.
            step(tables[i], seat[i], actions[i])
            owing[i] = actors(tables[i])
        elif not together[i]:
            step(tables[i], seat[i], actions[i])
            owing[i] = actors(tables[i])
        elif seal(actors, step, tables, aheads, sealed, held, owing, i, seat[i], actions[i]):
            owing[i] = actors(tables[i])
            together[i] = 0
        todo[count] = i
        count += int(owing[i] == CHANCE) | int(owing[i] == OVER)
    return count


@rule
def go_on(
    setup: Any, actors: Any, options: Any, step: Any, roll_all: Any, result: Any, blank: Tables, seats: int, first: int,
    tables: Tables, rngs: Tables, owing: Ints, reward: Floats, done: Bools, todo: Ints, count: int, weights: Ints,
    points: Ints,
) -> None:  # fmt: skip
    """Chance happens and new games begin until every lane in `todo` waits for a seat."""
    while count:
        left = 0
        for place in range(count):
            i = todo[place]
            if owing[i] == OVER:
                done[i] = True
                result(tables[i], points, reward[i])
                tables[i] = blank[0]
                setup(tables[i], seats, first if first >= 0 else below(rngs[i], seats))
            elif roll_all is None:
                step(tables[i], NOBODY, pick(rngs[i], weights, options(tables[i], NOBODY, weights)))
            else:
                roll_all(tables[i], rngs[i])
            owing[i] = actors(tables[i])
            todo[left] = i
            left += (owing[i] == CHANCE) | (owing[i] == OVER)
        count = left


@rule
def look(
    options: Any, sight: Any, blank: Tables, tables: Tables, aheads: Tables, sealed: Ints, held: Ints, owing: Ints,
    together: Ints, rows: Shorts, starts: Ints, lengths: Ints, shown: Tables, shown_rows: Shorts, out: Shorts, mask: Bytes,
    count: Shorts, seat: Bytes, low: int, high: int,
) -> None:  # fmt: skip
    """What the seat to choose sees in these lanes, its open choices and how many they are."""
    for i in range(low, high):
        who = owing[i]
        seat[i] = lowest(who)
        if sight is None:
            count[i] = options(tables[i], seat[i], mask[i])
        else:
            if who & (who - 1) and together[i] == 0:
                note_owing(who, i, tables, aheads, sealed, held, owing, together)
            shown[low] = blank[0]
            if together[i]:
                count[i] = options(aheads[i, seat[i]], seat[i], mask[i])
                sight(aheads[i, seat[i]], seat[i], shown[low])
            else:
                count[i] = options(tables[i], seat[i], mask[i])
                sight(tables[i], seat[i], shown[low])
            read_row(shown_rows[low], seat[i], starts, lengths, out[i])
    if sight is None:
        # A pass of its own: numbers just written one by one cannot be read many at a time without waiting for them.
        for i in range(low, high):
            read_row(rows[i], seat[i], starts, lengths, out[i])


@loop
def play_lanes(
    setup: Any, actors: Any, options: Any, step: Any, roll_all: Any, result: Any, sight: Any, blank: Tables, seats: int,
    first: int, tables: Tables, rngs: Tables, aheads: Tables, sealed: Ints, held: Ints, owing: Ints, together: Ints,
    rows: Shorts, starts: Ints, lengths: Ints, shown: Tables, shown_rows: Shorts, out: Shorts, mask: Bytes,
    count: Shorts, seat: Bytes, reward: Floats, done: Bools, actions: Ints, low: int, high: int,
) -> None:  # fmt: skip
    """Lanes from `low` to `high`, a block at a time: their actions, all that follows, and what is seen then."""
    weights = np.zeros(mask.shape[1], np.int64)
    points = np.zeros(seats, np.int64)
    todo = np.zeros(BLOCK, np.int64)
    for start in range(low, high, BLOCK):
        end = min(start + BLOCK, high)
        for i in range(start, end):
            if done[i]:
                done[i] = False
                reward[i, :] = 0
        left = act(actors, step, sight, tables, aheads, sealed, held, owing, together, seat, actions, todo, start, end)
        go_on(
            setup, actors, options, step, roll_all, result, blank, seats, first, tables, rngs, owing, reward, done, todo,
            left, weights, points,
        )  # fmt: skip
        look(
            options, sight, blank, tables, aheads, sealed, held, owing, together, rows, starts, lengths, shown,
            shown_rows, out, mask, count, seat, start, end,
        )  # fmt: skip


@loop
def draw_open(mask: Bytes, count: Shorts, rngs: Tables, actions: Ints) -> None:
    """Any open action in each lane, all equally likely."""
    for i in range(len(actions)):
        left, at = below(rngs[i], count[i]) + 1, 0
        for choice in range(mask.shape[1]):
            left -= mask[i, choice]
            at += int(left > 0)
        actions[i] = at
