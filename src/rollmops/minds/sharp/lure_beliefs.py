"""Which hands others may hold in Lure: dealt from what is possible, and remembered from round to round.

What a seat cast tells of what it held: in each round the search finds what every imagined hand would have cast. In the next
round the hands that would have cast what was seen count more; what they played is taken from them, and what their seats have
drawn since is drawn anew. The same casts tell whether a seat reckons with the others or casts plainly. Half of all hands are
always dealt afresh, so that no surprise leaves the mind without any.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from rollmops.engine.contract import LETTERS
from rollmops.engine.table import Floats, Ints
from rollmops.games.lure.box import LURES
from rollmops.games.lure.hands import deal, unseen
from rollmops.games.lure.table import D12, FIRST_LURE, ITEMS, SPECIAL, Table

MOST_DEALS = 64
"""Deals that are imagined at most."""
EXACT_REPEATS = 4
"""Where each different deal came so often on average, they are all there are, and their chances are taken exactly."""
UNREASONED_PART = 0.1
"""The part of casts that follow no reason we know."""
LEAST_PROBABILITY = 1e-4
"""Nothing is quite unlikely."""
LEAST_PLAIN, PLAIN, MOST_PLAIN = 0.05, 0.25, 0.85
"""The chance that another seat casts plainly, that is what were best if all others cast at random: at least, before anything
of it was seen, and at most."""


@dataclass
class Deals:
    """Imagined deals: the hands of all seats with the own hand as it is, and one that the others may think of instead; how
    much each counts for the seat that knows its own hand, and how much for all, so that each hand is thought of as often as
    it would come."""

    hands: Ints  # deal, seat, kind
    instead: Ints  # deal, kind
    own_weight: Floats
    open_weight: Floats


@dataclass
class Memory:
    """What was thought in the last round: the view, the imagined hands, and how likely each was to cast what."""

    view: Any
    hands: Ints  # deal, seat, kind
    weight: Floats
    casts: list[list[tuple[Ints, Floats, Floats]]]  # deal, seat: casts by their items, their chances by regret and plainly
    plain: Floats  # the chance that each seat casts plainly


def sizes_of(view: Any) -> Ints:
    """How many lures each seat holds."""
    return np.array([*view.hands.values()], np.int64)


def counts_of(lures: tuple[str, ...]) -> Ints:
    """Lures by kind."""
    return np.array([lures.count(lure) for lure in LURES], np.int64)


def imagine(view: Any, t: Table, memory: Memory | None, plain: Floats, count: int, rng: np.random.Generator) -> Deals:
    """So many deals; `t` has been filled from the view."""
    me, sizes, draws = LETTERS.index(view.seat), sizes_of(view), np.array([*view.draws.values()], np.int64)
    remembered = recall(view, t, memory, plain, count // 2, rng)
    hands = np.zeros((count, len(sizes), len(LURES)), np.int64)
    hands[: len(remembered)] = remembered
    for row in hands[len(remembered) :]:
        deal(t, me, sizes, draws, rng)
        row[:] = t.hand[: len(sizes)]
    own = t.hand[me].astype(np.int64)
    hands[:, me] = own
    hidden = unseen(t, me)
    rest = hidden + own - (hands.sum(axis=1) - own)  # where the own hand came from, as the others see it
    instead = np.array([rng.multivariate_hypergeometric(np.maximum(lures, 0), sizes[me]) for lures in rest], np.int64)
    weight = np.ones(count)
    rows, place, often = np.unique(np.c_[hands.reshape(count, -1), instead], axis=0, return_inverse=True, return_counts=True)
    shuffled = (t.stock != t.lures).any()
    if len(rows) * EXACT_REPEATS <= count and not len(remembered) and not shuffled:
        weight = np.array(
            [
                _chance(hidden, row, me) * ways_to_deal(lures, other)
                for row, lures, other in zip(hands, rest, instead, strict=True)
            ]
        )
        weight /= often[place.ravel()]
    back = np.array([1 / ways_to_deal(lures, own) for lures in np.maximum(rest, own)])
    return Deals(hands, instead, weight / weight.sum(), weight * back / (weight * back).sum())


def _chance(hidden: Ints, hands: Ints, me: int) -> float:
    """The chance that all but `me` hold these hands."""
    chance, left = 1.0, hidden.copy()
    for seat, hand in enumerate(hands):
        if seat != me:
            chance *= ways_to_deal(left, hand)
            left = left - hand
    return chance


def ways_to_deal(lures: Ints, hand: Ints) -> float:
    """The chance to be dealt this hand from these lures."""
    ways = np.prod([float(comb(int(there), int(held))) for there, held in zip(lures, hand, strict=True)])
    return float(ways) / comb(int(lures.sum()), int(hand.sum()))


def lures_played(view: Any, memory: Memory | None) -> list[Ints] | None:
    """What each seat cast in the round before; None if that was not seen, or the discards have been shuffled since."""
    if memory is None or memory.view.round + 1 != view.round or memory.view.stock != view.stock:
        return None
    played = [counts_of(view.played[seat]) - counts_of(memory.view.played[seat]) for seat in view.hands]
    return played if min(int(lures.min()) for lures in played) >= 0 else None


def recall(view: Any, t: Table, memory: Memory | None, plain: Floats, count: int, rng: np.random.Generator) -> Ints:
    """Hands of the last round that would have cast what was seen, as they are now; none if that is not known."""
    none = np.zeros((0, len(view.hands), len(LURES)), np.int64)
    played = lures_played(view, memory)
    if memory is None or played is None:
        return none
    me = LETTERS.index(view.seat)
    rest = memory.hands - np.array(played)
    others = [seat for seat in range(len(played)) if seat != me]
    pool = unseen(t, me) - rest[:, others].sum(axis=1)
    drawn = sizes_of(view) - rest.sum(axis=2)
    possible = (rest[:, others] >= 0).all(axis=(1, 2)) & (pool >= 0).all(axis=1) & (drawn[:, others] >= 0).all(axis=1)
    possible &= pool.sum(axis=1) >= drawn[:, others].sum(axis=1)
    likely = memory.weight * possible
    for seat in others:
        reasoned, plainly = likelihoods(view, memory, played, seat)
        likely = likely * ((1 - plain[seat]) * reasoned + plain[seat] * plainly)
    if not likely.any():
        return none
    hands = []
    for number in rng.choice(len(rest), count, p=likely / likely.sum()):
        hand, left = rest[number].copy(), pool[number].copy()
        for seat in others:
            hand[seat] += (lot := rng.multivariate_hypergeometric(left, int(drawn[number, seat])))
            left -= lot
        hands.append(hand)
    return np.array(hands, np.int64)


def likelihoods(view: Any, memory: Memory, played: list[Ints], seat: int) -> tuple[Floats, Floats]:
    """How likely the hand of this seat in each deal was to cast what was seen (the lures, and the special dice that rest
    now): by its regrets, and plainly."""
    found = np.zeros((2, len(memory.casts)))
    resting = [name in view.resting[LETTERS[seat]] for name in SPECIAL]
    for number, casts in enumerate(memory.casts):
        items, *both = casts[seat]
        alike = (items[:, FIRST_LURE:ITEMS] == played[seat]).all(axis=1)
        alike &= (items[:, D12 : D12 + len(SPECIAL)] == resting).all(axis=1)
        some = alike.mean()
        found[:, number] = [UNREASONED_PART * some + (1 - UNREASONED_PART) * float(chances[alike].sum()) for chances in both]
    return found[0] + LEAST_PROBABILITY, found[1] + LEAST_PROBABILITY


def plainness(view: Any, memory: Memory | None, usual: float) -> Floats:
    """The chance that each seat casts plainly, after what it has cast last."""
    if memory is None:
        return np.full(len(view.hands), usual)
    after = memory.plain.copy()
    if (played := lures_played(view, memory)) is None:
        return after
    for seat in range(len(after)):
        if seat != LETTERS.index(view.seat):
            reasoned, plainly = (float(likely @ memory.weight) for likely in likelihoods(view, memory, played, seat))
            chance = after[seat] * plainly / (after[seat] * plainly + (1 - after[seat]) * reasoned)
            after[seat] = min(MOST_PLAIN, max(LEAST_PLAIN, chance))
    return after
