"""From a logbook to a match: find the game and its components, fold every entry, refuse with the line's number."""

from __future__ import annotations

from collections.abc import Iterator

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import FairDice, commitment
from rollmops.engine.errors import BadProofError, BadRecordError, RollmopsError
from rollmops.engine.logbook import Entry, Header, Record, read_record, shown
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


def tell(record: Record, components: Components | None = None) -> Iterator[str]:
    """The record's entries, one after the other, as a person would tell them."""
    match = open_match(record.header, components)
    for entry in record.entries:
        before, done = match.table, len(match.entries)
        match.add(entry)
        for opened in match.entries[done:]:
            letter = LETTERS.find(opened.seat)
            yield match.game.words.tell(before, match.table, letter, opened.words, match.names)


def hand_dice(header: Header) -> bool:
    """Whether people threw their own dice and typed them in."""
    return header.options.get("dice") == "hand"


def verify(record: Record, components: Components | None = None) -> int:
    """Check every die of a record against its revealed seed; returns how many were proven, or names the first misfit."""
    header = record.header
    if hand_dice(header):
        raise BadProofError("the dice of this game were entered by hand; there is nothing to prove")
    if not header.commit:
        raise BadProofError("the record has no 'commit' line: its dice were not promised beforehand")
    if not header.reveal:
        raise BadProofError("the seed is not revealed yet; it is when the game is over")
    if commitment(header.reveal) != header.commit:
        raise BadProofError("the revealed seed is not the one that was promised: SHA-256 of 'reveal' is not 'commit'")
    fold(record, components)  # first of all the record must be a legal game
    return _throw_again(record, header.reveal, components)[1]


def advance_dice(record: Record, seed: str, components: Components | None = None) -> FairDice:
    """Fair dice that have fallen as often as this running record tells; a record that they did not make is refused."""
    if commitment(seed) != record.header.commit:
        raise BadProofError("the seed is not the one that was promised in this record")
    return _throw_again(record, seed, components)[0]


def _throw_again(record: Record, seed: str, components: Components | None) -> tuple[FairDice, int]:
    match = open_match(record.header, components)
    dice = FairDice(seed, record.header.salts)
    if record.header.options.get("first") == "lot":
        drawn = LETTERS[dice.number(match.seats)]
        if drawn != record.header.first:
            raise BadProofError(f"the lot says that {drawn} begins, the header says {record.header.first}")
    proven = sum(_check_entry(match, entry, dice) for entry in record.entries)
    return dice, proven


def _check_entry(match: Match, entry: Entry, dice: FairDice) -> int:
    proven = 0
    if match.chance:
        choices = dice.line(match.game, match.table)
        words = match.game.words.spell(match.table, NOBODY, choices)
        if words != entry.words:
            raise BadProofError(f"line {entry.line}: found {shown(str(entry))}, but the seed says '{words}'")
        proven = len(choices)
    match.add(entry)
    return proven
