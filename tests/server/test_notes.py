"""What processes with one store have in common: the first decides, and the last word counts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from rollmops.server.store import uptime
from rollmops.server.store.notes import note, note_of, note_once
from rollmops.server.store.schema import make_ready
from rollmops.server.store.uptime import Uptime
from rollmops.server.store.vapid import public_text, shared_key


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sql.Engine]:
    engine = sql.create_engine(f"sqlite:///{tmp_path / 'store'}")
    yield engine
    engine.dispose()


def test_all_processes_of_a_store_have_one_key(engine: sql.Engine) -> None:
    with engine.begin() as connection:
        make_ready(connection)
        first = public_text(shared_key(connection))
    with engine.begin() as connection:
        assert public_text(shared_key(connection)) == first


def test_notes_are_kept_once_or_for_the_last_word(engine: sql.Engine) -> None:
    with engine.begin() as connection:
        make_ready(connection)
        assert note_of(connection, "a") is None
        assert note_once(connection, "a", "one") == "one"
        assert note_once(connection, "a", "two") == "one"
        note(connection, "a", "three")
        assert note_of(connection, "a") == "three"


def test_a_server_knows_when_it_was_not_there(tmp_path: Path) -> None:
    Uptime(tmp_path)
    assert (tmp_path / uptime.NAME).stat().st_mode & 0o777 == 0o600
    before = time.time()
    time.sleep(0.3)
    (gone,) = Uptime(tmp_path).down
    assert gone[0] <= before
    assert gone[1] - before >= 0.3
    (tmp_path / uptime.NAME).write_text("no note")
    assert Uptime(tmp_path).down == []
