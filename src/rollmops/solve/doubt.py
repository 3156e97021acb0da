"""How far estimated values are off: standard errors of shares, and of the difference between two tables.

Two things make an estimate wrong. The chance of the games or throws behind it (`noise`) is another for every table. What its
method gets wrong is not: tables next to each other are off by much the same, so what lies between them is known better than
either. Both parts were measured, against solved games and against games that were played on; docs/review.md says how.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Floats, Ints
from rollmops.solve.value import Value

LEVEL, NEAR, NEAR_TURN_END, FAR, LEAST, LEAST_BETWEEN = range(6)
"""Where compiled code finds what a method gets wrong."""
SURELY_WORSE = 5.0
"""A line that is worse by more than so many standard errors is not played."""


@rule
def between(one: float, other: float, turn_end: bool, doubt: Floats) -> float:
    """What the method may have got wrong about the difference between two shares (see `Doubt`), as a square."""
    spread = max(0.0, one * (1 - one), other * (1 - other))
    near = doubt[NEAR_TURN_END] if turn_end else doubt[NEAR]
    wrong = near * near * (doubt[LEVEL] * doubt[LEVEL] * spread + doubt[LEAST] * doubt[LEAST])
    far = doubt[FAR] * (one - other)
    return float(wrong + doubt[LEAST_BETWEEN] * doubt[LEAST_BETWEEN] + far * far)


@rule
def behind(lead: float, error: float) -> float:
    """How likely the line that looks worse by so much is the better one, where that lead has this standard error."""
    if error <= 0:
        return 0.5 if lead == 0 else 0.0
    return 0.5 * math.erfc(lead / error / math.sqrt(2))


@loop
def put_sway(values: Floats, rows: Ints, squares: Floats, lines: int, best: int, seat: int, sway: Floats) -> None:
    """What everybody's share is off by because this seat may play another line than the best (`Doubt.swayed`), squared. So
    many lines lead to these rows of `values`; their difference from the best has errors of these squares."""
    seats, chances = len(sway), 0.5
    for other in range(seats):
        sway[other] = 0.0
    for line in range(lines):
        lead = values[rows[best], seat] - values[rows[line], seat]
        if line == best or lead * lead > SURELY_WORSE * SURELY_WORSE * squares[line]:
            continue
        chance = behind(lead, math.sqrt(squares[line]))
        chances += chance
        for other in range(seats):
            apart = values[rows[line], other] - values[rows[best], other]
            sway[other] += chance * apart * apart
    if chances > 0.5:
        own, part = sway[seat], 1 / chances
        for other in range(seats):
            sway[other] = part * max(0.0, sway[other] - own)


@dataclass(frozen=True)
class Doubt:
    """What a method gets wrong (standard errors)."""

    level: float
    """Of a share p this part of √(p(1 − p)), the spread of what it foretells."""
    near: float = 0.3
    """Of what two tables next to each other are off by, so much is left in their difference."""
    near_turn_end: float = 0.6
    """The same where only one of two lines ends the turn: behind that one somebody else is to move."""
    far: float = 0.12
    """The further apart they are, the more: of the difference itself this part."""
    least: float = 0.006
    """No estimate is surer than this: one that says 0 or 1 is off too."""
    least_between: float = 0.003
    """Nor is a difference: of tables that are all but decided each is off in its own way."""

    def with_errors(self, shares: Sequence[float], noise: Sequence[float] | None = None) -> Value:
        """A value with its standard errors; `noise` are those that chance makes."""
        chance = tuple(noise) if noise is not None else (0.0,) * len(shares)
        errors = tuple(math.hypot(self.wrong(share), one) for share, one in zip(shares, chance, strict=True))
        return Value(tuple(shares), errors, chance)

    def wrong(self, share: float) -> float:
        """What the method may have got wrong about a share."""
        spread = math.sqrt(max(0.0, share * (1 - share)))
        return math.hypot(self.level * spread, self.least)

    def wider(self, level: float) -> Doubt:
        """The same with one more thing left out that makes it wrong."""
        return replace(self, level=math.hypot(self.level, level))

    def between(self, one: float, other: float, *noise: float, turn_end: bool = False) -> float:
        """The standard error of the difference between the shares of two tables next to each other."""
        return math.hypot(math.sqrt(between(one, other, turn_end, self.figures)), *noise)

    @cached_property
    def figures(self) -> Floats:
        """The same for compiled code."""
        return np.array(astuple(self))

    def apart(self, one: Value, other: Value, seat: int, *, turn_end: bool = False) -> float:
        """The same for this seat at two tables; what is known of both has none."""
        if one.errors is None and other.errors is None:
            return 0.0
        noise = (value.noise[seat] for value in (one, other) if value.noise is not None)
        return self.between(one.shares[seat], other.shares[seat], *noise, turn_end=turn_end)

    def swayed(self, best: Value, lines: Sequence[Value], seat: int) -> tuple[float, ...]:
        """What everybody's share is off by because this seat may play another of these lines than the one that looks best.
        Who has all but lost decides between the others by a hair: it hardly matters to them, and the others' game is won or
        lost by it. (What it matters to the seat itself, and with two players to the other, is known by the difference.)"""
        if len(best.shares) == 2:
            return 0.0, 0.0
        errors = [self.apart(best, line, seat, turn_end=best.turn_over != line.turn_over) for line in lines]
        shares, sway = np.array([line.shares for line in lines]), np.zeros(len(best.shares))
        put_sway(shares, np.arange(len(lines)), np.square(errors), len(lines), lines.index(best), seat, sway)
        return tuple(np.sqrt(sway).tolist())


def mistaken(lead: float, error: float) -> float:
    """The line that looks best may not be: the standard error of "nothing was given away" where it leads by so much, and
    that lead has this standard error."""
    if error <= 0:
        return 0.0
    far = lead / error
    square = (1 + far * far) * behind(lead, error) - far * math.exp(-far * far / 2) / math.sqrt(2 * math.pi)
    return error * math.sqrt(max(0.0, square))
