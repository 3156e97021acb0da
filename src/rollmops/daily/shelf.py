"""Years on a shelf: files with closed days, the seed that opens them, and which days may be opened.

    rollmops daily 1
    year 2027
    root 5f0c…                 the commitment
    2027-01-01 SHA256 CLOSED   a line for every day that is made: the digest of its text, and the text closed with its key

The package has a shelf, with days of the house and the seed they follow from; a data folder may have another, with days made
there and with a seed of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from pathlib import Path

from rollmops.daily.decision import Decision, making_of, read_day
from rollmops.daily.keys import check_key, days_of, key_of, leaves_of, path_of, read_seed, root_of
from rollmops.daily.sealing import close, digest_of, open_day
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import shown

try:
    import fcntl
except ImportError:  # Windows: there nobody waits, and a server makes a lost day again
    fcntl = None  # type: ignore[assignment]

HOUSE = Path(__file__).parent / "years"
SEED_FILE = "seed"
_FORMAT = "rollmops daily 1"
_HEAD = re.compile(rf"{_FORMAT}\nyear (\d{{4}})\nroot ([0-9a-f]{{64}})\n")
_LINE = re.compile(r"(\d{4}-\d\d-\d\d) ([0-9a-f]{64}) (\S+)")


class TooEarlyError(RollmopsError):
    """A day that has not come."""


class NoDayError(RollmopsError):
    """A day that nobody has made."""


def today() -> date:
    """The day of the catch: it changes at midnight UTC, everywhere at once."""
    return datetime.now(UTC).date()


def read_date(text: str) -> date:
    """A date like 2027-01-05; raises RollmopsError for anything else."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise RollmopsError(f"{shown(text)} is no day; give one like 2027-01-05")


@dataclass(frozen=True)
class Day:
    """A day that was opened."""

    date: date
    decisions: tuple[Decision, ...]
    key: str
    root: str
    path: tuple[str, ...]
    making: int = 1


@dataclass
class Year:
    """The days of a year that are made, still closed: by date the digest and the closed text."""

    year: int
    root: str
    days: dict[date, tuple[str, str]] = field(default_factory=dict)

    def text(self) -> str:
        """The file."""
        lines = [f"{day} {digest} {closed}" for day, (digest, closed) in sorted(self.days.items())]
        return "\n".join([_FORMAT, f"year {self.year}", f"root {self.root}", *lines]) + "\n"

    def put(self, day: date, text: str, key: str) -> None:
        """One day more."""
        self.days[day] = (digest_of(text), close(text, key))


def read_year(text: str, name: str = "the file") -> Year:
    """Read a year's file; raises RollmopsError with the line that is wrong."""
    lines = text.splitlines()
    head = _HEAD.match(text)
    if head is None:
        raise RollmopsError(f"{name} is no year of the daily catch: it should begin with '{_FORMAT}', 'year' and 'root'")
    found = Year(int(head[1]), head[2])
    for number, line in enumerate(lines[3:], 4):
        fields = _LINE.fullmatch(line)
        if fields is None or read_date(fields[1]).year != found.year:
            raise RollmopsError(f"{name}, line {number}: expected a day of {found.year}, its digest and its closed text")
        found.days[read_date(fields[1])] = (fields[2], fields[3])
    return found


