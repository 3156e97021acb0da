"""The hand: a gesture and a seed become dice in the air.

The seed moves only what a hand does not control: how the dice lie in it, how each is turned, and a few percent of
speed, direction and tumble. Python promises that `random.Random(seed).random()` never changes its sequence.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rollmops.arena.die import matrix
from rollmops.arena.gesture import Gesture
from rollmops.games.floe.map import Map

Floats = NDArray[np.float64]

BEHIND_MM = 30.0
"""The hand stays outside: so far before the entrance the dice leave it, in mm."""
SPEED_SPREAD = 0.04
AIM_SPREAD_DEGREES = 2.0
"""Degrees."""
SPIN_SPREAD = 0.2
WOBBLE_RADIANS = 2.0
"""Turning about any axis that nobody meant, in radians a second."""
PLACES = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
MOST_DICE = len(PLACES)


def added(numbers: Iterable[float]) -> float:
    """The sum, rounded after every number: Python's own rounds otherwise since 3.12, and dice would rest elsewhere."""
    total = 0.0
    for number in numbers:
        total += number
    return total


class Chance:
    """Numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def even(self, low: float, high: float) -> float:
        """Any number between, each as likely."""
        return low + (high - low) * self._random()

    def bell(self, spread: float) -> float:
        """Mostly near 0, never beyond six spreads: a hand has limits."""
        return spread * (added(self._random() for _ in range(12)) - 6.0)

    def orientation(self) -> Floats:
        """A quaternion, each turn of a die as likely: a fixed start would favour some faces."""
        while True:
            parts = [self.even(-1, 1) for _ in range(4)]
            length = math.sqrt(added(part * part for part in parts))
            if 0.05 < length <= 1:
                return np.array([part / length for part in parts])

    def shuffled(self, count: int) -> list[int]:
        """The numbers below count in any order."""
        keys = [self._random() for _ in range(count)]
        return sorted(range(count), key=keys.__getitem__)


def release(arena: Map, gesture: Gesture, dice: int, chance: Chance) -> tuple[Floats, Floats]:
    """Poses and motions of the dice as they leave the hand, in metres and seconds."""
    poses, motions = np.zeros((dice, 7)), np.zeros((dice, 6))
    pitch = arena.die * 1.8 / 1e3  # turned in any way they do not touch
    hold = chance.even(0.0, 2 * math.pi)
    aim = gesture.aim + chance.bell(AIM_SPREAD_DEGREES)
    speed = gesture.speed / 100 * (1 + chance.bell(SPEED_SPREAD))
    places = chance.shuffled(MOST_DICE)
    for i in range(dice):
        across, along = PLACES[places[i]]
        poses[i, 0] = gesture.start / 1e3 + pitch * (across * math.cos(hold) - along * math.sin(hold))
        poses[i, 1] = -BEHIND_MM / 1e3 + pitch * (across * math.sin(hold) + along * math.cos(hold))
        poses[i, 2] = gesture.height / 1e3 + chance.bell(0.0015)
        poses[i, 3:] = chance.orientation()
        way = math.radians(aim + chance.bell(AIM_SPREAD_DEGREES / 2))
        ahead = (math.sin(way), math.cos(way))
        own_speed = speed * (1 + chance.bell(SPEED_SPREAD / 2))
        motions[i, :2] = own_speed * ahead[0], own_speed * ahead[1]
        tumble = 2 * math.pi * gesture.spin / 10 * (1 + chance.bell(SPIN_SPREAD))
        wobble = WOBBLE_RADIANS + 0.1 * abs(tumble)
        turning = [chance.bell(wobble) - tumble * ahead[1], chance.bell(wobble) + tumble * ahead[0], chance.bell(wobble)]
        # Added up here and not by a matrix product, whose last bit depends on the processor.
        motions[i, 3:] = [added(axis[k] * turning[k] for k in range(3)) for axis in matrix(poses[i, 3:]).T.tolist()]
    return poses, motions


def nudge(chance: Chance) -> Floats:
    """A fingertip under a die that leans: a little hop, any way."""
    way = chance.even(0.0, 2 * math.pi)
    push = chance.even(0.03, 0.1)
    turning = [chance.bell(6.0) for _ in range(3)]
    return np.array([push * math.cos(way), push * math.sin(way), chance.even(0.1, 0.2), *turning])
