"""The logbook: a game as a text that a person can read aloud. Reading and writing; what it means is the match's business.

rollmops 1
game soles
seat A Karen
seat B Reiner
first A

A roll 2 1 1 water
A again
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from msgspec import Struct

from rollmops.engine.contract import LETTERS, is_seat
from rollmops.engine.errors import BadRecordError

FORMAT = 1
LONGEST_NAME_CHARACTERS = 40
JOINERS = "\u200c\u200d"
"""Invisible, but a family of four and many a script need them."""
LONGEST_RECORD_BYTES = 4_000_000
LONGEST_HEADER_LINE_CHARACTERS = 300
MOST_HEADER_LINES = 100
SINGLE = ("game", "first", "components", "commit", "reveal", "date", "result", "arena")
NAMED = ("seat", "option", "salt")
_HEX = re.compile(r"[0-9a-f]+\Z")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Entry(Struct, frozen=True, eq=False, gc=False):
    """One line of the log: a seat's letter (`*` where nobody acts) and the words. A struct, since every line that is played
    makes one, and a frozen dataclass is slow to make."""

    seat: str
    words: str
    line: int = 0
    """Where it stands in its file; the same entry may stand elsewhere too."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and (self.seat, self.words) == (other.seat, other.words)

    def __hash__(self) -> int:
        return hash((self.seat, self.words))

    def __str__(self) -> str:
        return f"{self.seat} {self.words}"


@dataclass(frozen=True)
class Header:
    """What stands above the first blank line."""

    game: str
    seats: tuple[str, ...]  # names, from seat A
    first: str | None = None
    components: tuple[str, str] | None = None  # name, SHA-256
    options: dict[str, str] = field(default_factory=dict)
    commit: str | None = None
    salts: dict[str, str] = field(default_factory=dict)  # each seat's contribution to the dice
    reveal: str | None = None
    arena: str | None = None  # which engine threw, and where
    date: str | None = None
    result: str | None = None
    where: dict[str, int] = field(default_factory=dict, compare=False, repr=False)  # the line of each key that was read

    def lines(self) -> list[str]:
        """The header as it is written."""
        lines = [f"rollmops {FORMAT}", f"game {self.game}"]
        lines += [f"seat {letter} {name}" for letter, name in zip(LETTERS, self.seats, strict=False)]
        lines += [f"option {name} {value}" for name, value in self.options.items()]
        lines += [f"components {' '.join(self.components)}"] if self.components else []
        lines += [f"salt {letter} {salt}" for letter, salt in self.salts.items()]
        for key in ("first", "commit", "reveal", "arena", "date", "result"):
            value = getattr(self, key)
            lines += [f"{key} {value}"] if value else []
        return lines


@dataclass(frozen=True)
class Record:
    """A game as it was written down."""

    header: Header
    entries: tuple[Entry, ...]

    def text(self) -> str:
        """The whole logbook."""
        return "\n".join([*self.header.lines(), "", *map(str, self.entries)]) + "\n"


def clean_name(name: str) -> str:
    """A name that fits on one line: no control characters, no comment sign, not too long; joined signs stay joined."""
    kept = "".join(mark if mark in JOINERS or (mark.isprintable() and mark != "#") else " " for mark in name)
    short = " ".join(kept.split())[:LONGEST_NAME_CHARACTERS].strip(f" {JOINERS}")
    return short if any(mark not in JOINERS for mark in short) else ""


class Numbered(NamedTuple):
    """A line of the file and its number."""

    number: int
    text: str


def read_record(text: str | bytes) -> Record:
    """Read a logbook; BadRecordError names the line that cannot be read."""
    if isinstance(text, bytes):
        text = _decode(text)
    if len(text) > LONGEST_RECORD_BYTES:
        raise BadRecordError(1, f"the record is longer than {LONGEST_RECORD_BYTES} characters")
    lines = [_bare(number, line) for number, line in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), 1)]
    end = next((number for number, line in enumerate(lines) if number and line is not None and not line), len(lines))
    header = _read_header([Numbered(number, line) for number, line in enumerate(lines[:end], 1) if line is not None])
    entries = tuple(_read_entry(number, line) for number, line in enumerate(lines[end:], end + 1) if line)
    return Record(header, entries)


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRecordError(line, f"byte {data[error.start]:#04x} is not UTF-8 text") from None


def _bare(number: int, line: str) -> str | None:
    """The line without its comment; None where there was nothing else. What could play tricks on a terminal is refused."""
    bare, sign, _ = line.partition("#")
    bare = bare.strip()
    if _CONTROL.search(bare):
        raise BadRecordError(number, f"found {shown(bare)}, which has control characters in it; take them out")
    return None if sign and not bare else bare


