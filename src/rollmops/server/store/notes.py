"""Notes that processes with one store have in common, each a name and a text."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from rollmops.server.store.schema import insert_into, shared


def note_of(connection: Connection, name: str) -> str | None:
    """What is noted there."""
    found: str | None = connection.scalar(sql.select(shared.c.text).where(shared.c.name == name))
    return found


def note_once(connection: Connection, name: str, text: str) -> str:
    """What is noted there, which is this text if nothing was: whoever comes first decides."""
    connection.execute(insert_into(connection, shared).values(name=name, text=text).on_conflict_do_nothing())
    return note_of(connection, name) or text


def note(connection: Connection, name: str, text: str) -> None:
    """Note this, whatever was there."""
    insert = insert_into(connection, shared).values(name=name, text=text)
    connection.execute(insert.on_conflict_do_update(index_elements=["name"], set_={"text": text}))
