"""Who leads, and that the lead changes hands: every game tells it in the same words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rollmops.engine.contract import LETTERS
from rollmops.engine.table import Floats, Ints

Result = Callable[[Any, Ints, Floats], None]
Points = Callable[[Any], Sequence[int]]
"""Every seat's points as a table stands."""


def by_result(result: Result) -> Points:
    """Points as a game's result counts them."""

    def points(t: Any) -> list[int]:
        seats = int(t.seats)
        found, share = np.zeros(seats, np.int64), np.zeros(seats)
        result(t, found, share)
        return found.tolist()

    return points


def lead(points: Points, before: Any, after: Any) -> tuple[str, ...]:
    """`lead SEAT` leads alone now, `lead SEAT FROM` where FROM did; nothing where nobody has changed places in front."""
    now, then = points(after), points(before)
    first = leader(now)
    if first == leader(then) or not first or max(then) <= 0:
        return ()
    return (f"lead {first} {leader(then)}".rstrip(),)


def leader(points: Sequence[int]) -> str:
    """The letter of who has most points; empty where several have, or nobody has any."""
    most = max(points)
    return LETTERS[points.index(most)] if most > 0 and points.count(most) == 1 else ""


def tell_lead(words: list[str], names: list[str]) -> str:
    """That news as a person would tell it."""
    name, *lost = (names[LETTERS.index(letter)] for letter in words[1:])
    return f"The lead goes from {lost[0]} to {name}." if lost else f"{name} leads now."
