"""The daily catch on the wire. It comes with its answers: a day must work without a net once it is loaded, and whoever looks
them up spoils nobody's day but their own."""

from __future__ import annotations

from msgspec import Struct

from rollmops.review.reasons.reason import Reason
from rollmops.server.protocol.messages import Part


class Today(Struct, frozen=True):
    """Answer to GET /api/daily: which day it is. It changes at midnight UTC, and not by the clock of a device."""

    today: str


class DayDecision(Struct, frozen=True):
    """One of the five; seat A decides."""

    game: str
    title: str
    names: dict[str, str]
    part: Part
    """As a table would ask; `choices` are the lines that are offered."""
    owing: tuple[str, ...]
    whole: bool
    """Whether every legal line is offered, so that the board itself can be played on."""
    lines: dict[str, float]
    """The share of the win of each line, the best first."""
    error: float | None
    """The standard error of how far the best is ahead; null where values are exact."""
    mistake: str
    """What many would choose."""
    reason: Reason
    record: str
    """The logbook so far, to play on from."""
    entries: int


class DayReply(Struct, frozen=True):
    """GET /api/daily/2027-01-05. `key` and `path` lead to `root`, the commitment of the year (docs/daily.md)."""

    date: str
    root: str
    key: str
    path: tuple[str, ...]
    decisions: tuple[DayDecision, ...]
