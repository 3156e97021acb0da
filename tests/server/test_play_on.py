"""Play on from here: a table that begins where a logbook stood, and what if another line had been played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rollmops
from rollmops.engine.logbook import read_record
from rollmops.games.origin import digest_of
from rollmops.games.records import fold, verify
from tests.conftest import RECORDS
from tests.server.house import House, Page, Table, open_house
from tests.server.players import play_out

FLOE = next(path.read_text(encoding="utf-8") for path in RECORDS if path.stem == "in_the_hole")

UNREVEALED = "a record whose seed is not revealed"  # played in the test: collecting it would play it in every process


def finished(name: str = "soles", players: int = 2, seed: int = 3) -> str:
    match = rollmops.open(name, ["Ann", "Ben", "Cy"][:players], seed=seed)
    return rollmops.play(match, rollmops.mind("random", seed)).record().text()


def play_on(house: House, kinds: str = "here here", **body: Any) -> tuple[int, Any]:
    seats = [{"kind": kind} if kind in ("here", "link") else {"kind": "bot", "level": kind} for kind in kinds.split()]
    status, answer, _ = house.request("/api/play-on", {"seats": seats, **body})
    return status, json.loads(answer)


def begun(house: House, kinds: str = "here here", **body: Any) -> tuple[Table, Page]:
    """A table that has gone on, and the page at it."""
    status, made = play_on(house, kinds, **body)
    assert status == 201, made
    table = Table(house, made["code"], {key["seat"]: key["token"] for key in made["keys"]})
    page = table.seated(*table.tokens)
    while not page.update:
        page.hear("welcome")
    return table, page


@pytest.mark.parametrize("dice", ["new", "record"])
def test_a_table_goes_on_and_its_record_is_honest(house: House, dice: str) -> None:
    record = finished()
    table, page = begun(house, record=record, entries=9, dice=dice)
    start = page.table["start"]
    assert start == {"record": digest_of(read_record(record)), "entries": 9, "dice": dice}
    lines = [f"{line['seat']} {line['words']}" for line in page.update["parts"][0]["lines"]]
    assert lines[:9] == [str(entry) for entry in read_record(record).entries[:9]]
    assert not page.part("A")["undo"], "nothing before the beginning can be taken back"
    assert not page.part("B")["undo"]
    play_out("soles", {"A": page, "B": page})
    _, text, _ = house.request(f"/api/tables/{table.code}/record")
    book = read_record(text)
    assert fold(book).over
    assert [str(entry) for entry in book.entries[:9]] == lines[:9]
    assert verify(book) > 0
    assert book.header.seats == ("Karen", "Reiner")
    assert book.header.options["from"] == f"{start['record']} 9"
    assert (book.header.options.get("dice") == "record") == (dice == "record")
    assert (book.header.commit == read_record(record).header.commit) == (dice == "record")
    proof = table.get("/proof")
    entries = [draw["entry"] for draw in proof["draws"]]
    assert (min(entries) < 9) == (dice == "record"), "only dice of the seed are shown as its own"
    replay = json.loads(house.request("/api/replay", {"record": text.decode()})[1])
    assert replay["proof"]["draws"] == proof["draws"]
    assert house.request(f"/api/tables/{table.code}/review")[0] == 200


def test_with_the_dice_of_the_record_the_same_dice_fall(house: House) -> None:
    record = finished(seed=11)
    book = read_record(record)
    place = next(n for n, entry in enumerate(book.entries) if entry.words == "again")
    _, page = begun(house, record=record, entries=place, dice="record")
    page.choose(book.entries[place].seat, "again")
    page.hear("update")
    assert page.update["parts"][0]["lines"][1]["words"] == book.entries[place + 1].words


def test_a_table_that_went_on_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        record = finished("lure", 3)
        house.wait_for("lure")
        entries = len(read_record(record).entries) // 2
        table, page = begun(house, "here here here", record=record, entries=entries)
        before = page.update
        begin = page.table["start"]["entries"]
        assert entries - 3 < begin <= entries, "in the middle of secret choices it begins before them"
        house.stop()
        house.start()
        house.wait_for("lure")
        again = table.page("A", "B", "C")
        assert [part["lines"] for part in again.update["parts"]] == [part["lines"] for part in before["parts"]]
        assert again.table["start"] == page.table["start"]


def test_bots_play_on(house: House) -> None:
    record = finished()
    table, page = begun(house, "here easy", record=record, entries=5)
    play_out("soles", {"A": page})
    assert table.get()["state"] == "over"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"kinds": "here here here", "entries": 5}, "2 seats"),
        ({"kinds": "easy easy", "entries": 5}, "somebody must sit down"),
        ({"entries": 90_000}, "cannot go on after entry"),
        ({"entries": 5, "record": "nonsense"}, "a record begins with"),
        ({"entries": 5, "dice": "record", "record": UNREVEALED}, "take new dice"),
    ],
)
def test_what_cannot_go_on_is_said(house: House, body: dict[str, Any], says: str) -> None:
    record = finished()
    record = record.replace("reveal", "# reveal") if body.get("record") == UNREVEALED else body.get("record", record)
    status, problem = play_on(house, **{**body, "record": record})
    assert (status, problem["type"]) == (400, "problem")
    assert says in problem["message"]


def asked_until_played(house: House, body: dict[str, Any]) -> dict[str, Any]:
    """As the page asks: again and again, since a first answer comes in time even if no game has ended by then."""
    while True:
        status, answer, _ = house.request("/api/what-if", body)
        told: dict[str, Any] = json.loads(answer)
        assert status == 200, told
        if told["games"]:
            return told


def test_what_if_tells_value_and_endings(house: House) -> None:
    record = finished()
    book = read_record(record)
    place = next(n for n, entry in enumerate(book.entries) if entry.words == "again" and n > 6)
    body = {"record": record, "entries": place, "words": "again", "games": 20}
    told = asked_until_played(house, body)
    assert told["value_error"] is None, "the value of two-player soles is known"
    assert sum(told["value"].values()) == pytest.approx(1)
    assert sum(told["wins"].values()) == pytest.approx(1)
    for seat, chances in told["points"].items():
        assert sum(chances.values()) == pytest.approx(1), seat
    assert 1 <= told["games"] <= 20
    assert told["wins"] == told["value"], "who wins is known"
    review = json.loads(house.request("/api/review", {"record": record})[1])["entries"][place]
    assert told["value"][book.entries[place].seat] == pytest.approx(review["lines"]["again"])
    more = json.loads(house.request("/api/what-if", {**body, "games": 60})[1])
    assert more["games"] >= told["games"]


def test_an_illegal_line_is_refused_in_words(house: House) -> None:
    record = finished()
    book = read_record(record)
    place = next(n for n, entry in enumerate(book.entries) if entry.words == "again")
    for words in ("secure 99999", "dance"):
        status, answer, _ = house.request("/api/what-if", {"record": record, "entries": place, "words": words})
        assert status == 400
        assert "legal" in json.loads(answer)["message"]
    status, answer, _ = house.request("/api/what-if", {"record": record, "entries": 4000, "words": "again"})
    assert (status, json.loads(answer)["kind"]) == (400, "bad table")
    status, answer, _ = house.request("/api/what-if", {"record": record, "entries": 0, "words": "again"})
    assert "nobody decides" in json.loads(answer)["message"]


def test_the_floe_is_played_on_too(house: House) -> None:
    house.wait_for("floe")
    entries = [entry.words for entry in read_record(FLOE).entries]
    place = next(n for n, words in enumerate(entries) if words.startswith("throw"))
    rollmops.what_if(read_record(FLOE), place, games=1)  # compiled here, however long that takes
    body = {"record": FLOE, "entries": place, "words": entries[place], "games": 3}
    told = asked_until_played(house, body)
    assert told["value_error"] is not None
