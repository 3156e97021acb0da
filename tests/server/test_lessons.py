"""Lessons over HTTP: every step through the same match as a table's, with what a page needs to play it alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rollmops.games import GAMES
from rollmops.games.lessons import lesson
from tests.server.house import House


def told(house: House, name: str) -> Any:
    status, body, _ = house.request(f"/api/lessons/{name}")
    assert status == 200
    return json.loads(body)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_lesson_has_every_table_and_every_choice_of_the_learner(house: House, name: str) -> None:
    found = told(house, name)
    taught = lesson(name)
    assert taught is not None
    assert (found["game"], len(found["steps"])) == (name, len(taught.steps))
    assert [line["words"] for step in found["steps"] for line in step["lines"]] == [
        step.entry.words for step in taught.steps
    ]
    view = found["opening"]
    for step in found["steps"]:
        assert (step["part"] is None) == (step["task"] is None)
        if step["part"]:
            assert step["part"]["seat"] == "A"
            assert step["part"]["owes"]
            assert step["part"]["view"] == view, "what the last step left is what the learner sees"
            right = step["accepted"][0]
            assert right.split()[0] in step["part"]["verbs"]
            if step["part"]["choices"] is not None:
                assert {right, *step["accepted"], *(answer["line"] for answer in step["answers"])} - {"*"} <= set(
                    step["part"]["choices"]
                )
        view = step["view"]


def test_sealed_choices_are_opened_together(house: House) -> None:
    steps = told(house, "lure")["steps"]
    cast = next(place for place, step in enumerate(steps) if step["task"])
    assert [line["words"] for line in steps[cast]["lines"]] == []
    assert [line["words"] for line in steps[cast + 1]["lines"]] == ["cast 4", "cast 5"]
    assert steps[cast]["owing"] == ["A", "B"]
    hands = [step["view"]["hand"] for step in steps[: cast + 1]]
    assert hands[-1] == ["adjust", "boast"], "the learner sees the own hand"
    assert all("hand" not in line["words"] for step in steps for line in step["lines"])


def test_a_throw_of_a_lesson_flies(house: House) -> None:
    rests = [line for step in told(house, "floe")["steps"] for line in step["lines"] if line["words"].startswith("rest")]
    assert rests
    assert all(line.get("flight") for line in rests)


def test_lids_say_who_brings_a_lesson_and_what_is_not_there_is_said(house: House) -> None:
    lids = json.loads(house.request("/api/games")[1])["games"]
    assert {lid["name"] for lid in lids if lid["lesson"]} >= set(GAMES)
    status, body, _ = house.request("/api/lessons/chess")
    assert (status, "there is no game" in json.loads(body)["message"]) == (400, True)
