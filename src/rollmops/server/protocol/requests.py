"""What a page says: HTTP bodies and messages on the socket. `web/src/wire.ts` is generated from these structs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, json

from rollmops.server.protocol.words import Colour, EmoteName, Letter, Level, LineWords, Name, Promise, Salt, SeatKind, Token


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: someone on this device, someone by link, or a bot of some level."""

    kind: SeatKind
    level: Level = ""
    name: Annotated[str, Meta(max_length=80)] = ""
    colour: Colour | None = None


class NewClock(Struct, frozen=True, forbid_unknown_fields=True):
    """So many seconds for every choice; then a bot of this level moves on until the turn is another's. They count from
    `opens` to `closes` o'clock in a time zone (an IANA name)."""

    seconds: Annotated[int, Meta(ge=5, le=14 * 24 * 3600)]
    level: Level = ""
    zone: Annotated[str, Meta(max_length=60)] = ""
    opens: Annotated[int, Meta(ge=0, le=23)] = 0
    closes: Annotated[int, Meta(ge=1, le=24)] = 24


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables. `first` is a letter, or empty for a draw by lot; `components` is the text of a component file."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=1, max_length=8)]
    first: Letter | None = None
    odds: bool = False
    components: Annotated[str, Meta(max_length=100_000)] | None = None
    dice: Literal["fair", "hand"] = "fair"
    """`hand`: people throw their own dice at a real table and say what they show."""
    clock: NewClock | None = None


class ReplayAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/replay: a logbook's text, the component file it was played with, through whose eyes to see it, and from
    which step on."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    components: Annotated[str, Meta(max_length=100_000)] | None = None
    seat: Letter | None = None
    start: Annotated[int, Meta(ge=0, le=100_000)] = 0


class ReviewAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/review: a logbook's text, the component file it was played with, and how closely estimates are looked at.

    What is known exactly is so at once; else ask quickly first and more closely while somebody looks."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    components: Annotated[str, Meta(max_length=100_000)] | None = None
    effort: Literal["quick", "usual", "full"] = "usual"


class WhatIfAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/what-if: had this line been played after so many entries of a logbook, how would the game end?

    `words` is a line of the seat that decides there, without its letter; without it the line that was played is looked
    at. `games` is how many are to be played at most where the endings cannot be listed; the answer says how many were.
    """

    record: Annotated[str, Meta(max_length=1_000_000)]
    entries: Annotated[int, Meta(ge=0, le=100_000)]
    words: LineWords = ""
    components: Annotated[str, Meta(max_length=100_000)] | None = None
    seat: Letter | None = None
    """Whose line it is, where several choose at the same time."""
    games: Annotated[int, Meta(ge=1, le=10_000)] = 100


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/play-on: a table that goes on where a logbook stood after so many entries, with as many seats as it has.

    Its dice are new, or those that the logbook's own seed would have brought.
    """

    record: Annotated[str, Meta(max_length=1_000_000)]
    entries: Annotated[int, Meta(ge=0, le=100_000)]
    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=1, max_length=8)]
    components: Annotated[str, Meta(max_length=100_000)] | None = None
    dice: Literal["new", "record"] = "new"
    odds: bool = False


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Any message of a page; an answer to it carries its `id` as `about`."""

    id: Annotated[int, Meta(ge=0, le=2**31)] = 0


class Hello(Ask, frozen=True, tag="hello", kw_only=True):
    """The first message: tokens of the seats this device holds (it takes them over from others), and the last sequence
    number it knows, so that only what is new is sent."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=8)] = ()
    sequence: Annotated[int, Meta(ge=0)] | None = None


class Sit(Ask, frozen=True, tag="sit", kw_only=True):
    """Sit down at a seat this device holds, with a name, a colour and the promise of a contribution to the dice.

    Until everybody has sat down it may be sent again (another name); later only name and colour of the seat's sign change.
    """

    seat: Letter
    name: Name
    promise: Promise
    colour: Colour | None = None


class Open(Ask, frozen=True, tag="open", kw_only=True):
    """Open the salt that was promised, once everybody has (`TableState.opening`). Nobody is told it before all are open;
    a seat that does not open its salt in time gets the house's."""

    seat: Letter
    salt: Salt


class Choose(Ask, frozen=True, tag="choose", kw_only=True):
    """A decision in the words of the record, without the seat's letter; `sequence` is that of the update it answers."""

    seat: Letter
    words: LineWords
    sequence: Annotated[int, Meta(ge=0)]


