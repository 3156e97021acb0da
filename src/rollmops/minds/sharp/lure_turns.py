"""Adjusting in Lure: which dice to turn, weighed with those who adjust at the same time and those who fish later.

All casts lie open by now. Every seat that rolls together has ways its dice can come to lie, of which only the fish they
catch and the total matter; those who turn dice at the same time match regrets over them. Those who fish later throw by the
exact odds of their casts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.contract import LETTERS
from rollmops.engine.stream import Stream
from rollmops.engine.table import Floats, Ints
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.hands import unseen
from rollmops.games.lure.reach import turnings
from rollmops.games.lure.table import BOAST, D12, FIRST_LURE, SPECIAL, Table
from rollmops.minds.sharp.lure_beliefs import sizes_of
from rollmops.minds.sharp.lure_casts import fish_to_look_at
from rollmops.minds.sharp.lure_odds import CASTS, Odds, add_odds, no_odds
from rollmops.minds.sharp.lure_round import (
    Scene,
    Stakes,
    empty_scene,
    no_rivals,
    throw,
    together,
    uniform,
    with_rival,
)
from rollmops.minds.sharp.lure_stakes import stakes_of
from rollmops.minds.sharp.lure_worth import FIRST_HELD, FIRST_RESTING, weights_now

FEWEST_TRIALS, MOST_TRIALS = 50, 1000


class Ways(NamedTuple):
    """How the dice of each seat can come to lie: of seat s the ways first[s] … first[s + 1], none if it rolls not now."""

    first: Ints
    mask: Ints
    total: Ints
    regret: Floats
    played: Floats
    shares: Floats
    squares: Floats
    value: Floats  # work space


@loop
def draw_way(ways: Ways, seat: int, rng: Stream) -> int:
    """A way for this seat, as likely as its regret says."""
    first, end = ways.first[seat], ways.first[seat + 1]
    total = 0.0
    for way in range(first, end):
        total += max(0.0, ways.regret[way])
    u = uniform(rng)
    if total <= 0:
        return int(min(end - 1, first + int(u * (end - first))))
    u *= total
    for way in range(first, end):
        u -= max(0.0, ways.regret[way])
        if u < 0:
            return int(way)
    return int(end - 1)


@loop
def show_way(scene: Scene, ways: Ways, seat: int, way: int) -> None:
    """The dice of this seat lie that way."""
    scene.mask[seat], scene.total[seat] = ways.mask[way], ways.total[way]


@loop
def match_turns(
    stakes: Stakes, odds: Odds, scene: Scene, ways: Ways, fished: int, fishing: int, left: int, none: float, trials: int,
    rng: Stream,
) -> None:  # fmt: skip
    """So many trials for all who turn dice."""
    seats = len(scene.cast)
    rivals, level = none, 0.0
    for seat in range(seats):
        scene.cast[seat] = seat
        if (fished >> seat) & 1:
            rivals, level = with_rival(stakes, rivals, level, stakes.have[seat])
    drawn = np.zeros(seats, np.int64)
    for trial in range(trials):
        for seat in range(seats):
            if (fishing >> seat) & 1:
                drawn[seat] = draw_way(ways, seat, rng)
                show_way(scene, ways, seat, drawn[seat])
            elif not (fished >> seat) & 1:
                throw(stakes, odds, scene, seat, rng)
        for me in range(seats):
            first, end = ways.first[me], ways.first[me + 1]
            if not (fishing >> me) & 1 or end - first < 2:
                continue
            total = 0.0
            for way in range(first, end):
                total += max(0.0, ways.regret[way])
                show_way(scene, ways, me, way)
                ways.value[way] = together(stakes, odds, scene, me, stakes.dice[me], left, rivals, level)
                ways.shares[way] += ways.value[way]
                ways.squares[way] += ways.value[way] ** 2
            show_way(scene, ways, me, drawn[me])
            mean = 0.0
            for way in range(first, end):
                chance = max(0.0, ways.regret[way]) / total if total > 0 else 1 / (end - first)
                ways.played[way] += (1 + trial) * chance
                mean += chance * ways.value[way]
            for way in range(first, end):
                ways.regret[way] += (1 + trial) * (ways.value[way] - mean)


class Turns:
    """Everything for one decision about dice that lie. `t` is a table that the view could be of."""

    def __init__(self, view: Any, t: Table, weights: Floats, rng: Stream, part: float) -> None:
        self.t, self.me = t, LETTERS.index(view.seat)
        self.fish = fish_to_look_at(t)
        seats = int(t.seats)
        alone = int(t.fishing) == 1 << self.me
        found = [turnings(t, s, self.fish, totals=not alone) if int(t.fishing) >> s & 1 else [] for s in range(seats)]
        self.lines = [one.line for one in found[self.me]]
        first = np.cumsum([0, *map(len, found)])
        masks = np.array([one.caught for ways in found for one in ways], np.int64)
        totals = np.array([one.total for ways in found for one in ways], np.int64)
        self.ways = Ways(first, masks, totals, *(np.zeros(len(masks)) for _ in range(5)))
        self.rivals_turn = any(len(ways) > 1 for s, ways in enumerate(found) if s != self.me)
        self.trials = max(FEWEST_TRIALS, int(part * MOST_TRIALS))
        stakes, odds = self._stakes(view, weights_now(t, weights))
        none, left = no_rivals(bool(stakes.last)), (1 << len(self.fish)) - 1
        match_turns(stakes, odds, empty_scene(seats), self.ways, int(t.fished), int(t.fishing), left, none, self.trials, rng)

    @property
    def mine(self) -> slice:
        """My own ways."""
        return slice(int(self.ways.first[self.me]), int(self.ways.first[self.me + 1]))

    def chances(self) -> Floats:
        """How likely each of my ways is to be taken: the best one, or by lot if others turn dice too."""
        played = self.ways.played[self.mine]
        if not self.rivals_turn or not played.sum():
            played = np.zeros(len(self.lines))
            played[int(self.ways.shares[self.mine].argmax())] = 1  # the first of equals turns fewest dice
        chances: Floats = played / played.sum()
        return chances

    def _stakes(self, view: Any, now: Floats) -> tuple[Stakes, Odds]:
        """What is at stake for each seat with its cast, whose place is its seat's."""
        t, seats, odds = self.t, int(self.t.seats), no_odds()
        lured = unseen(t, self.me) + t.hand[self.me]
        usual = lured / max(1, int(lured.sum()))
        hands = sizes_of(view)[:, None] * usual[None, :]
        hands[self.me] = t.hand[self.me]
        resting = t.cast[:seats, D12 : D12 + len(SPECIAL)]
        keep = hands @ now[FIRST_HELD:FIRST_RESTING] + resting @ now[FIRST_RESTING:]
        dice = np.array([dice_cast(t, seat) for seat in range(seats)], np.int64)
        places = np.zeros(seats, np.int64)
        for seat in range(seats):
            if not int(t.fished | t.fishing) >> seat & 1:
                counts = t.cast[seat].tolist()
                odds = add_odds(odds, t, counts, self.fish)
                places[seat] = odds.counts[CASTS] - 1
        boasts = t.cast[:seats, FIRST_LURE + BOAST].astype(np.int64)
        stakes = stakes_of(t, now, self.fish, keep, boasts, dice, places, lured)
        if not stakes.last:  # those who have fished have all they get
            for seat in range(seats):
                if int(t.fished) >> seat & 1:
                    stakes.have[seat] *= stakes.keep[seat]
        return stakes, odds
