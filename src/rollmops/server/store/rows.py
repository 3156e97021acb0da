"""How rows of the journal come into SQLite: as they come first, those of one commit together, and sorted by room later.

The journal is found by room, so a commit of sixty tables would change sixty pages of its index, and every page is written
twice. Instead all rows of a commit are one row of `recent`, a few pages. When about a thousand have come they are sorted
into the journal, those of a room as one row. Whoever reads a room looks in both (`rows_of`).

That a room's numbers follow each other, nothing twice and nothing left out, is looked at here before anything is written.

All of it takes few statements: a thread that writes while another computes has to win the interpreter back after each.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sql
from msgspec import Raw, Struct, json
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from rollmops.server.store.schema import journal, recent, rooms

MOST_RECENT_BYTES = 300_000
"""Of rows that are not sorted in; about a thousand choices."""
INSERTED_AT_ONCE = 500
"""Rows of one statement: SQLite does not take any number of values."""
MOST_KNOWN_ROOMS = 100_000
ADD_RECENT = "INSERT INTO recent (rows) VALUES (?)"
ALL_RECENT = sql.text("SELECT '[' || group_concat(rows) || ']' FROM recent")
"""In one step, however many there are; SQLite promises no order."""


class OutOfOrderError(Exception):
    """A row that does not follow those that the journal has of its room."""


class Row(Struct, eq=False):
    """Events for the journal that follow each other: the room, the number of the first, how many, and their JSON array."""

    room: int
    number: int
    count: int
    events: bytes


class Recent(Struct, frozen=True, array_like=True):
    """A row as it lies in `recent`: there it can be read like everything else."""

    room: int
    number: int
    events: Raw


_encode = json.Encoder().encode
_decode_recent = json.Decoder(list[list[Recent]]).decode
_decode_events = json.Decoder(list[Raw]).decode


def read_recent(connection: Connection) -> list[Recent]:
    """All rows that are not sorted in yet, by room and number; none on PostgreSQL, which gathers its writes by itself."""
    if connection.dialect.name != "sqlite":
        return []
    text: str | None = connection.scalar(ALL_RECENT)
    found = [row for lot in _decode_recent(text) for row in lot] if text else []
    return sorted(found, key=lambda row: (row.room, row.number))


def rows_of(connection: Connection, room: int) -> dict[int, bytes]:
    """What is kept of a room, in order and by the number of the first event of each row."""
    # Recent ones are read first: those that are sorted in meanwhile are seen twice, and not missed.
    return _with_recent(connection, room, read_recent(connection))


def _with_recent(connection: Connection, room: int, late: Sequence[Recent]) -> dict[int, bytes]:
    kept = sql.select(journal.c.number, journal.c.events).where(journal.c.room == room).order_by(journal.c.number)
    found = {row.number: row.events for row in connection.execute(kept)}
    end = max(found, default=-1)
    end += len(_decode_events(found[end])) if found else 1
    return found | {row.number: bytes(row.events) for row in late if row.room == room and row.number >= end}


def sort_in(connection: Connection) -> None:
    """Bring all recent rows into the journal, those of a room as one."""
    by_room: dict[int, list[Recent]] = defaultdict(list)
    for row in read_recent(connection):
        by_room[row.room].append(row)
    rows = [(room, late[0].number, joined([bytes(row.events) for row in late])) for room, late in by_room.items()]
    for start in range(0, len(rows), INSERTED_AT_ONCE):
        part = rows[start : start + INSERTED_AT_ONCE]
        places = ",".join(["(?,?,?)"] * len(part))
        statement = f"INSERT INTO journal (room, number, events) VALUES {places}"  # noqa: S608 - nothing but places
        connection.exec_driver_sql(statement, tuple([value for row in part for value in row]))
    if rows:
        connection.execute(recent.delete())


def joined(arrays: Sequence[bytes]) -> bytes:
    """JSON arrays, none of them empty, as one."""
    return b"[%b]" % b",".join([array[1:-1] for array in arrays])


class Writer:
    """The connections of the writing thread: one for recent rows, one for everything else."""

    def __init__(self, engine: Engine) -> None:
        self.appending = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self.driver: Any = self.appending.connection.driver_connection
        self.others = engine.connect()
        self.recent = MOST_RECENT_BYTES  # as if there were so many: another server may have left some
        self.next: dict[int, int] = {}  # the number that comes next in rooms that are known

    def append(self, rows: Sequence[Row]) -> None:
        """All these rows are on disk when this returns, or none of them is; what is there already is not written again.
        OutOfOrderError where something is missing before a row, or something else stands in its place."""
        if self.recent >= MOST_RECENT_BYTES:
            with self.begin():
                pass
        after, fresh = self._after(rows)
        if fresh:
            self.recent += self._add_recent(fresh)
        if len(self.next) > MOST_KNOWN_ROOMS:
            self.next.clear()
        self.next |= after

    def _after(self, rows: Sequence[Row]) -> tuple[dict[int, int], Sequence[Row]]:
        """The numbers that come next when these rows are written, and those that are not there yet."""
        after: dict[int, int] = {}
        known = self.next
        for row in rows:
            room = row.room
            if row.number != (after.get(room) or known.get(room)):
                return self._after_looking(rows)
            after[room] = row.number + row.count
        return after, rows

    def _after_looking(self, rows: Sequence[Row]) -> tuple[dict[int, int], Sequence[Row]]:
        """The same by what the store has of each room, where that is not known."""
        late = read_recent(self.appending)
        there: dict[int, list[Raw]] = {}
        fresh = []
        for row in rows:
            if row.room not in there:
                there[row.room] = self._events_of(row.room, late)
            events, wanted = there[row.room], _decode_events(row.events)
            if row.number == len(events):
                events += wanted
                fresh.append(row)
            elif list(map(bytes, events[row.number : row.number + row.count])) != list(map(bytes, wanted)):
                raise OutOfOrderError(f"the table has {len(events)} events, and these are others from {row.number} on")
        return {room: len(events) for room, events in there.items()}, fresh

    def _events_of(self, room: int, late: Sequence[Recent]) -> list[Raw]:
        """All events of a room."""
        if self.appending.scalar(sql.select(rooms.c.id).where(rooms.c.id == room)) is None:
            raise OutOfOrderError("there is no such table any more")
        return [event for events in _with_recent(self.appending, room, late).values() for event in _decode_events(events)]

    def _add_recent(self, rows: Sequence[Row]) -> int:
        """Returns how many bytes that took. Past SQLAlchemy, which takes longer for a statement than SQLite does; errors are
        what it would raise."""
        lot = _encode([(row.room, row.number, Raw(row.events)) for row in rows]).decode()
        try:
            self.driver.execute(ADD_RECENT, (lot,))
        except sqlite3.Error as error:
            raise DBAPIError.instance(ADD_RECENT, (), error, sqlite3.Error, dialect=self.appending.dialect) from error
        return len(lot)

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A connection with a transaction, in which nothing is recent any more; what was done is on disk afterwards."""
        with self.others.begin():
            sort_in(self.others)
            yield self.others
        self.recent = 0

    def close(self) -> None:
        """Let go."""
        try:
            with self.begin():
                pass
        except sql.exc.SQLAlchemyError:  # where they cannot be sorted in they lie there for the next server
            pass
        self.appending.close()
        self.others.close()
