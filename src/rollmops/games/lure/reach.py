"""What dice of Lure can show and what turning them can reach: every roll once, with its number of ways.

Six-sided dice are alike, so what lies on the table is a multiset of them beside d12 and d20: 252 × 12 × 20 rolls at most.
The rules of the game say what a roll catches. Rolls one turn of one die apart are neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import rule
from rollmops.engine.table import Ints, copy
from rollmops.games.lure.adjusting import ENOUGH
from rollmops.games.lure.fishing import can_catch, read_roll
from rollmops.games.lure.table import ADJUST, D12, FIRST_LURE, SIDES, SIX, Table

Numbers = NDArray[np.int64]


@cache
def multisets(sixes: int) -> tuple[tuple[int, ...], ...]:
    """All ways so many dice can lie, smallest face first."""
    return tuple(combinations_with_replacement(range(1, 7), sixes))


@cache
def rolls_of(sixes: int) -> Numbers:
    """The same as rows of numbers."""
    return np.array(multisets(sixes), np.int64).reshape(len(multisets(sixes)), sixes)


@cache
def ways_of(sixes: int) -> Numbers:
    """In how many of 6^sixes throws each comes."""
    counts = [[roll.count(face) for face in set(roll)] for roll in multisets(sixes)]
    return np.array([factorial(sixes) // prod(map(factorial, alike)) for alike in counts], np.int64)


@cache
def neighbours(sixes: int) -> Numbers:
    """For each of them those one turn of one die away; itself where a die cannot be turned that way."""
    place = {roll: i for i, roll in enumerate(multisets(sixes))}
    rows = [
        [
            place.get(tuple(sorted((*roll[:die], roll[die] + turn, *roll[die + 1 :]))), i)
            for die in range(sixes)
            for turn in (-1, 1)
        ]
        for roll, i in place.items()
    ]
    return np.array(rows, np.int64).reshape(len(place), 2 * sixes)


@rule
def look(t: Any, rolls: Ints, fish: Ints, caught: Any, total: Any) -> None:
    """For each roll of the cast of seat A as it lies: a bit for every one of these fish it catches, and its total."""
    sixes = rolls.shape[1]
    has_twelve = caught.shape[1] > 1
    has_twenty = caught.shape[2] > 1
    for roll in range(rolls.shape[0]):
        for die in range(sixes):
            t.face[0, die] = rolls[roll, die]
        for twelve in range(caught.shape[1]):
            if has_twelve:
                t.face[0, sixes] = twelve + 1
            for twenty in range(caught.shape[2]):
                if has_twenty:
                    t.face[0, sixes + has_twelve] = twenty + 1
                read_roll(t, 0)
                bits = 0
                for i in range(len(fish)):
                    if can_catch(t, 0, fish[i]):
                        bits |= 1 << i
                caught[roll, twelve, twenty] = bits
                total[roll, twelve, twenty] = t.total[0]


def all_rolls(t: Table, counts: list[int], fish: Ints) -> tuple[Numbers, Numbers]:
    """For every way these dice can lie (six-sided ones sorted · d12 · d20) which fish they catch, as bits, and the total."""
    scratch = copy(t)
    scratch.cast[0] = counts
    rolls = rolls_of(counts[SIX])
    shape = (len(rolls), *(sides if counts[D12 + i] else 1 for i, sides in enumerate(SIDES)))
    caught, total = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    look(scratch, rolls, fish, caught, total)
    return caught, total


@dataclass(frozen=True)
class Turning:
    """What turning dice can come to: the fish it catches, as bits, the total, and the line with the fewest turns."""

    caught: int
    total: int
    line: list[int]


def turnings(t: Table, seat: int, fish: Ints, *, totals: bool = False) -> list[Turning]:
    """Every different catch that this seat's adjust lures can reach, fewest turns first; with `totals` every different
    pair of catch and total. Sorted dice go to sorted dice."""
    counts = [int(count) for count in t.cast[seat]]
    sixes, most = counts[SIX], counts[FIRST_LURE + ADJUST]
    faces = [int(face) for face in t.face[seat, : sixes + sum(counts[D12 : D12 + len(SIDES)])]]
    caught, total = all_rolls(t, counts, fish)
    rolls, special = rolls_of(sixes), iter(faces[sixes:])
    away = np.abs(rolls - sorted(faces[:sixes])).sum(axis=1)[:, None, None]
    for axis, sides in enumerate(SIDES):
        shape = [1, 1, 1]
        shape[axis + 1] = -1
        away = away + (np.abs(np.arange(1, sides + 1) - next(special)).reshape(shape) if counts[D12 + axis] else 0)
    kinds = caught * (int(total.max()) + 1) + total if totals else caught
    found = []
    for kind in np.unique(kinds[away <= most]):
        near = np.where((kinds == kind) & (away <= most), away, most + 1)
        place = np.unravel_index(int(near.argmin()), near.shape)
        wanted = dict(zip(np.argsort(faces[:sixes], kind="stable"), rolls[place[0]], strict=True))
        shown = [face + 1 for face, count in zip(place[1:], counts[D12:], strict=False) if count]
        goal = [int(wanted[die]) for die in range(sixes)] + [int(face) for face in shown]
        found.append(Turning(int(caught[place]), int(total[place]), _turned(faces, goal, most)))
    return sorted(found, key=lambda one: len(one.line))


def _turned(faces: list[int], goal: list[int], most: int) -> list[int]:
    """The choices that turn dice from how they lie to how they shall lie; with lures to spare the line is ended."""
    line = [
        1 + 2 * die + (want < face)
        for die, (face, want) in enumerate(zip(faces, goal, strict=True))
        for _ in range(abs(want - face))
    ]
    return line if len(line) == most else [*line, ENOUGH]
