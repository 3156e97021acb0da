"""Why, in Lure: who fishes before whom, and what a cast catches if nobody was before it."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from rollmops.engine.match import Match
from rollmops.engine.table import Floats
from rollmops.games.lure.reach import all_rolls, neighbours, ways_of
from rollmops.games.lure.table import ADJUST, BOAST, CAST, D12, FIRST_LURE, MIDDLE, SIX, SPECIAL, fish_at
from rollmops.review.reasons.reason import Reason, after

CLEARLY_POINTS = 0.05


def reason(match: Match, seat: int, best: str, other: str) -> Reason:
    """The facts behind the best cast."""
    if match.table.phase != CAST:
        return Reason("plain", other)
    (dice, chance, points, total), (more, odds, instead, higher) = (_cast(match, seat, line) for line in (best, other))
    plain = Reason("plain", other, chance, odds, points, instead, dice, more)
    if dice < more:
        return replace(plain, kind="early")
    if points > instead + CLEARLY_POINTS or chance > odds:
        return replace(plain, kind="richer")
    if dice == more and total < higher:
        return replace(plain, kind="lower", points=total, other_points=higher)
    return plain


def _cast(match: Match, seat: int, line: str) -> tuple[int, float, float, float]:
    """Of a cast that nobody is before: its dice, how often it catches anything, its points and its total on average."""
    t: Any = match.table
    counts = [int(count) for count in _counts(match, seat, line)]
    fish = np.array(fish_at(t, MIDDLE), np.int64)
    caught, total = all_rolls(t, counts, fish)
    worth = sum((caught >> bit & 1) * int(t.vp[one]) for bit, one in enumerate(fish.tolist())) + np.zeros(caught.shape)
    worth += (caught > 0) * counts[FIRST_LURE + BOAST] * int(t.boast_vp)
    for _ in range(counts[FIRST_LURE + ADJUST]):
        worth = _turned(worth, counts[SIX])
    ways = ways_of(counts[SIX])[:, None, None] / (ways_of(counts[SIX]).sum() * caught.shape[1] * caught.shape[2])
    return (
        counts[SIX] + sum(counts[D12 : D12 + len(SPECIAL)]),
        float(((worth > 0) * ways).sum()),
        float((worth * ways).sum()),
        float((total * ways).sum()),
    )


def _counts(match: Match, seat: int, line: str) -> Any:
    """What a cast is made of; behind the screen it lies on the table as soon as it is chosen."""
    return after(match, seat, line).cast[seat]


def _turned(worth: Floats, sixes: int) -> Floats:
    """The best within reach of one adjust lure."""
    best = np.maximum(worth, worth[neighbours(sixes)].max(axis=1)) if sixes else worth.copy()
    for axis in (1, 2):
        for shift in (1, -1):
            if worth.shape[axis] > 1:
                moved = np.roll(worth, shift, axis)
                edge = [slice(None)] * 3
                edge[axis] = slice(0, 1) if shift == 1 else slice(-1, None)
                moved[tuple(edge)] = 0  # no die goes below 1 or above its sides
                best = np.maximum(best, moved)
    return best
