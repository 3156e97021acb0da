"""Engines: SQLite that is on disk when it says so, and PostgreSQL, which may be slow, cut off or gone without harm to us."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import URL, Engine

from rollmops.extras import need
from rollmops.server.store.files import StoreError

LOCKED_MILLISECONDS = 1000
"""So long a commit waits for somebody else who has locked an SQLite store."""
CONNECT_SECONDS = 3
ANSWER_SECONDS = 4.0
"""So long PostgreSQL may take for one piece of work; then its connection is cut, and what was asked is asked anew."""
IDLE_SECONDS = 2.0
"""PostgreSQL gives up a transaction whose process has said nothing for so long: a stopped one must not keep rows locked."""
SLOW = "slow"
"""Marks, in a connection's `info`, work that may take its time."""
LOST_CLASSES = ("08", "57")
"""Of PostgreSQL's errors: connections, and an operator who intervenes."""
UNREACHED = "the database does not answer"


def open_sqlite(path: Path) -> Engine:
    """An engine whose commits are on disk."""
    engine = sql.create_engine(f"sqlite:///{path}")

    @sql.event.listens_for(engine, "connect")
    def _durable(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={LOCKED_MILLISECONDS}"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def postgresql_url(text: str) -> URL:
    """The address of a store on PostgreSQL; StoreError where it is none."""
    try:
        url = sql.make_url(text)
    except (sql.exc.ArgumentError, ValueError):
        url = sql.make_url("none://")
    if url.get_backend_name() not in ("postgresql", "postgres"):
        shape = "postgresql://USER:PASSWORD@HOST/DATABASE"
        raise StoreError(
            f"--store takes the address of a PostgreSQL database, like {shape}; for SQLite name a folder with --data"
        )
    if "@" in (url.host or ""):  # or a part of the password would be told as the host that is not there
        raise StoreError("--store: write %40 for an @ in the password, so that the host can be told from it")
    return url.set(drivername="postgresql+psycopg")


def open_postgresql(text: str) -> Engine:
    """An engine on PostgreSQL."""
    url = postgresql_url(text)
    need("postgresql", "a store on PostgreSQL")
    settings = f"-c idle_in_transaction_session_timeout={IDLE_SECONDS * 1000:.0f} -c synchronous_commit=on"
    engine = sql.create_engine(
        url,
        isolation_level="READ COMMITTED",
        pool_size=10,
        max_overflow=20,
        pool_timeout=ANSWER_SECONDS,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "options": settings,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
        },
    )
    Watch(engine, ANSWER_SECONDS)
    return engine


class Watch:
    """Cuts connections whose answer does not come: a network may swallow what is sent and never say so."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self.seconds = seconds
        self.out: dict[int, tuple[float, Any, Any]] = {}
        self.lock = threading.Lock()
        sql.event.listen(engine, "checkout", self._taken)
        sql.event.listen(engine, "checkin", self._given_back)
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def _taken(self, connection: Any, record: Any, _: Any) -> None:
        with self.lock:
            self.out[id(record)] = (time.monotonic(), connection, record)

    def _given_back(self, connection: Any, record: Any) -> None:
        record.info.pop(SLOW, None)
        with self.lock:
            self.out.pop(id(record), None)

    def _run(self) -> None:
        while True:
            time.sleep(self.seconds / 8)
            with self.lock:
                late = [key for key, (since, _, _) in self.out.items() if time.monotonic() - since > self.seconds]
                for key in late:
                    _, connection, record = self.out[key]
                    if not record.info.get(SLOW):
                        del self.out[key]
                        cut(connection)


def cut(connection: Any) -> None:
    """Hang up, so that whoever waits for an answer learns that none will come."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)


def is_lost(error: Exception) -> bool:
    """Whether the connection to the database is gone, or was never made."""
    return isinstance(error, sql.exc.TimeoutError) or (
        isinstance(error, sql.exc.DBAPIError)
        and (error.connection_invalidated or isinstance(error, sql.exc.OperationalError | sql.exc.InterfaceError))
    )


def in_a_line(error: BaseException) -> str:
    """What the database itself said, which may have been several lines."""
    return " ".join(str(getattr(error, "orig", error)).split())


def why(engine: Engine, error: Exception) -> str:
    """What to tell people of an error; where a database stands on the network is nothing for them."""
    code = getattr(getattr(error, "orig", None), "sqlstate", None)  # PostgreSQL itself says what is wrong
    if engine.dialect.name == "postgresql" and is_lost(error) and (code is None or code[:2] in LOST_CLASSES):
        return UNREACHED
    return str(getattr(error, "orig", error)).partition("\n")[0]
