"""The geometry of the rules, in whole numbers only, so that every machine judges a rounded die alike.

Lengths are tenths of a millimetre; where a die's turn comes in, they are multiplied by FIXED_ONE, as the cosines are.
"""

from __future__ import annotations

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Ints
from rollmops.games.floe.polygon import side_is_below
from rollmops.games.floe.table import DICE, ICE, Table

FIXED_ONE = 1 << 14
COSINES = np.rint(np.cos(np.radians(np.arange(360))) * FIXED_ONE).astype(np.int64)
LEVEL_TENTHS = 5
"""Dice within half a millimetre are level (ruling 6)."""
COARSE_TENTHS = 10


@rule
def cosine(degrees: int) -> int:
    """The cosine, times FIXED_ONE."""
    return int(COSINES[degrees % 360])


@rule
def sine(degrees: int) -> int:
    """The sine, times FIXED_ONE."""
    return int(COSINES[(degrees + 270) % 360])


@loop
def is_ice(t: Table, x: int, y: int) -> bool:
    """Is there ice under this point? Each side of the outline below it changes the answer."""
    inside = False
    for i in range(int(t.corners)):
        ax, ay = int(t.outline[i - 1 if i else t.corners - 1, 0]), int(t.outline[i - 1 if i else t.corners - 1, 1])
        inside ^= side_is_below(ax, ay, int(t.outline[i, 0]), int(t.outline[i, 1]), x, y)
    return inside


@loop
def column(t: Table, x: int, ice: Ints) -> int:
    """Put 1 into `ice` for every y of this column that is ice, 0 elsewhere; returns how many there are."""
    ice[:] = 0
    for i in range(int(t.corners)):
        ax, ay = int(t.outline[i - 1 if i else t.corners - 1, 0]), int(t.outline[i - 1 if i else t.corners - 1, 1])
        bx, by = int(t.outline[i, 0]), int(t.outline[i, 1])
        if (ax > x) != (bx > x):
            # The first whole y above the side; // rounds down for either sign.
            run, rise = bx - ax, (by - ay) * (x - ax)
            if run < 0:
                run, rise = -run, -rise
            first = ay + rise // run + 1
            for y in range(first, int(t.length) + 1):
                ice[y] = 1 - ice[y]
    return int(ice.sum())


@rule
def across(dx: int, dy: int, angle: int) -> int:
    """How far a point lies along a die's own first axis, times FIXED_ONE."""
    return dx * cosine(angle) + dy * sine(angle)


@rule
def along(dx: int, dy: int, angle: int) -> int:
    """How far it lies along the second."""
    return dy * cosine(angle) - dx * sine(angle)


@loop
def touches(t: Table, mark: int, x: int, y: int, angle: int) -> bool:
    """A die touches a net or a hole when its footprint does (ruling 7)."""
    dx, dy = int(t.marks[mark, 1]) - x, int(t.marks[mark, 2]) - y
    half = int(t.die_size) * FIXED_ONE // 2
    u = max(abs(across(dx, dy, angle)) - half, 0)
    v = max(abs(along(dx, dy, angle)) - half, 0)
    radius = int(t.marks[mark, 3]) * FIXED_ONE
    return u * u + v * v <= radius * radius


@loop
def bonus(t: Table, x: int, y: int, angle: int) -> int:
    """What the net or hole under a die is worth; of two touched, the one whose centre is nearer counts (ruling 7)."""
    worth, nearest = 0, -1
    for mark in range(int(t.printed)):
        if touches(t, mark, x, y, angle):
            dx, dy = int(t.marks[mark, 1]) - x, int(t.marks[mark, 2]) - y
            away = dx * dx + dy * dy
            if nearest < 0 or away < nearest:
                worth, nearest = int(t.marks[mark, 0]), away
    return worth


@rule
def reach(t: Table, turn: int) -> int:
    """Half the width of a die seen under this turn, times FIXED_ONE."""
    return int(t.die_size) * (abs(cosine(turn)) + abs(sine(turn))) // 2


@loop
def clear(t: Table, x: int, y: int, angle: int, x2: int, y2: int, angle2: int) -> bool:
    """Whether two footprints do not overlap: an axis of one of them parts them."""
    dx, dy = x2 - x, y2 - y
    wide = int(t.die_size) * FIXED_ONE // 2 + reach(t, angle2 - angle)
    return (
        abs(across(dx, dy, angle)) >= wide
        or abs(along(dx, dy, angle)) >= wide
        or abs(across(dx, dy, angle2)) >= wide
        or abs(along(dx, dy, angle2)) >= wide
    )


@loop
def is_wholly_on_ice(t: Table, x: int, y: int, angle: int) -> bool:
    """Whether the footprint lies on the floe: its middle does, and no side of the outline runs through it."""
    if not is_ice(t, x, y):
        return False
    half = int(t.die_size) * FIXED_ONE // 2
    for i in range(int(t.corners)):
        ax, ay = int(t.outline[i - 1 if i else t.corners - 1, 0]) - x, int(t.outline[i - 1 if i else t.corners - 1, 1]) - y
        bx, by = int(t.outline[i, 0]) - x, int(t.outline[i, 1]) - y
        au, av = across(ax, ay, angle), along(ax, ay, angle)
        bu, bv = across(bx, by, angle), along(bx, by, angle)
        beside = min(au, bu) >= half or max(au, bu) <= -half or min(av, bv) >= half or max(av, bv) <= -half
        if not beside and abs(au * (bv - av) - av * (bu - au)) < half * (abs(bu - au) + abs(bv - av)):
            return False
    return True


@loop
def is_free(t: Table, x: int, y: int, angle: int) -> bool:
    """Whether a pushed-off die may be put here: wholly on the floe and clear of every die (ruling 5)."""
    if not is_wholly_on_ice(t, x, y, angle):
        return False
    for c in range(int(t.colours)):
        lies = t.scoring[c] and not t.pushed[c]
        if lies and not clear(t, x, y, angle, int(t.x[c]), int(t.y[c]), int(t.angle[c])):
            return False
    for n in range(DICE):
        lies = t.thrown[n] == ICE
        if lies and not clear(t, x, y, angle, int(t.thrown_x[n]), int(t.thrown_y[n]), int(t.thrown_angle[n])):
            return False
    return True


@loop
def free_row(t: Table, x: int, angle: int, near: int) -> int:
    """A y on whole millimetres at which a die may be put in this column, `near` tried first; -1 for none."""
    if near >= 0 and is_free(t, x, near, angle):
        return near
    for y in range(0, int(t.length) + 1, COARSE_TENTHS):
        if is_free(t, x, y, angle):
            return y
    return -1


@loop
def free_columns(t: Table, angle: int, offset: int, weights: Ints) -> int:
    """Open every column in which a die turned like this finds a spot; returns how many there are."""
    side = reach(t, angle) // FIXED_ONE
    near, total = -1, 0
    for x in range(int(t.left) + side, int(t.right) - side + 1):
        row = free_row(t, x, angle, near)
        if row >= 0:
            near = row
            weights[offset + x] = 1
            total += 1
    return total


@loop
def free_rows(t: Table, x: int, angle: int, weights: Ints) -> int:
    """Open every y at which a die turned like this may be put in this column; returns how many there are."""
    total = 0
    for y in range(int(t.length) + 1):
        if is_free(t, x, y, angle):
            weights[y] = 1
            total += 1
    return total