def shown(text: str) -> str:
    """Any text, safe and short enough to be quoted in a message."""
    safe = "".join(mark if mark.isprintable() else "·" for mark in text)
    return f"'{safe[:57]}…'" if len(safe) > 60 else f"'{safe}'"


def _read_header(lines: list[Numbered]) -> Header:
    if not lines or lines[0].text.split() != ["rollmops", str(FORMAT)]:
        number, found = (lines[0].number, shown(lines[0].text)) if lines else (1, "nothing")
        raise BadRecordError(number, f"a record begins with 'rollmops {FORMAT}', found {found}")
    if len(lines) > MOST_HEADER_LINES:
        number = lines[MOST_HEADER_LINES].number
        raise BadRecordError(number, f"a header has {MOST_HEADER_LINES} lines at most (a blank line ends the header)")
    header = Header(game="", seats=())
    for number, line in lines[1:]:
        header = _read_key(number, line, header)
    last = lines[-1].number
    if not header.game:
        raise BadRecordError(last, "the header has no 'game NAME' line")
    if not header.seats:
        raise BadRecordError(last, "the header has no 'seat A NAME' line")
    for owner in [*header.salts, *([header.first] if header.first else [])]:
        if not is_seat(owner, len(header.seats)):
            where = header.where.get(f"salt {owner}") or header.where["first"]
            raise BadRecordError(where, f"seat {shown(owner)} is named, but there are only {len(header.seats)} seats")
    return header


def _read_key(number: int, line: str, header: Header) -> Header:
    if len(line) > LONGEST_HEADER_LINE_CHARACTERS:
        raise BadRecordError(
            number, f"found {shown(line)}, but a header line has {LONGEST_HEADER_LINE_CHARACTERS} characters at most"
        )
    key, _, value = line.partition(" ")
    value = value.strip()
    if key not in SINGLE + NAMED:
        raise BadRecordError(
            number,
            f"found {shown(line)}, but a header line begins with one of {', '.join(SINGLE[:1] + NAMED + SINGLE[1:])}"
            " (a blank line ends the header)",
        )
    name, _, rest = value.partition(" ")
    mark = f"{key} {name}" if key in NAMED else key
    if mark in header.where:
        raise BadRecordError(number, f"{shown(mark)} stands twice in the header")
    header.where[mark] = number
    if not value or (key in NAMED and not rest.strip()):
        raise BadRecordError(number, f"{shown(line)} is not complete: {_FORMS[key]}")
    return _set_key(number, key, value, name, rest.strip(), header)


_FORMS = {
    "game": "game NAME",
    "seat": "seat LETTER NAME",
    "option": "option NAME VALUE",
    "salt": "salt LETTER HEX",
    "first": "first LETTER",
    "components": "components NAME SHA256",
    "commit": "commit HEX",
    "reveal": "reveal HEX",
    "date": "date YYYY-MM-DD",
    "result": "result LETTER POINTS …",
    "arena": "arena ENGINE PLATFORM",
}


def _set_key(number: int, key: str, value: str, name: str, rest: str, header: Header) -> Header:
    match key:
        case "seat":
            place = len(header.seats)
            if place >= len(LETTERS) or name != LETTERS[place]:
                wanted = f"seat {LETTERS[place]}" if place < len(LETTERS) else "no more seats"
                raise BadRecordError(number, f"seats come in order: expected {wanted}, found seat {shown(name)}")
            return replace(header, seats=(*header.seats, rest))
        case "option":
            return replace(header, options={**header.options, name: rest})
        case "salt":
            if not _HEX.match(rest):
                raise BadRecordError(number, f"{shown(rest)} is not lower-case hexadecimal: {_FORMS[key]}")
            return replace(header, salts={**header.salts, name: rest})
        case "components":
            if not re.fullmatch(r"[0-9a-f]{64}", rest):
                raise BadRecordError(number, f"expected {_FORMS[key]}, found {shown(value)}")
            return replace(header, components=(name, rest))
        case "commit" | "reveal":
            if not re.fullmatch(r"[0-9a-f]{64}", value):
                raise BadRecordError(number, f"{shown(value)} is not 64 hexadecimal digits: {_FORMS[key]}")
            return replace(header, commit=value) if key == "commit" else replace(header, reveal=value)
        case "first":
            if not is_seat(value):
                raise BadRecordError(number, f"expected a seat's letter, found {shown(value)}: {_FORMS[key]}")
            return replace(header, first=value)
    known: dict[str, Any] = {key: value}
    return replace(header, **known)


def _read_entry(number: int, line: str) -> Entry:
    seat, _, words = line.partition(" ")
    words = " ".join(words.split())
    if not is_seat(seat) and seat != "*":
        raise BadRecordError(number, f"found {shown(line)}, but an entry begins with a seat's letter or '*'")
    if not words:
        raise BadRecordError(number, f"{shown(line)} has no verb")
    return Entry(seat, words, number)
