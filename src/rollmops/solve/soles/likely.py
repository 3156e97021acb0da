"""What a mover's own share is, by a look at those tables of the turn that dice are likely to lead to.

A whole turn with three players has up to 300,000 tables, and most of them will not be seen once in a million turns. For a
decision only those count that are reached with some chance; what lies behind them is taken as if the net were secured there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Floats, Ints
from rollmops.games.soles.rules import AGAIN, SECURE
from rollmops.games.soles.table import GO_ON, ROLL, Table
from rollmops.solve.choice import mix
from rollmops.solve.numbers import Whole, ranks
from rollmops.solve.soles.columns import DAMPED_AFTER_ROUNDS, MOST_ROUNDS
from rollmops.solve.soles.dice import set_aside
from rollmops.solve.turns import Glimpse

if TYPE_CHECKING:
    from rollmops.solve.soles.turns import SolesTurns

LEAST_CHANCE = 1e-4
"""Nobody looks behind a table that is reached with less chance. Of a hook each source has an equal part of the chance."""
CONVERGED_CHANGE = 1e-12


@rule
def place_of(supplies: Whole, column: int, strides: Ints) -> int:
    """The place of a column among those of a turn."""
    place = 0
    for seat in range(1, len(strides)):
        place += supplies[column, seat] * strides[seat]
    return int(place)


@loop
def look_ahead(
    chance: Floats, parts: Ints, after: Ints, first: Ints, falls: Whole, goes: Whole, supplies: Whole, strides: Ints,
    columns: Ints, least: float, peaks: Ints, reach: Floats, nodes: Whole, numbers: Whole,
) -> int:  # fmt: skip
    """Find the tables that are reached with at least this chance, each before those that it leads to: place of the column,
    middle and aside into `nodes`, its number into `numbers`. Returns how many there are.

    `reach` has the chance of the first ones (by place, middle and aside) and gets that of the others; `peaks` is the largest
    middle by place at which there is any.
    """
    found, sets, feet = 0, len(chance), np.zeros(goes.shape[1], np.int64)
    for place in range(len(columns) - 1, -1, -1):
        column, known = columns[place], False
        for middle in range(peaks[place], 0, -1):
            for aside in range(sets - 1, -1, -1):
                now = reach[place, middle, aside]
                if now < least:
                    continue
                if not known:
                    known = True
                    for edge in range(1, len(feet)):
                        feet[edge] = place_of(supplies, goes[column, edge], strides)
                nodes[found, 0], nodes[found, 1], nodes[found, 2] = place, middle, aside
                numbers[place, middle, aside] = found
                found += 1
                for part in range(parts.shape[1]):
                    kind = parts[aside, part]
                    if kind < 0:
                        break
                    if kind == 0:
                        continue
                    each = now * chance[aside, kind] / (first[kind + 1] - first[kind])
                    for edge in range(first[kind], first[kind + 1]):
                        there, fallen = feet[edge], falls[edge, middle]
                        if there != place or fallen != middle or after[kind] != aside:
                            reach[there, fallen, after[kind]] += each
                            peaks[there] = max(peaks[there], fallen)
    return found


@loop
def look_back(
    chance: Floats, parts: Ints, after: Ints, first: Ints, falls: Whole, goes: Whole, supplies: Whole, strides: Ints,
    columns: Ints, least: float, reach: Floats, nodes: Whole, numbers: Whole, found: int,
    base: Ints, secures: Whole, ends: Floats, own: Floats, temperature: float, inner: Floats, agains: Floats,
) -> None:  # fmt: skip
    """What the mover has at each of the tables found, the last first: where it decides (`inner`), and if it rolls again."""
    figures, kinds = own.shape[1], len(after)
    worth, known = np.zeros((kinds, figures)), np.zeros(kinds, np.bool_)
    lines, two = np.zeros((len(strides) + 1, figures)), np.zeros((2, figures))
    last_place, last_middle, feet, mixed = -1, -1, np.zeros(goes.shape[1], np.int64), np.zeros((1, figures))
    for number in range(found - 1, -1, -1):
        place, middle, aside = nodes[number, 0], nodes[number, 1], nodes[number, 2]
        column = columns[place]
        if place != last_place:
            for edge in range(1, len(feet)):
                feet[edge] = place_of(supplies, goes[column, edge], strides)
        if place != last_place or middle != last_middle:  # what a kind of roll is worth is the same for every aside
            known[:] = False
        last_place, last_middle = place, middle
        for figure in range(figures):
            two[SECURE, figure] = own[secures[base[column] + middle], figure]
            inner[number, figure] = two[SECURE, figure]
        for turn in range(MOST_ROUNDS):
            looping = False
            for figure in range(figures):
                two[AGAIN, figure] = chance[aside, 0] * own[goes[column, 0], figure]
            for part in range(parts.shape[1]):
                kind = parts[aside, part]
                if kind < 0:
                    break
                if kind == 0:
                    continue
                if not known[kind]:
                    edges, then, back = first[kind + 1] - first[kind], after[kind], False
                    for line in range(edges):
                        edge = first[kind] + line
                        there, fallen = feet[edge], falls[edge, middle]
                        back |= there == place and fallen == middle and then == aside
                        for figure in range(figures):
                            if fallen == 0:
                                lines[line, figure] = ends[goes[column, edge]]
                            elif reach[there, fallen, then] >= least:
                                lines[line, figure] = inner[numbers[there, fallen, then], figure]
                            else:
                                lines[line, figure] = own[secures[base[goes[column, edge]] + fallen], figure]
                    mix(lines, edges, 0, temperature, worth, kind)
                    known[kind] = not back
                    looping |= back
                for figure in range(figures):
                    two[AGAIN, figure] += chance[aside, kind] * worth[kind, figure]
            mix(two, 2, 0, temperature, mixed, 0)
            moves = 0.0
            for figure in range(figures):
                change = mixed[0, figure] - inner[number, figure]
                moves = max(moves, abs(change))
                inner[number, figure] += change * (1.0 if turn < DAMPED_AFTER_ROUNDS else 0.5)
            if not looping or moves < CONVERGED_CHANGE:
                break
        for figure in range(figures):
            agains[number, figure] = two[AGAIN, figure]


class Likely(Glimpse):
    """Tells the mover's own share at tables of one turn, from the values of all turn starts."""

    def __init__(self, turns: SolesTurns, starts: Floats, temperature: float, least: float = LEAST_CHANCE) -> None:
        self.turns, self.temperature, self.least = turns, temperature, least
        # At the next turn start whoever moves now is last. The figures by which a frozen policy chooses come first.
        self.own = np.ascontiguousarray(starts[:, turns.seats - 1 :: turns.seats])
        turns.edges.find(np.flatnonzero(turns.running))
        ends = np.zeros((1, turns.count, 1))
        turns.end(np.arange(turns.count), np.arange(turns.count), 1, ends)
        self.ends = ends[0, :, 0]

    def knows(self, t: Table) -> bool:
        """Whether this is a table at which the mover decides whether to roll again, or one with all its dice in the air."""
        return bool(t.phase == GO_ON or (t.phase == ROLL and not t.shown.any()))

    def shares(self, tables: Sequence[Any]) -> list[float]:
        """The mover's own share at each of these tables, all of one turn and all known."""
        turns, dice, edges = self.turns, self.turns.dice, self.turns.edges
        held = np.array([turns.turned(t) for t in tables])
        own, *others = held.max(0).tolist()
        rows = np.stack(np.meshgrid([own], *(np.arange(most + 1) for most in others), indexing="ij"), -1)
        rows = rows.reshape(-1, turns.seats)
        strides = np.array([0, *(int(np.prod([most + 1 for most in others[seat + 1 :]])) for seat in range(len(others)))])
        places, middles = held @ strides, np.array([int(t.middle) for t in tables])
        asides = np.array([dice.asides[set_aside(t)] for t in tables])
        grid = (len(rows), int(middles.max()) + 1, len(dice.chance))
        reach, peaks = np.zeros(grid), np.zeros(len(rows), np.int64)
        reach[places, middles, asides] = 1.0
        np.maximum.at(peaks, places, middles)
        nodes, numbers = np.empty((reach.size, 3), np.int32), np.empty(grid, np.int32)
        columns = ranks(rows, turns.combs)
        roads = (dice.chance, dice.parts, dice.after, edges.first, edges.falls, edges.goes, turns.supplies, strides, columns)
        found = look_ahead(*roads, self.least, peaks, reach, nodes, numbers)
        inner, agains = np.empty((2, found, self.own.shape[1]))
        look_back(
            *roads, self.least, reach, nodes, numbers, found,
            turns.base, turns.secures, self.ends, self.own, self.temperature, inner, agains,
        )  # fmt: skip
        asked = numbers[places, middles, asides]
        return [float((agains if t.phase == ROLL else inner)[n, -1]) for t, n in zip(tables, asked, strict=True)]
