"""The share of the win that a cast of Lure brings against what the others have cast, its own dice by their exact odds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.stream import Stream
from rollmops.engine.table import Floats, Ints
from rollmops.minds.sharp.lure_odds import MASKS, Odds
from rollmops.minds.sharp.lure_round import MOST_DICE, Scene, Stakes, find, gained, others_fish, share, together, uniform

MOST_EXACT_PAIRS, SAMPLED_PAIRS = 12, 6
"""Rolling together, a cast with so many pairs of mask and total at most is weighed exactly, others by so many of them."""


class Before(NamedTuple):
    """Work space: for each number of dice what the others leave and have by then, and for each catch what they come to."""

    ready: Ints
    left: Ints
    rivals: Floats
    level: Floats
    met: Ints
    after_ready: Ints
    after_rivals: Floats
    after_level: Floats


def empty_before() -> Before:
    """Room to work."""
    whole, parts = np.zeros((3, MOST_DICE + 1), np.int64), np.zeros((2, MOST_DICE + 1))
    after = np.zeros((2, MOST_DICE + 1, MASKS))
    return Before(whole[0], whole[1], parts[0], parts[1], whole[2], after[0].astype(np.int64), after[0], after[1])


@loop
def prepare(stakes: Stakes, odds: Odds, scene: Scene, before: Before, me: int, dice: int, none: float) -> None:
    """What the others who fish before so many dice leave and have."""
    left, rivals, level = others_fish(stakes, odds, scene, me, -1, dice, (1 << stakes.fish) - 1, none, 0.0)
    before.left[dice], before.rivals[dice], before.level[dice] = left, rivals, level
    before.met[dice] = 0
    for seat in range(len(scene.cast)):
        if seat != me and stakes.dice[scene.cast[seat]] == dice:
            before.met[dice] = 1
    before.ready[dice] = 1
    for mask in range(MASKS):
        before.after_ready[dice, mask] = 0


@loop
def alone(stakes: Stakes, odds: Odds, scene: Scene, before: Before, me: int, cast: int) -> float:
    """The share a cast brings that fishes alone, over all its rolls, with the best use of adjust lures."""
    dice = stakes.dice[cast]
    left = before.left[dice]
    which = stakes.odds_of[cast]
    value = 0.0
    for roll in range(odds.first[which], odds.first[which + 1]):
        best = -1.0
        for i in range(odds.option[roll], odds.option[roll + 1]):
            mask = odds.mask[i] & left
            if before.after_ready[dice, mask] == 0:
                _, rivals, level = others_fish(
                    stakes, odds, scene, me, dice, MOST_DICE + 1, left & ~mask, before.rivals[dice], before.level[dice]
                )
                before.after_rivals[dice, mask], before.after_level[dice, mask] = rivals, level
                before.after_ready[dice, mask] = 1
            own = gained(stakes, me, cast, mask)
            best = max(best, share(stakes, own, before.after_rivals[dice, mask], before.after_level[dice, mask]))
        value += odds.chance[roll] * best
    return value


@loop
def not_alone(stakes: Stakes, odds: Odds, scene: Scene, before: Before, me: int, cast: int, rng: Stream) -> float:
    """The share a cast brings that rolls together with others: exactly, or by some of its rolls spread evenly."""
    dice = stakes.dice[cast]
    left, rivals, level = before.left[dice], before.rivals[dice], before.level[dice]
    which = stakes.odds_of[cast]
    first, end = odds.first_pair[which], odds.first_pair[which + 1]
    scene.cast[me] = cast
    value = 0.0
    if end - first <= MOST_EXACT_PAIRS:
        for pair in range(first, end):
            scene.mask[me], scene.total[me] = odds.pair_mask[pair], odds.pair_total[pair]
            value += odds.pair_chance[pair] * together(stakes, odds, scene, me, dice, left, rivals, level)
        return value
    u = uniform(rng)
    for stratum in range(SAMPLED_PAIRS):
        pair = find(odds.pair_up_to, first, end, (stratum + u) / SAMPLED_PAIRS)
        scene.mask[me], scene.total[me] = odds.pair_mask[pair], odds.pair_total[pair]
        value += together(stakes, odds, scene, me, dice, left, rivals, level) / SAMPLED_PAIRS
    return value
