"""What a visitor's component file can do to others: nothing."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

from rollmops.games import house as house_components
from rollmops.games import house_text
from tests.server.house import House, open_house
from tests.server.players import play_out

SEATS = [{"kind": "here"}, {"kind": "here"}]


def post(house: House, text: str, game: str = "soles") -> tuple[int, dict[str, Any]]:
    status, body, _ = house.request("/api/tables", {"game": game, "seats": SEATS, "components": text})
    return status, json.loads(body)


def test_bombs_do_not_keep_anybody_waiting(house: House) -> None:
    page = house.table("here", "here").seated("A", "B")
    page.hear("update")
    start = time.monotonic()
    for bomb in ("a" + ".a" * 49_000 + "=1", "a" + ".a" * 4_900 + "=1", "a=" + "[" * 9_000, "a=" + "9" * 9_000):
        status, problem = post(house, bomb)
        assert (status, problem["kind"], problem["field"]) == (400, "bad components", "components")
        page.ping()
    assert time.monotonic() - start < 10  # one of them took two minutes


def test_the_first_text_for_a_digest_is_nobodys_but_ours(tmp_path: Path) -> None:
    """Notes and names of whoever came first must not come back at a table of others."""
    with open_house(tmp_path) as house:
        text = house_text("soles").replace("yellow = 40", "yellow = 7").replace("8 = 24", "8 = 1")
        theirs = text.replace('name = "house"', 'name = "rude"').replace("yellow = 7", 'yellow = 7\nnote = "rude"')
        assert post(house, theirs)[0] == 201
        table = house.table("here", "here", components=text.replace('name = "house"', 'name = "mine"'))
        with contextlib.closing(sqlite3.connect(tmp_path / "rollmops.sqlite")) as connection:
            ((kept,),) = connection.execute("SELECT text FROM components").fetchall()
        assert "rude" not in kept
        page = table.seated("A", "B")
        page.hear("update")
        play_out("soles", {"A": page, "B": page})
        house.stop()
        house.start()  # the table is read from the store
        page = table.page("A", "B")
        page.say("next")
        again = page.hear("moved")["code"]
        assert house.get(f"/api/tables/{again}")["components"][0] == "mine"
        assert house.get(f"/api/tables/{again}")["components"] == page.table["components"]


def test_an_address_brings_only_so_many_new_files(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"boxes": 0.0, "boxes_burst": 3}) as house:
        files = [house_text("soles").replace("yellow = 40", f"yellow = {number}") for number in range(41, 46)]
        assert [post(house, text)[0] for text in files] == [201, 201, 201, 429, 429]
        assert post(house, files[0])[0] == 201  # what is known costs nothing
        assert post(house, house_text("soles"))[0] in (201, 429)


def test_the_house_components_are_not_read_from_the_store(house: House) -> None:
    table = house.table("here", "here")
    assert table.get()["components"] == ["house", house_components("soles").digest]


def test_names_cannot_be_changed_without_end(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"changes": 0.0, "changes_burst": 5}) as house:
        page = house.table("here", "here").page("A", "B")
        for number in range(5):
            page.sit("A", f"Karen {number}")
        page.ping()
        page.sit("A", "Karen again")
        page.problem("too fast")
        assert page.table["seats"][0]["name"] == "Karen 4"
