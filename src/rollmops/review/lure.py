"""What tables of Lure are worth in a review: between rounds by what the sharp mind was fitted to, within one by its dice.

Once all have cast, the round goes on from its casts as if everybody adjusted for most VP (`minds/sharp/lure_luck.py`): the
dice that have fallen lie there, the others are thrown many times. So the worth before a roll is the mean over what it can
bring, and luck is not mixed up with how anybody adjusts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rollmops.engine.contract import LETTERS, OVER, Game, seats_of
from rollmops.engine.lines import legal_lines
from rollmops.engine.logbook import Entry
from rollmops.engine.stream import stream
from rollmops.engine.table import Floats, copy
from rollmops.games.lure.table import ADJUSTING, CAST, ROLL
from rollmops.minds.sharp.lure_luck import Round
from rollmops.minds.sharp.lure_worth import read_weights, things, weights_now
from rollmops.solve.value import Value

FIT_ERROR = 0.05
"""Assumed, not measured: the standard error of the fitted worth of a table between rounds."""
MOST_LINES = 300


class LureValues:
    """Estimates with their standard errors. It follows a game line by line, since a round is told by its casts and dice."""

    def __init__(self, game: Game, seats: int, trials: int) -> None:
        self.exact = False
        self.gain: float | None = None
        self.game, self.seats, self.trials = game, seats, trials
        self.weights = read_weights(seats)
        self.round: Round | None = None
        self._before: Any = None
        self._casts: dict[int, str] = {}

    def follow(self, before: Any, entry: Entry, after: Any) -> None:
        """This line was played: what was known of the round before it is known no more, or more is known of it."""
        if before.phase == CAST and not before.drawing:
            self._before = before if not self._casts else self._before
            self._casts[LETTERS.index(entry.seat)] = entry.words
            if len(self._casts) == self.seats:
                self.round, self._casts = Round(self._before, self._casts), {}
        elif before.phase == ROLL and not before.drawing and self.round is not None:
            self.round.faces[int(before.roller)] = [int(face) for face in entry.words.split()[1:]]
        if after.phase not in (ROLL, ADJUSTING):
            self.round = None

    def is_mean(self, t: Any) -> bool:
        """Whether the worth of a table where dice are due is the mean over what they can bring already."""
        return self.round is not None and t.phase == ROLL and not t.drawing

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; a finished game is what it is."""
        if self.game.actors(t) == OVER:
            return Value(tuple(self.game.standing(t, self.seats)[1]))
        if self.round is not None and t.phase in (ROLL, ADJUSTING):
            shares = self.round.shares(self.trials, stream(1))
            return Value(tuple((shares / shares.sum()).tolist()), (0.5 / math.sqrt(self.trials),) * self.seats)
        return Value(tuple(self._between(t).tolist()), (FIT_ERROR,) * self.seats)

    def _between(self, t: Any) -> Floats:
        scores = things(t) @ weights_now(t, self.weights)
        odds = np.exp(scores - scores.max())
        return np.asarray(odds / odds.sum())

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
