"""What any table is worth by fitted values: at a turn start what the network says, within a turn what a search finds."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

import numpy as np
from msgspec.structs import replace

from rollmops.engine.contract import CHANCE, NOBODY, OVER, seats_of
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import Floats, copy
from rollmops.solve.doubt import Doubt
from rollmops.solve.fitted.luck import rolled
from rollmops.solve.value import Value

MOST_KEPT_TABLES = 500
"""Tables whose shares are kept: whoever reviews a game asks for a table, for the lines there, and for what became of it."""
WITHIN_A_TURN = 1.15
"""Tables within a turn are off by so much more than turn starts, by which it is measured: their turn ends at what the
network sees, that of a turn start one turn later (measured on soles with two, where the truth is known)."""
NARROW_LEVEL = 0.02
"""How far shares found on a small part of a turn's tables are from those on all of them: of a share p this part of
√(p(1 − p)) (standard error; a test measures it). Rivals that are left out look safer than they are: nobody hooks from
them."""
ALL_BUT_LOST = 0.3
"""Whose share is less than this part of an equal one decides between the others by a hair, with three players and more. Who
has more plays for themselves: what that leaves unsure was, on average, about half of what the values are off by anyway, or
less (on soles with three to eight)."""


class FittedValuer:
    """Answers by a search of the turn on a fitted network; `level` is how far its shares were measured to be off. A line
    that ends a turn is looked at one turn deeper than the network sees, unless somebody is in a hurry (`deep`): near the end
    of a game that is a great deal better."""

    def __init__(self, search: Any, level: float, *, deep: bool = True) -> None:
        self.exact = False
        self.gain: float | None = None
        self.search = search
        self.doubt = Doubt(WITHIN_A_TURN * level)
        self.deep = deep
        self._turn: Any = None
        self._next: tuple[bytes, Any] = (b"", None)  # a turn start that was looked at, and the search from there
        self._kept: OrderedDict[tuple[bytes, int], Floats] = OrderedDict()
        self._weighed: tuple[bytes, int, dict[str, Value]] = (b"", NOBODY, {})  # the last decision that was looked at

    def narrow(self, part: float) -> None:
        """Look at this part of the tables of a turn at the most: sooner done and less sure, where a turn has many. Near the
        end all are looked at: to leave out a rival there made the largest errors of a first look."""
        if part < 1 and self.search.narrow(part, late=1.0):
            self.doubt = self.doubt.wider(NARROW_LEVEL)

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; a finished game is what it is. Where somebody decides it is what their
        best line is worth: so a line that ends the turn is looked at as closely before it is played as afterwards."""
        actors = self.search.game.actors(t)
        if self.deep and actors not in (CHANCE, OVER):
            return self._decided(t, seats_of(actors)[0])
        mover, turn = int(t.turn), None if self._is_start(t) else self._turn_of(t)
        return self._valued(t, self._deeper(t, mover, turn), mover)

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after every line that this seat may play now."""
        game = self.search.game
        actors = game.actors(t)
        if actors in (CHANCE, OVER) or seat not in seats_of(actors):
            return {}
        weighed, by, known = self._weighed
        if by == seat and weighed == t.tobytes():
            return known
        turn, found = self._turn_of(t), {}
        for line in legal_lines(game, t, seat):
            after = copy(t)
            for choice in line:
                game.step(after, seat, choice)
            value = self._valued(after, self._deeper(after, seat, turn), seat)
            found[game.words.spell(t, seat, line)] = replace(value, turn_over=True) if self._is_start(after) else value
        self._weighed = t.tobytes(), seat, found
        return found

    def rolling(self, t: Any) -> Any:
        """The search of the turn by which a roll from this table is to be looked at, as are the tables that follow it."""
        begun, turn = self._next
        if begun == t.tobytes():
            self._turn = turn
        return self._turn_of(t)

    def luck(self, turn: Any, t: Any, after: Any) -> tuple[Floats, Floats]:
        """What everybody could expect of the roll from this table, and what it brought, both by one and the same search of
        the turn: so the difference is nothing on average, however far the search is off."""
        return rolled(self.search, turn, t, after)

    def _decided(self, t: Any, seat: int) -> Value:
        lines = list(self.lines(t, seat).values())
        best = max(lines, key=lambda line: line.shares[seat])
        sways = zip(best.noise or (0.0,) * len(best.shares), self.doubt.swayed(best, lines, seat), strict=True)
        return self.doubt.with_errors(best.shares, [math.hypot(carried, now) for carried, now in sways])

    def _is_start(self, t: Any) -> bool:
        return self.search.game.actors(t) != OVER and bool(self.search.is_start(t))

    def _deeper(self, t: Any, mover: int, turn: Any) -> Floats:
        """The shares in the order of turns, from this mover on: of a turn start what a search of its turn finds. In a second
        row what they are off by since somebody decides between others."""
        if not (self.deep and self._is_start(t)):
            return self._shares(t, mover, turn)
        begun, following = self._next
        if begun != t.tobytes():
            following = self.search.turn(t)
            self._next = t.tobytes(), following
        return np.roll(self._found(following, t), int(t.turn) - mover, axis=1)

    def _found(self, turn: Any, t: Any) -> Any:
        """What this search of a turn says of the table; None where it says nothing."""
        shares = turn.shares(t)
        if shares is None:
            return None
        lost = self.deep and self.search.seats > 2 and shares[0] < ALL_BUT_LOST / self.search.seats
        return np.array([shares, turn.sways(t, self.doubt.figures) if lost else np.zeros_like(shares)])

    def _valued(self, t: Any, found: Floats, mover: int) -> Value:
        shares, sways = np.roll(found, mover, axis=1).tolist()
        if self.search.game.actors(t) == OVER:
            return Value(tuple(shares))
        return self.doubt.with_errors(shares, sways)

    def _turn_of(self, t: Any) -> Any:
        """The turn that this table lies in, kept for the tables that follow."""
        if self.search.game.actors(t) == OVER:
            return None
        if self._turn is None or not self._turn.covers(t):
            self._turn = self.search.turn(t)
        return self._turn

    def _shares(self, t: Any, mover: int, turn: Any) -> Floats:
        """The shares in the order of turns, from this mover on; the same table is looked at once."""
        key = (t.tobytes(), mover)
        if key not in self._kept:
            self._kept[key] = self._searched(t, mover, turn)
            if len(self._kept) > MOST_KEPT_TABLES:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _searched(self, t: Any, mover: int, turn: Any) -> Floats:
        game, search = self.search.game, self.search
        actors = game.actors(t)
        if actors == OVER:
            return _surely(np.roll(np.array(game.standing(t, search.seats)[1]), -mover))
        if search.is_start(t):
            return _surely(np.roll(search.start(t), int(t.turn) - mover))
        if not turn.covers(t):
            turn = search.turn(t)  # a rival that the search before left out, or fish that have changed hands
        found: Floats | None = self._found(turn, t)
        if found is not None:
            return found
        seat = NOBODY if actors == CHANCE else mover
        weights = game.weights(t, seat)
        choices = np.flatnonzero(weights)
        after = np.array([self._shares(self._step(t, seat, int(choice)), mover, turn) for choice in choices])
        if seat == NOBODY:
            chances: Floats = weights[choices] / weights.sum()
            return np.asarray(np.tensordot(chances, after, 1))
        return np.asarray(after[int(after[:, 0, 0].argmax())])

    def _step(self, t: Any, seat: int, choice: int) -> Any:
        after = copy(t)
        self.search.game.step(after, seat, choice)
        return after


def _surely(shares: Floats) -> Floats:
    """Shares of a table at which nobody decides any more."""
    return np.array([shares, np.zeros_like(shares)])
