"""Dice as they lie: before a throw, and where a throw left them, in the rounded numbers that the record keeps."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from rollmops.arena import die
from rollmops.engine.errors import RollmopsError

Floats = NDArray[np.float64]
Where = Literal["floe", "water", "lost"]
STILL_MM = 0.25
STILL_DEGREES = 1.5
"""A die that moved less (mm, degrees) was not touched: it only settled after being laid from rounded numbers."""


class BadDiceError(RollmopsError):
    """Dice that cannot be laid or thrown like this; the message names the die."""


class Lying(msgspec.Struct, frozen=True):
    """A die on the floe: millimetres with one decimal, whole degrees (see `arena.die` for what they mean)."""

    name: str
    x: float
    y: float
    turn: int
    up: int

    def __post_init__(self) -> None:
        if self.up not in die.AXES:
            raise BadDiceError(f"die {self.name}: up must be from 1 to 6, not {self.up}")


class Rest(msgspec.Struct, frozen=True):
    """Where a throw left a die. `lost` is water too (it left the box); the place of a wet die is for drawings only."""

    name: str
    where: Where
    x: float
    y: float
    turn: int
    up: int

    @property
    def is_dry(self) -> bool:
        """Does it lie on the floe, having touched no water?"""
        return self.where == "floe"

    def lying(self) -> Lying:
        """The die as the next throw finds it."""
        return Lying(self.name, self.x, self.y, self.turn, self.up)


def rounded_place(pose: Floats) -> tuple[float, float]:
    """Where the middle of a die is, in millimetres with one decimal."""
    # Adding 0.0 turns -0.0 into 0.0, which the record could not tell apart.
    return round(float(pose[0]) * 1e3, 1) + 0.0, round(float(pose[1]) * 1e3, 1) + 0.0


def read_rest(name: str, pose: Floats, where: Where) -> Rest:
    """The rounded numbers of a pose."""
    up, turn, _ = die.read(pose[3:])
    x, y = rounded_place(pose)
    return Rest(name, where, x, y, round(turn) % 360, up)


def was_still(before: Floats, after: Floats) -> bool:
    """Did a laid die stay where it was, but for settling?"""
    moved = float(np.abs(after[:2] - before[:2]).max()) * 1e3
    first, second = die.read(before[3:]), die.read(after[3:])
    turned = abs((second[1] - first[1] + 180) % 360 - 180)
    return moved < STILL_MM and first[0] == second[0] and turned < STILL_DEGREES
