"""A table with a clock: a bot moves on when time is up, the person may come back, and killing the server loses nothing."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.logbook import read_record
from rollmops.games.records import fold
from rollmops.server.store import uptime
from rollmops.server.store.events import Chose, Events
from rollmops.server.store.store import Store
from tests.effort import long_only
from tests.server.database import Postgres
from tests.server.house import House, Page, Table, open_house

SECONDS = 5
"""The shortest clock there is."""
LONG_SECONDS = 600
"""A clock that does not run out however slow the machine is."""
BEAT_SECONDS = 1.0
"""A server that is held up for three times as long counts that as time in which it was not there."""
ROUNDED = 0.001


def clocked(house: House, **more: Any) -> tuple[Table, Page, Page]:
    """A table at which A is to choose: with one in sixteen the first dice show no sole, and it is B's turn at once."""
    while True:
        table = house.table("link", "link", first="A", clock={"seconds": SECONDS, "level": "easy", **more})
        one, other = table.seated("A"), table.seated("B")
        one.ping()
        while not one.update:
            one.next()
        other.ping()
        if one.update["owing"] == ["A"]:
            return table, one, other


Left = tuple[Table, int, float]


@pytest.fixture(scope="module", autouse=True)
def left(house: House) -> Left:
    """A table that everybody has left, its sequence number and when that was; made first, so that nobody waits for it."""
    table, one, other = clocked(house)
    sequence = one.update["sequence"]
    one.close()
    other.close()
    return table, sequence, time.monotonic()


def test_a_bot_moves_on_when_time_is_up_and_the_person_goes_on_afterwards(house: House) -> None:
    table, one, other = clocked(house)
    begin = time.time()
    end = one.table["clock"]["ends"]["A"]
    assert end - SECONDS < begin + 1
    assert one.table["clock"]["level"] == "easy"
    while other.update["owing"] != ["B"]:  # the bot ends the turn of A, and then it is B's
        other.hear("update")
    assert time.time() >= end
    assert time.time() < end + 60  # A's turn comes again where B's first dice show no sole
    page = table.page("A", "B")
    assert any(line.get("bot") for line in page.part("A")["lines"])
    seat = page.update["owing"][0]
    assert page.table["clock"]["ends"].keys() == {seat}
    choices = page.part(seat)["choices"]
    page.choose(seat, choices[0])
    page.hear("update")  # people choose as ever
    assert not page.part(seat)["lines"][0].get("bot", False)
    record = read_record(table.house.request(f"/api/tables/{table.code}/record")[1])
    assert fold(record).entries  # a bot's lines are lines


def test_while_nobody_is_there_a_quick_clock_stands_still(left: Left) -> None:
    table, sequence, since = left
    time.sleep(max(0.0, since + SECONDS + 1.5 - time.monotonic()))
    came = time.time()
    back = table.page("A")
    assert back.update["sequence"] == sequence
    back.ping()
    assert back.table["clock"]["ends"]["A"] >= round(came + SECONDS, 1)  # all of it, from now on; it is told in tenths


@pytest.mark.parametrize("clock", [{"opens": 9, "closes": 9}, {"zone": "Mars/Olympus"}, {"level": "godlike"}])
def test_a_clock_that_is_none_is_refused(house: House, clock: dict[str, Any]) -> None:
    ask = {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}], "clock": {"seconds": 60, **clock}}
    status, body, _ = house.request("/api/tables", ask)
    assert (status, b"bad table" in body) == (400, True)


def test_a_slow_clock_outlives_kills_and_does_not_run_while_the_server_is_down(tmp_path: Path) -> None:
    with open_house(tmp_path, quick_seconds=0, idle=0.2, beat=BEAT_SECONDS) as house:
        looked_at, *more = clocked(house, seconds=LONG_SECONDS)
        table, *pages = clocked(house)
        sequence, end = pages[0].update["sequence"], more[0].table["clock"]["ends"]["A"]
        for page in (*pages, *more):
            page.close()
        time.sleep(1)
        house.stop(signal.SIGKILL)
        down, alive = time.time(), json.loads((tmp_path / uptime.NAME).read_bytes())["alive"]
        time.sleep(1)
        back = time.time()
        house.start()
        now = looked_at.get()["clock"]["ends"]["A"]
        # From when it last noted that it was there: no time is taken from anybody.
        assert end + (back - down) - ROUNDED < now < end + (time.time() - alive) + ROUNDED
        house.stop(signal.SIGKILL)
        house.start()
        # Nobody comes; the clock wakes the table by itself, and the bot ends the turn of A.
        until = time.time() + 60
        while table.get()["owing"] != ["B"] and time.time() < until:
            time.sleep(0.2)
        page = table.page("A")
        assert page.update["owing"] == ["B"]
        assert page.update["sequence"] > sequence


@long_only
def test_a_clock_outlives_one_of_several_processes(postgres: Postgres, tmp_path: Path) -> None:
    """Nobody comes to the table; another process has it after the lease, and no time is given back, since one always ran."""
    url = postgres.database()
    settings: dict[str, Any] = {"store": url, "quick_seconds": 0, "lease": 1.0, "clocks": 0.3, "beat": BEAT_SECONDS}
    with open_house(tmp_path, **settings) as one, open_house(tmp_path, **settings) as other:
        assert one.get("/api/push")["key"] == other.get("/api/push")["key"]
        looked_at, *more = clocked(one, seconds=LONG_SECONDS)
        table, *pages = clocked(one)
        sequence, ends = pages[0].update["sequence"], more[0].table["clock"]["ends"]
        for page in (*pages, *more):
            page.close()
        one.stop(signal.SIGKILL)
        assert Table(other, looked_at.code, {}).get()["clock"]["ends"] == ends
        store, until = Store.at(url), time.time() + 60
        while not any(isinstance(event, Chose) and event.bot for event in events_of(store, table)):
            assert time.time() < until, "nobody minds the clock"
            time.sleep(0.2)

        store.close()
        assert Table(other, table.code, table.tokens).page("A").update["sequence"] > sequence
        one.start()


def events_of(store: Store, table: Table) -> tuple[Events, ...]:
    found = store.read(table.code)
    assert found is not None
    return found.events
