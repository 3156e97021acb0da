"""Deals in the store: dice that several tables share, the tables, and how those ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from rollmops.server.store.events import DealPlan, deal_decoder, encoder
from rollmops.server.store.schema import add_room, deals, dealt, today


@dataclass(frozen=True)
class DealtRow:
    """A table of a deal: its number from 1, its code, and its outcome as JSON, if that is reckoned."""

    number: int
    room: str
    outcome: bytes | None


@dataclass(frozen=True)
class StoredDeal:
    """A deal as it was found."""

    id: int
    plan: DealPlan
    tables: tuple[DealtRow, ...]


def add_deal(connection: Connection, plan: DealPlan, tables: list[dict[str, Any]]) -> str:
    """Keep a deal with its first tables, each as `add_room` takes it (a finished one: its code alone). A table that is the
    source of one already keeps that; returns the code."""
    if plan.source:
        known = connection.scalar(sql.select(deals.c.code).where(deals.c.source == plan.source))
        if known:
            return str(known)
    values = {"code": plan.code, "source": plan.source or None, "plan": encoder.encode(plan), "day": today()}
    row = connection.execute(deals.insert(), values).inserted_primary_key
    assert row is not None
    for table in tables:
        add_dealt(connection, int(row[0]), **table)
    return plan.code


def add_dealt(connection: Connection, deal: int, room: dict[str, Any], box: dict[str, Any] | None = None) -> None:
    """Keep another table of a deal, both at once."""
    if box is not None:
        add_room(connection, room, box)
    last = connection.scalar(sql.select(sql.func.max(dealt.c.number)).where(dealt.c.deal == deal))
    connection.execute(dealt.insert(), {"deal": deal, "number": (last or 0) + 1, "room": room["code"]})
    connection.execute(deals.update().where(deals.c.id == deal).values(day=today()))


def keep_outcome(connection: Connection, deal: int, number: int, outcome: bytes) -> None:
    """Keep how a table ended."""
    row = (dealt.c.deal == deal) & (dealt.c.number == number)
    connection.execute(dealt.update().where(row).values(outcome=outcome))


def read_deal(connection: Connection, code: str) -> StoredDeal | None:
    """A deal with its tables; None if there is none of this code."""
    found = connection.execute(sql.select(deals.c.id, deals.c.plan).where(deals.c.code == code)).first()
    if found is None:
        return None
    rows = connection.execute(sql.select(dealt).where(dealt.c.deal == found.id).order_by(dealt.c.number))
    tables = tuple(DealtRow(row.number, row.room, row.outcome) for row in rows)
    return StoredDeal(int(found.id), deal_decoder.decode(found.plan), tables)
