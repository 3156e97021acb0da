"""No die ever rests inside another, in the air or inside the ice: looked at from outside, by the last keyframe."""

from __future__ import annotations

import itertools
import random

import numpy as np
from numpy.typing import NDArray

from rollmops.arena import Arena, Gesture, Lying, Map, Request, Thrown
from rollmops.arena.die import matrix
from rollmops.arena.gesture import random_gesture
from tests.effort import short_or_long

Floats = NDArray[np.float64]
HAND = ("A1", "A2", "A3", "A4")
SIZE, ROUND = 12.0, 1.5
SLACK = 0.3
"""Millimetres: ice gives 0.1, keyframes are rounded to 0.1 and the turn to 0.03 degrees."""


def corners(place: Floats, turned: Floats, half: float) -> Floats:
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    return np.asarray(place + (signs * half) @ turned.T)


def gap(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> float:
    """The widest gap between two dice over all axes that could part them; negative where they lie in each other.

    The dice are boxes of 9 mm with 1.5 mm of rounding, as they look.
    """
    half = SIZE / 2 - ROUND
    axes = [*a[1].T, *b[1].T, *(np.cross(one, other) for one in a[1].T for other in b[1].T)]
    ca, cb = corners(*a, half), corners(*b, half)
    widest = -np.inf
    for axis in axes:
        length = np.linalg.norm(axis)
        if length < 1e-6:
            continue
        pa, pb = ca @ axis / length, cb @ axis / length
        widest = max(widest, float(pa.min() - pb.max()), float(pb.min() - pa.max()))
    return widest - 2 * ROUND


def check(thrown: Thrown, floe: Map) -> None:
    places, turns = thrown.trajectory.places()[-1], thrown.trajectory.quaternions()[-1]
    dice = [(place, matrix(turn)) for place, turn in zip(places, turns, strict=True)]
    near = [i for i, rest in enumerate(thrown.rests) if rest.where != "lost"]
    gaps = {
        (i, j): gap(dice[i], dice[j])
        for i, j in itertools.combinations(near, 2)
        if np.linalg.norm(dice[i][0] - dice[j][0]) < 2 * SIZE
    }
    assert all(space > -SLACK for space in gaps.values()), ("inside another", gaps, thrown.rests)
    for i, rest in enumerate(thrown.rests):
        if not rest.is_dry:
            continue
        low = corners(*dice[i], SIZE / 2 - ROUND)
        over_ice = [floe.is_ice(x, y) for x, y, _ in low]
        assert low[over_ice][:, 2].min(initial=99) - ROUND > -SLACK, ("inside the ice", rest)
        on_ice = low[:, 2].min() - ROUND < SLACK
        on_other = any(space < SLACK for pair, space in gaps.items() if i in pair)
        assert on_ice or on_other, ("in the air", rest)
        assert low[:, 2].min() - ROUND > -floe.above_water, ("in the water, but dry", rest)


def test_where_dice_rest_after_many_throws(arena: Arena, floe: Map) -> None:
    """Rounds of throws onto a floe that fills up with dice of others, as in a game of six."""
    chance = random.Random(5)
    lying: list[tuple[Lying, ...]] = [()] * short_or_long(30, 250)
    for turn in range(8):
        asked = []
        for rivals in lying:
            wild = chance.random() < 0.3
            speed = chance.randint(80, 200)
            gesture = Gesture(chance.randint(-90, 90), chance.randint(-12, 12), speed, chance.randint(20, 90), 30)
            asked.append(Request(rivals, HAND, random_gesture(chance) if wild else gesture, chance.getrandbits(40)))
        thrown = arena.throws(asked, threads=2)
        for one in thrown:
            check(one, floe)
        lying = [after(one, turn) for one in thrown]


def after(thrown: Thrown, turn: int) -> tuple[Lying, ...]:
    """What stays: rivals still dry, and the furthest of the dice just thrown as a rival of the next."""
    rivals = [rest.lying() for rest in thrown.rests if rest.is_dry and rest.name not in HAND]
    own = sorted((rest for rest in thrown.rests if rest.is_dry and rest.name in HAND), key=lambda rest: rest.y)
    if own:
        last = own[-1]
        rivals.append(Lying(f"{'BCDEFGHI'[turn]}1", last.x, last.y, last.turn, last.up))
    return tuple(rivals[-5:])
