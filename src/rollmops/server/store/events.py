"""What a room's journal is made of. A room is the fold of its plan and these events; nothing else changes it."""

from __future__ import annotations

from msgspec import Struct, json

from rollmops.server.protocol.words import Colour, SeatKind

AUDIENCES = "ABCDEFGH*"
"""Whose eyes: a seat's letter, or `*` for those who watch."""


class SeatPlan(Struct, frozen=True):
    """A seat as the table was set. `lock` is the digest of its token, empty for a bot."""

    kind: SeatKind
    level: str
    name: str
    colour: Colour
    lock: str


class Start(Struct, frozen=True, omit_defaults=True):
    """Where a table goes on from another record: its entries, what the header says of them, and its dice if they go on."""

    entries: tuple[str, ...]
    options: dict[str, str]
    salts: dict[str, str] | None = None
    """Of the record's own dice, whose seed is the plan's; None where the dice are new."""
    drawn: int = 0
    arena: str = ""


class Clock(Struct, frozen=True, omit_defaults=True):
    """So many seconds for every choice, counted from `opens` to `closes` o'clock in a time zone; then a bot moves on."""

    seconds: int
    level: str
    zone: str = ""
    opens: int = 0
    closes: int = 24


class Plan(Struct, frozen=True, omit_defaults=True):
    """How a table was set: the first row of its room in the store."""

    code: str
    game: str
    version: int
    seats: tuple[SeatPlan, ...]
    first: str | None
    odds: bool
    components: tuple[str, str]
    seed: str
    """Everything of the house's that goes into the dice: it fixes the salts of bots too (`engine.dice.house_salt`)."""
    date: str
    start: Start | None = None
    hand: bool = False
    """Whether people throw their own dice and say what they show."""
    clock: Clock | None = None
    keyed: bool = False
    """Whether dice are keyed by round, seat, throw and die (`engine/keyed.py`); not at tables of older servers."""
    same: str = ""
    """The code of what this table shares its dice with (`server/table/deals.py`); empty for dice of its own."""


class Group(Struct, frozen=True):
    """A group of an evening; whoever knows its secret may take seats at its table."""

    name: str
    secret: str


class DealPlan(Struct, frozen=True, omit_defaults=True):
    """Dice that several tables share, and how those tables are set. `source`: the finished table they come from."""

    code: str
    game: str
    version: int
    seats: tuple[SeatPlan, ...]
    first: str
    odds: bool
    components: tuple[str, str]
    seed: str
    salts: dict[str, str]
    options: dict[str, str]
    """What the header of every table says of its dice."""
    date: str
    source: str = ""
    host: str = ""
    """Of an evening: the lock of its host's token."""
    groups: tuple[Group, ...] = ()


class Kept(Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the log; `veiled` holds words and telling for each audience that may not see the words. `told` is empty
    where pages tell the line from its words and news (older servers told every line)."""

    seat: str
    words: str
    told: str = ""
    bot: bool = False
    flight: str = ""
    veiled: dict[str, tuple[str, str]] = {}
    news: tuple[str, ...] = ()
    """What it led to (`games/news.py`); empty in journals of older servers too."""


class Event(Struct, frozen=True, tag_field="e", omit_defaults=True):
    """Anything that happens in a room."""


class Sat(Event, frozen=True, tag="sat"):
    """Somebody sat down with the promise of a salt, or changed the seat's sign. Without a promise the seat is free again.

    Tables of older servers were told the salt itself, in `salt`; such a journal is folded as it was meant.
    """

    seat: int
    name: str
    colour: Colour
    salt: str = ""
    promise: str = ""


class Sealed(Event, frozen=True, tag="sealed"):
    """Everybody has promised a salt: no promise changes any more, and the salts may be opened."""


class Opened(Event, frozen=True, tag="opened"):
    """A seat has opened the salt it had promised."""

    seat: int
    salt: str


class Began(Event, frozen=True, tag="began"):
    """The dice are fixed: the house's salt stands in for every seat without one. `drawn` numbers went into the lot."""

    first: str
    drawn: int


class Chose(Event, frozen=True, tag="chose", omit_defaults=True):
    """A decision; without lines it lies sealed until the last has come."""

    seat: int
    words: str
    lines: tuple[Kept, ...] = ()
    bot: bool = False


class Happened(Event, frozen=True, tag="happened"):
    """Dice fell or a card was turned; so many numbers of the fair dice are drawn by now. `arena` says what threw."""

    line: Kept
    drawn: int
    arena: str = ""


class Withdrew(Event, frozen=True, tag="withdrew"):
    """A sealed choice, or the seat's last line, was taken back."""

    seat: int


class Undid(Event, frozen=True, tag="undid"):
    """At a table with dice thrown by hand: the last thing that happened was taken back, whatever it was."""


class Timed(Event, frozen=True, tag="timed"):
    """At a table with a clock: the time of these seats begins to run, in seconds since 1970."""

    at: float
    seats: tuple[int, ...]


class StoodIn(Event, frozen=True, tag="stood in"):
    """A bot plays on for this seat from now on, or (without a level) its holder does again."""

    seat: int
    level: str


class Locked(Event, frozen=True, tag="locked"):
    """The seat has a new token."""

    seat: int
    lock: str


class Went(Event, frozen=True, tag="went"):
    """These people went on at another table."""

    code: str


Events = Sat | Sealed | Opened | Began | Chose | Happened | Withdrew | Undid | Timed | StoodIn | Locked | Went

encoder = json.Encoder()
events_decoder = json.Decoder(tuple[Events, ...])
plan_decoder = json.Decoder(Plan)
deal_decoder = json.Decoder(DealPlan)
