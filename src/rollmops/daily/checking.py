"""The laws of a year: what `rollmops daily --check` proves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from rollmops.daily.decision import MAKING, check, day_text
from rollmops.daily.keys import check_key
from rollmops.daily.making import DECISIONS, make_day
from rollmops.daily.shelf import Shelf
from rollmops.engine.errors import BadProofError, RollmopsError
from rollmops.games import GAMES


@dataclass(frozen=True)
class Checked:
    """What was found in a year that keeps its laws."""

    year: int
    root: str
    days: int
    decisions: int
    again: int  # positions that stood there on an earlier day too
    remade: int  # days that were made again from their keys and are the same


def check_day(shelf: Shelf, day: date) -> list[bytes]:
    """The laws of a day; returns the tables of its decisions. Raises RollmopsError with the one that is broken."""
    try:
        found = shelf.unsealed(day)
        check_key(found.root, day, found.key, list(found.path))
        if found.making > MAKING:
            raise RollmopsError(f"it was made by making {found.making}; this version knows those up to {MAKING}")
        if len(found.decisions) != DECISIONS:
            raise RollmopsError(f"there are {len(found.decisions)} decisions, not {DECISIONS}")
        if {decision.game for decision in found.decisions} != set(GAMES):
            raise RollmopsError("the decisions are not from all four games")
        for decision in found.decisions:
            check(decision)
        return [decision.match().table.tobytes() for decision in found.decisions]
    except RollmopsError as error:
        raise type(error)(f"{day}: {error}") if type(error) in (RollmopsError, BadProofError) else error from None


def check_again(shelf: Shelf, day: date) -> None:
    """Make a day again from its key; refuses (BadProofError) one that is another."""
    found = shelf.unsealed(day)
    if make_day(found.key, found.making) != day_text(found.decisions, found.making):
        raise BadProofError(
            f"{day}: made again from its key it is another: it was changed, or made by another version or machine"
        )


def check_year(shelf: Shelf, year: int, *, remake: int = 0, tell: Callable[[str], None] = lambda _: None) -> Checked:
    """The laws of all days of a year that are made, and so many of them made again."""
    days, seen, again = sorted(shelf.year(year).days), set[bytes](), 0
    if shelf.year(year).root != shelf.root(year):
        raise BadProofError(f"{year}: the root in the file is not the one that the seed leads to")
    for day in days:
        tell(f"{day}: laws")
        tables = check_day(shelf, day)
        again += sum(table in seen for table in tables)
        seen |= set(tables)
    some = days[:: max(1, len(days) // remake)][:remake] if remake else []
    for day in some:
        tell(f"{day}: made again")
        check_again(shelf, day)
    return Checked(year, shelf.root(year), len(days), DECISIONS * len(days), again, len(some))
