"""Rows of the journal in SQLite: recent ones and sorted ones are one journal to whoever reads it, and their numbers follow
each other."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollmops.server.store import rows as rows_module
from rollmops.server.store.copying import backup
from rollmops.server.store.events import Locked, Went
from rollmops.server.store.files import StoreError
from rollmops.server.store.schema import rooms, today
from rollmops.server.store.store import Store
from tests.server.test_store import plan

CODES = [letter * 16 for letter in "abc"]


def in_store(folder: Path, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """What comes of this in the store of a folder, which is closed afterwards."""

    async def do() -> Any:
        store = Store.in_folder(folder)
        try:
            return await work(store)
        finally:
            await asyncio.to_thread(store.close)

    return asyncio.run(do())


async def set_tables(store: Store) -> None:
    for code in CODES:
        await store.add_room(plan(code), "d" * 64, "text")


def told(store: Store, code: str) -> list[str]:
    found = store.read(code)
    assert found is not None
    return [event.code for event in found.events if isinstance(event, Went)]


def raw(folder: Path, question: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "rollmops.sqlite")) as connection:
        return connection.execute(question).fetchall()


STEP = st.one_of(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=6),  # rooms, and how many events
    st.sampled_from(["another", "reopen", "kill"]),
)


@settings(max_examples=25, deadline=None)
@given(steps=st.lists(STEP, max_size=12), most=st.sampled_from([1, 200, 600, 300_000]))
def test_whatever_is_recent_or_sorted_in_a_room_has_all_its_events_in_order(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Any], most: int
) -> None:
    folder, kept = tmp_path_factory.mktemp("rows"), {room: list[str]() for room in (1, 2, 3)}

    async def play(store: Store, steps: Sequence[Any]) -> int:
        """Until the end, or until the server would end; returns how many steps that were."""
        for done, step in enumerate(steps):
            if step in ("reopen", "kill"):
                return done + 1
            if step == "another":
                await store.add_room(plan(f"{len(store.codes()):016}"), "d" * 64, "text")
            else:
                waiting = []
                for room, count in step:
                    names = [f"{room} {len(kept[room]) + n}" for n in range(count)]
                    waiting.append(store.append(room, len(kept[room]), [Went(name) for name in names]))
                    kept[room] += names
                await asyncio.gather(*waiting)
            assert [told(store, code) for code in CODES] == list(kept.values())
        return len(steps)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rows_module, "MOST_RECENT_BYTES", most)
        in_store(folder, set_tables)
        at = 0
        while at < len(steps):
            aside = folder.with_name(f"{folder.name}-aside-{at}")

            async def go_on(store: Store, start: int = at, here: Path = folder, aside: Path = aside) -> int:
                done = await play(store, steps[start:])
                shutil.copytree(here, aside)  # as a server leaves it that is killed now
                return done

            at += in_store(folder, go_on)
            if steps[at - 1] == "kill":
                folder = aside
        assert in_store(folder, lambda store: asyncio.to_thread(lambda: [told(store, code) for code in CODES])) == [
            *kept.values()
        ]
    assert raw(folder, "SELECT count(*) FROM recent") == [(0,)]  # whoever closes a store sorts everything in


def test_a_commit_is_one_row_until_rows_are_sorted_in_room_by_room(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await set_tables(store)
        for room in (1, 2, 3):
            await store.append(room, 0, [Went("first")])
        before, sorted_in = len(raw(tmp_path, "SELECT id FROM recent")), raw(tmp_path, "SELECT * FROM journal")
        for number in (1, 3):
            await asyncio.gather(*(store.append(room, number, [Went("x"), Locked(0, "y")]) for room in (3, 1, 2)))
        lots = raw(tmp_path, "SELECT rows FROM recent ORDER BY id")[before:]
        assert [[row[:2] for row in json.loads(lot)] for (lot,) in lots] == [
            [[3, 1], [1, 1], [2, 1]],
            [[3, 3], [1, 3], [2, 3]],
        ]
        assert raw(tmp_path, "SELECT * FROM journal") == sorted_in

    in_store(tmp_path, write)
    # The first rows came while their rooms were noted as played at today, which sorts in what is there.
    assert raw(tmp_path, "SELECT room, number FROM journal ORDER BY room, number") == [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (3, 0),
    ]


@pytest.mark.parametrize("known", [True, False], ids=["known", "after a restart"])
@pytest.mark.parametrize(("number", "code"), [(0, "other"), (1, "other"), (3, "later")])
def test_numbers_follow_each_other(tmp_path: Path, known: bool, number: int, code: str) -> None:
    """Nothing else is written in the place of what is there, and nothing with a gap before it."""

    async def write(store: Store) -> None:
        await set_tables(store)
        await store.append(1, 0, [Went("first"), Went("second")])

    async def refuse(store: Store) -> None:
        if known:
            await write(store)
        with pytest.raises(StoreError, match="2 events"):
            await store.append(1, number, [Went(code)])
        await store.append(1, 2, [Went("third")])
        assert told(store, CODES[0]) == ["first", "second", "third"]

    if not known:
        in_store(tmp_path, write)
    in_store(tmp_path, refuse)


@pytest.mark.parametrize("known", [True, False], ids=["known", "after a restart"])
def test_what_is_there_already_is_there_once(tmp_path: Path, known: bool) -> None:
    async def write(store: Store) -> None:
        await set_tables(store)
        await store.append(1, 0, [Went("first"), Went("second")])
        await store.append(1, 2, [Went("third")])

    async def again(store: Store) -> None:
        if known:
            await write(store)
        await store.append(1, 0, [Went("first"), Went("second")])
        await store.append(1, 1, [Went("second")])
        await store.append(1, 2, [Went("third")])
        assert told(store, CODES[0]) == ["first", "second", "third"]

    if not known:
        in_store(tmp_path, write)
    in_store(tmp_path, again)


def test_a_table_that_was_forgotten_is_not_written_to(tmp_path: Path) -> None:
    """Though somebody still has it in hand: its rows could never be sorted in."""

    async def write(store: Store) -> None:
        await set_tables(store)
        await store.append(1, 0, [Went("first")])
        with store.engine.begin() as connection:
            connection.execute(rooms.update().where(rooms.c.id == 1).values(day=today() - 31))
        assert await store.forget(30) == 1
        with pytest.raises(StoreError, match="no such table"):
            await store.append(1, 1, [Went("second")])
        await store.append(2, 0, [Went("elsewhere")])

    in_store(tmp_path, write)
    assert raw(tmp_path, "SELECT room FROM journal") == [(2,)]


def test_rows_are_sorted_in_by_their_numbers_in_whatever_order_they_are_read(tmp_path: Path) -> None:
    in_store(tmp_path, set_tables)
    lots = ['[[1,2,[{"e":"went","code":"third"}]]]', '[[1,0,[{"e":"went","code":"first"},{"e":"went","code":"second"}]]]']
    with closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as connection:
        connection.executemany("INSERT INTO recent (rows) VALUES (?)", [(lot,) for lot in lots])
        connection.commit()
    for _ in ("recent", "sorted in"):
        found = in_store(tmp_path, lambda store: asyncio.to_thread(told, store, CODES[0]))
        assert found == ["first", "second", "third"]


def test_a_copy_has_what_is_recent(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await set_tables(store)
        await store.append(1, 0, [Went("first")])
        await store.append(1, 1, [Went("second")])
        backup(tmp_path, tmp_path / "copy.sqlite")

    in_store(tmp_path, write)
    copy = Store(tmp_path / "copy.sqlite")
    assert told(copy, CODES[0]) == ["first", "second"]
    copy.close()
