"""Looking at the dice: who touched the water in any step, who left the box. Compiled: a throw has thousands of poses."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rollmops.arena.scene import EDGE_ROUNDING
from rollmops.engine.compile import loop
from rollmops.games.floe.map import Map
from rollmops.games.floe.polygon import side_is_below

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
TOUCH_M = 5e-5
"""How near, in metres, counts as touching."""
STRAY_M = 0.05
"""Metres outside the box at which a die is stopped: it is lost, nobody waits for it."""


@loop
def _is_inside(corners: Floats, x: float, y: float) -> bool:
    inside = False
    for i in range(corners.shape[0]):
        inside ^= side_is_below(corners[i - 1, 0], corners[i - 1, 1], corners[i, 0], corners[i, 1], x, y)
    return inside


@loop
def _touches(pose: Floats, half: float, surface: float, outline: Floats) -> bool:
    """Is a corner down at the water and not over the floe? Below the ice, under the floe, it only dipped in."""
    if pose[2] - half * math.sqrt(3.0) > surface:
        return False
    w, x, y, z = pose[3], pose[4], pose[5], pose[6]
    for i in range(8):
        a = half if i & 1 else -half
        b = half if i & 2 else -half
        c = half if i & 4 else -half
        if pose[2] + 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c <= surface:
            px = pose[0] + (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c
            py = pose[1] + 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c
            if not _is_inside(outline, px, py):
                return True
    return False


@loop
def _look(
    poses: Floats, half: float, surface: float, outline: Floats, box: Floats, since: Ints, wet: Ints, stray: Ints
) -> None:
    last = poses.shape[1] - 1
    for copy in range(poses.shape[0]):
        for die in range(poses.shape[2]):
            x, y = poses[copy, last, die, 0], poses[copy, last, die, 1]
            stray[copy, die] = abs(x) > box[0] or y > box[1] or y < box[2]
            if wet[copy, die] >= 0:
                continue
            for step in range(last + 1):
                if _touches(poses[copy, step, die], half, surface, outline):
                    wet[copy, die] = since[copy] + step + 1
                    break


class WaterWatch:
    """Watches the dice of a map."""

    def __init__(self, arena: Map) -> None:
        rounding = arena.die * EDGE_ROUNDING
        self.outline = np.array(arena.outline) / 1e3
        # Corners of the box inside the rounding, which begins to touch when they are its radius above the water.
        self.half = (arena.die / 2 - rounding) / 1e3
        self.surface = (rounding - arena.above_water) / 1e3 + TOUCH_M
        # A die that has not come in yet is nearer to the entrance than one that came out again.
        self.box = np.array([arena.width / 2e3 + STRAY_M, arena.length / 1e3 + STRAY_M, -2 * STRAY_M])

    def look(self, poses: Floats, since: Ints, wet: Ints) -> Ints:
        """Put the step of the first touch of water into `wet` (copies, dice) where it still is negative.

        Returns 1 for each die that left the box for good, else 0: (copies, dice).
        """
        stray = np.zeros_like(wet)
        _look(poses, self.half, self.surface, self.outline, self.box, since, wet, stray)
        return stray
