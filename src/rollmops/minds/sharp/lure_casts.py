"""The casts that a hand of Lure is thought to choose from, and the fish that are looked at."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from rollmops.engine.table import Ints
from rollmops.games.lure.box import LURES
from rollmops.games.lure.casting import at_hand
from rollmops.games.lure.reach import all_rolls, ways_of
from rollmops.games.lure.table import ADJUST, BOAST, D12, ITEMS, MIDDLE, SIX, SPECIAL, X1, Table, fish_at
from rollmops.minds.sharp.lure_odds import MOST_FISH


class Breadth(NamedTuple):
    """How many casts of a hand are tried: ways to take lures, and six-sided dice beside both special dice at most (seven
    dice are many rolls and hardly ever cast)."""

    lures: int
    with_both: int


OWN_BREADTHS = (Breadth(40, 5), Breadth(40, 4), Breadth(40, 2), Breadth(20, 2), Breadth(10, 2), Breadth(5, 2))
"""The own hand's, from the widest on, until the odds are not too much work."""
IMAGINED_BREADTH, NARROW_BREADTH = Breadth(8, 2), Breadth(4, 1)
"""That of hands which are imagined, and where a first figure is wanted soon."""
NARROW_SKIPS = 2
"""Of the own hand's breadths so many are too wide for a first figure."""


def fish_to_look_at(t: Table) -> Ints:
    """The fish in the middle; if they are too many, those that promise most to a large cast."""
    fish = np.array(fish_at(t, MIDDLE), np.int64)
    if len(fish) <= MOST_FISH:
        return fish
    sixes = int(t.sixes)
    counts = [sixes, int(t.specials[0]), 0, *([0] * len(LURES))]
    caught, _ = all_rolls(t, counts, fish)
    ways = ways_of(sixes)[:, None, None]
    promise = [float(((caught >> bit & 1) * ways).mean()) * int(t.vp[one]) for bit, one in enumerate(fish)]
    return np.sort(fish[np.argsort(promise, kind="stable")[-MOST_FISH:]])


def dice_sets(t: Table, seat: int, with_both: int) -> Ints:
    """All ways to take dice: six-sided, d12, d20."""
    rows = product(*(range(at_hand(t, seat, item) + 1) for item in range(SIX, D12 + len(SPECIAL))))
    return np.array([row for row in rows if sum(row[D12:]) < len(SPECIAL) or row[SIX] <= with_both], np.int64)


def lure_sets(hand: Ints, most: int, rng: np.random.Generator) -> Ints:
    """Ways to take lures of a hand, all of them or `most`: none, all, each kind alone, and others at random.

    Where they are too many, boasts go together or not at all, adjust lures one, two or all.
    """
    counts = [range(int(count) + 1) for count in hand]
    if np.prod(hand + 1.0) > most:
        counts[BOAST] = sorted({0, int(hand[BOAST])})  # type: ignore[call-overload]
        counts[ADJUST] = sorted({0, min(1, int(hand[ADJUST])), min(2, int(hand[ADJUST])), int(hand[ADJUST])})  # type: ignore[call-overload]
    if np.prod([len(some) for some in counts]) <= most:
        return np.array(list(product(*counts)), np.int64)
    found = {(0,) * len(LURES): None, tuple(map(int, hand)): None}
    extras = [min(int(count), 1) * (X1 <= kind < BOAST) for kind, count in enumerate(hand)]
    for kind in range(len(LURES)):
        if hand[kind]:
            found[tuple(int(hand[kind]) * (k == kind) for k in range(len(LURES)))] = None
    found[tuple(extras)] = None
    for _ in range(8 * most):
        if len(found) >= most:
            break
        found[tuple(int(some[rng.integers(len(some))]) for some in counts)] = None
    return np.array(list(found)[:most], np.int64)


def casts_of(t: Table, seat: int, hand: Ints, breadth: Breadth, rng: np.random.Generator) -> Ints:
    """Casts by their items, one a row: every way to take lures with every way to take dice."""
    lures, dice = lure_sets(hand, breadth.lures, rng), dice_sets(t, seat, breadth.with_both)
    rows = np.zeros((len(lures), len(dice), ITEMS), np.int64)
    rows[:, :, : dice.shape[1]] = dice
    rows[:, :, dice.shape[1] :] = lures[:, None, :]
    return rows.reshape(-1, ITEMS)
