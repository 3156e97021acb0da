"""The value of Roll for Soles within turns, from the values of the turn starts: one column after the other."""

from __future__ import annotations

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Floats, Ints
from rollmops.games.soles.rules import AGAIN, SECURE
from rollmops.solve.choice import mix
from rollmops.solve.numbers import Whole

MOST_ROUNDS = 100
"""To take from an empty supply leads back to the same table: its value is found in so many rounds at the most."""
DAMPED_AFTER_ROUNDS = 20
"""After so many rounds a value that still swings is led half the way only."""


@rule
def passed(figure: int, seats: int) -> int:
    """Where a figure stands in the row of the next turn start: everyone has come one place nearer to the move. Rows of
    turn starts have all seats, those within turns all but the last."""
    block, seat = figure // (seats - 1), figure % (seats - 1)
    return block * seats + (seat - 1 if seat else seats - 1)


@loop
def fill_columns(
    chance: Floats, parts: Ints, after: Ints, first: Ints, falls: Whole, goes: Whole, secures: Whole, base: Ints,
    columns: Ints, tops: Ints, lefts: Ints, temperature: float, still: float,
    seats: int, starts: Floats, inner: Floats, agains: Floats, new: Floats,
) -> None:  # fmt: skip
    """From the smallest middle to its top in each of the columns: the shares of every seat but the last where the mover
    decides whether to roll again (`inner`, by what is set aside, column and middle), and at the top of a whole column those
    of the turn start (`new`). Columns with fewer soles in the supplies come first. Where there is room for it, `agains`
    gets what it is worth to roll again. `parts` are the kinds of roll that have a chance, by what is set aside, and -1
    behind the last.

    A row may go on with other figures than the shares of which the mover chooses: what the same choices bring there.
    """
    sets, kinds, figures = len(chance), len(after), inner.shape[2]
    worth, lines = np.zeros((kinds, figures)), np.zeros((seats + 1, figures))
    two, mixed, rest = np.zeros((2, figures)), np.zeros((1, figures)), np.zeros(figures)
    loops, feet = np.zeros(kinds, np.int64), np.zeros(goes.shape[1], np.int64)
    for place in range(len(columns)):
        column = columns[place]
        for edge in range(1, len(feet)):
            feet[edge] = base[goes[column, edge]]
        for figure in range(figures):
            worth[0, figure] = starts[goes[column, 0], passed(figure, seats)]
        for middle in range(1, tops[place] + 1):
            spot = base[column] + middle
            for figure in range(figures):
                two[SECURE, figure] = starts[secures[spot], passed(figure, seats)]
            kind = 1
            for aside in range(sets):
                begin = kind
                while kind < kinds and after[kind] == aside:
                    kind += 1
                looping = 0
                for k in range(begin, kind):
                    edges = first[k + 1] - first[k]
                    if edges == 1:
                        there = feet[first[k]] + falls[first[k], middle]
                        for figure in range(figures):
                            worth[k, figure] = inner[aside, there, figure]
                        continue
                    back = False
                    for line in range(edges):
                        edge = first[k] + line
                        there = feet[edge] + falls[edge, middle]
                        back |= there == spot
                        for figure in range(figures):
                            lines[line, figure] = inner[aside, there, figure]
                    if back:
                        loops[looping] = k
                        looping += 1
                        for figure in range(figures):
                            worth[k, figure] = 0.0
                    else:
                        mix(lines, edges, 0, temperature, worth, k)
                for figure in range(figures):
                    rest[figure] = 0.0
                for part in range(parts.shape[1]):
                    k = parts[aside, part]
                    if k < 0:
                        break
                    for figure in range(figures):
                        rest[figure] += chance[aside, k] * worth[k, figure]
                for turn in range(MOST_ROUNDS):
                    for figure in range(figures):
                        two[AGAIN, figure] = rest[figure]
                    for loop_number in range(looping):
                        k = loops[loop_number]
                        edges = first[k + 1] - first[k]
                        for line in range(edges):
                            edge = first[k] + line
                            there = feet[edge] + falls[edge, middle]
                            for figure in range(figures):
                                lines[line, figure] = inner[aside, there, figure]
                        mix(lines, edges, 0, temperature, worth, k)
                        for figure in range(figures):
                            two[AGAIN, figure] += chance[aside, k] * worth[k, figure]
                    mix(two, 2, 0, temperature, mixed, 0)
                    moves = 0.0
                    for figure in range(figures):
                        change = mixed[0, figure] - inner[aside, spot, figure]
                        moves = max(moves, abs(change))
                        inner[aside, spot, figure] += change * (1.0 if turn < DAMPED_AFTER_ROUNDS else 0.5)
                    if looping == 0 or moves < still:
                        break
                if len(agains):
                    for figure in range(figures):
                        agains[aside, spot, figure] = two[AGAIN, figure]
            if middle == lefts[column]:
                new[column, seats - 1] = 1.0
                for seat in range(seats - 1):
                    new[column, seat] = two[AGAIN, seat]
                    new[column, seats - 1] -= two[AGAIN, seat]
