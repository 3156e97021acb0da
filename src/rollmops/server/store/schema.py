"""What the store looks like inside: its tables, its format, and how a store of an older format becomes one of today's."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from rollmops.server.store.events import plan_decoder
from rollmops.server.store.files import StoreError

FORMAT = 5
"""1: as it began. 2: rooms know on which day they were last played at. 3: rooms have an owner, and seats may have push
subscriptions. 4: tables may have keyed dice, and share them. 5: rows of the journal may lie in `recent`."""
MIGRATING = 0x726F6C6C
"""PostgreSQL's lock for whoever makes a store ready: of several processes that start at once, one does."""
MIGRATING_MILLISECONDS = 60_000
"""For which a process that makes a store ready may say nothing: a busy machine is no reason to begin anew."""
DAY_SECONDS = 24 * 3600
CLOCK_DAYS = 60
"""Longer than any clock runs."""

meta = sql.MetaData()
about = sql.Table("about", meta, sql.Column("format", sql.Integer, nullable=False))
rooms = sql.Table(
    "rooms",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("code", sql.String(16), nullable=False, unique=True),
    sql.Column("plan", sql.LargeBinary, nullable=False),
    sql.Column("day", sql.Integer, nullable=False, server_default="0"),
    sql.Column("owner", sql.String(32)),
    sql.Column("epoch", sql.Integer, nullable=False, server_default="0"),
    sql.Index("rooms_owner", "owner"),
)
"""`day`: the last on which something happened there, counted from 1970-01-01. `owner`: the process that may write, and how
often that has changed (`owners.py`)."""
journal = sql.Table(
    "journal",
    meta,
    sql.Column("room", sql.Integer, sql.ForeignKey("rooms.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("events", sql.LargeBinary, nullable=False),
)
"""Events of a room that follow each other, as a JSON array; `number` is that of the first."""
recent = sql.Table(
    "recent",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("rows", sql.Text, nullable=False),
)
"""In SQLite, rows of the journal that are not sorted in yet: those of one commit together, as JSON (`rows.py`)."""
components = sql.Table(
    "components",
    meta,
    sql.Column("digest", sql.String(64), primary_key=True),
    sql.Column("game", sql.String(20), nullable=False),
    sql.Column("text", sql.Text, nullable=False),
)
pushes = sql.Table(
    "pushes",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("room", sql.Integer, sql.ForeignKey("rooms.id"), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("endpoint", sql.String(1000), nullable=False),
    sql.Column("p256dh", sql.String(100), nullable=False),
    sql.Column("auth", sql.String(40), nullable=False),
    sql.Column("language", sql.String(8), nullable=False),
    sql.Index("pushes_room", "room", "seat"),
)
"""Where the holder of a seat wants to be told of their turn (`pushes.py`)."""
processes = sql.Table(
    "processes",
    meta,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("address", sql.String(200), nullable=False),
    sql.Column("key", sql.String(64), nullable=False),
    sql.Column("until", sql.Double, nullable=False),
)
"""Processes that own rooms: where the others reach each, the word by which they know each other, and until when its lease
runs, in seconds of the database's clock."""
shared = sql.Table(
    "shared",
    meta,
    sql.Column("name", sql.String(20), primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
)
"""What processes with one store have in common and a single one keeps in files beside it: the key for push notices, and when
none of them ran (`notes.py`)."""
deals = sql.Table(
    "deals",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("code", sql.String(16), nullable=False, unique=True),
    sql.Column("source", sql.String(16)),
    sql.Column("plan", sql.LargeBinary, nullable=False),
    sql.Column("day", sql.Integer, nullable=False, server_default="0"),
    sql.Index("deals_source", "source"),
)
"""Dice that several tables share, and the table they were first thrown at, if there was one (`deals.py`)."""
dealt = sql.Table(
    "dealt",
    meta,
    sql.Column("deal", sql.Integer, sql.ForeignKey("deals.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("room", sql.String(16), nullable=False),
    sql.Column("outcome", sql.LargeBinary),
)
"""The tables of a deal in the order they were set, and how each ended, once that is reckoned: kept after a table is gone."""
append_event = journal.insert()
note_day = rooms.update().where(rooms.c.id == sql.bindparam("room")).values(day=sql.bindparam("today"))


def today() -> int:
    """The number of this day."""
    return int(time.time()) // DAY_SECONDS


def make_ready(connection: Connection) -> None:
    """Make what is missing, and bring an older store up to date; StoreError where it is a newer one."""
    if connection.dialect.name == "postgresql":
        connection.execute(sql.text(f"SET LOCAL idle_in_transaction_session_timeout = {MIGRATING_MILLISECONDS}"))
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATING)))
    meta.create_all(connection)
    found = connection.scalar(sql.select(about.c.format))
    if found is None:
        connection.execute(about.insert().values(format=FORMAT))
    elif found > FORMAT:
        raise StoreError(f"the store was written by a newer rollmops (format {found}, this one knows {FORMAT}); upgrade")
    elif found < FORMAT:
        for step in MIGRATIONS[found - 1 :]:
            step(connection)
        connection.execute(about.update().values(format=FORMAT))


def _know_days(connection: Connection) -> None:
    """From format 1: nobody wrote down when a table was last played at, so the day on which it was set has to do."""
    connection.execute(sql.text("ALTER TABLE rooms ADD COLUMN day INTEGER NOT NULL DEFAULT 0"))
    first = date(1970, 1, 1)
    for row in connection.execute(sql.select(rooms.c.id, rooms.c.plan)).all():
        day = (date.fromisoformat(plan_decoder.decode(row.plan).date) - first).days
        connection.execute(note_day, {"room": row.id, "today": day})


def _have_owners(connection: Connection) -> None:
    """From format 2: nobody owns a room yet."""
    connection.execute(sql.text("ALTER TABLE rooms ADD COLUMN owner VARCHAR(32)"))
    connection.execute(sql.text("ALTER TABLE rooms ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0"))
    connection.execute(sql.text("CREATE INDEX rooms_owner ON rooms (owner)"))


def _share_dice(connection: Connection) -> None:
    """From format 3: nothing is shared yet; an older server would throw other dice at tables whose dice are keyed."""


def _have_recent(connection: Connection) -> None:
    """From format 4: nothing is recent yet; an older server would not find the rows there."""


MIGRATIONS = (_know_days, _have_owners, _share_dice, _have_recent)
"""From each format to the next."""


def add_room(connection: Connection, room: dict[str, Any], box: dict[str, Any]) -> int:
    """Keep a new table, then the components it is played with unless they are here: in this order, or `forget` might take
    them for nobody's in between. Returns the room's number."""
    row = connection.execute(rooms.insert(), room).inserted_primary_key
    assert row is not None
    connection.execute(insert_into(connection, components).on_conflict_do_nothing(), box)
    return int(row[0])


def insert_into(connection: Connection, table: sql.Table) -> Any:
    """An insert that can say what happens if the row is there, in the words of this database."""
    return (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)


def clock() -> sql.ColumnElement[Any]:
    """The database's own clock (PostgreSQL's), in seconds."""
    return sql.cast(sql.extract("epoch", sql.func.clock_timestamp()), sql.Double)


def clocked(connection: Connection) -> list[str]:
    """Tables with a clock at which something has happened lately, the door of some and the end of others included; not those
    of which another process takes care, where processes share the store."""
    mark = b'"clock":{'
    lately = rooms.c.day >= today() - CLOCK_DAYS
    wanted: sql.ColumnElement[bool]
    if connection.dialect.name == "postgresql":
        awake = sql.select(processes.c.id).where(processes.c.until > clock())
        wanted = rooms.c.plan.op("~~")(b"%" + mark + b"%") & (rooms.c.owner.is_(None) | rooms.c.owner.not_in(awake))
    else:
        wanted = sql.func.instr(rooms.c.plan, mark) > 0
    return list(connection.scalars(sql.select(rooms.c.code).where(lately & wanted)))


def forget(connection: Connection, before: int) -> int:
    """Delete the tables at which nothing has happened since this day, and boxes that only they had; returns how many."""
    old = rooms.c.day < before
    if connection.dialect.name == "postgresql":
        connection.execute(sql.text("LOCK TABLE rooms IN SHARE ROW EXCLUSIVE MODE"))
        awake = sql.select(processes.c.id).where(processes.c.until > clock())
        old = old & (rooms.c.owner.is_(None) | rooms.c.owner.not_in(awake))
    for part in (journal, pushes):
        connection.execute(part.delete().where(part.c.room.in_(sql.select(rooms.c.id).where(old))))
    gone = connection.execute(rooms.delete().where(old)).rowcount
    unused = sql.select(deals.c.id).where(deals.c.day < before)
    connection.execute(dealt.delete().where(dealt.c.deal.in_(unused)))
    connection.execute(deals.delete().where(deals.c.day < before))
    if gone:
        used = {plan_decoder.decode(plan).components[1] for plan in connection.scalars(sql.select(rooms.c.plan))}
        kept = connection.scalars(sql.select(components.c.digest)).all()
        for digest in set(kept) - used:
            connection.execute(components.delete().where(components.c.digest == digest))
    return int(gone)
