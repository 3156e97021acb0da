"""Every record under tests/games/*/records is a legal game and ends as its header says."""

from __future__ import annotations

from pathlib import Path

from rollmops.engine.logbook import read_record
from rollmops.engine.table import same
from rollmops.games.records import fold, tell


def test_the_record_holds(any_record: Path) -> None:
    record = read_record(any_record.read_bytes())
    match = fold(record)
    assert match.over == (record.header.result is not None)
    assert match.record().header.result == record.header.result


def test_the_record_is_the_same_through_text(any_record: Path) -> None:
    match = fold(read_record(any_record.read_bytes()))
    again = fold(read_record(match.record().text()))
    assert same(match.table, again.table)


def test_the_record_can_be_told(any_record: Path) -> None:
    record = read_record(any_record.read_bytes())
    told = list(tell(record))
    assert len(told) == len(fold(record).entries)
    assert all(line.strip() for line in told)
