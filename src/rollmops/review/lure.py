"""What tables of Lure are worth in a review: between rounds by what the sharp mind was fitted to, within one by its dice.

Once all have cast, the round goes on from its casts as if everybody adjusted for most VP (`minds/sharp/lure_luck.py`): the
dice that have fallen lie there, the others are thrown many times, and who has fished has what it has. So the worth before
a roll is the mean over what it can bring, and luck is not mixed up with how anybody adjusts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.contract import OVER, Game, seats_of
from rollmops.engine.lines import legal_lines
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games.lure.table import ADJUSTING, FISHED, ROLL, lures_of
from rollmops.minds.sharp.lure_luck import Round
from rollmops.minds.sharp.lure_search import KnownOdds
from rollmops.minds.sharp.lure_worth import read_level, read_weights, shares_between
from rollmops.solve.doubt import Doubt
from rollmops.solve.value import Value

MOST_LINES = 300


class LureValues:
    """Estimates with their standard errors."""

    def __init__(self, game: Game, seats: int, trials: int) -> None:
        self.exact = False
        self.gain: float | None = None
        self.game, self.seats, self.trials = game, seats, trials
        self.weights = read_weights(seats)
        self.doubt = Doubt(read_level(seats))
        self.odds = KnownOdds()

    def is_mean(self, t: Any) -> bool:
        """Whether the worth of a table where dice are due is the mean over what they can bring already."""
        return bool(t.phase == ROLL and not t.drawing)

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; a finished game is what it is."""
        if self.game.actors(t) == OVER:
            return Value(tuple(self.game.standing(t, self.seats)[1]))
        if t.phase in (ROLL, ADJUSTING, FISHED):
            within = Round.under_way(t, self.odds)
            shares, noise = within.shares(self.trials, stream(1))
            if within.stakes.last and not within.all_fallen:  # somebody wins or does not: throws that end alike say little
                careful = (shares * self.trials + 2) / (self.trials + 4)
                noise = np.maximum(noise, np.sqrt(careful * (1 - careful) / (self.trials + 4)))
            return self.doubt.with_errors((shares / shares.sum()).tolist(), (noise / shares.sum()).tolist())
        return self.doubt.with_errors(shares_between(t, self.weights).tolist())

    def hand(self, t: Any, seat: int) -> list[str]:
        """The lures behind this seat's screen, as its view names them; a whole view for each seat and line takes long."""
        return lures_of(t.hand[seat])

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after every line that this seat may play now, as it lies; a review asks what its player
        could know instead."""
        if seat not in seats_of(self.game.actors(t)):
            return {}
        found = {}
        for line in legal_lines(self.game, t, seat, MOST_LINES):
            after = copy(t)
            for choice in line:
                self.game.step(after, seat, choice)
            found[self.game.words.spell(t, seat, line)] = self.value(after)
        return found
