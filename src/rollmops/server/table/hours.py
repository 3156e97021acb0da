"""When time runs: within playing hours, in the host's time zone, and never while the server was down."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from functools import lru_cache
from zoneinfo import ZoneInfo

from rollmops.engine.errors import BadTableError
from rollmops.server.store.events import Clock

Span = tuple[float, float]
"""From one moment to another, in seconds since 1970."""
EVER = float("inf")
DAY = datetime.timedelta(days=1)


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name; refuses what is none."""
    try:
        return ZoneInfo(name or "UTC")
    except (LookupError, ValueError, OSError):
        raise BadTableError(f"there is no time zone '{name[:40]}'; a name is like Europe/Berlin") from None


def deadline(clock: Clock, since: float, down: Sequence[Span] = ()) -> float:
    """When the time that began to run at `since` is used up."""
    left = float(clock.seconds)
    for span in open_spans(clock, since):
        for begin, end in without(span, down):
            if end - begin >= left:
                return begin + left
            left -= end - begin
    raise AssertionError("playing hours never end")


def open_spans(clock: Clock, since: float) -> Iterator[Span]:
    """When playing hours are from this moment on, for ever."""
    if (clock.opens, clock.closes) == (0, 24):
        yield (since, EVER)
        return
    zone = zone_of(clock.zone)
    day = datetime.datetime.fromtimestamp(since, zone).date() - DAY
    while True:
        midnight = datetime.datetime.combine(day, datetime.time(), zone)
        begin = midnight.replace(hour=clock.opens).timestamp()
        closing = midnight + DAY if clock.closes == 24 else midnight.replace(hour=clock.closes)
        end = closing.timestamp()
        if end > since:
            yield (max(begin, since), end)
        day += DAY


def without(span: Span, down: Sequence[Span]) -> Iterator[Span]:
    """What is left of a span when the server was down in these (one after the other)."""
    begin, end = span
    for gone, back in down:
        if back <= begin or gone >= end:
            continue
        if gone > begin:
            yield (begin, gone)
        begin = back
        if begin >= end:
            return
    yield (begin, end)
