"""A server whose tables are on PostgreSQL: played, stopped, started again, written out."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sql
from typer.testing import CliRunner

from rollmops import extras
from rollmops.cli import app
from rollmops.engine.errors import RollmopsError
from rollmops.extras import MissingExtraError
from rollmops.server.store import engines
from rollmops.server.store.events import Went
from rollmops.server.store.schema import FORMAT, MIGRATING
from rollmops.server.store.store import Store
from tests.server.database import Postgres
from tests.server.house import open_house
from tests.server.players import play_out
from tests.server.test_store import plan


def test_a_game_is_played_over_a_restart_and_written_out(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.database()
    with open_house(tmp_path / "unused", store=address) as house:
        assert house.request("/healthz")[:2] == (200, b"ok\n")
        table = house.table("here", "easy")
        page = table.seated("A")
        page.hear("update")
        house.stop()
        house.start()
        page = table.page("A")
        play_out("soles", {"A": page})
        _, record, _ = house.request(f"/api/tables/{table.code}/record")
        assert "store" not in "".join(house.said)
    assert not (tmp_path / "unused" / "rollmops.sqlite").exists()
    said = CliRunner().invoke(app, ["export", str(tmp_path / "books"), "--store", address])
    assert (said.exit_code, "1 logbook in" in said.output) == (0, True), said.output
    (book,) = (tmp_path / "books").iterdir()
    assert book.read_bytes() == record


def test_a_copy_is_made_by_its_own_tool() -> None:
    said = CliRunner().invoke(app, ["backup", "copy", "--store", "postgresql://somewhere/tables"])
    assert isinstance(said.exception, RollmopsError)
    assert "pg_dump" in str(said.exception)


def test_without_the_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=json.dumps("rollmops[postgresql]").replace("[", r"\[")):
        Store.at("postgresql://somewhere/tables")


def test_a_store_is_made_ready_however_long_that_takes(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large store of an older format may take longer than an answer is waited for, and so do all who start meanwhile."""
    monkeypatch.setattr(engines, "ANSWER_SECONDS", 0.2)
    url = postgres.database()
    Store.at(url).close()
    address = sql.make_url(url).set(drivername="postgresql+psycopg")
    with sql.create_engine(address, poolclass=sql.NullPool).begin() as migrating, ThreadPoolExecutor() as pool:
        migrating.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATING)))
        opened = pool.submit(Store.at, url)
        time.sleep(1.0)
        assert not opened.done()
        migrating.commit()
        opened.result().close()


@pytest.mark.parametrize("number", range(1, FORMAT))
def test_a_store_of_an_older_format_is_migrated(postgres: Postgres, number: int) -> None:
    """As `rollmops move` may bring it, and as versions did that knew less."""
    url = postgres.database()
    store = Store.at(url)
    asyncio.run(store.add_room(plan("an old one"), "0" * 64, ""))
    store.close()
    for since, text in ((2, "DROP COLUMN day"), (3, "DROP COLUMN owner, DROP COLUMN epoch")):
        if number < since:
            postgres.run(f"ALTER TABLE rooms {text}", url)
    postgres.run(f"UPDATE about SET format = {number}", url)  # noqa: S608 - our own number
    store = Store.at(url)
    found = store.read("an old one")
    assert found is not None
    asyncio.run(append(store, found.id))
    store.close()
    assert [row.format for row in postgres.run("SELECT format FROM about", url)] == [FORMAT]
    ((day, owner, epoch),) = postgres.run("SELECT day, owner, epoch FROM rooms", url)
    assert (day > 20_000, owner, epoch) == (True, None, 0)


async def append(store: Store, room: int) -> None:
    await store.append(room, 0, [Went("A")])
