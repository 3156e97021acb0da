"""Laying dice from their rounded numbers, so that none begins inside another.

Rounding to tenths of a millimetre and whole degrees may push touching dice a hair into each other; an engine would
shoot them apart. They are moved apart by that hair first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rollmops.arena import die
from rollmops.arena.rest import BadDiceError, Lying
from rollmops.games.floe.map import Map

Floats = NDArray[np.float64]
SINK_MM = 0.1
"""Ice gives a little under a die, in mm: where the engine finds it in balance."""
OVER_EDGE_MM = 1.0
"""How far beyond the outline a rounded middle may lie."""
MOST_ROUNDS = 40


def overlap(a: Floats, b: Floats, size: float) -> tuple[float, Floats]:
    """How deep two square footprints (x, y, turn in degrees) lie in each other, and which way out for `a`."""
    dx, dy = float(a[0] - b[0]), float(a[1] - b[1])
    best, way = math.inf, np.zeros(2)
    for turn in (a[2], a[2] + 90, b[2], b[2] + 90):
        across, along = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        shift = dx * across + dy * along
        depth = _reach(a[2] - turn, size) + _reach(b[2] - turn, size) - abs(shift)
        if depth < best:
            sign = 1 if shift >= 0 else -1
            best, way = depth, np.array([sign * across, sign * along])
    return best, way


def _reach(angle: float, size: float) -> float:
    angle = math.radians(angle)
    return size / 2 * (abs(math.cos(angle)) + abs(math.sin(angle)))


def laid_poses(arena: Map, dice: Sequence[Lying]) -> Floats:
    """Poses in metres for dice that lie flat on the floe."""
    names = [one.name for one in dice]
    if len(set(names)) < len(names):
        raise BadDiceError(f"two dice have one name: {' '.join(names)}")
    places = np.array([[one.x, one.y, float(one.turn)] for one in dice]).reshape(len(dice), 3)
    heights = [arena.die / 2 - SINK_MM] * len(dice)
    for one in dice:
        if not _is_near_ice(arena, one.x, one.y):
            raise BadDiceError(f"die {one.name}: there is no ice under its middle ({one.x:g}, {one.y:g})")
    for _ in range(MOST_ROUNDS):
        if not _part(places, heights, arena.die):
            break
    poses = np.zeros((len(dice), 7))
    for i, one in enumerate(dice):
        poses[i, :3] = places[i, 0] / 1e3, places[i, 1] / 1e3, heights[i] / 1e3
        poses[i, 3:] = die.flat(one.up, one.turn)
    return poses


def _part(places: Floats, heights: list[float], size: float) -> bool:
    """Move each pair that overlaps apart, or lay one on the other; False when there was none."""
    found = False
    for i in range(len(places)):
        for j in range(i):
            if abs(heights[i] - heights[j]) >= size - 1:
                continue
            depth, way = overlap(places[i], places[j], size)
            if depth <= 0:
                continue
            found = True
            if depth > size / 4:
                # So deep only when it lay on top of the other.
                heights[i] = heights[j] + size - SINK_MM
            else:
                places[i, :2] += way * (depth / 2 + 0.005)
                places[j, :2] -= way * (depth / 2 + 0.005)
    return found


def _is_near_ice(arena: Map, x: float, y: float) -> bool:
    return any(
        arena.is_ice(x + a, y + b) for a in (-OVER_EDGE_MM, 0, OVER_EDGE_MM) for b in (-OVER_EDGE_MM, 0, OVER_EDGE_MM)
    )
