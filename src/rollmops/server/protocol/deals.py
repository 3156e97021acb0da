"""The same dice at several tables: what a page asks for and hears of it (`docs/challenges.md`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rollmops.server.protocol.keys import SeatKey
from rollmops.server.protocol.messages import Result
from rollmops.server.protocol.requests import NewTable
from rollmops.server.protocol.words import Letter, SeatKind

MOST_GROUPS = 16


class NewEvening(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/deals: a table for each of these groups, all set alike and with the same dice."""

    table: NewTable
    groups: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(min_length=2, max_length=MOST_GROUPS)]


class DealMade(Struct, frozen=True):
    """Answer to POST /api/deals and POST /api/tables/CODE/challenge: the code of what the tables share. `host` is the secret
    of an evening's host: whoever has it sees the groups' links."""

    code: str
    host: str = ""


class DealSeat(Struct, frozen=True):
    """A seat as every table of the deal has it."""

    seat: Letter
    kind: SeatKind
    name: str
    """Of a bot; people bring their own."""
    level: str


class DealtScore(Struct, frozen=True):
    """What a seat made of it: share of the win = start + luck + score (+ estimation); `score` is with luck subtracted."""

    start: float
    luck: float
    given_away: float
    score: float
    error: float | None


class DealtTable(Struct, frozen=True):
    """One of the tables that share their dice."""

    number: int
    name: str
    """Of the group; empty where there are none."""
    state: Literal["door", "play", "over", "gone"]
    entries: int
    """Lines of its logbook so far."""
    people: tuple[str, ...]
    names: dict[str, str]
    """By the seats' letters, bots included."""
    result: Result | None = None
    scores: dict[str, DealtScore] | None = None
    """By the seats' letters; not yet there while they are reckoned, or where they cannot be."""
    reckoning: bool = False
    code: str = ""
    """Only for whoever may look at it: who has played, and everybody when all have."""
    secret: str = ""
    """The group's, for the host alone."""


class DealState(Struct, frozen=True):
    """GET /api/deals/CODE: who plays with these dice, how far they are, and who has made what of them."""

    code: str
    kind: Literal["challenge", "evening"]
    game: str
    title: str
    seats: tuple[DealSeat, ...]
    first: str | None
    commit: str
    """SHA-256 of the seed, which every table gets to know when its own game is over."""
    date: str
    exact: bool
    """Whether the scores are exact, as far as they are there."""
    tables: tuple[DealtTable, ...]


class GroupTable(Struct, frozen=True):
    """GET /api/deals/CODE/group, with the group's secret: its table, and the keys of its seats."""

    code: str
    name: str
    game: str
    keys: tuple[SeatKey, ...]
