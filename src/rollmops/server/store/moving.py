"""Moving: all that a data folder keeps, into an empty PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from rollmops.server.store import uptime, vapid
from rollmops.server.store.copying import NAME
from rollmops.server.store.engines import SLOW
from rollmops.server.store.files import StoreError
from rollmops.server.store.notes import note
from rollmops.server.store.rows import sort_in
from rollmops.server.store.schema import about, meta, processes, recent, rooms, shared
from rollmops.server.store.store import Store

LEFT = (about, processes, recent, shared)
"""What is not copied row by row: the database has a format of its own, its processes are others, and nothing is recent in
what was sorted in before."""
FILES = (vapid.NAME, uptime.NAME)
"""Files of the data folder that processes with one store keep in it."""
ROWS_AT_ONCE = 500


def move(folder: Path, url: str) -> int:
    """Copy the tables of this data folder, of whatever format, and the key of its push notices to the database at `url`, all
    or nothing; returns how many tables. No server may run on the folder meanwhile. The folder stays as it is."""
    if not (folder / NAME).is_file():
        raise StoreError(f"there is no store in the data folder {folder.name}; name it with --data")
    here = Store.in_folder(folder)
    try:
        with here.engine.begin() as connection:
            sort_in(connection)
        there = Store.at(url)
        try:
            return there.ask(lambda connection: _copy(here, folder, connection))
        finally:
            there.close()
    finally:
        here.close()


def _copy(here: Store, folder: Path, there: Connection) -> int:
    there.info[SLOW] = True
    there.execute(sql.text("LOCK TABLE rooms IN EXCLUSIVE MODE"))
    if there.scalar(sql.select(rooms.c.id).limit(1)) is not None:
        raise StoreError("that database keeps tables already; give an empty one, nothing is mixed")
    for table in meta.sorted_tables:
        if table not in LEFT:
            for part in _rows(here, table):
                there.execute(table.insert(), part)
            _count_on(there, table)
    for name in FILES:
        if (folder / name).is_file():
            note(there, name, (folder / name).read_text(encoding="utf-8"))
    return there.scalar(sql.select(sql.func.count()).select_from(rooms)) or 0


def _rows(here: Store, table: sql.Table) -> Iterator[list[dict[str, Any]]]:
    """All rows, some at a time; nobody owns a table that comes from elsewhere."""
    free = {"owner": None} if table is rooms else {}
    with here.engine.connect() as connection:
        for part in connection.execute(sql.select(table)).mappings().partitions(ROWS_AT_ONCE):
            yield [{**row, **free} for row in part]


def _count_on(there: Connection, table: sql.Table) -> None:
    """New rows get numbers after those that were copied."""
    for column in table.primary_key:
        if column is table.autoincrement_column:
            sequence = sql.func.pg_get_serial_sequence(table.name, column.name)
            largest = sql.select(sql.func.max(column)).scalar_subquery()
            there.execute(sql.select(sql.func.setval(sequence, largest)).where(largest.is_not(None)))
