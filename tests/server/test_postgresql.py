"""A server whose tables are on PostgreSQL: played, stopped, started again, written out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rollmops import extras
from rollmops.cli import app
from rollmops.engine.errors import RollmopsError
from rollmops.extras import MissingExtraError
from rollmops.server.store.store import Store
from tests.server.database import Postgres
from tests.server.house import open_house
from tests.server.players import play_out


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
    assert (said.exit_code, "1 logbooks" in said.output) == (0, True), said.output
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
