"""What whoever runs a server needs: older stores migrated, copies, logbooks, forgetting, health, metrics."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import sqlite3
import subprocess
import sys
import weakref
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import read_record
from rollmops.games import house as house_box
from rollmops.games.records import verify
from rollmops.server.limits import Gate, Limits
from rollmops.server.store.copying import backup
from rollmops.server.store.events import Went
from rollmops.server.store.schema import FORMAT, rooms, today
from rollmops.server.store.store import Store
from rollmops.server.table.export import export
from rollmops.server.table.room import Room
from rollmops.server.table.rooms import Rooms
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import Thinkers
from rollmops.server.warming import Warming
from tests.server.house import House, open_house
from tests.server.players import play_out
from tests.server.test_store import plan

OLD = {1: ("2026-11-16", 20774), 2: ("2026-11-17-format-2", 20774), 4: ("2026-11-18-format-4", 20775)}
"""A store of older formats, and the day on which its tables were played at, counted from 1970-01-01."""


def unpack(folder: Path, number: int) -> Path:
    path = folder / "rollmops.sqlite"
    path.write_bytes(gzip.decompress((Path(__file__).parent / "stores" / f"{OLD[number][0]}.sqlite.gz").read_bytes()))
    return path


def rows(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


@pytest.mark.parametrize("number", OLD)
def test_a_store_of_an_older_format_is_migrated(tmp_path: Path, number: int) -> None:
    path = unpack(tmp_path, number)
    kept = rows(path, "SELECT * FROM journal")
    assert rows(path, "SELECT format FROM about") == [(number,)]
    Store(path).close()
    Store(path).close()
    assert rows(path, "SELECT format FROM about") == [(FORMAT,)]
    assert rows(path, "SELECT * FROM journal") == kept
    assert rows(path, "SELECT DISTINCT owner, epoch FROM rooms") == [(None, 0)]
    assert rows(path, "SELECT DISTINCT day FROM rooms") == [(OLD[number][1],)]


def test_tables_are_forgotten_when_nothing_has_happened_for_long(open_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> int:
        codes = ["a" * 16, "b" * 16, "c" * 16]
        for number, code in enumerate(codes):
            await store.add_room(plan(code), str(number) * 64, f"text {number}")
        for room in (1, 2, 3):
            await store.append(room, 0, [Went("x")])
        with store.engine.begin() as connection:
            connection.execute(rooms.update().where(rooms.c.id.in_((1, 2))).values(day=today() - 31))
        store.noted.clear()
        await store.append(2, 1, [Went("y")])  # somebody has come back
        return await store.forget(30)

    store = open_store()
    assert asyncio.run(write(store)) == 1
    assert [store.read(code * 16) is None for code in "abc"] == [True, False, False]
    store.close()


def test_a_table_that_is_awake_is_not_forgotten(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        codes = [house.table("here", "here").code for _ in range(2)]
    with closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as connection:
        connection.execute("UPDATE rooms SET day = 0")
        connection.commit()

    async def look() -> None:
        gate = Gate(Limits())
        awake = Rooms(store, Thinkers(), Warming(), gate, keep_days=1)
        room = awake.rooms[codes[0]] = Room(awake, 1, Sitting.of(plan(codes[0]), house_box("soles")), 0)
        await awake.forget(1)
        await room.stop()

    store = Store.in_folder(tmp_path)
    asyncio.run(look())
    assert [store.read(code) is None for code in codes] == [False, True]
    store.close()


def test_a_room_that_has_ended_leaves_nothing_for_the_garbage_collector(tmp_path: Path) -> None:
    """Whole games would lie about for minutes, until all tables wait while the interpreter looks for them."""

    async def end_one() -> weakref.ReferenceType[Room]:
        rooms = Rooms(store, Thinkers(), Warming(), Gate(Limits()), idle=0.0)
        code = "a" * 16
        rooms.rooms[code] = Room(rooms, 1, Sitting.of(plan(code), house_box("soles")), 0)
        ended = weakref.ref(rooms.rooms[code])
        await asyncio.sleep(0)  # its task has begun
        assert await rooms.sweep() == 0
        return ended

    store = Store.in_folder(tmp_path)
    gc.disable()
    try:
        assert asyncio.run(end_one())() is None
    finally:
        gc.enable()
        store.close()


def test_copies_and_logbooks_of_a_running_server(tmp_path: Path, house: House) -> None:
    table = house.table("here", "here")
    page = table.seated("A", "B")
    play_out("soles", {"A": page, "B": page})
    house.table("here", "easy")  # waits at the door
    size = backup(house.data, tmp_path / "copy.sqlite")
    assert size == (tmp_path / "copy.sqlite").stat().st_size
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o077 == 0
    with pytest.raises(RollmopsError, match="nothing is written over"):
        backup(house.data, tmp_path / "copy.sqlite")
    found = list(export(house.data, tmp_path / "books"))
    texts = [path.read_text() for path in found if isinstance(path, Path)]
    _, kept, _ = house.request(f"/api/tables/{table.code}/record")
    assert kept.decode() in texts
    verify(read_record(kept))
    assert any("has not begun" in words for words in found if isinstance(words, str))


def test_health_and_metrics(tmp_path: Path) -> None:
    with open_house(tmp_path, metrics=True) as house:
        assert house.request("/healthz")[:2] == (200, b"ok\n")
        table = house.table("here", "here")
        page = table.seated("A", "B")
        play_out("soles", {"A": page, "B": page})
        status, text, _ = house.request("/metrics")
        assert status == 200
        found = {family.name: family for family in text_string_to_metric_families(text.decode())}
        assert found["rollmops_tables"].samples[0].value == 1
        assert found["rollmops_pages"].samples[0].value == 1
        assert found["rollmops_commits"].samples[0].value > 3
        counts = {sample.labels.get("le"): sample.value for sample in found["rollmops_choice_seconds"].samples}
        lines = house.request(f"/api/tables/{table.code}/record")[1].decode().splitlines()
        assert counts["+Inf"] == sum(line.split()[1:2] in (["again"], ["secure"], ["take"]) for line in lines)
        assert not any(name in text.decode() for name in ("Karen", "Reiner", table.code))
        (tmp_path / "rollmops.sqlite").rename(tmp_path / "gone")
        status, words, _ = house.request("/healthz")
        assert (status, b"deleted" in words) == (503, True)
        (tmp_path / "gone").rename(tmp_path / "rollmops.sqlite")


def test_metrics_are_told_only_when_asked_for(house: House) -> None:
    status, text, _ = house.request("/metrics")
    assert (status, b"--metrics" in text) == (404, True)


def test_a_log_for_programs() -> None:
    code = (
        "import logging; from rollmops.server.logs import ask_for_json; ask_for_json();"
        "logging.getLogger('rollmops.server').warning('the %s is full', 'disk')"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    line = json.loads(said)
    assert (line["level"], line["logger"], line["message"]) == ("warning", "rollmops.server", "the disk is full")
