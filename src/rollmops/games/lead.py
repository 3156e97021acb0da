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
    now = leaders(points(after))
    then = leaders(points(before)) if len(now) == 1 else now
    if not then or len(now) != 1 or now == then:
        return ()
    return (" ".join(["lead", *now, *(then if len(then) == 1 else ())]),)


def leaders(points: Sequence[int]) -> list[str]:
    """The letters of those with most points; nobody as long as nobody has any."""
    most = max(points)
    return [LETTERS[seat] for seat, count in enumerate(points) if count == most] if most > 0 else []


def tell_lead(words: list[str], names: list[str]) -> str:
    """That news as a person would tell it."""
    name, *lost = (names[LETTERS.index(letter)] for letter in words[1:])
    return f"The lead goes from {lost[0]} to {name}." if lost else f"{name} leads now."
