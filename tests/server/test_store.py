"""The store: many rooms in one commit, one bad row alone, nothing lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from rollmops.server.store.events import Plan, Sat, SeatPlan, Went
from rollmops.server.store.files import StoreFiles
from rollmops.server.store.schema import FORMAT, about
from rollmops.server.store.store import Store, StoreError

SEAT = SeatPlan("here", "", "", "coral", "")


def plan(code: str) -> Plan:
    return Plan(code, "soles", 1, (SEAT, SEAT), None, False, ("house", "d" * 64), "00" * 32, "2026-11-15")


def test_what_was_appended_is_read_in_order(open_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        room = await store.add_room(plan("a" * 16), "d" * 64, "text")
        for number in range(5):
            await store.append(room, number, [Sat(number, f"name {number}", "sea", "")])

    store = open_store()
    asyncio.run(write(store))
    store.close()
    again = open_store()
    found = again.read("a" * 16)
    again.close()
    assert found is not None
    assert [event.seat for event in found.events if isinstance(event, Sat)] == [0, 1, 2, 3, 4]
    assert (found.plan, found.components) == (plan("a" * 16), "text")


def test_rooms_share_a_commit(open_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> int:
        rooms = [await store.add_room(plan(f"{number:016}"), "d" * 64, "text") for number in range(50)]
        before = store.commits
        await asyncio.gather(*(store.append(room, number, [Went("x")]) for number in range(20) for room in rooms))
        return store.commits - before

    store = open_store()
    commits = asyncio.run(write(store))
    kept = [store.read(f"{number:016}") for number in range(50)]
    store.close()
    assert commits < 100
    assert all(room is not None and len(room.events) == 20 for room in kept)


def test_one_bad_row_does_not_fail_the_others(open_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> list[object]:
        good = await store.add_room(plan("g" * 16), "d" * 64, "text")
        bad = await store.add_room(plan("b" * 16), "d" * 64, "text")
        await store.append(bad, 0, [Went("x")])
        writes = [store.append(good, 0, [Went("1")]), store.append(bad, 0, [Went("2")]), store.append(good, 1, [Went("3")])]
        return list(await asyncio.gather(*writes, return_exceptions=True))

    store = open_store()
    first, second, third = asyncio.run(write(store))
    kept = store.read("g" * 16)
    store.close()
    assert (first, third) == (None, None)
    assert isinstance(second, StoreError)
    assert kept is not None
    assert len(kept.events) == 2


def test_what_is_written_again_because_the_answer_was_lost_is_there_once(open_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        room = await store.add_room(plan("a" * 16), "d" * 64, "text")
        await store.append(room, 0, [Went("x")])
        await store.append(room, 0, [Went("x")])
        with pytest.raises(StoreError, match="cannot be written"):
            await store.append(room, 0, [Went("y")])
        await store.append(room, 1, [Went("z")])

    store = open_store()
    asyncio.run(write(store))
    kept = store.read("a" * 16)
    store.close()
    assert kept is not None
    assert kept.events == (Went("x"), Went("z"))


def test_boxes_are_kept_once_and_codes_in_order(open_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        for letter in "cab":
            await store.add_room(plan(letter * 16), "d" * 64, f"text {letter}")

    store = open_store()
    asyncio.run(write(store))
    store.check()
    assert store.codes() == ["c" * 16, "a" * 16, "b" * 16]
    assert (store.components_of("d" * 64), store.components_of("e" * 64)) == ("text c", None)
    assert store.read("x" * 16) is None
    store.close()


def test_a_store_of_a_newer_format_is_left_alone(open_store: Callable[[], Store]) -> None:
    store = open_store()
    with store.engine.begin() as connection:
        connection.execute(about.update().values(format=FORMAT + 1))
    store.close()
    with pytest.raises(StoreError, match="newer rollmops"):
        open_store()


def test_a_database_that_does_not_answer_or_is_none() -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Store.at("postgresql://nobody@127.0.0.1:9/rollmops")
    for address in ("mysql://somewhere", "rollmops.sqlite", "postgresql//", "postgresql://me:mine@here:port/tables", ""):
        with pytest.raises(StoreError, match="postgresql://USER"):
            Store.at(address)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:se@cret@127.0.0.1:9/tables",
        "postgresql://me:secret@127.0.0.1:9/tables",
        "postgresql://me:secret@127.0.0.1:99999/tables",
        "postgresql://me:secret@127.0.0.1:nine/tables",
        "postgresql://me:secret@127.0.0.1:9/tables?no=such",
        "postgresql+asyncpg://me:secret@[::1/tables",
    ],
)
def test_no_password_is_told_and_all_in_one_line(address: str) -> None:
    with pytest.raises(StoreError) as refused:
        Store.at(address)
    assert "cret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="--data"):
        Store.in_folder(tmp_path / "file" / "data")


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "rollmops.sqlite").write_text("this is not a database " * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store.in_folder(tmp_path)


def test_a_file_whose_last_pages_are_still_in_the_log_is_not_damaged(tmp_path: Path) -> None:
    """While somebody reads, SQLite brings into the file what they see and nothing newer: its first page, which says how long
    the file is, may get there without the last, and stays so until all is brought in."""
    path = tmp_path / "grows.sqlite"
    with contextlib.closing(_in_log_mode(path)) as writer, contextlib.closing(_in_log_mode(path)) as reader:
        writer.execute("CREATE TABLE numbers (text)")
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        files = StoreFiles(path)
        files.check()
        writer.execute("INSERT INTO numbers VALUES (?)", ("x" * 9_000,))  # the file will be longer
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM numbers").fetchall()
        writer.execute("UPDATE numbers SET text = ?", ("y" * 9_000,))  # which the reader does not see
        writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
        said = int.from_bytes(path.read_bytes()[28:32], "big") * 4096
        assert path.stat().st_size < said, "this is what the test is about"
        files.check()
        reader.execute("ROLLBACK")
        writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
        assert path.stat().st_size == said
        files.check()
        os.truncate(path, said - 4096)
        with pytest.raises(StoreError, match="damaged"):
            files.check()
        files.close()


def _in_log_mode(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("page_size=4096", "journal_mode=WAL", "wal_autocheckpoint=0"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def test_a_file_that_was_cut_off_while_nobody_looked_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "cut.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as store:
        store.execute("CREATE TABLE numbers (text)")
        store.executemany("INSERT INTO numbers VALUES (?)", [("x" * 1000,)] * 100)
        store.commit()
    os.truncate(path, path.stat().st_size // 2)
    files = StoreFiles(path)
    with pytest.raises(StoreError, match="damaged"):
        files.check()
    files.close()
