"""Values from a table of turn starts: what happens within a turn is computed from them in milliseconds."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.contract import CHANCE, NOBODY, OVER, seats_of
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import Floats, copy
from rollmops.solve.choice import mixed
from rollmops.solve.turns import Glimpse, Turns, Within
from rollmops.solve.value import Value


class Known:
    """Answers by the values of all turn starts."""

    def __init__(self, turns: Turns, starts: Floats, temperature: float, gain: float, policy: Floats | None = None) -> None:
        self.exact = True
        self.doubt = None
        self.gain: float | None = gain
        self.turns = turns
        # Where a policy is not perfect it is frozen: movers choose by its figures, and the values are what that brings.
        self.starts = starts if policy is None else np.hstack([policy, starts])
        self.temperature = temperature
        self._within: Within | None = None

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat."""
        return Value(tuple(self._absolute(self._shares(t, self._turn(t)), int(t.turn)).tolist()))

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after every line that this seat may play now."""
        found, following = {}, self._following(t, seat)
        within = self._turn(t) if following else None
        for words, after in following.items():
            shares = self._absolute(self._shares(after, within), seat)
            found[words] = Value(tuple(shares.tolist()))
        return found

    def best(self, t: Any, seat: int) -> str:
        """The line that is best for this seat, the first of equals. Where a whole turn takes long to compute this is found
        by what is likely in it: a line that is as good within a few millionths of a win may be taken for the best."""
        following, glimpse = self._following(t, seat), self._glimpse
        if len(following) == 1:
            return next(iter(following))
        ends = {words: after for words, after in following.items() if self._known_at_once(after)}
        asked = {words: after for words, after in following.items() if words not in ends}
        if glimpse is None or not all(map(glimpse.knows, asked.values())):
            lines = self.lines(t, seat)
            return max(lines, key=lambda words: lines[words].shares[seat])
        own = {
            words: float(self._absolute(self._shares(after, None), int(after.turn))[seat]) for words, after in ends.items()
        }
        own |= dict(zip(asked, glimpse.shares(list(asked.values())), strict=True)) if asked else {}
        return max(following, key=own.__getitem__)

    @cached_property
    def _glimpse(self) -> Glimpse | None:
        return self.turns.glimpse(self.starts, self.temperature)

    def _following(self, t: Any, seat: int) -> dict[str, Any]:
        """The table after every line that this seat may play now, by the line's words; empty if it owes none."""
        game = self.turns.game
        actors = game.actors(t)
        if actors in (CHANCE, OVER) or seat not in seats_of(actors):
            return {}
        found = {}
        for line in legal_lines(game, t, seat):
            after = copy(t)
            for choice in line:
                game.step(after, seat, choice)
            found[game.words.spell(t, seat, line)] = after
        return found

    def _known_at_once(self, t: Any) -> bool:
        """Whether nothing needs to be computed to say what this table is worth."""
        return bool(self.turns.game.actors(t) == OVER or self.turns.is_start(t))

    def _absolute(self, figures: Floats, mover: int) -> Floats:
        """The values of these figures by seat; before them come those by which the mover chooses, if they are others."""
        return np.roll(figures[-self.turns.seats :], mover)

    def _turned(self, figures: Floats, places: int) -> Floats:
        return np.roll(figures.reshape(-1, self.turns.seats), places, axis=1).ravel()

    def _turn(self, t: Any) -> Within | None:
        """The turn that this table lies in, kept for the tables that follow."""
        if self._known_at_once(t):
            return None
        within = self._within
        if within is None or not within.covers(t):
            within = self._within = self.turns.within(self.starts, self.temperature, t)
        return within

    def _shares(self, t: Any, within: Within | None) -> Floats:
        """The figures in the order of turns, from the mover of this turn on."""
        game, seats = self.turns.game, self.turns.seats
        mover = int(t.turn) if within is None else within.mover
        actors = game.actors(t)
        if actors == OVER:
            share = game.standing(t, seats)[1] * (self.starts.shape[1] // seats)
            return self._turned(np.array(share), -mover)
        if self.turns.is_start(t):
            return self._turned(self.starts[self.turns.number(t)], int(t.turn) - mover)
        assert within is not None
        known = within.shares(t)
        if known is not None:
            return known
        seat = NOBODY if actors == CHANCE else mover
        weights = game.weights(t, seat)
        choices = np.flatnonzero(weights)
        after = np.array([self._shares(self._step(t, seat, int(choice)), within) for choice in choices])
        if seat == NOBODY:
            chances: Floats = weights[choices] / weights.sum()
            return np.asarray(chances @ after)
        return mixed(after, self.temperature)

    def _step(self, t: Any, seat: int, choice: int) -> Any:
        after = copy(t)
        self.turns.game.step(after, seat, choice)
        return after