class Try(Ask, frozen=True, tag="try", kw_only=True):
    """May this be chosen? Nothing happens; a `Tried` answers. For decisions that are too many to list."""

    seat: Letter
    words: LineWords


class Put(Ask, frozen=True, tag="put", kw_only=True):
    """What people's own dice or cards show, in the words of the record (`Update.due` says what is asked for). Anybody who
    sits at the table may say it; what a seat draws in secret only its holder, unless a bot sits there."""

    words: LineWords
    sequence: Annotated[int, Meta(ge=0)]


class Undo(Ask, frozen=True, tag="undo", kw_only=True):
    """At a table with people's own dice: take back the last thing that happened, whatever it was."""

    sequence: Annotated[int, Meta(ge=0)]


class TakeBack(Ask, frozen=True, tag="take back", kw_only=True):
    """Withdraw a sealed choice, or the seat's last line while nothing has followed it (`Part.undo` says when)."""

    seat: Letter
    sequence: Annotated[int, Meta(ge=0)]


class AskHint(Ask, frozen=True, tag="hint", kw_only=True):
    """What would a good player do? Only for the seat's own holder, on its turn."""

    seat: Letter


class AskOdds(Ask, frozen=True, tag="odds", kw_only=True):
    """What would the seat's lines bring, exactly? With words: what would these? Only where the table wants odds shown."""

    seat: Letter
    words: LineWords = ""


class AskForecast(Ask, frozen=True, tag="forecast", kw_only=True):
    """Where would the dice of this throw come to rest? `Forecast` messages answer, each better than the last, until the next
    question or an empty one (without words). Only where dice are thrown for real."""

    seat: Letter
    words: LineWords = ""


class LetBot(Ask, frozen=True, tag="let bot", kw_only=True):
    """Let a bot play on for somebody who is gone (`SeatState.replaceable`), or take a free seat at the door."""

    seat: Letter
    level: Level = ""


class Leave(Ask, frozen=True, tag="leave", kw_only=True):
    """Get up: a bot plays on until the seat's holder says Hello or Sit again."""

    seat: Letter


class NextGame(Ask, frozen=True, tag="next", kw_only=True):
    """After the end: a new table with the same people and their tokens. Nothing given: a rematch, the next seat begins."""

    game: Annotated[str, Meta(max_length=20)] | None = None
    first: Letter | None = None


class Emote(Ask, frozen=True, tag="emote", kw_only=True):
    """Show everybody a drawing at the own seat for a moment. It stands in no journal and no record; only seats can."""

    seat: Letter
    emote: EmoteName


class Rolled(Ask, frozen=True, tag="rolled", kw_only=True):
    """Whoever holds this seat has pressed to see the dice of this line of the log (its place, from 0; -1 before any): the
    others' pages wait for that. Dice have fallen before; this stands in no journal and no record."""

    seat: Letter
    line: Annotated[int, Meta(ge=-1)]


class Renew(Ask, frozen=True, tag="renew", kw_only=True):
    """Change the lock: the seat gets a new token, links given out before no longer open it."""

    seat: Letter


class Subscribe(Ask, frozen=True, tag="subscribe", kw_only=True):
    """Tell this device of the seat's turns by its browser's push service: a PushSubscription's endpoint and keys, and the
    language to say it in. The same one again changes nothing."""

    seat: Letter
    endpoint: Annotated[str, Meta(max_length=1000, pattern="^https://[!-~]+$")]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?$")]
    language: Literal["en", "de"] = "en"


class Unsubscribe(Ask, frozen=True, tag="unsubscribe", kw_only=True):
    """Tell this device no more of the seat's turns."""

    seat: Letter
    endpoint: Annotated[str, Meta(max_length=1000)]


class Seen(Ask, frozen=True, tag="seen", kw_only=True):
    """Whether somebody can see the page: one in the background is told of its turn like one that is closed."""

    visible: bool


class Ping(Ask, frozen=True, tag="ping", kw_only=True):
    """Is the line still there?"""


PageRequest = (
    Hello
    | Sit
    | Open
    | Choose
    | Try
    | Put
    | Undo
    | TakeBack
    | AskOdds
    | AskHint
    | AskForecast
    | LetBot
    | Leave
    | NextGame
    | Emote
    | Rolled
    | Renew
    | Subscribe
    | Unsubscribe
    | Seen
    | Ping
)

request_decoder = json.Decoder(PageRequest)
