"""A value: the win share of every seat from a table on, exact or with its standard errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from rollmops.solve.doubt import Doubt


class Value(msgspec.Struct, frozen=True):
    """What a table is worth to every seat, from seat A on; `errors` are standard errors, None where nothing is estimated,
    and `noise` the part of them that is the chance of games or throws. `turn_over`: whether the line that leads to an
    estimated table ends its player's turn."""

    shares: tuple[float, ...]
    errors: tuple[float, ...] | None = None
    noise: tuple[float, ...] | None = None
    turn_over: bool = False


class Valuer(Protocol):
    """Anything that knows what the tables of a game are worth."""

    exact: bool
    """Whether nothing is estimated."""
    gain: float | None
    """The most that a seat could gain at the start by playing otherwise than these values do: 0 where play is perfect,
    None where nobody knows."""

    @property
    def doubt(self) -> Doubt | None:
        """How far estimates are off; None where nothing is estimated."""

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat."""

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after every line that this seat may play now, by its words; empty if it owes none."""
