"""The house map is the decided one, and files that make no sense are refused by the field's name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rollmops.arena import Map
from rollmops.engine.errors import BadComponentsError
from rollmops.games import components, game
from rollmops.games.floe.table import check

HOUSE = Path(__file__).parents[3] / "src" / "rollmops" / "games" / "floe" / "components.toml"


@pytest.fixture
def facts() -> dict[str, Any]:
    return {key: value for key, value in tomllib.loads(HOUSE.read_text("utf-8")).items() if key not in ("game", "name")}


def test_the_house_file_makes_sense(facts: dict[str, Any]) -> None:
    check(facts)
    marks = [(net["bonus"], net["x"], net["y"], net["radius"]) for net in facts["nets"]]
    assert marks == [(3, -70, 150, 20), (4, 65, 210, 18), (5, -55, 290, 16), (6, 40, 340, 14)]
    assert [(hole["minus"], hole["x"], hole["y"], hole["radius"]) for hole in facts["holes"]] == [
        (2, 10, 85, 18),
        (4, 5, 240, 18),
    ]
    assert all(section["mark"] in ("attested", "house") for section in [*facts["nets"], *facts["holes"]])


@pytest.mark.parametrize(
    ("section", "field", "value", "named"),
    [
        ("goal", "few", 0, "goal.few"),
        ("goal", "some", 3, "goal.some"),
        ("dice", "each", 5, "dice.each"),
        ("blocks", "count", 7, "blocks.count"),
        ("box", "width", 4000, "box.width"),
        ("die", "size", 90, "die.size"),
        ("floe", "outline", [[0, 0], [10]], "floe.outline"),
        ("floe", "outline", [[0, 10], [50, 10], [50, 40]], "floe.outline"),
        ("floe", "outline", [[-400, 10], [50, 10], [50, 400]], "floe.outline"),
        ("walls", "mark", "sure", "walls.mark"),
    ],
)
def test_nonsense_is_refused_by_name(facts: dict[str, Any], section: str, field: str, value: object, named: str) -> None:
    facts[section][field] = value
    with pytest.raises(BadComponentsError) as caught:
        check(facts)
    assert caught.value.field == named


def test_a_mark_without_its_worth_is_named_by_number(facts: dict[str, Any]) -> None:
    del facts["nets"][2]["bonus"]
    with pytest.raises(BadComponentsError) as caught:
        check(facts)
    assert caught.value.field == "nets.3.bonus"


def test_a_floe_without_nets_and_holes_can_be_played_on(tmp_path: Path) -> None:
    text = HOUSE.read_text("utf-8")
    bare = "nets = []\nholes = []\n" + re.sub(r"\[\[(nets|holes)\]\]\n([^\[]*)", "", text)
    (tmp_path / "bare.toml").write_text(bare, "utf-8")
    assert game("floe").open(components("floe", tmp_path / "bare.toml"), 3).printed == 0


def test_an_owner_can_play_with_a_map_of_their_own(tmp_path: Path) -> None:
    own = HOUSE.read_text("utf-8").replace("bonus = 6", "bonus = 8").replace('name = "house"', 'name = "measured"')
    (tmp_path / "mine.toml").write_text(own.replace("few = 75", "few = 60"), "utf-8")
    mine = components("floe", tmp_path / "mine.toml")
    t = game("floe").open(mine, 3)
    assert t.goal == 60
    assert max(mark.worth for mark in Map.read(mine.facts).marks) == 8
