"""The value of Roll for Soles within turns, from the values of the turn starts: one column after the other."""

from __future__ import annotations

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.table import Floats, Ints
from rollmops.games.soles.rules import AGAIN, SECURE
from rollmops.solve.choice import mix

ROUNDS = 100
"""To take from an empty supply leads back to the same table: its value is found in so many rounds at the most."""
STEADY = 20
"""After so many rounds a value that still swings is led half the way only."""


@loop
def fill_columns(
    chance: Floats, parts: Ints, after: Ints, first: Ints, falls: Ints, goes: Ints, secures: Ints, base: Ints,
    columns: Ints, tops: Ints, lefts: Ints, temperature: float, still: float,
    starts: Floats, inner: Floats, agains: Floats, new: Floats,
) -> None:  # fmt: skip
    """From the smallest middle to its top in each of the columns: the shares of every seat but the last where the mover
    decides whether to roll again (`inner`, by what is set aside, column and middle), and at the top of a whole column those
    of the turn start (`new`). Columns with fewer soles in the supplies come first. Where there is room for it, `agains`
    gets what it is worth to roll again. `parts` are the kinds of roll that have a chance, by what is set aside, and -1
    behind the last.
    """
    seats, sets, kinds = starts.shape[1] - 1, len(chance), len(after)
    worth, lines = np.zeros((kinds, seats)), np.zeros((seats + 2, seats))
    two, mixed, rest = np.zeros((2, seats)), np.zeros((1, seats)), np.zeros(seats)
    loops, feet = np.zeros(kinds, np.int64), np.zeros(goes.shape[1], np.int64)
    for place in range(len(columns)):
        column = columns[place]
        for edge in range(1, len(feet)):
            feet[edge] = base[goes[column, edge]]
        for seat in range(seats):
            worth[0, seat] = starts[goes[column, 0], seat - 1 if seat else seats]
        for middle in range(1, tops[place] + 1):
            spot = base[column] + middle
            for seat in range(seats):
                two[SECURE, seat] = starts[secures[spot], seat - 1 if seat else seats]
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
                        for seat in range(seats):
                            worth[k, seat] = inner[aside, there, seat]
                        continue
                    back = False
                    for line in range(edges):
                        edge = first[k] + line
                        there = feet[edge] + falls[edge, middle]
                        back |= there == spot
                        for seat in range(seats):
                            lines[line, seat] = inner[aside, there, seat]
                    if back:
                        loops[looping] = k
                        looping += 1
                        for seat in range(seats):
                            worth[k, seat] = 0.0
                    else:
                        mix(lines, edges, 0, temperature, worth, k)
                for seat in range(seats):
                    rest[seat] = 0.0
                for part in range(parts.shape[1]):
                    k = parts[aside, part]
                    if k < 0:
                        break
                    for seat in range(seats):
                        rest[seat] += chance[aside, k] * worth[k, seat]
                for turn in range(ROUNDS):
                    for seat in range(seats):
                        two[AGAIN, seat] = rest[seat]
                    for loop_number in range(looping):
                        k = loops[loop_number]
                        edges = first[k + 1] - first[k]
                        for line in range(edges):
                            edge = first[k] + line
                            there = feet[edge] + falls[edge, middle]
                            for seat in range(seats):
                                lines[line, seat] = inner[aside, there, seat]
                        mix(lines, edges, 0, temperature, worth, k)
                        for seat in range(seats):
                            two[AGAIN, seat] += chance[aside, k] * worth[k, seat]
                    mix(two, 2, 0, temperature, mixed, 0)
                    moves = 0.0
                    for seat in range(seats):
                        change = mixed[0, seat] - inner[aside, spot, seat]
                        moves = max(moves, abs(change))
                        inner[aside, spot, seat] += change * (1.0 if turn < STEADY else 0.5)
                    if looping == 0 or moves < still:
                        break
                if len(agains):
                    for seat in range(seats):
                        agains[aside, spot, seat] = two[AGAIN, seat]
            if middle == lefts[column]:
                new[column, seats] = 1.0
                for seat in range(seats):
                    new[column, seat] = two[AGAIN, seat]
                    new[column, seats] -= two[AGAIN, seat]
