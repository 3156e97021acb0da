"""Push subscriptions: where the holder of a seat wants to be told of their turn. They go when the table goes."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from rollmops.server.store.schema import pushes

MOST_BROWSERS_A_SEAT = 4
"""Devices of one seat; the one that asked longest ago is dropped."""


@dataclass(frozen=True)
class Push:
    """A subscription as a browser gave it: the address of its push service, and keys to write what only it reads."""

    room: int
    seat: int
    endpoint: str
    p256dh: str
    auth: str
    language: str


def keep_push(connection: Connection, push: Push) -> None:
    """Keep a subscription; the same one again takes the place of what was known of it."""
    mine = (pushes.c.room == push.room) & (pushes.c.seat == push.seat)
    connection.execute(pushes.delete().where(mine & (pushes.c.endpoint == push.endpoint)))
    connection.execute(pushes.insert().values(**vars(push)))
    newest = list(connection.scalars(sql.select(pushes.c.id).where(mine).order_by(pushes.c.id.desc())))
    for old in newest[MOST_BROWSERS_A_SEAT:]:
        connection.execute(pushes.delete().where(pushes.c.id == old))


def drop_push(connection: Connection, room: int, seat: int, endpoint: str = "") -> None:
    """Forget a subscription of a seat; without an endpoint all of them."""
    mine = (pushes.c.room == room) & (pushes.c.seat == seat)
    connection.execute(pushes.delete().where(mine & (pushes.c.endpoint == endpoint) if endpoint else mine))


def drop_gone(connection: Connection, endpoint: str) -> None:
    """Forget a subscription wherever it is: its push service says that it is gone."""
    connection.execute(pushes.delete().where(pushes.c.endpoint == endpoint))


def pushes_of(connection: Connection, room: int, seat: int) -> list[Push]:
    """Whom to tell of this seat's turn."""
    found = connection.execute(sql.select(pushes).where((pushes.c.room == room) & (pushes.c.seat == seat)))
    return [Push(row.room, row.seat, row.endpoint, row.p256dh, row.auth, row.language) for row in found]


def subscribed_seats(connection: Connection, room: int) -> frozenset[int]:
    """The seats of a room that have subscriptions."""
    return frozenset(connection.scalars(sql.select(pushes.c.seat).where(pushes.c.room == room).distinct()))
