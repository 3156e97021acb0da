"""Disk full, read-only, locked, deleted, damaged: one line in the log, one sentence on the page, and it goes on after."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rollmops.server.table.writing import STORE_SECONDS
from tests.effort import LONG, long_only
from tests.server.house import WAIT_SECONDS, House, Page, Table, open_house
from tests.server.players import any_choice

SMALL_BYTES = 600_000


def log_of(house: House) -> str:
    return "".join(house.said)


def begin(house: House, *others: str) -> tuple[Table, Page]:
    table = house.table("here", *(others or ("here",)))
    page = table.seated(*table.tokens)
    page.hear("update")
    return table, page


def choose(page: Page) -> None:
    seat = next(seat for seat in page.update["owing"] if seat in page.welcome["seats"])
    page.choose(seat, any_choice("soles", page.part(seat)), id=5)


def goes_on(page: Page) -> None:
    """Choose until it is heard of, as people do."""
    for _ in range(20):
        choose(page)
        message = page.next()
        while message["type"] not in ("update", "problem"):
            message = page.next()
        if message["type"] == "update":
            return
        time.sleep(0.5)
    raise AssertionError("it does not go on")


def refused(page: Page) -> None:
    """The page is told at once, and again when its choice is given up."""
    choose(page)
    assert page.problem("cannot write")["about"] == 0
    assert page.problem("cannot write")["about"] == 5


def refused_table(house: House) -> None:
    status, body, _ = house.request("/api/tables", {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}]})
    assert (status, json.loads(body)["kind"]) == (503, "cannot write")


def wait_for_log(house: House, said: str) -> None:
    """Pages may hear of something before whoever reads the log."""
    end = time.monotonic() + WAIT_SECONDS
    while said not in log_of(house) and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.1)  # and what else is said with it


def one_line(house: House, said: str) -> None:
    wait_for_log(house, "nothing that was told is lost")
    log = log_of(house)
    assert "Traceback" not in log
    assert log.count("nothing that was told is lost") == 1, log
    assert said in log


def recovered(house: House) -> None:
    wait_for_log(house, "can be written again")
    assert log_of(house).count("can be written again") == 1
    assert len(log_of(house).splitlines()) == 2, log_of(house)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for very little."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_BYTES}", "none", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here; the test with a limit on file sizes looks at the same")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk(small_disk: Path) -> None:
    with open_house(small_disk) as house:
        table, page = begin(house)
        told = page.update
        filler = small_disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"\0" * 1024)
        refused(page)
        refused_table(house)
        one_line(house, "full")
        assert table.page("A", "B").update["sequence"] == told["sequence"]  # it can be read as it was
        filler.unlink()
        back = table.page("A", "B")
        goes_on(back)
        recovered(house)


def test_a_read_only_disk(small_disk: Path) -> None:
    """The server says so instead of starting, and starts when it can be written again."""
    with open_house(small_disk) as house:
        table, page = begin(house)
        house.stop()
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
        with pytest.raises(RuntimeError, match="Read-only file system"):
            house.start()
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
        house.start()
        back = table.page("A", "B")
        assert back.update["sequence"] == page.update["sequence"]
        goes_on(back)


def sqlite_room(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.iterdir()}


def test_a_step_that_waited_is_written_when_there_is_room_again(tmp_path: Path) -> None:
    """A short hindrance costs nobody a choice."""
    with open_house(tmp_path) as house:
        _, page = begin(house)
        with locked(tmp_path):
            choose(page)
            assert page.problem("cannot write")["about"] == 0
        page.hear("update", timeout=STORE_SECONDS + 5)
        one_line(house, "locked")
        recovered(house)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(folder / "rollmops.sqlite", isolation_level=None)) as foreign:
        foreign.execute("BEGIN IMMEDIATE")
        yield
        foreign.execute("ROLLBACK")


def test_a_foreign_lock_stalls_all_rooms_together_not_one_after_the_other(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        pages = [begin(house)[1] for _ in range(8)]
        with locked(tmp_path):
            start = time.monotonic()
            for page in pages:
                choose(page)
            for page in pages:
                page.problem("cannot write")
                page.problem("cannot write")
            # It took five seconds for each of them. A commit waits for one, and each room tries for five.
            assert time.monotonic() - start < 20
            refused_table(house)
        for page in pages:
            goes_on(page)
        one_line(house, "locked")
        recovered(house)


def test_a_limit_on_file_sizes(tmp_path: Path) -> None:
    """The same as a full disk, where nothing can be mounted."""
    with open_house(tmp_path) as house:
        table, page = begin(house)
        assert house.process is not None
        largest = max(sqlite_room(tmp_path).values())
        hard = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (largest, hard))
        refused(page)
        refused_table(house)
        one_line(house, "the store cannot be written")
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        goes_on(page)
        recovered(house)
        assert table.page("A", "B").update["sequence"] == page.update["sequence"]


def test_bots_play_on_afterwards(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        _, page = begin(house, "easy")
        while page.update["owing"] != ["A"]:
            page.hear("update")
        with locked(tmp_path):
            refused(page)
        for _ in range(30):
            goes_on(page)
            while page.update["owing"] == ["B"]:
                page.hear("update", timeout=2 * STORE_SECONDS)
            if any(line["bot"] for part in page.update["parts"] for line in part["lines"] if "bot" in line):
                return
    raise AssertionError("the bot has not played in thirty choices")


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.rename(path)


def cut(path: Path) -> None:
    os.truncate(path, 5000)


def scribble(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"this was a database" * 100)


@pytest.mark.parametrize("harm", [delete, replace, cut, scribble] if LONG else [delete, scribble])
def test_a_store_that_is_gone_or_damaged_is_noticed_and_nothing_more_is_told(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    with open_house(tmp_path) as house:
        table, page = begin(house)
        with contextlib.closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as foreign:
            foreign.execute("PRAGMA wal_checkpoint")  # into the file itself
        harm(tmp_path / "rollmops.sqlite")
        sequence = page.update["sequence"]
        refused(page)
        assert page.update["sequence"] == sequence
        refused_table(house)
        status, body, _ = house.request(f"/api/tables/{'x' * 16}")
        assert (status, json.loads(body)["kind"]) == (503, "cannot write")
        stranger = Page(table.url.replace(table.code, "x" * 16))
        stranger.problem("cannot write")
        assert stranger.closed() == 1012  # come back, rather than: there is no such table
        one_line(house, "rollmops.sqlite")


@long_only
def test_damage_deep_in_the_file_is_found_by_looking_it_over(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        for _ in range(60):
            begin(house)[1].close()
        house.stop()
        path = tmp_path / "rollmops.sqlite"
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 2 // 4096 * 4096)
            file.write(b"\xff" * 4096)
        house.settings["idle"] = 0.2
        house.start()
        wait_for_log(house, "is damaged")
        assert log_of(house).count("is damaged") == 1
        refused_table(house)
        assert "Traceback" not in log_of(house)


def test_nobody_else_may_read_the_store(tmp_path: Path) -> None:
    """The seeds of running games are in it."""
    data = tmp_path / "data"
    with open_house(data) as house:
        begin(house)
        assert {path.name for path in data.iterdir()} >= {"rollmops.sqlite", "rollmops.sqlite-wal", "lock"}
        for path in data.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
        house.stop()
        (data / "rollmops.sqlite").chmod(0o644)
        house.start()
        assert stat.S_IMODE((data / "rollmops.sqlite").stat().st_mode) == 0o600
