"""A search for one cast in Lure: the hands that are imagined, their casts, the odds of these, what the round is about."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rollmops.engine.contract import LETTERS
from rollmops.engine.stream import Stream
from rollmops.engine.table import Floats, Ints
from rollmops.games.lure.box import CARDS
from rollmops.games.lure.hands import unseen
from rollmops.games.lure.table import ADJUST, BOAST, D12, FIRST_LURE, ITEMS, SIX, SPECIAL, Table
from rollmops.minds.sharp.lure_beliefs import MOST_DEALS, Deals, Memory, imagine
from rollmops.minds.sharp.lure_casts import (
    IMAGINED_BREADTH,
    NARROW_BREADTH,
    NARROW_SKIPS,
    OWN_BREADTHS,
    casts_of,
    fish_to_look_at,
)
from rollmops.minds.sharp.lure_odds import CASTS, add_odds, no_odds, rolls_to_look_at
from rollmops.minds.sharp.lure_regret import Hands, Minutes, empty_minutes, match_regrets
from rollmops.minds.sharp.lure_round import Stakes, empty_scene, no_rivals
from rollmops.minds.sharp.lure_share import empty_before
from rollmops.minds.sharp.lure_stakes import stakes_of
from rollmops.minds.sharp.lure_worth import FIRST_HELD, FIRST_RESTING, weights_now

FEWEST_HANDS, MOST_HANDS = 4, 16
"""Hands imagined for each seat at most, with the least effort and with the greatest."""
OWN_ROLLS, MOST_ROLLS = 1_600_000, 2_400_000
"""Ways that dice can lie which are looked at: for the own hand, and in all; another imagined hand is left out if they were
more."""
MOST_KNOWN_CASTS = 2000
"""Whose odds are kept while the fish are the same."""


def keys_of(casts: Ints) -> Ints:
    """A number for the dice and the extra dice of each cast: all that its odds depend on, but for adjust lures."""
    keys = np.zeros(len(casts), np.int64)
    for item in range(ITEMS):
        if item not in (FIRST_LURE + ADJUST, FIRST_LURE + BOAST):
            keys = keys * CARDS + casts[:, item]
    return keys


class FoundOdds(NamedTuple):
    """Where the odds of a cast are, and how many adjust lures they go up to."""

    place: int
    adjusts: int


class KnownOdds:
    """Odds that were found for the same fish: whoever looks at a round from several seats finds them once."""

    def __init__(self) -> None:
        self.fish: tuple[int, ...] = ()
        self.odds = no_odds()
        self.found: dict[int, FoundOdds] = {}  # by key

    def look_at(self, fish: Ints) -> None:
        """Other fish make other odds."""
        if self.fish != tuple(fish.tolist()) or len(self.found) > MOST_KNOWN_CASTS:
            self.fish, self.odds, self.found = tuple(fish.tolist()), no_odds(), {}

    def place(self, t: Table, key: int, items: Ints, fish: Ints) -> int:
        """Where the odds of this cast are; they are found if nobody has asked yet."""
        adjusts = int(items[FIRST_LURE + ADJUST])
        if key not in self.found or self.found[key].adjusts < adjusts:
            self.found[key] = FoundOdds(int(self.odds.counts[CASTS]), adjusts)
            self.odds = add_odds(self.odds, t, items.tolist(), fish)
        return self.found[key].place


class Shelf:
    """Odds by dice and extra dice; with one adjust lure more they are one place further."""

    def __init__(self, t: Table, fish: Ints, known: KnownOdds) -> None:
        self.t, self.fish, self.known = t, fish, known
        self.wanted: dict[int, Ints] = {}  # casts by key, with as many adjust lures as they come with
        self.rolls = 0
        known.look_at(fish)
        self.keys, self.places = np.zeros(0, np.int64), np.zeros(0, np.int64)

    def lacking(self, casts: Ints) -> tuple[dict[int, Ints], int]:
        """Of these casts those whose odds are not wanted yet, and how many rolls they have."""
        keys, adjusts = keys_of(casts), casts[:, FIRST_LURE + ADJUST]
        order = np.lexsort((adjusts, keys))
        last = order[np.flatnonzero(np.diff(keys[order], append=-1))]  # of each key the one with most adjust lures
        found, rolls = {}, 0
        for key, items in zip(keys[last].tolist(), casts[last], strict=True):
            known = self.wanted.get(key)
            if known is None or known[FIRST_LURE + ADJUST] < items[FIRST_LURE + ADJUST]:
                found[key] = items
                rolls += _work(items) - (0 if known is None else _work(known))
        return found, rolls

    def want(self, found: dict[int, Ints], rolls: int) -> None:
        """These are to be found too."""
        self.wanted |= found
        self.rolls += rolls

    def find(self) -> None:
        """Find all that are wanted."""
        self.keys = np.array(sorted(self.wanted), np.int64)
        self.places = np.zeros(len(self.keys), np.int64)
        for number, key in enumerate(self.keys.tolist()):
            self.places[number] = self.known.place(self.t, key, self.wanted[key], self.fish)

    def places_of(self, casts: Ints) -> Ints:
        """Where the odds of these casts are."""
        found: Ints = self.places[np.searchsorted(self.keys, keys_of(casts))] + casts[:, FIRST_LURE + ADJUST]
        return found


def _work(items: Ints) -> int:
    return int(rolls_to_look_at(items.tolist()) * (1 + items[FIRST_LURE + ADJUST]))


class Search:
    """Everything for one decision behind the screen. `t` is a table that the view could be of."""

    def __init__(
        self,
        view: Any,
        t: Table,
        weights: Floats,
        memory: Memory | None,
        plain: Floats,
        part: float,
        rng: np.random.Generator,
        known: KnownOdds | None = None,
        also: Ints | None = None,
        narrow: bool = False,
    ) -> None:
        self.t, self.rng, self.me = t, rng, LETTERS.index(view.seat)
        self.now, self.plain = weights_now(t, weights), plain
        self.fish = fish_to_look_at(t)
        self.shelf = Shelf(t, self.fish, known or KnownOdds())
        self.hands: list[Ints] = []
        self.seats: list[int] = []
        self.casts: list[Ints] = []
        self.numbers: dict[tuple[int, ...], int] = {}
        self.narrow = narrow
        self._add_own(t.hand[self.me].astype(np.int64), also)
        self.lured = unseen(t, self.me) + t.hand[self.me]
        self.most_hands = max(FEWEST_HANDS, int(part * MOST_HANDS))
        deals = imagine(view, t, memory, plain, max(FEWEST_HANDS, int(part * MOST_DEALS)), rng)
        chosen = self._choose(deals)
        self.deals = np.array(list(chosen.values()), np.int64)
        self.own_weight, self.open_weight = deals.own_weight[list(chosen)], deals.open_weight[list(chosen)]
        self.shelf.find()
        self.stakes = self._stakes()
        self.minutes = empty_minutes(len(self.stakes.dice), len(self.hands))

    def run(self, work: int, rng: Stream) -> Minutes:
        """Match regrets for so much work."""
        hands = Hands(
            np.array(self.seats, np.int64), self.first, self.deals, np.cumsum(self.open_weight),
            np.cumsum(self.own_weight), 0,
        )  # fmt: skip
        scene, none = empty_scene(int(self.t.seats)), no_rivals(bool(self.stakes.last))
        before, odds = empty_before(), self.shelf.known.odds
        self.done = match_regrets(self.stakes, odds, hands, self.minutes, scene, before, work, self.plain, none, rng)
        return self.minutes

    def memory(self, view: Any) -> Memory:
        """What was thought of the others' hands, for the next round."""
        hands = np.array([[self.hands[hand] for hand in deal] for deal in self.deals], np.int64)
        plain = [self.minutes.plain[first:end] for first, end in pairwise(self.first)]
        kinds = [(its, self.chances(hand), plain[hand]) for hand, its in enumerate(self.casts)]
        casts = [[kinds[hand] for hand in deal] for deal in self.deals]
        return Memory(view, hands, self.own_weight / self.own_weight.sum(), casts, self.plain)

    def chances(self, hand: int) -> Floats:
        """How likely this hand is to cast what."""
        played = self.minutes.played[self.first[hand] : self.first[hand + 1]]
        return played / total if (total := played.sum()) > 0 else np.full(len(played), 1 / len(played))

    def _choose(self, deals: Deals) -> dict[int, list[int]]:
        """The deals whose hands there is room for, as numbers of hands; at least one."""
        rows: dict[int, list[int]] = {}
        for number, (hands, instead) in enumerate(zip(deals.hands, deals.instead, strict=True)):
            row = [(seat, instead if seat == self.me else hand) for seat, hand in enumerate(hands)]
            if self._add(row, most=MOST_ROLLS if rows else None):
                rows[number] = [self.numbers[seat, *hand.tolist()] for seat, hand in row]
        return rows

    def _add(self, row: list[tuple[int, Ints]], most: int | None) -> bool:
        """Think of these hands too, if there is room."""
        new = [(seat, hand) for seat, hand in row if (seat, *hand.tolist()) not in self.numbers]
        if most is not None and any(self.seats.count(seat) >= self.most_hands for seat, _ in new):
            return False
        casts = [
            casts_of(self.t, seat, hand, NARROW_BREADTH if self.narrow else IMAGINED_BREADTH, self.rng) for seat, hand in new
        ]
        found, rolls = self.shelf.lacking(np.concatenate(casts)) if casts else ({}, 0)
        if most is not None and self.shelf.rolls + rolls > most:
            return False
        self.shelf.want(found, rolls)
        for (seat, hand), its in zip(new, casts, strict=True):
            self._number(seat, hand, its)
        return True

    def _add_own(self, hand: Ints, also: Ints | None) -> None:
        """The own hand, with as many casts as there is room for, and the one that somebody asks about."""
        for breadth in OWN_BREADTHS[NARROW_SKIPS if self.narrow else 0 :]:
            casts = casts_of(self.t, self.me, hand, breadth, self.rng)
            found, rolls = self.shelf.lacking(casts)
            if rolls <= OWN_ROLLS:
                break
        if also is not None and not (casts == also).all(axis=1).any():
            casts = np.concatenate([casts, also[None]])
            found, rolls = self.shelf.lacking(casts)
        self.shelf.want(found, rolls)
        self._number(self.me, hand, casts)

    def _number(self, seat: int, hand: Ints, casts: Ints) -> None:
        self.numbers[seat, *hand.tolist()] = len(self.hands)
        self.hands.append(hand)
        self.seats.append(seat)
        self.casts.append(casts)

    def _stakes(self) -> Stakes:
        """What everything in this round brings: scores in the last round, else factors."""
        t, now = self.t, self.now
        self.first = np.cumsum([0, *map(len, self.casts)])
        items = np.concatenate(self.casts)
        held = np.repeat(np.array(self.hands), np.diff(self.first), axis=0) - items[:, FIRST_LURE:]
        keep = held @ now[FIRST_HELD:FIRST_RESTING] + items[:, D12 : D12 + len(SPECIAL)] @ now[FIRST_RESTING:]
        dice = items[:, SIX : D12 + len(SPECIAL)].sum(axis=1)
        return stakes_of(
            t, now, self.fish, keep, items[:, FIRST_LURE + BOAST], dice, self.shelf.places_of(items), self.lured
        )
