"""From a logbook to a match: find the game and its components, fold every entry, refuse with the line's number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import FairDice, commitment, house_salt, salt_promise
from rollmops.engine.errors import BadProofError, BadRecordError, RollmopsError
from rollmops.engine.keyed import KEYED, KEYED_BY, dice_of, is_keyed
from rollmops.engine.logbook import Entry, Header, Record, read_record, shown
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import all_games, game, house
from rollmops.games.origin import drawn_from, origin_of

SEALED = "sealed"
"""`option salts sealed`: every seat promised its salt before any was opened, and the seed fixes the house's."""
HOUSE = "house"
"""`option salt-B house`: this seat has none of its own, because a bot sat there; the house put in what the seed fixes."""
UNOPENED = "unopened"
"""`option salt-B unopened`: this seat promised a salt and did not open it in time; the house's was taken for it."""


class OtherBoxError(BadRecordError):
    """A record was played with other components than those at hand: only their file is missing."""


def open_match(header: Header, components: Components | None = None) -> Match:
    """The match of this header, with nothing played yet."""
    rules = game(header.game)
    origin_of(header)  # says no nonsense
    parts = components or house(header.game)
    if header.components and not _is_played_with(header, parts):
        raise RollmopsError(
            f"the record was played with the components {shown(header.components[0])}, not with '{parts.name}';"
            " give their component file (in the terminal with --components FILE)"
        )
    return Match(rules, parts, header)


def fold(record: Record, components: Components | None = None) -> Match:
    """The match that this record tells."""
    try:
        match = open_match(record.header, components)
    except RollmopsError as error:
        raise blamed(record.header, components, str(error)) from None
    for entry in record.entries:
        try:
            match.add(entry)
        except RollmopsError as error:
            raise BadRecordError(entry.line, f"found {shown(str(entry))}: {error}") from None
    claimed, found = record.header.result, match.record().header.result
    if match.over and claimed and claimed.split() != (found or "").split():
        raise BadRecordError(
            record.header.where.get("result", 1), f"found {shown(f'result {claimed}')}, but it is '{found}'"
        )
    return match


def blamed(header: Header, components: Components | None, why: str) -> BadRecordError:
    """Why there can be no match of this header, with the line of it that is to blame."""
    if header.game not in all_games():
        key = "game"
    elif not _has_sound_origin(header):
        key = "option from" if "option from" in header.where else "option dice"
    elif not _is_played_with(header, components or house(header.game)):
        key = "components"
    else:
        key = f"seat {LETTERS[len(header.seats) - 1]}"
    return (OtherBoxError if key == "components" else BadRecordError)(header.where.get(key, 1), why)


def _has_sound_origin(header: Header) -> bool:
    with suppress(RollmopsError):
        origin_of(header)
        return True
    return False


def _is_played_with(header: Header, parts: Components) -> bool:
    return header.components is None or header.components[1] == parts.digest


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


def salt_options(house: Mapping[str, str]) -> dict[str, str]:
    """What a header says about its salts: promised before any was opened, these seats' put in by the house."""
    return {"salts": SEALED, **{f"salt-{letter}": why for letter, why in sorted(house.items())}}


def salted_by_house(header: Header) -> dict[str, str] | None:
    """The seats whose salt the seed fixes, and why; None where the record does not say that its salts were sealed."""
    if header.options.get("salts") != SEALED:
        return None
    marked = {letter: header.options.get(f"salt-{letter}") for letter in LETTERS[: len(header.seats)]}
    return {letter: why for letter, why in marked.items() if why}


def check_salts(header: Header, seed: str) -> None:
    """Refuse salts of the house that the seed did not fix: somebody could have tried until the dice pleased."""
    house = salted_by_house(header)
    if house is None:
        return
    for letter in LETTERS[: len(header.seats)]:
        if letter not in header.salts:
            raise BadProofError(f"seat {letter} has no 'salt' line, though the header says that all salts were promised")
    for letter, why in house.items():
        if why not in (HOUSE, UNOPENED):
            raise BadProofError(f"found {shown(f'option salt-{letter} {why}')}; it should say {HOUSE} or {UNOPENED}")
        if header.salts[letter] != house_salt(seed, letter):
            raise BadProofError(
                f"the salt of seat {letter} is not the one that the seed fixes for it: it was chosen later, perhaps to"
                " choose the dice"
            )


