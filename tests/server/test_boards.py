"""The small boards of the rules over HTTP: a turn of seat A, with dice that fall as they like."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from rollmops.engine.logbook import read_record
from rollmops.games.records import fold
from tests.server.house import House

BOARDS = [
    ("soles", "dice"),
    ("soles", "turn"),
    ("espresso", "special"),
    ("lure", "fish"),
    ("lure", "splash"),
    ("floe", "example"),
    ("floe", "mishap"),
]
SCORED = {"A": 9, "B": 19, "C": 0, "D": 22, "E": 15}
"""Red, yellow, blue, green and purple of the example in RULES.md."""


def asked(house: House, name: str, **told: str) -> tuple[int, Any]:
    status, body, _ = house.request(f"/api/boards/{name}?{urlencode(told)}")
    return status, json.loads(body)


@pytest.mark.parametrize(("name", "point"), BOARDS)
def test_a_turn_is_played_to_its_end_by_what_is_offered(house: House, name: str, point: str) -> None:
    for number in range(4):
        status, found = asked(house, name, point=point)
        view, choices = found["opening"], 0
        while True:
            assert status == 200, found
            for step in found["steps"]:
                if step["part"]:
                    assert step["part"]["view"] == view, "what the last step left is what is asked about"
                view = step["view"]
            match = fold(read_record(found["record"]))
            part = found["steps"][-1]["part"]
            if part is None:
                break
            assert 0 in match.owing
            assert not match.sealed
            choices += 1
            some = part["choices"] or [f"place {x}.0,300.0,15" for x in (-20, 0, 5)]  # a die may be put anywhere on the ice
            line = some[number * 7 % len(some)]
            status, found = asked(house, name, record=found["record"], line=line)
        assert choices < 60
        assert match.over or match.chance or 0 not in match.owing
    told = [line["words"].split()[0] for line in found["steps"][-1]["lines"]]
    assert "splash" not in told, "the next round is another board"


def test_the_special_combination_lies_there(house: House) -> None:
    _, found = asked(house, "espresso", point="special")
    assert [line["words"] for step in found["steps"] for line in step["lines"]] == ["roll hook hook hook worm worm"]
    _, found = asked(house, "espresso", record=found["record"], line="stand")
    assert {"chip B", "move B yellow A", "pass"} <= set(found["steps"][-1]["part"]["choices"])


def test_the_example_on_the_floe_scores_as_the_rules_say(house: House) -> None:
    _, found = asked(house, "floe", point="example")
    assert found["steps"][-1]["part"]["choices"] == ["keep A1", "keep A2", "keep A4"]
    _, kept = asked(house, "floe", record=found["record"], line="keep A1")
    assert {one["colour"]: one["earned"] for one in kept["steps"][-1]["view"]["scored"]} == SCORED
    assert kept["steps"][-1]["view"]["starter"] == "C", "whoever lies on the block begins"
    _, other = asked(house, "floe", record=found["record"], line="keep A2")
    assert {one["colour"]: one["earned"] for one in other["steps"][-1]["view"]["scored"]} != SCORED


def test_a_die_that_was_pushed_off_is_put_back_with_its_number(house: House) -> None:
    _, found = asked(house, "floe", point="mishap")
    assert found["steps"][-1]["part"]["verbs"] == ["place"]
    for place, legal in (("62.0,318.0,0", False), ("0.0,300.0,15", True), ("nonsense", False)):
        status, tried = asked(house, "floe", record=found["record"], tried=f"place {place}")
        assert (status, tried["legal"], bool(tried["why"])) == (200, legal, not legal)
    status, _ = asked(house, "floe", record=found["record"], line="place 62.0,318.0,0")
    assert status == 400, "there lies another"
    _, put = asked(house, "floe", record=found["record"], line="place 0.0,300.0,15")
    die = put["steps"][-1]["view"]["dice"]["A"]
    assert (die["x"], die["y"], die["turn"], die["up"]) == (0, 300, 15, 4)


def test_a_splash_brings_one_more_fish(house: House) -> None:
    _, found = asked(house, "lure", point="splash")
    lines = [line["words"] for step in found["steps"] for line in step["lines"]]
    assert lines[0] == "splash minnow"
    assert len([line for line in lines if line.startswith("splash")]) >= 3, "two are turned up, and one more"
    assert found["steps"][-1]["part"]["verbs"] == ["cast"]


def test_what_is_no_board_is_refused(house: House) -> None:
    _, found = asked(house, "espresso", point="special")
    record = found["record"]
    for name, told, said in (
        ("espresso", {"record": record, "line": "secure"}, "secure"),
        ("espresso", {"record": record, "line": ""}, ""),
        ("soles", {"record": record, "line": "stand"}, "of this game"),
        ("soles", {"record": "nonsense", "line": "stand"}, "rollmops"),
        ("soles", {"record": "#" * 7000, "line": "stand"}, "characters"),
        ("soles", {"point": "../espresso/board-special"}, "small letters"),
        ("chess", {"point": "dice"}, "chess"),
    ):
        status, problem = asked(house, name, **told)
        assert status == 400
        assert said in problem["message"]
