"""Who decides between the others in a turn of Roll for Soles: how far shares are off since nobody knows which of two lines
that are as good to the mover will be played. What dice lead to leans the same way more often than not (it is always the same
rivals that are taken from), so what is in the air is off by the mean of what it leads to."""

from __future__ import annotations

import math

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.table import Floats, Ints
from rollmops.solve.doubt import between, put_sway


@loop
def fill_sways(
    chance: Floats, parts: Ints, after: Ints, hauls: Ints, hooks: Ints, sizes: Ints, strides: Ints, middle: int,
    secured: Floats, inner: Floats, agains: Floats, doubt: Floats, inner_sways: Floats, again_sways: Floats,
) -> None:  # fmt: skip
    """For every table of a grid that `fill_grid` filled: where the mover decides whether to roll again, and if it does so.
    What the network says of the end of a turn has none."""
    seats, sets, kinds, ways = secured.shape[1], len(chance), len(after), len(sizes) + 1
    swayed, sway, again_or_not = np.zeros((kinds, seats)), np.zeros(seats), np.zeros((2, seats))
    rows, squares, both, apart = np.zeros(ways, np.int64), np.zeros(ways), np.arange(2), np.zeros(2)
    for column in range(len(secured) // (middle + 1)):
        for left in range(1, middle + 1):
            spot, kind = column * (middle + 1) + left, 1
            for aside in range(sets):
                here = inner[aside]
                while kind < kinds and after[kind] == aside:
                    many, best = 1, 0
                    rows[0] = spot - min(left, hauls[kind])
                    if hooks[kind]:
                        for place in range(len(sizes)):
                            has = (column // strides[place]) % sizes[place]
                            if has > 0:
                                rows[many] = spot - min(has, hauls[kind]) * strides[place] * (middle + 1)
                                if here[rows[many], 0] > here[rows[best], 0]:
                                    best = many
                                many += 1
                    if many > 1:
                        for way in range(many):
                            squares[way] = between(here[rows[best], 0], here[rows[way], 0], False, doubt)
                        put_sway(here, rows, squares, many, best, 0, sway)
                        for seat in range(seats):
                            swayed[kind, seat] = math.sqrt(inner_sways[aside, rows[best], seat] ** 2 + sway[seat])
                    else:
                        for seat in range(seats):
                            swayed[kind, seat] = inner_sways[aside, rows[0], seat]
                    kind += 1
                for seat in range(seats):
                    again_sways[aside, spot, seat] = 0.0
                    again_or_not[0, seat], again_or_not[1, seat] = agains[aside, spot, seat], secured[spot, seat]
                for part in range(parts.shape[1]):
                    k = parts[aside, part]
                    if k < 0:
                        break
                    for seat in range(seats):
                        again_sways[aside, spot, seat] += chance[aside, k] * swayed[k, seat]
                best = 0 if again_or_not[0, 0] > again_or_not[1, 0] else 1
                apart[1 - best] = between(again_or_not[0, 0], again_or_not[1, 0], True, doubt)
                put_sway(again_or_not, both, apart, 2, best, 0, sway)
                for seat in range(seats):
                    carried = again_sways[aside, spot, seat] if best == 0 else 0.0
                    inner_sways[aside, spot, seat] = math.sqrt(carried * carried + sway[seat])
