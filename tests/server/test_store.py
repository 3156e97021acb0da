"""The store: many rooms in one commit, one bad row alone, nothing lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rollmops.server.store.events import Plan, Sat, SeatPlan, Went
from rollmops.server.store.store import Store, StoreError

SEAT = SeatPlan("here", "", "", "coral", "")


def plan(code: str) -> Plan:
    return Plan(code, "soles", 1, (SEAT, SEAT), None, False, ("house", "d" * 64), "00" * 32, "2026-11-15")


def test_what_was_appended_is_read_in_order(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        room = await store.add_room(plan("a" * 16), "d" * 64, "text")
        for number in range(5):
            await store.append(room, number, [Sat(number, f"name {number}", "sea", "")])

    store = Store.in_folder(tmp_path)
    asyncio.run(write(store))
    store.close()
    again = Store.in_folder(tmp_path)
    found = again.read("a" * 16)
    again.close()
    assert found is not None
    assert [event.seat for event in found.events if isinstance(event, Sat)] == [0, 1, 2, 3, 4]
    assert (found.plan, found.components) == (plan("a" * 16), "text")


def test_rooms_share_a_commit(tmp_path: Path) -> None:
    async def write(store: Store) -> int:
        rooms = [await store.add_room(plan(f"{number:016}"), "d" * 64, "text") for number in range(50)]
        before = store.commits
        await asyncio.gather(*(store.append(room, number, [Went("x")]) for number in range(20) for room in rooms))
        return store.commits - before

    store = Store.in_folder(tmp_path)
    commits = asyncio.run(write(store))
    kept = [store.read(f"{number:016}") for number in range(50)]
    store.close()
    assert commits < 100
    assert all(room is not None and len(room.events) == 20 for room in kept)


def test_one_bad_row_does_not_fail_the_others(tmp_path: Path) -> None:
    async def write(store: Store) -> list[object]:
        good = await store.add_room(plan("g" * 16), "d" * 64, "text")
        bad = await store.add_room(plan("b" * 16), "d" * 64, "text")
        await store.append(bad, 0, [Went("x")])
        writes = [store.append(good, 0, [Went("1")]), store.append(bad, 0, [Went("2")]), store.append(good, 1, [Went("3")])]
        return list(await asyncio.gather(*writes, return_exceptions=True))

    store = Store.in_folder(tmp_path)
    first, second, third = asyncio.run(write(store))
    kept = store.read("g" * 16)
    store.close()
    assert (first, third) == (None, None)
    assert isinstance(second, StoreError)
    assert kept is not None
    assert len(kept.events) == 2


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="--data"):
        Store.in_folder(tmp_path / "file" / "data")


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "rollmops.sqlite").write_text("this is not a database " * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store.in_folder(tmp_path)
