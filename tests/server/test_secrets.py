"""Games with secrets: nothing that a seat may not know is in any frame its socket hears before it may know it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from rollmops.games import GAMES, game
from tests.server.house import House, Page, Table, open_house
from tests.server.players import any_choice, play_out

SECRET = [name for name in GAMES if game(name).secrets]
pytestmark = pytest.mark.skipif(not SECRET, reason="no game with secrets is registered")


@pytest.fixture(params=SECRET)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sealed_table(house: House, name: str) -> tuple[Table, dict[str, Page]]:
    """A table where all three owe a secret choice at the same time."""
    table = house.table("here", "link", "link", game=name)
    pages = {seat: table.seated(seat) for seat in "ABC"}
    for page in pages.values():
        page.hear("update")
    assert pages["A"].update["owing"] == ["A", "B", "C"]
    return table, pages


def telling(part: dict[str, Any], name: str) -> str:
    """A choice that could be recognised if it leaked."""
    for _ in range(200):
        words = any_choice(name, part)
        if len(words.split()) >= 3:
            return words
    return words


def told(frame: str) -> str:
    """A frame without the list of what its own seat may choose, which may well be the same words."""
    message = json.loads(frame)
    update = message if message["type"] == "update" else message.get("update")
    for part in update["parts"] if update else ():
        del part["choices"]
    return json.dumps(message)


def test_a_sealed_choice_is_nobody_s_business(house: House, name: str) -> None:
    table, pages = sealed_table(house, name)
    watcher = table.page()
    words = telling(pages["A"].part("A"), name)
    before = {seat: page.part(seat)["view"] for seat, page in pages.items()}
    heard = {seat: len(page.frames) for seat, page in pages.items()}
    pages["A"].choose("A", words)
    for page in (*pages.values(), watcher):
        page.ping()
        assert page.update["chosen"] == ["A"]
        assert page.update["owing"] == ["B", "C"]
    assert pages["A"].part("A")["sealed"] == words
    assert pages["A"].part("A")["undo"]
    for seat in "BC":
        assert pages[seat].part(seat)["view"] == before[seat], "nobody's view changes while choices arrive"
        assert not any(words in told(frame) for frame in pages[seat].frames[heard[seat] :])
    assert not any(words in told(frame) for frame in watcher.frames)
    assert words not in house.request(f"/api/tables/{table.code}/record")[1].decode()
    mine = house.request(f"/api/tables/{table.code}/record", headers={"authorization": f"Bearer {table.tokens['B']}"})
    assert words not in mine[1].decode()


def test_a_sealed_choice_can_be_taken_back_until_the_last_is_in(house: House, name: str) -> None:
    _, pages = sealed_table(house, name)
    for seat in "AB":
        pages[seat].choose(seat, any_choice(name, pages[seat].part(seat)))
        pages[seat].hear("update")
    pages["A"].say("take back", seat="A", sequence=pages["A"].update["sequence"])
    pages["A"].ping()
    assert pages["A"].part("A")["sealed"] is None
    pages["C"].ping()
    assert pages["C"].update["chosen"] == ["B"]
    for seat in "AC":
        pages[seat].choose(seat, any_choice(name, pages[seat].part(seat)))
        pages[seat].ping()
    for page in pages.values():
        page.ping()
    assert pages["A"].update["sequence"] > 0
    pages["B"].say("take back", seat="B", sequence=pages["B"].update["sequence"])
    pages["B"].problem("illegal")


def test_sealed_choices_survive_kill_9(tmp_path: Path, name: str) -> None:
    with open_house(tmp_path) as house:
        table, pages = sealed_table(house, name)
        words = telling(pages["A"].part("A"), name)
        pages["A"].choose("A", words)
        pages["A"].hear("update")
        house.stop(signal.SIGKILL)
        house.start()
        again = {seat: table.page(seat) for seat in "ABC"}
        assert again["A"].part("A")["sealed"] == words
        assert again["B"].update["chosen"] == ["A"]
        assert not any(words in told(frame) for frame in again["B"].frames)


def test_no_hand_leaves_the_server_in_a_whole_game(house: House, name: str) -> None:
    """Every frame of every seat: the views and lines of others' secrets must not be in it."""
    table = house.table("here", "link", "link", game=name)
    pages = {seat: table.seated(seat) for seat in "ABC"}
    watcher = table.page()
    play_out(name, pages)
    for seat, page in {**pages, "*": watcher}.items():
        for frame in page.frames:
            if '"state":"over"' in frame:
                break
            check_frame(seat, json.loads(frame))
    full = house.request(f"/api/tables/{table.code}/record")[1].decode()
    assert "draw lure" not in full


def check_frame(seat: str, message: dict[str, Any]) -> None:
    update = message if message["type"] == "update" else message.get("update")
    if not update:
        return
    assert [part["seat"] or "*" for part in update["parts"]] == [seat], "a socket gets its own seats only"
    for part in update["parts"]:
        for line in part["lines"]:
            if line["words"].startswith("draw ") and line["seat"] != seat:
                assert line["words"] == "draw lure", "which lure another drew is secret"
                assert not any(kind in line.get("told", "") for kind in ("adjust", "boast", "extra"))
        assert part["view"]["seat"] == (None if seat == "*" else seat)
