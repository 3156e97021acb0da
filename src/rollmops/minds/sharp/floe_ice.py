"""Where dice come to rest, without physics: a small library of real throws on open ice, turned and shifted to a gesture.

On ice without edges a throw looks the same wherever it begins and wherever it is aimed, so throws straight ahead stand for
all. What the floe adds is reckoned: dice that come to lie outside its outline are in the water, and a die that slides
into one that lies there pushes it (`CONTACT`, fitted to real throws like the library). Thousands of such throws take as
long as one real throw; the mind uses them to find gestures that are worth a real one, and to play against itself.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rollmops.arena.hand import BEHIND_MM
from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import NOBODY
from rollmops.engine.stream import Stream, below
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.floe.ice import is_ice
from rollmops.games.floe.rules import LOWEST, OFFSET, SPANS, WATER, step
from rollmops.games.floe.table import AIR, COLOURS, DICE, REST, Table

STYLES = ((20, -50), (25, -100), (30, 0))
"""Height (mm) and spin (tenths of a turn a second): low with a little back spin goes where it is aimed, the second starts
slowly without falling short, the third scatters."""
SLOWEST_CM_S, FASTER_CM_S, SPEEDS = 70, 10, 17
"""The library's throws: from this speed (cm/s) in steps of this, so many."""
RANDOM_PARTS = 1024
"""Random numbers between 0 and 1 come in such parts."""
WIDE, GIVEN, SIDE, MISSED, TURNED = range(5)
"""What the contact of two dice is like: they meet when their middles pass within this many die sizes · the part of the way
left that the pushed die gets when hit full · the part of it that the pushing one keeps · how often a die bounces over the
other · how often the pushed die shows another number after it."""


class Ice(NamedTuple):
    """The library, as compiled code takes it."""

    rests: NDArray[np.float32]  # style, speed, throw, die, (across, along) in mm from the release
    reach: Floats  # style, speed: how far dice come on the mean, mm
    contact: Floats  # WIDE to TURNED


@rule
def fraction(rng: Stream) -> float:
    """A number from 0 to below 1."""
    return below(rng, RANDOM_PARTS) / RANDOM_PARTS


@rule
def style_of(height: int, spin: int) -> int:
    """The style of the library that is most like this."""
    found, nearest = 0, 1e9
    for style in range(len(STYLES)):
        away = abs(height - STYLES[style][0]) + 0.1 * abs(spin - STYLES[style][1])
        if away < nearest:
            found, nearest = style, away
    return found


@loop
def speed_for(ice: Ice, style: int, way: float) -> int:
    """The speed (cm/s) whose dice come so far (mm) on the mean."""
    last = SPEEDS - 1
    for i in range(last):
        low, high = ice.reach[style, i], ice.reach[style, i + 1]
        if way <= high or i == last - 1:
            part = float((way - low) / (high - low))
            return round(SLOWEST_CM_S + FASTER_CM_S * (i + max(part, 0.0)))
    return SLOWEST_CM_S


@loop
def aim_at(ice: Ice, style: int, start: float, x: float, y: float, gesture: Ints) -> None:
    """The gesture of this style from this release point whose dice come to rest about there (mm)."""
    ahead = y + BEHIND_MM
    gesture[0] = round(start)
    gesture[1] = round(math.degrees(math.atan2(x - start, ahead)))
    gesture[2] = speed_for(ice, style, math.hypot(x - start, ahead))
    gesture[3], gesture[4] = STYLES[style]
    for i in range(len(LOWEST)):
        gesture[i] = min(max(gesture[i], LOWEST[i]), LOWEST[i] + SPANS[i] - 1)


@loop
def throw(t: Table, gesture: Ints, ice: Ice, rng: Stream) -> None:
    """Throw on this table as the library knows it; the rules take the rests as they take an arena's."""
    for i in range(len(LOWEST)):
        step(t, NOBODY, gesture[i] - LOWEST[i])
    come_to_rest(t, gesture, ice, rng)


@loop
def come_to_rest(t: Table, gesture: Ints, ice: Ice, rng: Stream) -> None:
    """Dice that were thrown so and are in the air come to rest as the library knows it."""
    rests = np.zeros((COLOURS + DICE, 3))  # x, y in mm and whether it was touched: colours first, then the hand
    land(t, gesture, ice, rng, rests)
    while t.phase == REST:
        c, n = int(t.falling) // DICE, int(t.falling) % DICE
        put_die(t, c, c if t.scoring[c] == n + 1 else COLOURS + n, rests, ice, rng)


