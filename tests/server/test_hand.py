"""Our own dice: the page asks what they show, takes back what was wrong, and the record says `dice hand`."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.logbook import read_record
from rollmops.games import game, house_text
from rollmops.games.records import fold, hand_dice
from tests.server.house import House, Page, open_house
from tests.server.players import any_choice

SMALL = house_text("soles").replace("yellow = 40", "yellow = 3").replace("2 = 8\n", "2 = 0\n")


def any_faces(due: dict[str, Any]) -> str:
    return " ".join([due["verb"], *(random.choice(faces) for faces in due["dice"])])


def put(page: Page, words: str) -> None:
    page.say("put", words=words, sequence=page.update["sequence"])
    page.hear("update")


def play(page: Page, name: str, seats: str, most: int = 2000) -> None:
    """Throw and choose at random until the game is over; every tenth line is taken back and done once more."""
    for turn in range(most):
        page.ping()
        if page.table["state"] == "over":
            return
        due = page.update["due"]
        sequence = page.update["sequence"]
        if due is not None:
            while True:
                page.say("put", words=any_faces(due), sequence=sequence)
                if page.next()["type"] == "update":
                    break  # a pile may have none left of what was said
        else:
            letter = next(one for one in page.update["owing"] if one in seats)
            page.choose(letter, any_choice(name, page.part(letter)))
        page.ping()
        if turn % 10 == 9 and page.table["state"] != "over" and page.part(seats[0])["undo"]:
            page.say("undo", sequence=page.update["sequence"])
            page.ping()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("name", "seats", "box"), [("soles", "AB", SMALL), ("lure", "ABC", None)])
def test_a_game_with_own_dice(house: House, name: str, seats: str, box: str | None) -> None:
    table = house.table(*["here"] * len(seats), game=name, dice="hand", **({"components": box} if box else {}))
    page = table.seated(*seats)
    page.hear("update")
    assert page.table["hand"]
    assert (page.table["commit"], page.table["reveal"]) == ("", None)
    play(page, name, seats)
    _, text, _ = house.request(f"/api/tables/{table.code}/record")
    book = read_record(text)
    assert hand_dice(book.header)
    assert (book.header.commit, book.header.reveal, book.header.salts) == (None, None, {})
    if box is None:
        assert fold(book).over
    assert table.get("/review")["over"] if name == "soles" else True
    replay = table.get("/replay")
    assert replay["proof"] is None
    assert len(replay["steps"]) == len(book.entries)


def test_what_dice_show_is_asked_for_and_checked(house: House) -> None:
    table = house.table("here", "here", dice="hand", first="A")
    page = table.seated("A", "B")
    page.hear("update")
    due = page.update["due"]
    assert (due["seat"], due["verb"], due["secret"], len(due["dice"])) == ("A", "roll", False, 4)
    assert set(due["dice"][0]) == {"1", "2", "hook", "double", "water"}
    assert page.update["owing"] == []
    page.say("put", words="roll 1 1", sequence=page.update["sequence"])
    assert "4 dice are rolled here" in page.problem("bad words")["message"]
    page.say("put", words="roll 1 1 1 1", sequence=7)
    page.problem("stale")
    assert not page.part("A")["undo"]
    put(page, "roll 1 1 1 water")
    assert page.update["due"] is None
    assert page.update["owing"] == ["A"]
    assert page.part("A")["undo"]
    page.say("undo", sequence=page.update["sequence"])
    page.hear("update")
    assert page.update["start"] == 0
    assert page.update["due"] == due
    put(page, "2 2 2 2")
    assert page.part("A")["lines"][-1]["words"] == "roll 2 2 2 2"


def test_elsewhere_nobody_says_what_dice_show(house: House) -> None:
    page = house.table("here", "here", first="A").seated("A", "B")
    page.hear("update")
    assert page.update["due"] is None
    page.say("put", words="roll 1 1 1 1", sequence=page.update["sequence"])
    page.problem("illegal")
    page.say("undo", sequence=page.update["sequence"])
    page.problem("illegal")


def test_only_who_draws_says_what_and_nothing_is_told_of_the_pile(house: House) -> None:
    table = house.table("here", "link", "here", game="lure", dice="hand")
    first, other = table.seated("A", "C"), table.seated("B")
    first.hear("update")
    other.ping()
    watcher = table.page()
    assert watcher.update["due"] is not None
    watcher.say("put", words="draw adjust", sequence=watcher.update["sequence"])
    watcher.problem("unknown seat")
    rules = game("lure")
    table_now = rules.open(fold(read_record(house.request(f"/api/tables/{table.code}/record")[1])).components, 3)
    lures = rules.weights(table_now, NOBODY).nonzero()[0]
    for _ in range(40):
        first.ping()
        other.ping()
        due = first.update["due"]
        if due is None or due["verb"] != "draw":
            break
        assert due["secret"]
        assert len(due["dice"][0]) == len(lures)
        mine, not_mine = (other, first) if due["seat"] == "B" else (first, other)
        not_mine.say("put", words="draw adjust", sequence=not_mine.update["sequence"])
        not_mine.problem("unknown seat")
        sequence = mine.update["sequence"]
        for lure in due["dice"][0]:
            mine.say("put", words=f"draw {lure}", sequence=sequence)
            if mine.next()["type"] == "update":
                break
    else:
        raise AssertionError("the hands are not dealt")


def test_own_dice_are_the_same_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "here", dice="hand", first="A")
        page = table.seated("A", "B")
        page.hear("update")
        put(page, "roll 1 1 1 water")
        put_and_back = page.update["sequence"]
        page.say("undo", sequence=put_and_back)
        page.hear("update")
        put(page, "roll 2 1 1 water")
        before = json.dumps(page.update["parts"])
        house.stop()
        house.start()
        again = table.page("A", "B")
        assert json.dumps(again.update["parts"]) == before
        assert again.update["sequence"] == page.update["sequence"]


def test_floe_dice_are_asked_for_by_name(house: House) -> None:
    table = house.table("here", "here", game="floe", dice="hand", first="A")
    page = table.seated("A", "B")
    page.hear("update")
    page.choose("A", "throw from=0 aim=0 speed=140 height=50 spin=0")
    page.hear("update")
    due = page.update["due"]
    assert (due["dice"], due["names"]) == ([], ["A1", "A2", "A3", "A4"])
    put(page, "rest A1=0,200,0,6 A2=60,150,0,1 A3=water,2 A4=water,3")
    assert page.update["owing"] == ["A"]
