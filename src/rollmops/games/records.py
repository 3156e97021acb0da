"""From a logbook to a match: find the game and its components, fold every entry, refuse with the line's number."""

from __future__ import annotations

from rollmops.engine.components import Components
from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.logbook import Header, Record, read_record, shown
from rollmops.engine.match import Match
from rollmops.games import game, house


def open_match(header: Header, components: Components | None = None) -> Match:
    """The match of this header, with nothing played yet."""
    rules = game(header.game)
    parts = components or house(header.game)
    if header.components and header.components[1] != parts.digest:
        raise RollmopsError(
            f"the record was played with the components '{header.components[0]}', not with '{parts.name}';"
            " give their file with --components FILE"
        )
    return Match(rules, parts, header)


def fold(record: Record, components: Components | None = None) -> Match:
    """The match that this record tells."""
    try:
        match = open_match(record.header, components)
    except RollmopsError as error:
        raise BadRecordError(_blame(record.header, str(error)), str(error)) from None
    for entry in record.entries:
        try:
            match.add(entry)
        except RollmopsError as error:
            raise BadRecordError(entry.line, f"found {shown(str(entry))}: {error}") from None
    return match


def _blame(header: Header, message: str) -> int:
    """The header line that most likely is to blame; the game's name stands on line 2 in what we write."""
    return 2 if "no game" in message else 1


def read_match(text: str | bytes, components: Components | None = None) -> Match:
    """Read and fold a logbook."""
    return fold(read_record(text), components)