def home() -> Path:
    """The shelf of whoever sits at this machine."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "rollmops" / "daily"


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Whoever reads this file to write it with one day more waits until nobody else does: else a day were lost."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_suffix(".lock").open("a")
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None
    with lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)  # closing gives it back, and so does the end of the process
        yield


class Shelf:
    """A folder with years. With a seed of its own its days are its own; without one they are the house's, and what lies in
    the folder are days of the house that did not come with the package."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[Path, tuple[int, Year]] = {}
        self._hashed: dict[int, list[bytes]] = {}

    @cached_property
    def own(self) -> bool:
        """Whether it has a seed of its own."""
        return (self.folder / SEED_FILE).is_file()

    @cached_property
    def seed(self) -> str:
        """The seed that opens its days."""
        path = (self.folder if self.own else HOUSE) / SEED_FILE
        try:
            return read_seed(path.read_text(encoding="ascii"))
        except (OSError, UnicodeError):
            raise RollmopsError(f"the seed in {path} cannot be read") from None

    def path(self, year: int) -> Path:
        """Where a year lies."""
        return self.folder / f"{year}.daily"

    def year(self, year: int) -> Year:
        """A year as far as it is made."""
        found = self._kept(self.path(year), year)
        if not self.own:
            found = Year(year, found.root, self._kept(HOUSE / f"{year}.daily", year).days | found.days)
        return found

    def _kept(self, path: Path, year: int) -> Year:
        """A file; read anew when it has changed."""
        try:
            stamp = path.stat().st_mtime_ns
            if self._read.get(path, (0, None))[0] != stamp:
                self._read[path] = (stamp, read_year(path.read_text(encoding="ascii"), str(path)))
            return self._read[path][1]
        except FileNotFoundError:
            return Year(year, self.root(year))
        except (OSError, UnicodeError) as error:
            raise RollmopsError(f"{path} cannot be read: {error}") from None

    def years(self) -> list[int]:
        """The years of which days are made."""
        folders = [self.folder] if self.own else [self.folder, HOUSE]
        return sorted({int(path.stem) for folder in folders for path in folder.glob("[0-9][0-9][0-9][0-9].daily")})

    def root(self, year: int) -> str:
        """The commitment that follows from the seed."""
        return root_of(self._leaves(year))

    def _leaves(self, year: int) -> list[bytes]:
        if year not in self._hashed:
            self._hashed[year] = leaves_of(self.seed, year)
        return self._hashed[year]

    def keep(self, day: date, text: str, key: str) -> None:
        """A day that was just made; others may be made meanwhile, here and by other processes."""
        path = self.path(day.year)
        with one_at_a_time(path):
            self._read.pop(path, None)  # two files written within one tick of the clock look alike
            year = self._kept(path, day.year)
            year.put(day, text, key)
            self.write(year)

    def write(self, year: Year) -> None:
        """Keep a year; written beside and moved, so that there is always a whole file."""
        path = self.path(year.year)
        beside = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(year.text(), encoding="ascii")
            beside.replace(path)
        except OSError as error:
            raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None

    def has(self, day: date) -> bool:
        """Whether this day is made."""
        return day in self.year(day.year).days

    def open(self, day: date, now: date | None = None) -> Day:
        """A day that has come. Raises TooEarlyError for one that has not, NoDayError for one that nobody has made, and
        BadProofError for one that was changed."""
        if day > (now or today()):
            raise TooEarlyError(f"the catch of {day} is opened on that day (UTC), and not before")
        return self.unsealed(day)

    def unsealed(self, day: date) -> Day:
        """Any day that is made, also one that has not come: for whoever holds the seed and checks a year."""
        year = self.year(day.year)
        if day not in year.days:
            span = f"--make {day.year} --from {day} --to {day}"
            raise NoDayError(f"nobody has made the catch of {day} yet; make it with rollmops daily {span}")
        digest, closed = year.days[day]
        key = key_of(self.seed, day)
        path = path_of(self._leaves(day.year), days_of(day.year).index(day))
        check_key(year.root, day, key, path)
        text = open_day(closed, key, digest)
        return Day(day, read_day(text), key, year.root, tuple(path), making_of(text))


def missing(shelf: Shelf, year: int, first: date | None = None, last: date | None = None) -> list[date]:
    """The days of a year that are not made, within these."""
    made = shelf.year(year).days
    first, last = first or date.min, last or date.max
    return [day for day in days_of(year) if first <= day <= last and day not in made]


def yesterday(day: date) -> date:
    """The day before."""
    return day - timedelta(days=1)
