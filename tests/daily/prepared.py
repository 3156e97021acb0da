"""A shelf whose days are those of today, whenever that is: decisions of the house under a seed of its own."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rollmops.daily import Decision, Shelf
from rollmops.daily.decision import day_text
from rollmops.daily.keys import key_of
from rollmops.daily.shelf import HOUSE, SEED_FILE, Year, today, yesterday

SEED = "c0de" * 16


def first_house_days(count: int) -> list[tuple[Decision, ...]]:
    """The first days that come with the package; to open all of them takes a second."""
    shelf = Shelf(HOUSE)
    days = [day for year in shelf.years() for day in sorted(shelf.year(year).days)]
    return [shelf.unsealed(day).decisions for day in days[:count]]


def prepare(folder: Path) -> dict[date, tuple[Decision, ...]]:
    """Yesterday, today and, closed, tomorrow."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SEED_FILE).write_text(SEED)
    shelf, now = Shelf(folder), today()
    days = [yesterday(now), now, date.fromordinal(now.toordinal() + 1)]
    first, second = first_house_days(2)
    told = dict(zip(days, [first, second, first], strict=True))
    for day, decisions in told.items():
        found = shelf.year(day.year) if shelf.path(day.year).exists() else Year(day.year, shelf.root(day.year))
        found.put(day, day_text(decisions), key_of(SEED, day))
        shelf.write(found)
    return told
