"""When time runs: playing hours, time zones that change their clocks, and a server that was not there."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from rollmops.engine.errors import BadTableError
from rollmops.server.store.events import Clock
from rollmops.server.table.hours import deadline, without, zone_of

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3600


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp()


def day_clock(hours: int, opens: int = 8, closes: int = 22) -> Clock:
    return Clock(hours * HOUR, "medium", "Europe/Berlin", opens, closes)


@pytest.mark.parametrize(
    ("hours", "since", "until"),
    [
        (4, "2026-11-17 09:00", "2026-11-17 13:00"),
        (4, "2026-11-17 20:00", "2026-11-18 10:00"),  # two hours today, two tomorrow
        (4, "2026-11-17 23:30", "2026-11-18 12:00"),  # the night does not count
        (4, "2026-11-17 03:00", "2026-11-17 12:00"),
        (24, "2026-11-17 12:00", "2026-11-18 22:00"),
        (14, "2026-11-17 08:00", "2026-11-17 22:00"),
    ],
)
def test_time_runs_within_playing_hours(hours: int, since: str, until: str) -> None:
    assert deadline(day_clock(hours), at(since)) == at(until)


def test_hours_follow_the_clocks_of_the_host_when_these_change() -> None:
    # In the night of 29 March 2026 an hour is left out: from two o'clock on it is three.
    assert deadline(day_clock(4, 0, 23), at("2026-03-29 01:00")) == at("2026-03-29 06:00")
    assert deadline(day_clock(4), at("2026-03-28 20:00")) == at("2026-03-29 10:00")


def test_without_playing_hours_it_always_runs() -> None:
    assert deadline(Clock(30, "easy"), 1000.0) == 1030.0


def test_time_in_which_the_server_was_down_does_not_count() -> None:
    clock = Clock(100, "easy")
    assert deadline(clock, 1000.0, [(1050.0, 1090.0)]) == 1140.0
    assert deadline(clock, 1000.0, [(900.0, 1010.0), (1050.0, 1060.0), (2000.0, 3000.0)]) == 1120.0
    assert deadline(clock, 1000.0, [(1100.0, 1200.0)]) == 1100.0
    night = at("2026-11-17 22:30"), at("2026-11-18 07:00")
    assert deadline(day_clock(4), at("2026-11-17 20:00"), [night]) == at("2026-11-18 10:00")


def test_what_is_left_of_a_span() -> None:
    assert list(without((0, 10), [(2, 3), (5, 6)])) == [(0, 2), (3, 5), (6, 10)]
    assert list(without((0, 10), [(0, 10)])) == []


def test_a_zone_that_is_none_is_refused() -> None:
    for name in ("Mars/Olympus", "../etc/passwd", "/etc/localtime"):
        with pytest.raises(BadTableError, match="no time zone"):
            zone_of(name)
