"""Play on from here: where a record stood after some of its entries, as the beginning of another game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rollmops.engine.components import Components
from rollmops.engine.errors import BadTableError
from rollmops.engine.keyed import KEYED
from rollmops.engine.logbook import Entry, Record
from rollmops.games.origin import Origin, digest_of, origin_of
from rollmops.games.records import advance_dice, fold


@dataclass(frozen=True)
class Beginning:
    """All that a table needs to go on from a record."""

    origin: Origin
    first: str | None
    seats: int
    components: Components
    entries: tuple[Entry, ...]
    options: dict[str, str]  # of the new header
    seed: str = ""  # of the record's own dice; empty for new ones
    salts: dict[str, str] | None = None
    drawn: int = 0  # numbers that the record's dice have given so far
    arena: str = ""


def go_on_from(record: Record, entries: int, *, same_dice: bool = False, components: Components | None = None) -> Beginning:
    """Begin where a record stood after so many entries.

    In the middle of choices that several make at once it is begun before the first of them, for none of them was open yet.
    Raises BadRecordError where the record is no legal game, BadTableError where nothing can go on.
    """
    if not 0 <= entries <= len(record.entries):
        raise BadTableError(f"there are {len(record.entries)} entries; a game cannot go on after entry {entries}")
    head = replace(record.header, result=None)
    match = fold(Record(head, record.entries[:entries]), components)
    if match.over:
        raise BadTableError(f"after entry {entries} the game is over; go on from an earlier one")
    taken = tuple(match.entries)  # without what lies sealed
    if not same_dice:
        origin = Origin(digest_of(record), len(taken), len(taken))
        return Beginning(origin, head.first, match.seats, match.components, taken, origin.options())
    if not head.reveal or not head.commit:
        raise BadTableError("this record does not reveal the seed of its dice, so they cannot go on; take new dice")
    older = origin_of(record.header)
    begun = older.drawn_from if older else 0
    if begun > len(taken):
        raise BadTableError(f"the seed of this record made its dice from entry {begun + 1} on only; take new dice")
    origin = Origin(digest_of(record), len(taken), begun, same_dice=True)
    kept = {name: value for name, value in head.options.items() if name.startswith("salt") or name in ("first", KEYED)}
    options = origin.options() | kept
    dice = advance_dice(Record(replace(head, options=options), record.entries[: len(taken)]), head.reveal, match.components)
    return Beginning(
        origin=origin,
        first=head.first,
        seats=match.seats,
        components=match.components,
        entries=taken,
        options=options,
        seed=head.reveal,
        salts=dict(head.salts),
        drawn=dice.drawn,
        arena=" ".join((head.arena or "").split()[:3]),
    )
