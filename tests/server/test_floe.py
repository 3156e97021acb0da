"""The floe online: throws are real, their flight reaches every page, and all of it can be thrown again."""

from __future__ import annotations

import base64
import signal
from pathlib import Path

from rollmops.arena.trajectory import decode
from rollmops.engine.logbook import read_record
from rollmops.games.records import verify
from tests.effort import long_only
from tests.server.house import House, open_house
from tests.server.players import play_out

THROW = "throw from=0 aim=0 speed=140 height=50 spin=50"


def test_a_throw_flies_to_every_page(house: House) -> None:
    table = house.table("here", "link", game="floe", first="A")
    karen, reiner = table.seated("A"), table.seated("B")
    karen.hear("update")
    assert karen.part("A")["choices"] is None
    karen.choose("A", THROW)
    flights = []
    for page in (karen, reiner):
        while not page.update or page.update["sequence"] < 2:
            page.hear("update")
        rest = page.update["parts"][0]["lines"][-1]
        assert rest["words"].startswith("rest ")
        flights.append(rest["flight"])
    assert flights[0] == flights[1]
    flight = decode(base64.b64decode(flights[0]))
    assert flight.dice == 4
    assert flight.frames > 10


def test_a_gesture_no_hand_can_make(house: House) -> None:
    table = house.table("here", "here", game="floe", first="A")
    page = table.seated("A", "B")
    page.hear("update")
    for words in ("throw", "throw from=9999 aim=0 speed=140 height=50 spin=50", THROW + " spin=50", "rest A1=water,1"):
        page.choose("A", words)
        assert page.hear("problem")["kind"] in ("illegal", "bad words")


def test_a_choice_can_be_tried_without_making_it(house: House) -> None:
    table = house.table("here", "here", game="floe", first="A")
    page = table.seated("A", "B")
    page.hear("update")
    for seat, words, legal in (("A", THROW, True), ("A", THROW.replace("140", "900"), False), ("B", THROW, False)):
        page.say("try", seat=seat, words=words)
        answer = page.hear("tried")
        assert (answer["words"], answer["legal"], not answer["why"]) == (words, legal, legal)
    assert page.update["sequence"] == 0


@long_only
def test_a_whole_game_can_be_thrown_again(tmp_path: Path) -> None:
    """Killed in the middle, and still the digest of all trajectories is the one that throwing again gives."""
    with open_house(tmp_path) as house:
        table = house.table("here", "here", "here", game="floe")
        page = table.seated("A", "B", "C")
        page.hear("update")
        for _ in range(3):
            owing = page.update["owing"][0]
            page.choose(owing, THROW if "throw" in page.part(owing)["verbs"] else page.part(owing)["choices"][0])
            page.hear("update")
        house.stop(signal.SIGKILL)
        house.start()
        page = table.page("A", "B", "C")
        play_out("floe", dict.fromkeys("ABC", page))
        record = read_record(house.request(f"/api/tables/{table.code}/record")[1])
    assert verify(record) > 0
