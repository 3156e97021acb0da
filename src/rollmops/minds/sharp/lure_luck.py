"""How lucky the dice of a game of Lure were: round by round what the dice that fell bring, less what dice bring on average.

Both are taken by the same yardstick: the round goes on from its casts as if everybody adjusted for most VP, and what a seat
has at its end is worth what the fitted values say (in the last round the result itself). The yardstick is looked at with the
dice as they fell and with many other throws of the same dice; given the casts that difference is nothing on average,
whoever plays and however wrong the yardstick is. So a result less its luck is the same on average, and varies less.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import loop
from rollmops.engine.contract import LETTERS, seats_of
from rollmops.engine.match import Match
from rollmops.engine.stream import Stream, stream
from rollmops.engine.table import Floats, copy
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.hands import unseen
from rollmops.games.lure.reach import Turning, turnings
from rollmops.games.lure.table import ADJUST, ADJUSTING, BOAST, CAST, D12, FIRST_LURE, FISHED, ROLL, SPECIAL, Table
from rollmops.games.lure.words import read_cast
from rollmops.minds.sharp.lure_casts import fish_to_look_at
from rollmops.minds.sharp.lure_odds import MOST_TOTAL, Odds
from rollmops.minds.sharp.lure_round import (
    MOST_DICE,
    Scene,
    Stakes,
    best_of,
    empty_scene,
    gained,
    no_rivals,
    share,
    share_out,
    throw,
    with_rival,
)
from rollmops.minds.sharp.lure_search import KnownOdds, keys_of
from rollmops.minds.sharp.lure_stakes import stakes_of
from rollmops.minds.sharp.lure_worth import FIRST_HELD, FIRST_RESTING, read_weights, weights_now

Bools = NDArray[np.bool_]

EXPECTED_TRIALS = 500
"""Throws of all dice of a round behind what was expected of it."""
FALLEN_TRIALS = 50
"""Throws of those dice that did not fall, since no fish was left for them."""


@loop
def mean_shares(
    stakes: Stakes, odds: Odds, scene: Scene, fallen: Bools, none: float, trials: int, rng: Stream, shares: Floats,
    squares: Floats,
) -> None:  # fmt: skip
    """What every seat has on average at the end of the round, if all dice are thrown but those that have fallen, and the
    mean of its square."""
    seats = len(scene.cast)
    own = np.zeros(seats)
    for _ in range(trials):
        for seat in range(seats):
            if not fallen[seat]:
                throw(stakes, odds, scene, seat, rng)
        fish_all(stakes, odds, scene, own)
        for me in range(seats):
            rivals, level = none, 0.0
            for seat in range(seats):
                if seat != me:
                    rivals, level = with_rival(stakes, rivals, level, own[seat])
            has = share(stakes, own[me], rivals, level)
            shares[me] += has / trials
            squares[me] += has * has / trials


@loop
def fish_all(stakes: Stakes, odds: Odds, scene: Scene, own: Floats) -> None:
    """The round from the fewest dice to the most, as the dice of the scene lie: what every seat has then."""
    dice, left = -1, (1 << stakes.fish) - 1
    while True:
        fewest, group, members, only = MOST_DICE + 1, 0, 0, -1
        for seat in range(len(scene.cast)):
            its = stakes.dice[scene.cast[seat]]
            if dice < its < fewest:
                fewest, group, members, only = its, 1 << seat, 1, seat
            elif its == fewest and group:
                group |= 1 << seat
                members += 1
        if group == 0:
            return
        dice = fewest
        if members == 1:
            caught = best_of(stakes, odds, scene.roll[only], left)
            left &= ~caught
            own[only] = gained(stakes, only, scene.cast[only], caught)
        else:
            left = share_out(stakes, scene, left, group)
            for seat in range(len(scene.cast)):
                if (group >> seat) & 1:
                    own[seat] = gained(stakes, seat, scene.cast[seat], scene.caught[seat])


class Round:
    """A round once all have cast. `before` is the table as it was when they chose: whoever casts no dice fishes at once."""

    def __init__(self, before: Table, lines: dict[int, str]) -> None:
        t = copy(before)
        for seat, line in lines.items():
            _, sixes, *rest = line.split()
            t.cast[seat] = read_cast(sixes, rest)
            t.hand[seat] -= t.cast[seat, FIRST_LURE:]
        t.phase = ROLL
        self._look(t)

    @classmethod
    def under_way(cls, t: Table, known: KnownOdds | None = None) -> Round:
        """What is left of a round once all have cast: who has fished has what it has, dice that have fallen lie there.
        Who asks again and again keeps the odds that were found."""
        found = cls.__new__(cls)
        found._look(copy(t), known)
        for seat in seats_of(int(t.fishing)):
            dice = int(found.dice[seat])
            if dice and (t.phase == ADJUSTING or (t.phase == ROLL and seat < int(t.roller))):
                found.faces[seat] = t.face[seat, :dice].tolist()
        found.lain = frozenset(found.faces)
        return found

    def _look(self, t: Table, known: KnownOdds | None = None) -> None:
        self.t, seats = t, int(t.seats)
        done = [seat in seats_of(int(t.fished)) for seat in range(seats)]
        casts = t.cast[:seats].astype(np.int64)
        casts[done] = 0
        self.fish, now = fish_to_look_at(t), weights_now(t, read_weights(seats))
        known = known or KnownOdds()
        known.look_at(self.fish)
        adjusts = casts[:, FIRST_LURE + ADJUST]  # with one more the odds are one place further
        places = [known.place(t, *cast, self.fish) for cast in zip(keys_of(casts), casts, strict=True)]
        self.places = adjusts + np.array(places, np.int64)
        self.odds = known.odds
        resting = t.cast[:seats, D12 : D12 + len(SPECIAL)]
        keep = t.hand[:seats] @ now[FIRST_HELD:FIRST_RESTING] + resting @ now[FIRST_RESTING:]
        self.dice = np.array([0 if done[seat] else dice_cast(t, seat) for seat in range(seats)], np.int64)
        lured = unseen(t, 0) + t.hand[0]
        boasts = casts[:, FIRST_LURE + BOAST]
        self.stakes = stakes_of(t, now, self.fish, keep, boasts, self.dice, self.places, lured)
        if not self.stakes.last:  # whoever has fished catches nothing more, and draws no lure for that
            to_draw = seats_of(int(t.drawing))
            self.stakes.have[[seat for seat in range(seats) if done[seat] and seat not in to_draw]] /= self.stakes.draw
        self.scene = empty_scene(seats)
        self.scene.cast[:] = np.arange(seats)
        self.faces: dict[int, list[int]] = {}
        self.lain: frozenset[int] = frozenset()
        """Seats whose dice lay there when this look at the round began: no luck of what came after."""

    def luck(self, rng: Stream) -> Floats:
        """What the dice that fell bring to every seat, less what dice bring on average."""
        fallen = np.array([self._lay(seat) for seat in range(len(self.dice))])
        lay = np.array([fallen[seat] and seat in self.lain for seat in range(len(fallen))])
        return self._shares(fallen, FALLEN_TRIALS, rng)[0] - self._shares(lay, EXPECTED_TRIALS, rng)[0]

    def shares(self, trials: int, rng: Stream) -> tuple[Floats, Floats]:
        """What every seat has on average, and its standard error: the dice that fell lie as they do, the others are thrown
        so often."""
        fallen = np.array([self._lay(seat) for seat in range(len(self.dice))])
        shares, squares = self._shares(fallen, 1 if self.all_fallen else trials, rng)
        return shares, np.sqrt(np.maximum(squares - shares**2, 0) / max(1, trials - 1))

    @property
    def all_fallen(self) -> bool:
        """Whether nothing is left to chance but lures."""
        return all(seat in self.faces or not dice for seat, dice in enumerate(self.dice))

    def _shares(self, fallen: Bools, trials: int, rng: Stream) -> tuple[Floats, Floats]:
        shares, squares = np.zeros(len(fallen)), np.zeros(len(fallen))
        mean_shares(
            self.stakes, self.odds, self.scene, fallen, no_rivals(bool(self.stakes.last)), trials, rng, shares, squares
        )
        return shares, squares

    def _lay(self, seat: int) -> bool:
        """Lay the dice of this seat into the scene, if they fell."""
        faces = self.faces.get(seat)
        if faces is None:
            return False
        self.t.face[seat] = 0
        self.t.face[seat, : len(faces)] = faces
        ways = turnings(self.t, seat, self.fish, totals=True)
        best = max(ways, key=lambda way: (int(self.stakes.vp[way.caught]), -min(way.total, MOST_TOTAL), way.caught))
        self.scene.mask[seat], self.scene.total[seat] = best.caught, min(best.total, MOST_TOTAL)
        place = self._place(seat, ways)
        if place is None:
            return False
        self.scene.roll[seat] = place
        return True

    def _place(self, seat: int, ways: list[Turning]) -> int | None:
        """Where the odds have rolls with the same catches to choose from."""
        masks = {way.caught for way in ways}
        masks = {mask for mask in masks if not any(mask != more and mask & more == mask for more in masks)}
        first, option, which = self.odds.first, self.odds.option, int(self.places[seat])
        for place in range(int(first[which]), int(first[which + 1])):
            if set(self.odds.mask[option[place] : option[place + 1]].tolist()) == masks:
                return place
        return None


def luck_of(match: Match, seed: int = 1, since: int = 0) -> list[float]:
    """For each seat, the sum of what the dice of every round added to its share of the win; with `since` only of those that
    fell after so many entries."""
    again = Match(match.game, match.components, replace(match.header, result=None))
    luck, rng, rounds = np.zeros(match.seats), stream(seed), list[Round]()
    before, lines = None, dict[int, str]()
    for number, entry in enumerate(match.entries):
        t = again.table
        if number == since:
            rounds = [Round.under_way(t)] if t.phase in (ROLL, ADJUSTING, FISHED) else []
        casting = t.phase == CAST and not t.drawing
        if casting:
            before = t if not lines else before
            lines[LETTERS.index(entry.seat)] = entry.words
        elif t.phase == ROLL and not t.drawing:
            rounds[-1].faces[int(t.roller)] = [int(face) for face in entry.words.split()[1:]]
        again.add(entry)
        if casting and not again.sealed and again.table.phase != CAST:
            rounds.append(Round(before, lines))  # type: ignore[arg-type]
            lines = {}
    for one in rounds:
        luck += one.luck(rng)
    return [float(part) for part in luck]
