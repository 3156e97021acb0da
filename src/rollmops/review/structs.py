"""What a review says, as plain structs."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

import msgspec

from rollmops.review.reasons.reason import Reason


class Column(Enum):
    """Where a change of somebody's chances comes from."""

    OWN_DICE = "own_dice"
    OTHERS_DICE = "others_dice"
    OWN_ERRORS = "own_errors"
    OTHERS_GIFTS = "others_gifts"
    ESTIMATION = "estimation"


Kind = Literal["luck", "choice", "obvious", "forced"]
"""Dice or cards · a real decision · one in which all lines are worth the same · one with a single line."""


class Rests(msgspec.Struct, frozen=True):
    """Where the dice of a gesture came to rest when it was thrown many times from the same table: of `dice` dice those in
    each square of the ice, by its middle (mm); the rest were in the water."""

    throws: int
    dice: int
    cell: int
    cells: list[tuple[int, int, int]]
    outline: list[tuple[float, float]]
    lay: list[tuple[float, float]]
    """Where the dice of the hand lay in truth."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: what everybody's share of the win was before and after it.

    For a decision: the best line, what the one played gave away, and what every line is worth to its player.
    """

    line: int
    seat: str
    words: str
    kind: Kind
    before: dict[str, float]
    after: dict[str, float]
    best: str | None
    loss: float | None
    lines: dict[str, float] | None = None
    rests: Rests | None = None  # a throw onto the floe, where it was looked at closely
    error: float | None = None  # standard error of the loss (of the change, for luck); None where nothing is estimated
    held: dict[str, list[str]] | None = None  # in games with secrets: what the others held, a fact that nobody could know
    reason: Reason | None = None  # of a decision that gave something away: what speaks for the best line
    after_error: dict[str, float] | None = None  # standard errors of `after`; None where nothing is estimated
    line_errors: dict[str, float] | None = None  # standard errors of `lines`
    loss_errors: dict[str, float] | None = None  # standard errors of what each of `lines` gives away against the best


class Rating(msgspec.Struct, frozen=True):
    """How well somebody decided: what was given away in how many real decisions, and a name for it."""

    given_away: float
    decisions: int
    band: str | None  # none for too few decisions
    error: float | None = None


class SeatLedger(msgspec.Struct, frozen=True, omit_defaults=True):
    """start + own dice + others' dice + own errors + others' gifts + estimation = result."""

    start: float
    own_dice: float
    others_dice: float
    own_errors: float
    others_gifts: float
    estimation: float
    result: float
    rating: Rating
    error: dict[str, float] | None = None  # standard errors of the columns; None where nothing is estimated


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that mattered: its place among the entries, whose chances it changed, by how much, and words."""

    entry: int
    kind: Literal["lucky", "unlucky", "error", "good risk"]
    seat: str
    change: float
    words: str
    error: float | None = None  # standard error of the change; None where nothing is estimated


class Review(msgspec.Struct, frozen=True):
    """A whole game."""

    game: str
    exact: bool
    gain: float | None
    effort: str
    """How closely estimates were looked at: `quick`, `usual` or `full`."""
    over: bool
    names: dict[str, str]
    seats: dict[str, SeatLedger]
    entries: list[Step]
    moments: list[Moment]

    @property
    def estimates(self) -> bool:
        """Whether the column of estimation holds anything: certified values leave a little open, exact ones nothing."""
        return not self.exact or bool(self.gain)

    def json(self) -> dict[str, Any]:
        """As `rollmops review --json` prints it."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        for step in found["entries"]:
            step.setdefault("best", None)
            step.setdefault("loss", None)
        return found


class WhatIf(msgspec.Struct, frozen=True):
    """A line, what it is worth to everybody, and how the game would end: winners and points with their probabilities."""

    seat: str
    words: str
    value: dict[str, float]
    value_error: dict[str, float] | None
    """Standard errors; None where the value is known."""
    wins: dict[str, float]
    wins_error: dict[str, float] | None
    """Standard errors; None where every ending was listed, or who wins is known. The value's, until games tell more."""
    points: dict[str, dict[int, float]]
    games: int
    """So many were played for the points; 0 where every ending was listed, or none is over yet."""
    listed: bool
    """Whether every ending was listed."""
    players: str
    """Who played them on: `best` (lines by the values), `search` (of every turn), or bots of a level."""
    played: str
    """The line that was played in truth."""
    lines: dict[str, float]
    """What the lines worth a thought win for whoever decides there, by what they could know; the best first."""
    line_errors: dict[str, float] | None
    """Standard errors of those; None where they are known."""
