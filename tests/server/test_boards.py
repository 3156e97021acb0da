"""The small boards of the rules over HTTP: a turn of seat A, with dice that fall as they like."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from rollmops.engine.logbook import read_record
from rollmops.games.records import fold
from tests.server.house import House

BOARDS = [("soles", "dice"), ("soles", "turn"), ("espresso", "special"), ("lure", "fish")]


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
            assert part["choices"] == [*part["choices"]]
            choices += 1
            line = part["choices"][number * 7 % len(part["choices"])]
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
