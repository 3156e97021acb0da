"""The daily catch over HTTP: days that have come, with all that a page needs; no others."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from rollmops.daily import Shelf
from rollmops.daily.background import KINDNESS
from rollmops.daily.checking import check_day
from rollmops.daily.keys import check_key
from rollmops.daily.shelf import read_date, today
from tests.daily.prepared import prepare
from tests.effort import LONG
from tests.server.house import House, open_house


def told(house: House, day: object) -> tuple[int, Any]:
    status, body, _ = house.request(f"/api/daily/{day}")
    return status, json.loads(body)


@pytest.fixture
def days(house: House) -> Any:
    return prepare(house.data / "daily")


def test_a_day_is_told_with_its_boards_its_answers_and_its_proof(house: House, days: Any) -> None:
    now = today()
    status, found = told(house, now)
    assert status == 200
    check_key(found["root"], read_date(found["date"]), found["key"], found["path"])
    assert len(found["decisions"]) == len(days[now]) == 5
    for one, decision in zip(found["decisions"], days[now], strict=True):
        assert one["lines"] == decision.lines
        assert one["part"]["seat"] == "A"
        assert sorted(one["part"]["choices"]) == sorted(decision.lines)
        if one["game"] == "lure":
            assert one["part"]["view"]["seat"] == "A", "behind the own screen, and no other"
        assert one["whole"] or one["game"] == "lure", "casts are too many to be offered, all else is played on the board"
        assert one["entries"] == len(decision.record.entries)
        assert one["mistake"] in one["lines"]
    assert told(house, now - timedelta(days=1))[0] == 200, "yesterday's can be played late"


def test_what_day_it_is_is_told(house: House) -> None:
    status, body, _ = house.request("/api/daily")
    assert (status, json.loads(body)) == (200, {"today": str(today())})


def test_tomorrow_is_refused_and_nonsense_too(house: House, days: Any) -> None:
    tomorrow = today() + timedelta(days=1)
    assert tomorrow in days, "it is made, and closed"
    status, problem = told(house, tomorrow)
    assert (status, problem["kind"]) == (409, "too early")
    assert set(problem) == {"type", "about", "kind", "message", "line", "field"}
    for day in ("today", "2027-02-30", "0"):
        status, problem = told(house, day)
        assert status == 400
        assert "is no day" in problem["message"]


def test_one_plays_on_from_a_decision(house: House, days: Any) -> None:
    one = next(one for one in told(house, today())[1]["decisions"] if one["game"] == "espresso")
    seats = [{"kind": "here", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
    body = {"record": one["record"], "entries": one["entries"], "seats": seats}
    status, answer, _ = house.request("/api/play-on", body)
    assert status == 201, answer
    assert json.loads(answer)["code"]


def makers(folder: Path, day: date) -> list[int]:
    """Processes that make this day for this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().decode(errors="replace").split("\0")
            if "rollmops.daily.background" in words and {str(day), str(folder)} <= set(words):
                found.append(int(path.parent.name))
    return found


def until(true: Callable[[], object]) -> None:
    while not true():
        time.sleep(0.1)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_a_server_makes_the_day_that_is_missing_and_stops_with_it(tmp_path: Path) -> None:
    """In short: that it begins, yields to everything else, and ends with the server. The long form waits for the day."""
    prepare(tmp_path / "daily")
    shelf, tomorrow = Shelf(tmp_path / "daily"), today() + timedelta(days=1)
    year = shelf.year(tomorrow.year)
    del year.days[tomorrow]
    shelf.write(year)
    with open_house(tmp_path) as house:
        assert not makers(shelf.folder, tomorrow), "nobody has asked yet"
        assert told(house, tomorrow)[0] == 409
        until(lambda: makers(shelf.folder, tomorrow))
        (maker,) = makers(shelf.folder, tomorrow)
        until(lambda: os.getpriority(os.PRIO_PROCESS, maker) == KINDNESS)
        if LONG:
            until(lambda: Shelf(shelf.folder).has(tomorrow))
            check_day(Shelf(shelf.folder), tomorrow)
    until(lambda: not makers(shelf.folder, tomorrow))
