"""Reviews over HTTP: they add up, are limited, and what cannot be reviewed is said in a sentence."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from rollmops.games import house_text
from tests.conftest import RECORDS
from tests.server.house import House, open_house
from tests.server.players import play_out

SOLES = {path.stem: path.read_text(encoding="utf-8") for path in RECORDS if path.parent.parent.name == "soles"}
FLOE = next(path.read_text(encoding="utf-8") for path in RECORDS if path.parent.parent.name == "floe")
GAME = SOLES["ends_with_a_haul_larger_than_the_middle"]
COLUMNS = ("start", "own_dice", "others_dice", "own_errors", "others_gifts", "estimation")


def review(house: House, **body: Any) -> tuple[int, Any]:
    status, answer, _ = house.request("/api/review", body)
    return status, json.loads(answer)


def test_a_game_of_two_adds_up_to_its_result(house: House) -> None:
    status, told = review(house, record=GAME)
    assert status == 200
    assert told["exact"]
    assert told["over"]
    for seat in told["seats"].values():
        assert sum(seat[column] for column in COLUMNS) == pytest.approx(seat["result"], abs=1e-12)
    assert sorted(seat["result"] for seat in told["seats"].values()) == [0, 1]
    replay = json.loads(house.request("/api/replay", {"record": GAME})[1])
    assert [step["words"] for step in told["entries"]] == [step["line"]["words"] for step in replay["steps"]]
    wrong = [step for step in told["entries"] if (step["loss"] or 0) > 0.01]
    assert wrong
    for step in wrong:
        assert step["lines"][step["best"]] - step["lines"][step["words"]] == pytest.approx(step["loss"])
    assert review(house, record=GAME) == (200, told), "the same from the shelf"


def test_a_game_that_stops_early_is_reviewed_as_far_as_it_goes(house: House) -> None:
    status, told = review(house, record=SOLES["haul_of_five"])
    assert (status, told["over"]) == (200, False)
    for letter, seat in told["seats"].items():
        assert seat["result"] == told["entries"][-1]["after"][letter]


def test_a_table_is_reviewed_once_its_game_is_over(house: House) -> None:
    early = house.table("here", "here")
    for page in (None, early.seated("A", "B")):
        if page:
            page.hear("update")
        status, body, _ = house.request(f"/api/tables/{early.code}/review")
        assert (status, json.loads(body)["kind"]) == (409, "too early")
    box = house_text("soles").replace("yellow = 40", "yellow = 3").replace("2 = 8\n", "2 = 0\n")
    table = house.table("here", "here", components=box)
    page = table.seated("A", "B")
    page.hear("update")
    play_out("soles", {"A": page, "B": page})
    told = table.get("/review")
    shares = table.get()["result"]["shares"]
    assert {name: seat["result"] for name, seat in told["seats"].items()} == shares


@pytest.mark.parametrize(
    ("record", "kind", "says"),
    [
        (GAME + "A again\n", "bad record", "line"),
        (GAME.replace("A roll", "A rowl", 1), "bad record", "rowl"),
        ("hello", "bad record", ""),
        (
            "rollmops 1\ngame soles\nseat A K\nseat B R\nfirst A\n\n" + "A roll 1\n" * 20_001,
            "bad record",
            "6000 entries at most",
        ),
        (GAME.replace("game soles\n", f"game soles\ncomponents unknown {'0' * 64}\n"), "other box", "unknown"),
    ],
    ids=["too many lines", "no words of the game", "no record", "too long", "unknown components"],
)
def test_what_cannot_be_reviewed_is_said_in_a_sentence(house: House, record: str, kind: str, says: str) -> None:
    status, problem = review(house, record=record)
    assert (status, problem["type"], problem["kind"]) == (400, "problem", kind), problem
    assert says in problem["message"]
    assert "Traceback" not in problem["message"]


def test_bodies_are_bounded_like_those_of_replays(house: House) -> None:
    status, answer, _ = house.request("/api/review", raw=b'{"record":"' + b"x" * 2_000_000 + b'"}')
    assert (status, json.loads(answer)["kind"]) == (413, "too big")
    assert house.request("/api/review", raw=b"[]")[0] == 400
    assert house.request("/api/review", {"record": GAME, "more": 1})[0] == 400


def test_a_review_that_takes_too_long_ends_with_a_word(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"review_seconds": 0.0, "tables": 0.001, "tables_burst": 2}) as house:
        status, problem = review(house, record=GAME)
        assert (status, problem["kind"]) == (503, "out of time")
        assert "rollmops review FILE" in problem["message"]
        assert review(house, record=GAME)[0] == 503
        assert review(house, record=GAME) == (429, review(house, record=GAME)[1])


LONG = SOLES["eight_players_share_160_soles"]


def test_few_of_one_address_wait_and_who_goes_away_is_forgotten(tmp_path: Path) -> None:
    """Eight players are played out many times, which takes long enough to ask for more meanwhile."""
    body = json.dumps({"record": LONG}).encode()
    head = f"POST /api/review HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with open_house(tmp_path) as house:
        house.wait_for("soles")
        wires = []
        for _ in range(6):  # more than may wait, whichever of them is heard first
            wire = socket.create_connection(("127.0.0.1", house.port))
            wire.sendall(head + body)
            wires.append(wire)
        answered, _, _ = select.select(wires, [], [], 60)
        answered[0].settimeout(30)
        first = b""
        while not first.endswith(b"}"):
            part = answered[0].recv(65536)
            assert part, first
            first += part
        assert first.startswith(b"HTTP/1.1 429"), first[:100]
        assert b"wait a little" in first
        for wire in wires:
            wire.close()
        for _ in range(600):
            status, answer = review(house, record=GAME)
            if status == 200:
                break
            threading.Event().wait(0.1)
        assert status == 200, answer


def test_estimates_come_quickly_first_and_closer_when_asked(house: House) -> None:
    house.wait_for("floe")
    status, told = review(house, record=FLOE, effort="quick")
    assert status == 200, told
    assert (told["exact"], told["effort"]) == (False, "quick")
    for seat in told["seats"].values():
        assert sum(seat[column] for column in COLUMNS) == pytest.approx(seat["result"], abs=1e-9)
    status, problem = review(house, record=FLOE, effort="endless")
    assert (status, problem["kind"]) == (400, "bad message")


def reckoners(house: House) -> list[int]:
    """Processes of this server that reckon reviews."""
    assert house.process is not None
    pid = house.process.pid
    found = set[int]()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # a thread or a child that has just ended
            for child in (task / "children").read_text().split():
                if b"reckoning" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.add(int(child))
    return sorted(found)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the process in /proc")
def test_the_process_that_reckons_is_started_again_and_goes_with_the_server(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        assert review(house, record=GAME)[0] == 200
        (first,) = reckoners(house)
        os.kill(first, signal.SIGKILL)
        while Path(f"/proc/{first}").exists():
            time.sleep(0.02)
        assert review(house, record=GAME.replace("Karen", "Carin"))[0] == 200
        (second,) = reckoners(house)
        assert os.getpriority(os.PRIO_PROCESS, second) > os.getpriority(os.PRIO_PROCESS, house.process.pid)  # type: ignore[union-attr]
        house.stop(signal.SIGKILL)
        while Path(f"/proc/{second}").exists():
            time.sleep(0.02)
        house.start()
