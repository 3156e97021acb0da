"""Owners: which process may write at which table, where several share a store on PostgreSQL.

A process has one lease for all its tables and renews it itself; whether it runs is judged by the database's clock alone.
A table belongs to its owner until that lets it go or its lease is over. Who claims it raises its epoch, and nothing is
written under an older one: a process that slept too long cannot write, whatever it believes.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import Connection

from rollmops.server.store.schema import clock, processes, rooms

LEASE_SECONDS = 6.0
FORGOTTEN_SECONDS = 3600.0
"""After so long a process that never came back is no longer kept in mind."""

read_epochs = (
    sql.select(rooms.c.id, rooms.c.epoch)
    .where(rooms.c.id == sql.any_(sql.bindparam("ids", type_=ARRAY(sql.Integer))))
    .order_by(rooms.c.id)
    .with_for_update(read=True)
)
"""The epochs of these rooms. Until the transaction ends nobody can claim one of them."""
let_go = (
    rooms.update().where((rooms.c.id == sql.bindparam("room")) & (rooms.c.epoch == sql.bindparam("mine"))).values(owner=None)
)
"""Give a room up, if it is still mine: whoever wants it need not wait for the lease."""


@dataclass(frozen=True)
class Process:
    """A process as its row in the store says. Whoever can read that row knows its key."""

    address: str
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)


@dataclass(frozen=True)
class Claimed:
    """A room that is ours now, under this epoch."""

    epoch: int


@dataclass(frozen=True)
class Elsewhere:
    """A room that belongs to another process, whose lease runs for so many seconds more."""

    process: Process
    seconds: float


def renew(connection: Connection, me: Process, seconds: float) -> dict[int, int]:
    """Let the lease run on from now; returns the rooms that are still ours, with their epochs."""
    until = clock() + seconds
    renewed = connection.execute(processes.update().where(processes.c.id == me.id).values(until=until)).rowcount
    if not renewed:
        row = {"id": me.id, "address": me.address, "key": me.key}
        connection.execute(processes.insert().values(**row, until=until))
        connection.execute(processes.delete().where(processes.c.until < clock() - FORGOTTEN_SECONDS))
    mine = connection.execute(sql.select(rooms.c.id, rooms.c.epoch).where(rooms.c.owner == me.id))
    return {int(row.id): int(row.epoch) for row in mine}


def claim(connection: Connection, me: Process, code: str) -> Claimed | Elsewhere | None:
    """Make a room ours unless its owner's lease runs; None if there is no such table."""
    owned = sql.select(rooms.c.id, rooms.c.owner, rooms.c.epoch).where(rooms.c.code == code).with_for_update()
    room = connection.execute(owned).first()
    if room is None:
        return None
    if room.owner not in (None, me.id):
        left = processes.c.until - clock()
        asked = sql.select(processes.c.address, processes.c.key, left.label("left")).where(processes.c.id == room.owner)
        owner = connection.execute(asked).first()
        if owner is not None and owner.left > 0:
            return Elsewhere(Process(owner.address, room.owner, owner.key), float(owner.left))
    epoch = int(room.epoch) + 1
    connection.execute(rooms.update().where(rooms.c.id == room.id).values(owner=me.id, epoch=epoch))
    return Claimed(epoch)


def leave(connection: Connection, me: Process) -> None:
    """Give everything up at once."""
    connection.execute(rooms.update().where(rooms.c.owner == me.id).values(owner=None))
    connection.execute(processes.delete().where(processes.c.id == me.id))


def peers(connection: Connection, me: Process) -> tuple[str, ...]:
    """The addresses of the other processes whose leases run."""
    asked = sql.select(processes.c.address).where((processes.c.id != me.id) & (processes.c.until > clock()))
    return tuple(connection.scalars(asked.order_by(processes.c.address)))
