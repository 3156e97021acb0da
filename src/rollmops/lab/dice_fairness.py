"""Fairness: do thrown dice show every number equally often?"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from rollmops.arena.gesture import random_gesture
from rollmops.arena.throw import Request, arena_of
from rollmops.games.floe.map import Map

HAND = ("A1", "A2", "A3", "A4")


class Fairness(msgspec.Struct, frozen=True):
    """How often each number lay on top, and how likely fair dice stray at least as far."""

    counts: tuple[int, ...]
    chi_square: float
    p_value: float


def fairness(arena: Map, dice: int, threads: int = 1, seed: int = 1) -> Fairness:
    """Throw at least so many dice with random gestures, wet and lost ones too, and test the numbers they show."""
    chance = random.Random(seed)
    throws = -(-dice // len(HAND))
    requests = [Request((), HAND, random_gesture(chance), chance.getrandbits(48)) for _ in range(throws)]
    counts = [0] * 6
    for thrown in arena_of(arena).throws(requests, threads):
        for rest in thrown.rests:
            counts[rest.up - 1] += 1
    return judge(counts)


def judge(counts: Sequence[int]) -> Fairness:
    """The chi-square test of six counts against fair dice."""
    if len(counts) != 6 or not sum(counts):
        raise ValueError(f"a die has six counts, not all of them 0; found {list(counts)}")
    expected = sum(counts) / 6
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    # The upper tail with five degrees of freedom has a closed form.
    root = math.sqrt(2 * chi_square / math.pi)
    p_value = math.erfc(math.sqrt(chi_square / 2)) + root * math.exp(-chi_square / 2) * (1 + chi_square / 3)
    return Fairness(tuple(counts), chi_square, p_value)
