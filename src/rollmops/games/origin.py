"""Games that go on from another record: what their header says of it, and whose dice are in them.

    option from SHA256 12         the first twelve entries are those of the record with this digest
    option dice record            the dice go on as that record's seed says, which was open before this game began
    option dice record 5          likewise; that seed's own dice began after entry 5, because it went on from another one too

Without the second line the dice are new: this record's seed makes them from entry 13 on.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from rollmops.engine.errors import BadProofError, RollmopsError
from rollmops.engine.logbook import Header, Record, shown

FROM = "from"
DICE = "dice"
RECORD = "record"
_FROM = re.compile(r"([0-9a-f]{64}) (0|[1-9][0-9]{0,6})")
_DICE = re.compile(r"record(?: (0|[1-9][0-9]{0,6}))?")


@dataclass(frozen=True)
class Origin:
    """Where the first entries of a record come from."""

    digest: str  # of the record they were in
    entries: int  # so many of them
    drawn_from: int  # the seed of the header has made the dice after so many entries
    same_dice: bool = False  # whether they are those of the older record, and were open before this game began

    def options(self) -> dict[str, str]:
        """What the header says of it."""
        options = {FROM: f"{self.digest} {self.entries}"}
        if self.same_dice:
            options[DICE] = f"{RECORD} {self.drawn_from}" if self.drawn_from else RECORD
        return options


def origin_of(header: Header) -> Origin | None:
    """Where this record's game began; None where it began at the beginning. Raises RollmopsError where it says nonsense."""
    source, dice = header.options.get(FROM), header.options.get(DICE, "")
    own = _DICE.fullmatch(dice)
    if source is None:
        if own:
            raise RollmopsError(f"found {shown(f'option {DICE} {dice}')}, but no 'option {FROM} SHA256 ENTRIES' beside it")
        return None
    found = _FROM.fullmatch(" ".join(source.split()))
    if not found:
        raise RollmopsError(f"found {shown(f'option {FROM} {source}')}; it should say 'option {FROM} SHA256 ENTRIES'")
    entries = int(found[2])
    drawn_from = int(own[1] or 0) if own else entries
    if drawn_from > entries:
        raise RollmopsError(f"found {shown(f'option {DICE} {dice}')}, but only {entries} entries come from another record")
    return Origin(found[1], entries, drawn_from, own is not None)


def drawn_from(record: Record) -> int:
    """After how many entries the seed of this record begins to make its dice."""
    origin = origin_of(record.header)
    if origin is None:
        return 0
    if len(record.entries) < origin.entries:
        said, found = origin.entries, len(record.entries)
        raise BadProofError(f"the header says that {said} entries come from another record, but there are only {found}")
    return origin.drawn_from


def digest_of(record: Record) -> str:
    """What a record is known by to those that go on from it: SHA-256 of its text as we write it."""
    return hashlib.sha256(record.text().encode()).hexdigest()


def check_older(record: Record, older: Record) -> None:
    """Refuse (BadProofError) where the record does not go on from this older one, or another's entries stand there."""
    origin = origin_of(record.header)
    if origin is None:
        raise BadProofError("this record does not go on from another one")
    if digest_of(older) != origin.digest:
        raise BadProofError("this is not the record that the game went on from: its SHA-256 is another")
    for ours, theirs in zip(record.entries[: origin.entries], older.entries[: origin.entries], strict=False):
        if str(ours) != str(theirs):
            raise BadProofError(f"line {ours.line}: found {shown(str(ours))}, but the older record says '{theirs}'")
    if len(older.entries) < origin.entries:
        raise BadProofError(
            f"{origin.entries} entries are said to come from the older record, which has {len(older.entries)}"
        )
