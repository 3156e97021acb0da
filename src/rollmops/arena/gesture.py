"""The gesture: what a hand decides about a throw, in whole numbers so that a record is exact."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from rollmops.engine.errors import RollmopsError
from rollmops.games.floe.table import GESTURE


class BadGestureError(RollmopsError):
    """A gesture that no hand can make; `field` names the number."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(f"throw: {field}: {message}")


class Range(msgspec.Struct, frozen=True):
    """What a number of the gesture means and how far it may go."""

    low: int
    high: int
    usual: int
    meaning: str


_USUAL = {
    "from": (0, "release point along the entrance in mm, 0 is the middle, positive to the right"),
    "aim": (0, "direction in degrees, 0 is straight ahead, positive to the right"),
    "speed": (140, "speed in cm/s"),
    "height": (50, "height of the hand above the ice in mm"),
    "spin": (50, "tumble in tenths of a turn a second, positive rolls forward"),
}
RANGES: Mapping[str, Range] = {name: Range(low, high, *_USUAL[name]) for name, low, high in GESTURE}
"""How far the numbers go is the rules' to say."""


class Gesture(msgspec.Struct, frozen=True, order=True, rename={"start": "from"}, forbid_unknown_fields=True):
    """How the hand throws. `start` is the record's word `from`, which Python keeps for itself."""

    start: int
    aim: int
    speed: int
    height: int
    spin: int

    def __post_init__(self) -> None:
        for field, value in self.numbers().items():
            span = RANGES[field]
            if isinstance(value, bool) or not isinstance(value, int):
                raise BadGestureError(field, f"must be a whole number, not {value!r} ({span.meaning})")
            if not span.low <= value <= span.high:
                raise BadGestureError(field, f"must be from {span.low} to {span.high}, not {value} ({span.meaning})")

    def numbers(self) -> dict[str, int]:
        """The numbers by the words of the record, in its order."""
        return {
            "from": self.start,
            "aim": self.aim,
            "speed": self.speed,
            "height": self.height,
            "spin": self.spin,
        }

    def __str__(self) -> str:
        return " ".join(f"{field}={value}" for field, value in self.numbers().items())


def random_gesture(chance: Random) -> Gesture:
    """Any gesture a hand can make."""
    return Gesture(*(chance.randint(span.low, span.high) for span in RANGES.values()))