@loop
def put_die(t: Table, c: int, place: int, rests: Floats, ice: Ice, rng: Stream) -> None:
    """Tell the rules where one die lies, as a rest line would."""
    x, y = round(10 * rests[place, 0]), round(10 * rests[place, 1])
    turn, up = below(rng, 360), below(rng, 6)
    if place < COLOURS:
        if rests[place, 2] == 0 or fraction(rng) >= ice.contact[TURNED]:
            up = int(t.up[c]) - 1
        if rests[place, 2] == 0:
            turn = int(t.angle[c])
    if place < COLOURS and rests[place, 2] == 0:
        x, y = int(t.x[c]), int(t.y[c])
    elif not is_ice(t, x, y):
        step(t, NOBODY, WATER)
        step(t, NOBODY, up)
        return
    step(t, NOBODY, OFFSET + x)
    step(t, NOBODY, y)
    step(t, NOBODY, turn)
    step(t, NOBODY, up)


@loop
def land(t: Table, gesture: Ints, ice: Ice, rng: Stream, rests: Floats) -> None:
    """Where all dice come to rest (mm): the library's throw, turned and shifted, and what it runs into."""
    style = style_of(int(gesture[3]), int(gesture[4]))
    speed = (gesture[2] - SLOWEST_CM_S) / FASTER_CM_S
    nearest = int(min(max(round(speed), 0), SPEEDS - 1))
    slower, faster = max(nearest - 1, 0), min(nearest + 1, SPEEDS - 1)
    further = (speed - nearest) * (ice.reach[style, faster] - ice.reach[style, slower]) / (faster - slower)
    sample, first = below(rng, ice.rests.shape[2]), below(rng, DICE)
    cos, sin = math.cos(math.radians(gesture[1])), math.sin(math.radians(gesture[1]))
    for c in range(int(t.colours)):
        rests[c, 0], rests[c, 1] = t.x[c] / 10, t.y[c] / 10
    for n in range(DICE):
        if t.thrown[n] == AIR:
            one = ice.rests[style, nearest, sample, (first + n) % DICE]
            across, along = float(one[0]), float(one[1]) + further
            place = COLOURS + n
            rests[place, 0] = gesture[0] + across * cos + along * sin
            rests[place, 1] = -BEHIND_MM + along * cos - across * sin
            slide(t, place, float(gesture[0]), -BEHIND_MM, ice, rng, rests)


@loop
def slide(t: Table, place: int, from_x: float, from_y: float, ice: Ice, rng: Stream, rests: Floats) -> None:
    """The first die that lies in the way of a thrown one is pushed, and the thrown one loses way."""
    dx, dy = rests[place, 0] - from_x, rests[place, 1] - from_y
    whole = math.hypot(dx, dy)
    if whole < 1:
        return
    dx, dy = dx / whole, dy / whole
    wide = ice.contact[WIDE] * t.die_size / 10
    hit, way, beside = -1, whole, 0.0
    for c in range(int(t.colours)):
        if t.scoring[c]:
            away_x, away_y = rests[c, 0] - from_x, rests[c, 1] - from_y
            along, across = away_x * dx + away_y * dy, away_x * dy - away_y * dx
            if abs(across) < wide:
                touch = along - math.sqrt(wide * wide - across * across)
                if 0 < touch < way:
                    hit, way, beside = c, touch, across / wide
    if hit < 0 or fraction(rng) < ice.contact[MISSED]:
        return
    left, full = whole - way, math.sqrt(1 - beside * beside)
    # The line through both middles, from the thrown die to the pushed one.
    nx, ny = dx * full + dy * beside, dy * full - dx * beside
    given = ice.contact[GIVEN] * left * full * full
    rests[hit, 0] += given * nx
    rests[hit, 1] += given * ny
    rests[hit, 2] = 1
    # What is left to the thrown die: its way along the contact, and a part of the way into it.
    kept = ice.contact[SIDE]
    vx, vy = dx - (1 - kept) * full * nx, dy - (1 - kept) * full * ny
    rests[place, 0] = from_x + way * dx + left * math.hypot(vx, vy) * vx
    rests[place, 1] = from_y + way * dy + left * math.hypot(vx, vy) * vy


def scratch(t: Any, count: int) -> Tables:
    """So many copies of a table to try things on."""
    rows = np.empty(count, t.dtype)
    rows[:] = t
    return rows.view(np.ndarray)
