"""The columns of a ledger: what changed everybody's chances, summed up, with the standard errors of the sums."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rollmops.review.structs import Column

COMMON_PART = 0.2
"""All decisions of a game are judged by the same values, which lean the same way in many of them: so much of what two of
them are off by is common (correlation, measured on solved games). Dice are not: what they bring is nothing on average."""
JUDGED = (Column.OWN_ERRORS, Column.OTHERS_GIFTS)


class Columns:
    """For every seat the sums, and what is known of their errors."""

    def __init__(self, seats: int) -> None:
        self.sums = {column: np.zeros(seats) for column in Column}
        self.squares = {column: np.zeros(seats) for column in Column}
        self.totals = {column: np.zeros(seats) for column in Column}

    def add(self, column: Column, seat: int, change: float, *errors: float) -> None:
        """A change of a seat's share, and the standard errors of what it is the difference of."""
        error = math.hypot(*errors)
        self.sums[column][seat] += change
        self.squares[column][seat] += error * error
        self.totals[column][seat] += error

    def estimated(self, seat: int) -> bool:
        """Whether anything in these columns is."""
        return any(part[seat] > 0 for part in self.squares.values())

    def errors(self, seat: int, start: float, result: float) -> dict[str, float]:
        """The standard errors of all columns, given those of start and result. All of them together are known to add up, so
        estimation, which fills the gap, is as large as the errors of the others."""
        found = {column.value: self._error(column, seat) for column in Column if column != Column.ESTIMATION}
        estimation = math.hypot(start, result, *found.values())
        return {"start": start, **found, Column.ESTIMATION.value: estimation, "result": result}

    def _error(self, column: Column, seat: int) -> float:
        square, total = float(self.squares[column][seat]), float(self.totals[column][seat])
        return _sum_error(square, total) if column in JUDGED else math.sqrt(square)


def sum_error(errors: Sequence[float]) -> float:
    """The standard error of what several decisions gave away together."""
    return _sum_error(math.fsum(error * error for error in errors), math.fsum(errors))


def _sum_error(square: float, total: float) -> float:
    return math.sqrt((1 - COMMON_PART) * square + COMMON_PART * total * total)
