"""Stopped or killed at any moment, the server comes back with every entry that anyone was told of."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rollmops.server.protocol.words import CLOSE_OLD, CLOSE_RESTART
from rollmops.server.store.store import Store, StoreError
from tests.effort import short_or_long
from tests.server.house import House, Page, Table, open_house
from tests.server.players import any_choice

ROOMS = 24


def lines(update: dict[str, Any]) -> list[str]:
    return [f"{line['seat']} {line['words']}" for line in update["parts"][0]["lines"]]


def test_a_stopped_server_sends_pages_away_to_come_back(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "here")
        page = table.seated("A", "B")
        page.hear("update")
        told = page.update
        assert house.stop() in (0, -signal.SIGTERM)
        assert page.closed() == CLOSE_RESTART
        house.start()
        back = table.page("A", "B", sequence=told["sequence"])
        assert back.update["sequence"] == told["sequence"]
        assert back.update["start"] == told["sequence"]
        assert back.update["parts"][0]["view"] == told["parts"][0]["view"]
        owing = back.update["owing"][0]
        back.choose(owing, any_choice("soles", back.part(owing)))
        back.hear("update")


class Player(threading.Thread):
    """Plays a table as fast as it can until the server is gone, and remembers what it was told."""

    def __init__(self, table: Table, page: Page) -> None:
        super().__init__(daemon=True)
        self.table, self.page = table, page
        self.log: list[str] = []
        self.over = False

    def run(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
            while True:
                message = self.page.next(10)
                if message["type"] != "update":
                    self.over = self.over or self.page.table["state"] == "over"
                    continue
                self.log = self.log[: message["start"]] + lines(message)
                if message["owing"]:
                    owing = message["owing"][0]
                    self.page.choose(owing, any_choice("soles", self.page.part(owing)))


@pytest.mark.parametrize("seed", range(short_or_long(1, 3)))
def test_kill_9_with_many_rooms(tmp_path: Path, seed: int) -> None:
    """Nobody was told of an entry that is not there afterwards, and the log has grown by nothing that breaks a rule."""
    with open_house(tmp_path) as house:
        players = []
        for _ in range(ROOMS):
            table = house.table("here", "here")
            players.append(Player(table, table.seated("A", "B")))
        for player in players:
            player.start()
        while sum(len(player.log) for player in players) <= ROOMS:  # however long that takes
            assert any(player.is_alive() for player in players)
            time.sleep(0.02)
        time.sleep(random.Random(seed).uniform(0.1, 0.8))
        house.stop(signal.SIGKILL)
        for player in players:
            player.join(30)
        house.start()
        for player in (one for one in players if one.log):  # who was told nothing yet can have lost nothing
            page = player.table.page("A", "B")
            kept = lines(page.update)
            assert kept[: len(player.log)] == player.log
            chosen = [line for line in kept[len(player.log) :] if line.split()[1] != "roll"]
            assert len(chosen) <= 1, "at most the choice that was under way"
            if page.update["owing"]:
                owing = page.update["owing"][0]
                page.choose(owing, any_choice("soles", page.part(owing)))
                page.hear("update")
            page.close()


def test_sitting_down_survives_too(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "link", "easy", odds=True)
        karen = table.seated("A")
        karen.ping()
        promises = karen.table["promises"]
        assert set(promises) == {"A"}
        house.stop(signal.SIGKILL)
        house.start()
        page = table.page("A")
        assert page.table["promises"] == promises
        page.salts = karen.salts
        assert page.table["commit"] == karen.table["commit"]
        assert page.table["seats"][0]["name"] == "Karen"
        table.seated("B").hear("update")


def test_a_line_taken_back_stays_taken_back(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        for _ in range(50):
            table = house.table("here", "here")
            page = table.seated("A", "B")
            page.hear("update")
            owing = page.update["owing"][0]
            if "take" in page.part(owing)["verbs"]:
                break
        page.choose(owing, "take middle")
        page.hear("update")
        page.say("take back", seat=owing, sequence=page.update["sequence"])
        page.hear("update")
        told, view = page.update["sequence"], page.part(owing)["view"]
        house.stop(signal.SIGKILL)
        house.start()
        back = table.page("A", "B")
        assert back.update["sequence"] == told
        assert back.part(owing)["view"] == view
        assert "take middle" not in [line.split(" ", 1)[1] for line in lines(back.update)]


def test_the_last_commit_may_be_torn(tmp_path: Path) -> None:
    """Power gone in the middle of a write: SQLite throws the torn end of its journal away, the table opens."""
    with open_house(tmp_path) as house:
        table = house.table("here", "here")
        table.seated("A", "B").hear("update")
        house.stop(signal.SIGKILL)
        log = tmp_path / "rollmops.sqlite-wal"
        log.write_bytes(log.read_bytes() + b"\x37\x7f\x06\x82 torn in the middle of a frame")
        house.start()
        assert table.page("A").update["sequence"] >= 1


def test_a_newer_store_is_refused_with_a_word(tmp_path: Path) -> None:
    Store.in_folder(tmp_path).close()
    with contextlib.closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as connection:
        connection.execute("UPDATE about SET format = 99")
        connection.commit()
    with pytest.raises(StoreError, match="newer rollmops"):
        Store.in_folder(tmp_path)


def test_two_servers_do_not_share_a_folder(house: House) -> None:
    with pytest.raises(StoreError, match="another server"):
        Store.in_folder(house.data)


def test_tables_set_with_components_that_have_changed_since(tmp_path: Path) -> None:
    """An upgrade may bring other house components: a table goes on with its own."""
    with open_house(tmp_path) as house:
        text = house.request("/api/games/soles/components")[1].decode().replace("yellow = 40", "yellow = 44")
        table = house.table("here", "here", components=text)
        page = table.seated("A", "B")
        page.hear("update")
        told = page.update
        house.stop()
        house.start()
        assert table.page("A", "B").update["parts"][0]["view"] == told["parts"][0]["view"]
        record = house.request(f"/api/tables/{table.code}/record")[1].decode()
        assert json.loads(house.request("/api/replay", {"record": record})[1])["steps"]


def test_a_table_of_older_rules_still_gives_its_logbook(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "here")
        page = table.seated("A", "B")
        page.hear("update")
        for _ in range(3):
            owing = page.update["owing"][0]
            page.choose(owing, any_choice("soles", page.part(owing)))
            page.hear("update")
        before = house.request(f"/api/tables/{table.code}/record")[1].decode()
        house.stop()
        with contextlib.closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as connection:
            (plan,) = connection.execute("SELECT plan FROM rooms").fetchone()
            connection.execute("UPDATE rooms SET plan = ?", (plan.replace(b'"version":1', b'"version":0'),))
            connection.commit()
        house.start()
        status, body, _ = house.request(f"/api/tables/{table.code}")
        problem = json.loads(body)
        assert (status, problem["kind"], "version 0 of the rules" in problem["message"]) == (400, "old rules", True)
        _, text, headers = house.request(f"/api/tables/{table.code}/record")
        assert ".rollmops" in headers["content-disposition"]
        after = text.decode()
        assert after.partition("\n\n")[2] == before.partition("\n\n")[2]
        assert house.request("/api/replay", {"record": after})[0] == 200
        assert Page(table.url).closed() == CLOSE_OLD
