"""How far estimated values are off: standard errors of shares, and of the difference between two tables.

Two things make an estimate wrong. The chance of the games or throws behind it (`noise`) is another for every table. What its
method gets wrong is not: tables next to each other are off by much the same, so what lies between them is known better than
either. Both parts were measured, against solved games and against games that were played on; docs/review.md says how.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rollmops.solve.value import Value


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
        wrong = max(self.wrong(one), self.wrong(other))
        near = self.near_turn_end if turn_end else self.near
        return math.hypot(near * wrong, self.least_between, self.far * (one - other), *noise)

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
        squares, chances = [0.0] * len(best.shares), 0.0
        for line in lines:
            turn_end = best.turn_over != line.turn_over
            chance = behind(best.shares[seat] - line.shares[seat], self.apart(best, line, seat, turn_end=turn_end))
            chances += chance
            for other, share in enumerate(line.shares):
                squares[other] += chance * (share - best.shares[other]) ** 2
        return tuple(math.sqrt(max(0.0, square - squares[seat]) / chances) for square in squares)


def behind(lead: float, error: float) -> float:
    """How likely the line that looks worse by so much is the better one, where that lead has this standard error."""
    if error <= 0:
        return 0.5 if lead == 0 else 0.0
    return 0.5 * math.erfc(lead / error / math.sqrt(2))


def mistaken(lead: float, error: float) -> float:
    """The line that looks best may not be: the standard error of "nothing was given away" where it leads by so much, and
    that lead has this standard error."""
    if error <= 0:
        return 0.0
    far = lead / error
    square = (1 + far * far) * behind(lead, error) - far * math.exp(-far * far / 2) / math.sqrt(2 * math.pi)
    return error * math.sqrt(max(0.0, square))