def check_kept(header: Header, commit: str | None, salts: Mapping[str, str], promises: Mapping[str, str]) -> None:
    """Compare a record with what somebody kept from before the game: the commitment, own salts, what others promised."""
    if commit is not None and commit.lower() != header.commit:
        raise BadProofError(f"the commitment of this record is {header.commit}, not the one that you saw before the game")
    house = salted_by_house(header) or {}
    for letter, salt in salts.items():
        if house.get(letter) == UNOPENED:
            raise BadProofError(f"the salt of seat {letter} was not used: the record says that it was not opened in time")
        if header.salts.get(letter) != salt:
            raise BadProofError(f"the salt of seat {letter} in this record is not the one that its device drew")
    for letter, promise in promises.items():
        salt = header.salts.get(letter, "")
        fits = len(salt) % 2 == 0 and salt_promise(salt) == promise
        if house.get(letter) != UNOPENED and not fits:
            raise BadProofError(f"the salt of seat {letter} in this record is not the one that was promised for it")


def verify(record: Record, components: Components | None = None) -> int:
    """Check every die of a record against its revealed seed; returns how many were proven, or names the first misfit.

    Raises BadRecordError where the record is no legal game, BadProofError where its dice are not the ones that were
    promised, or cannot be made again here.
    """
    header = record.header
    if hand_dice(header):
        raise BadProofError("the dice of this game were entered by hand; there is nothing to prove")
    if not header.commit:
        raise BadProofError("the record has no 'commit' line: its dice were not promised beforehand")
    if not header.reveal:
        raise BadProofError("the seed is not revealed yet; it is when the game is over")
    if commitment(header.reveal) != header.commit:
        raise BadProofError("the revealed seed is not the one that was promised: SHA-256 of 'reveal' is not 'commit'")
    check_salts(header, header.reveal)
    if KEYED in header.options and not is_keyed(header.options):
        raise BadProofError(
            f"found {shown(f'option {KEYED} {header.options[KEYED]}')}; dice that are keyed otherwise than by"
            f" '{KEYED_BY}' cannot be proven by this version"
        )
    fold(record, components)  # first of all the record must be a legal game
    chance = game(header.game).chance
    chance.check_maker(header.arena)
    made = make_again(record, header.reveal, components)
    chance.check_stamp(header.arena, made.source)
    return made.proven


def advance_dice(record: Record, seed: str, components: Components | None = None) -> FairDice:
    """Fair dice that have fallen as often as this running record tells; a record that they did not make is refused.

    Chance that only some machines can make again is not made again to go on with a game: the dice need only its number.
    """
    if commitment(seed) != record.header.commit:
        raise BadProofError("the seed is not the one that was promised in this record")
    chance = game(record.header.game).chance
    if chance.by_weight:
        return make_again(record, seed, components).dice
    match, dice = _first_drawn(record, seed, components)
    begun = drawn_from(record)
    for number, entry in enumerate(record.entries):
        if match.chance and number >= begun:
            chance.draw(match.game, match.table, dice)
        match.add(entry)
    return dice


def go_on(match: Match, seed: str, dice: FairDice) -> Source:
    """What lets chance happen in a match that is resumed, with its dice as far as they have fallen."""
    record = match.record()
    chance, stamp = match.game.chance, record.header.arena
    dice.follow(match)
    if stamp and seed:
        # Made again, so that the stamp of the whole game is kept; where that cannot be, it goes on without.
        with suppress(BadProofError):
            chance.check_maker(stamp)
            made = make_again(record, seed, match.components)
            made.dice.follow(match)
            return made.source
    return chance.source(match.components, dice, stamp or "")


@dataclass(frozen=True)
class MadeAgain:
    """The chance of a record, made once more and found the same."""

    source: Source
    dice: FairDice
    proven: int  # dice and cards that were compared


def make_again(record: Record, seed: str, components: Components | None = None) -> MadeAgain:
    """Let chance happen once more as the seed says; raises BadProofError at the first line that differs.

    In a game that went on from another record, dice of another seed stand before its own: they are taken as they are told.
    """
    match, dice = _first_drawn(record, seed, components)
    source = match.game.chance.source(match.components, dice)
    begun = drawn_from(record)
    for entry in record.entries[:begun]:
        match.add(entry)
    proven = sum(_check_entry(match, entry, source) for entry in record.entries[begun:])
    return MadeAgain(source, dice, proven)


def _first_drawn(record: Record, seed: str, components: Components | None) -> tuple[Match, FairDice]:
    """The match with nothing played yet, and the dice after the lot for the starting player."""
    match = open_match(record.header, components)
    dice = dice_of(record.header, seed, match)
    if record.header.options.get("first") == "lot":
        drawn = LETTERS[dice.lot(match.seats)]
        if drawn != record.header.first:
            raise BadProofError(f"the lot says that {drawn} begins, the header says {record.header.first}")
    return match, dice


def _check_entry(match: Match, entry: Entry, source: Source) -> int:
    proven = 0
    if match.chance:
        choices = source.roll(match.game, copy(match.table))
        words = match.game.words.spell(match.table, NOBODY, choices)
        if words != entry.words:
            raise BadProofError(f"line {entry.line}: found {shown(str(entry))}, but the seed says '{words}'")
        proven = match.game.chance.dice_of(choices, words)
    match.add(entry)
    return proven
