"""Exact odds of casts in Lure, in the form a search can go through quickly.

Which of up to six fish a roll catches is a mask of six bits. What matters of a cast is how often each mask comes. With
adjust lures a roll has several masks to choose from: those within reach, none of which is part of another. Where seats roll
together the total decides too, so there it is pairs of mask and total; with adjust lures the pair that brings most VP, of
these the one with the lowest total.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import loop
from rollmops.engine.table import Floats, Ints, copy
from rollmops.games.lure.reach import Numbers, look, neighbours, rolls_of, ways_of
from rollmops.games.lure.table import ADJUST, D12, FIRST_LURE, SIDES, SIX, Table

MOST_FISH = 6
MASKS = 1 << MOST_FISH
"""A set of masks is a number of 64 bits."""
ALL_MASKS = np.arange(MASKS)[:, None]
MOST_TOTAL = 1023
"""Totals above are all the same: no fish asks for more than 100."""
TOTAL_BITS = 10
ALL_PAIRS = (1 << (TOTAL_BITS + MOST_FISH)) - 1
MOST_ROLLS = 4096
"""So many different sets of masks never come; should there be more, they are counted with the last."""

Bits = NDArray[np.uint64]


class Odds(NamedTuple):
    """All odds of a search. Of cast o: fishing alone the rolls first[o] … first[o + 1], each with its chance, the sum of
    chances up to it, and its masks to choose from option[roll] … option[roll + 1]; fishing together the pairs
    first_pair[o] … first_pair[o + 1]."""

    first: Ints
    chance: Floats
    up_to: Floats
    option: Ints
    mask: Ints
    first_pair: Ints
    pair_mask: Ints
    pair_total: Ints
    pair_chance: Floats
    pair_up_to: Floats
    counts: Ints  # how many casts, rolls, masks and pairs there are


SCRATCH_ROLLS = 4096
CASTS, ROLLS, CATCHES, PAIRS = range(4)
"""Places in `Odds.counts`; a catch is a mask of fish."""


def no_odds() -> Odds:
    """Room for odds, and nothing in it."""
    whole, parts = np.zeros((6, SCRATCH_ROLLS), np.int64), np.zeros((4, SCRATCH_ROLLS))
    return Odds(
        whole[0], parts[0], parts[1], whole[1], whole[2], whole[3], whole[4], whole[5], parts[2], parts[3],
        np.zeros(4, np.int64),
    )  # fmt: skip


def _with_room(odds: Odds, levels: int, rolls: int) -> Odds:
    """The same odds with room for those of another cast."""
    casts, found, masks, pairs = odds.counts.tolist()
    few = min(rolls, MOST_ROLLS)
    needs = {"first": casts + levels, "first_pair": casts + levels, "mask": masks + MASKS * few * levels}
    if (
        needs["first"] + 1 < len(odds.first)
        and needs["mask"] + 1 < len(odds.mask)
        and found + few * levels + 1 < len(odds.chance)
        and pairs + rolls * levels + 1 < len(odds.pair_mask)
    ):
        return odds
    needs |= dict.fromkeys(("chance", "up_to", "option"), found + few * levels)
    needs |= dict.fromkeys(("pair_mask", "pair_total", "pair_chance", "pair_up_to"), pairs + rolls * levels)
    return Odds(*(_grown(row, needs.get(name, 0)) for name, row in zip(Odds._fields, odds, strict=True)))


def _grown(row: Any, need: int) -> Any:
    if need + 1 < len(row):
        return row
    more = np.zeros(2 * need + 2, row.dtype)
    more[: len(row)] = row
    return more


def rolls_to_look_at(counts: list[int]) -> int:
    """In how many ways these dice can lie."""
    return len(rolls_of(counts[SIX])) * math.prod(sides for i, sides in enumerate(SIDES) if counts[D12 + i])


def add_odds(odds: Odds, t: Table, counts: list[int], fish: Ints) -> Odds:
    """The odds of this cast with no adjust lure, with one, … with as many as it has: so many more casts."""
    adjusts = counts[FIRST_LURE + ADJUST]
    odds = _with_room(odds, adjusts + 1, rolls_to_look_at(counts))
    scratch = copy(t)
    scratch.cast[0] = counts
    rolls = rolls_of(counts[SIX])
    sides = [sides if counts[D12 + i] else 1 for i, sides in enumerate(SIDES)]
    vp = (ALL_MASKS >> np.arange(len(fish)) & 1) @ t.vp[fish].astype(np.int64)
    find_odds(scratch, rolls, ways_of(counts[SIX]), neighbours(counts[SIX]), sides[0], sides[1], fish, vp, adjusts, odds)
    return odds


@loop
def find_odds(
    t: Any, rolls: Numbers, ways: Numbers, near: Numbers, twelve: int, twenty: int, fish: Ints, vp: Ints, adjusts: int,
    odds: Odds,
) -> None:  # fmt: skip
    """Look at every roll, then let every roll look at its neighbours once for each adjust lure."""
    shape = (len(rolls), twelve, twenty)
    caught, total = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    look(t, rolls, fish, caught, total)
    sets, best = np.zeros(shape, np.uint64), np.zeros(shape, np.int64)
    ways_in_all = 0
    for roll in range(len(rolls)):
        ways_in_all += ways[roll] * twelve * twenty
        for a in range(twelve):
            for b in range(twenty):
                mask = caught[roll, a, b]
                low = MOST_TOTAL - min(MOST_TOTAL, total[roll, a, b])
                sets[roll, a, b] = np.uint64(1) << np.uint64(mask)
                best[roll, a, b] = (vp[mask] << (TOTAL_BITS + MOST_FISH)) | (low << MOST_FISH) | mask
    for adjust in range(adjusts + 1):
        if adjust:
            sets, best = spread_sets(sets, near), spread_best(best, near)
        add_alone(sets, ways, ways_in_all, odds)
        add_pairs(best, ways, ways_in_all, odds)
        odds.counts[CASTS] += 1
        odds.first[odds.counts[CASTS]] = odds.counts[ROLLS]
        odds.first_pair[odds.counts[CASTS]] = odds.counts[PAIRS]


@loop
def spread_sets(sets: Bits, near: Numbers) -> Bits:
    """Every roll takes over the masks of its neighbours."""
    rolls, twelve, twenty = sets.shape
    out = sets.copy()
    for roll in range(rolls):
        for a in range(twelve):
            for b in range(twenty):
                seen = sets[roll, a, b]
                for i in range(near.shape[1]):
                    seen |= sets[near[roll, i], a, b]
                seen |= sets[roll, max(0, a - 1), b] | sets[roll, min(twelve - 1, a + 1), b]
                out[roll, a, b] = seen | sets[roll, a, max(0, b - 1)] | sets[roll, a, min(twenty - 1, b + 1)]
    return out


@loop
def spread_best(best: Numbers, near: Numbers) -> Numbers:
    """Every roll takes over what a neighbour has that is better."""
    rolls, twelve, twenty = best.shape
    out = best.copy()
    for roll in range(rolls):
        for a in range(twelve):
            for b in range(twenty):
                top = best[roll, a, b]
                for i in range(near.shape[1]):
                    top = max(top, best[near[roll, i], a, b])
                top = max(top, max(best[roll, max(0, a - 1), b], best[roll, min(twelve - 1, a + 1), b]))
                out[roll, a, b] = max(top, max(best[roll, a, max(0, b - 1)], best[roll, a, min(twenty - 1, b + 1)]))
    return out


@loop
def largest(masks: Any) -> Any:
    """Of a set of masks those that are not part of another."""
    one = np.uint64(1)
    for mask in range(1, MASKS):
        if masks >> np.uint64(mask) & one:
            part = mask
            while part:
                part = (part - 1) & mask
                masks &= ~(one << np.uint64(part))
    return masks


@loop
def add_alone(sets: Bits, ways: Numbers, ways_in_all: int, odds: Odds) -> None:
    """How often each set of masks comes."""
    rolls, twelve, twenty = sets.shape
    size = 64
    while size < 2 * min(sets.size, MOST_ROLLS) + 2:
        size *= 2
    keys, places = np.zeros(size, np.uint64), np.zeros(size, np.int64)  # a set is never empty, so 0 is no key
    start, found = odds.counts[ROLLS], 0
    for roll in range(rolls):
        part = ways[roll] / ways_in_all
        for a in range(twelve):
            for b in range(twenty):
                key = sets[roll, a, b]
                slot = int((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)) & (size - 1)
                while keys[slot] != key and keys[slot] != 0:
                    slot = (slot + 1) & (size - 1)
                place = places[slot]
                if keys[slot] == 0:
                    place = place_of(largest(key), start, odds) if found < MOST_ROLLS else odds.counts[ROLLS] - 1
                    if found < MOST_ROLLS:
                        keys[slot], places[slot] = key, place
                        found += 1
                odds.chance[place] += part
    so_far = 0.0
    for place in range(start, odds.counts[ROLLS]):
        so_far += odds.chance[place]
        odds.up_to[place] = so_far


@loop
def place_of(masks: Any, start: int, odds: Odds) -> int:
    """Where rolls that have these masks to choose from are counted; a new place if there was none."""
    count = 0
    for mask in range(MASKS):
        count += int(masks >> np.uint64(mask) & np.uint64(1))
    for place in range(start, odds.counts[ROLLS]):
        alike = odds.option[place + 1] - odds.option[place] == count
        for i in range(odds.option[place], odds.option[place + 1]):
            alike = alike and masks >> np.uint64(odds.mask[i]) & np.uint64(1) == 1
        if alike:
            return place
    place = odds.counts[ROLLS]
    for mask in range(MASKS):
        if masks >> np.uint64(mask) & np.uint64(1):
            odds.mask[odds.counts[CATCHES]] = mask
            odds.counts[CATCHES] += 1
    odds.counts[ROLLS] += 1
    odds.option[odds.counts[ROLLS]] = odds.counts[CATCHES]
    odds.chance[place] = 0.0
    return int(place)


@loop
def add_pairs(best: Numbers, ways: Numbers, ways_in_all: int, odds: Odds) -> None:
    """How often each pair of mask and total comes."""
    rolls, twelve, twenty = best.shape
    first, last = (MOST_TOTAL + 1) * MASKS, 0  # few totals come, and room for all of them would cost more than the looking
    for roll in range(rolls):
        for a in range(twelve):
            for b in range(twenty):
                pair = best[roll, a, b] & ALL_PAIRS
                first, last = min(first, pair), max(last, pair)
    places = np.zeros(last - first + 1, np.int64)
    start = odds.counts[PAIRS]
    for roll in range(rolls):
        part = ways[roll] / ways_in_all
        for a in range(twelve):
            for b in range(twenty):
                pair = best[roll, a, b] & ALL_PAIRS
                if places[pair - first] == 0:
                    place = odds.counts[PAIRS]
                    places[pair - first] = 1 + place
                    odds.pair_mask[place] = pair & (MASKS - 1)
                    odds.pair_total[place] = MOST_TOTAL - (pair >> MOST_FISH)
                    odds.pair_chance[place] = 0.0
                    odds.counts[PAIRS] += 1
                odds.pair_chance[places[pair - first] - 1] += part
    so_far = 0.0
    for place in range(start, odds.counts[PAIRS]):
        so_far += odds.pair_chance[place]
        odds.pair_up_to[place] = so_far
