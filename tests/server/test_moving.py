"""A store moved from SQLite to PostgreSQL: every row, the key of push notices, and games that go on there."""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from rollmops.engine.errors import RollmopsError
from rollmops.server.store.moving import move
from rollmops.server.store.notes import note_of
from rollmops.server.store.pushes import Push, keep_push, pushes_of
from rollmops.server.store.schema import about, journal, meta, processes, rooms, shared
from rollmops.server.store.store import Store
from rollmops.server.store.vapid import NAME as KEY
from rollmops.server.store.vapid import public_text, server_key, shared_key
from tests.server.database import Postgres
from tests.server.forked import command
from tests.server.house import open_house
from tests.server.test_old_stores import STORES, _is_as_it_was
from tests.server.test_store import plan

PUSH = Push(1, 0, "https://push.example/1", "p" * 80, "a" * 22, "de")


def rows(store: Store, table: sql.Table) -> list[dict[str, Any]]:
    asked = sql.select(table).order_by(*table.primary_key)
    return [dict(row) for row in store.ask(lambda connection: connection.execute(asked).mappings().all())]


def test_all_rows_are_there_and_games_go_on(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    (old,) = STORES.glob("*-format-2.sqlite.gz")
    (tmp_path / "rollmops.sqlite").write_bytes(gzip.decompress(old.read_bytes()))
    store = Store.in_folder(tmp_path)
    asyncio.run(store.do(keep_push, push=PUSH))
    kept = {table.name: rows(store, table) for table in meta.sorted_tables if table not in (about, processes, shared)}
    store.close()
    key = public_text(server_key(tmp_path))
    assert len(kept["rooms"]) == 4
    assert len(kept["journal"]) > 20
    moved = command("move", url, "--data", str(tmp_path))
    assert (moved.returncode, moved.stdout.split()[0]) == (0, "4"), moved.stderr
    store = Store.at(url)
    assert {name: rows(store, meta.tables[name]) for name in kept} == kept
    assert store.ask(partial(pushes_of, room=1, seat=0)) == [PUSH]
    assert public_text(store.ask(shared_key)) == key
    assert store.ask(partial(note_of, name=KEY)) == (tmp_path / KEY).read_text()
    assert asyncio.run(store.add_room(plan("z" * 16), "d" * 64, "text")) == 1 + max(row["id"] for row in kept["rooms"])
    store.close()
    with pytest.raises(RollmopsError, match="give an empty one"):
        move(tmp_path, url)
    with open_house(tmp_path, store=url) as house:
        known = old.with_name(old.name.replace(".sqlite.gz", ".json")).read_text(encoding="utf-8")
        for table in json.loads(known):
            _is_as_it_was(house, table)


def test_nothing_is_moved_while_a_server_runs_or_where_it_cannot_be(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    with pytest.raises(RollmopsError, match="there is no store"):
        move(tmp_path, url)
    store = Store.in_folder(tmp_path)
    with pytest.raises(RollmopsError, match="another"):
        move(tmp_path, url)
    store.close()
    with pytest.raises(RollmopsError, match="--store"):
        move(tmp_path, "sqlite:///elsewhere")
    assert move(tmp_path, url) == 0
    assert move(tmp_path, url) == 0  # still empty
    there = Store.at(url)
    assert (rows(there, rooms), rows(there, journal)) == ([], [])
    there.close()
