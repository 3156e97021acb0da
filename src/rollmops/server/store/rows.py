"""How rows come into SQLite: those of the journal, of whichever rooms, as one statement that is its own transaction.

A thread that writes while another computes has to win the interpreter back after every call into SQLite. With a statement
for each row, and two more around them, that took longer than the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from rollmops.server.store.schema import journal

COLUMNS = ("room", "number", "events")


@cache
def insert_of(rows: int) -> str:
    """The statement that inserts so many rows of the journal."""
    empty = dict.fromkeys(COLUMNS, None)
    compiled = journal.insert().values([empty] * rows).compile(dialect=sqlite.dialect())
    return str(compiled)


class Writer:
    """The connections of the writing thread: one for appending, one for everything else."""

    def __init__(self, engine: Engine) -> None:
        self.appending = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self.driver: Any = self.appending.connection.driver_connection
        self.others = engine.connect()

    def append(self, rows: list[dict[str, Any]]) -> None:
        """All these rows are on disk when this returns, or none of them is.

        Past SQLAlchemy, which takes as long for a statement as SQLite does for five rows; errors are what it would raise.
        """
        statement = insert_of(len(rows))
        values: list[Any] = []
        for row in rows:
            values += (row["room"], row["number"], row["events"])
        try:
            self.driver.execute(statement, values)
        except sqlite3.Error as error:
            raise DBAPIError.instance(statement, values, error, sqlite3.Error, dialect=self.appending.dialect) from error

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A connection with a transaction; what was done is on disk afterwards."""
        with self.others.begin():
            yield self.others

    def close(self) -> None:
        """Let go."""
        self.appending.close()
        self.others.close()
