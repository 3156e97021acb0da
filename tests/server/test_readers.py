"""Who only reads disturbs nobody: errors of a reader are the reader's, and long answers come in parts."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import BadRecordError
from rollmops.games.records import read_match
from rollmops.server.table import replays
from rollmops.server.table.replays import read_short_record, replay_of
from tests.conftest import RECORDS
from tests.server.house import House, open_house
from tests.server.players import any_choice


def test_reading_what_is_not_there_yet_leaves_the_room_alone(house: House) -> None:
    """One GET for the logbook of a game that had not begun sent everybody away."""
    table = house.table("here", "link")
    page = table.page("A")
    for what in ("record", "proof", "replay"):
        status, body, _ = house.request(f"/api/tables/{table.code}/{what}")
        assert (status, json.loads(body)["kind"]) == (409, "too early"), what
    page.ping()
    table.seated("A", "B").hear("update")


def test_after_renew_a_table_of_older_rules_opens_with_the_new_token_only(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "here", game="lure")
        page = table.seated("A", "B")
        page.hear("update")
        for _ in range(12):
            for seat in page.update["owing"]:
                page.choose(seat, any_choice("lure", page.part(seat)))
                page.ping()
            if any(line["words"].startswith("draw ") for line in page.part("A")["lines"]):
                break
        page.say("renew", seat="A")
        token = page.hear("renewed")["token"]
        house.stop()
        with contextlib.closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as connection:
            (plan,) = connection.execute("SELECT plan FROM rooms").fetchone()
            older = json.loads(plan)
            older["version"] -= 1
            connection.execute("UPDATE rooms SET plan = ?", (json.dumps(older).encode(),))
            connection.commit()
        house.start()

        def record(key: str) -> str:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            return house.request(f"/api/tables/{table.code}/record", headers=headers)[1].decode()

        assert record(table.tokens["A"]) == record("")
        assert record(token) != record("")


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.stem)
def test_a_replay_in_parts_is_the_same_replay(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = read_short_record(path.read_text(encoding="utf-8"))
    try:
        read_match(path.read_text(encoding="utf-8"))
    except BadRecordError:
        pytest.skip("played with a box of its own")
    whole = json.loads(replay_of(record, None, NOBODY))
    assert whole["next"] is None
    monkeypatch.setattr(replays, "LONGEST_ANSWER_BYTES", 3_000)
    part = json.loads(replay_of(record, None, NOBODY))
    steps, parts = part["steps"], 1
    assert part["proof"] == whole["proof"]
    assert part["record"] == whole["record"]
    while part["next"] is not None:
        assert part["next"] == len(steps)
        text = replay_of(record, None, NOBODY, None, part["next"])
        assert len(text) < 20_000
        part = json.loads(text)
        steps += part["steps"]
        parts += 1
    assert parts > 1 or len(json.dumps(steps)) < 8_000
    assert steps == whole["steps"]
    assert part["result"] == whole["result"]


def test_a_table_is_replayed_from_any_step(house: House) -> None:
    record = RECORDS[0].read_text(encoding="utf-8")
    whole = json.loads(house.request("/api/replay", {"record": record})[1])
    later = json.loads(house.request("/api/replay", {"record": record, "start": 3})[1])
    assert later["steps"] == whole["steps"][3:]
    assert (later["start"], later["next"], later["record"]) == (3, None, "")
    table = house.table("here", "here")
    for start in ("-1", "x", "9" * 30):
        assert house.request(f"/api/tables/{table.code}/replay?start={start}")[0] in (400, 409)


def test_records_that_are_too_long_are_refused_before_they_are_read(house: House) -> None:
    options = "".join(f"option o{number} 1\n" for number in range(50_000))
    for text in (f"rollmops 1\ngame soles\n{options}", "rollmops 1\ngame soles\nseat A K\n\n" + "A x\n" * 200_000):
        status, body, _ = house.request("/api/replay", {"record": text[:999_999]})
        assert (status, json.loads(body)["kind"]) == (400, "bad record")
