"""What any table is worth by fitted values: at a turn start what the network says, within a turn what a search finds."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

import numpy as np

from rollmops.engine.contract import CHANCE, NOBODY, OVER, seats_of
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import Floats, copy
from rollmops.solve.value import Value

MOST_KEPT = 500
"""Tables whose shares are kept: whoever reviews a game asks for a table, for the lines there, and for what became of it."""
NARROW_ERROR_SHARE = 0.008
"""How far shares found on a small part of a turn's tables are from those on all that there is room for (standard error; a
test measures it)."""


class FittedValuer:
    """Answers by a search of the turn on a fitted network; `error` is the standard error that its shares were measured to
    have."""

    def __init__(self, search: Any, error: float) -> None:
        self.exact = False
        self.gain: float | None = None
        self.search = search
        self.error = error
        self._turn: Any = None
        self._kept: OrderedDict[tuple[bytes, int], Floats] = OrderedDict()

    def narrow(self, part: float) -> None:
        """Look at this part of the tables of a turn at the most: sooner done and less sure, where a turn has many."""
        if part < 1 and self.search.narrow(part):
            self.error = math.hypot(self.error, NARROW_ERROR_SHARE)

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; a finished game is what it is."""
        mover = int(t.turn)
        return self._told(t, np.roll(self._shares(t, mover, self._turn_of(t)), mover))

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after every line that this seat may play now."""
        game = self.search.game
        actors = game.actors(t)
        if actors in (CHANCE, OVER) or seat not in seats_of(actors):
            return {}
        turn, found = self._turn_of(t), {}
        for line in legal_lines(game, t, seat):
            after = copy(t)
            for choice in line:
                game.step(after, seat, choice)
            shares = np.roll(self._shares(after, seat, turn), seat)
            found[game.words.spell(t, seat, line)] = self._told(after, shares)
        return found

    def deeper(self, t: Any) -> tuple[float, ...] | None:
        """What a table is worth one step deeper than the network looks: of a turn start what a search of that turn finds; a
        table within a turn is searched already. None where the search does not say."""
        if not self.search.is_start(t):
            return self.value(t).shares
        self._turn = self.search.turn(t)
        found, mover = self._turn.shares(t), int(t.turn)
        return None if found is None else tuple(np.roll(found, mover).tolist())

    def _told(self, t: Any, shares: Floats) -> Value:
        over = self.search.game.actors(t) == OVER
        return Value(tuple(shares.tolist()), None if over else (self.error,) * self.search.seats)

    def _turn_of(self, t: Any) -> Any:
        """The turn that this table lies in, kept for the tables that follow."""
        if self.search.game.actors(t) == OVER or self.search.is_start(t):
            return None
        turn = self._turn
        if turn is None or not turn.covers(t):
            turn = self._turn = self.search.turn(t)
        return turn

    def _shares(self, t: Any, mover: int, turn: Any) -> Floats:
        """The shares in the order of turns, from this mover on; the same table is looked at once."""
        key = (t.tobytes(), mover)
        if key not in self._kept:
            self._kept[key] = self._searched(t, mover, turn)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _searched(self, t: Any, mover: int, turn: Any) -> Floats:
        game, search = self.search.game, self.search
        actors = game.actors(t)
        if actors == OVER:
            return np.roll(np.array(game.standing(t, search.seats)[1]), -mover)
        if search.is_start(t):
            return np.roll(search.start(t), int(t.turn) - mover)
        if turn is None or not turn.covers(t):
            turn = search.turn(t)  # a rival that the search before left out, or fish that have changed hands
        shares: Floats | None = turn.shares(t)
        if shares is not None:
            return shares
        seat = NOBODY if actors == CHANCE else mover
        weights = game.weights(t, seat)
        choices = np.flatnonzero(weights)
        after = np.array([self._shares(self._step(t, seat, int(choice)), mover, turn) for choice in choices])
        if seat == NOBODY:
            chances: Floats = weights[choices] / weights.sum()
            return np.asarray(chances @ after)
        return np.asarray(after[int(after[:, 0].argmax())])

    def _step(self, t: Any, seat: int, choice: int) -> Any:
        after = copy(t)
        self.search.game.step(after, seat, choice)
        return after
