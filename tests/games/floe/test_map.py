from __future__ import annotations

import math
import tomllib
from typing import Any

import pytest

from rollmops.arena import Map
from rollmops.engine.errors import BadComponentsError
from rollmops.games import house, house_text


@pytest.fixture
def facts() -> dict[str, Any]:
    return dict(tomllib.loads(house_text("floe")))


@pytest.fixture
def floe() -> Map:
    return Map.read(house("floe").facts)


def test_the_house_map_is_the_decided_one(floe: Map) -> None:
    assert (floe.width, floe.length, floe.wall, floe.above_water, floe.die) == (300, 430, 45, 3, 12)
    assert len(floe.outline) == 20
    assert sorted(mark.worth for mark in floe.marks) == [-4, -2, 3, 4, 5, 6]
    assert floe.is_ice(0, 200)
    assert not floe.is_ice(0, 3)
    assert not floe.is_ice(135, 200)


def test_a_clockwise_outline_is_turned_round(facts: dict[str, Any], floe: Map) -> None:
    facts["floe"]["outline"] = facts["floe"]["outline"][::-1]
    assert len(Map.read(facts).pieces()) == len(floe.pieces())


@pytest.mark.parametrize(
    ("section", "field", "value", "named"),
    [
        ("box", "width", 5, "box.width"),
        ("die", "size", "big", "die.size"),
        ("floe", "outline", [[0, 0], [10, 10]], "floe.outline"),
        ("floe", "outline", [[0, 10], [100, 100], [100, 10], [0, 100]], "floe.outline"),
        ("floe", "outline", [[0, 10], [900, 10], [100, 100]], "floe.outline"),
        ("floe", "outline", "a circle", "floe.outline"),
        ("floe", "outline", [[math.nan, 14], [100, 14], [100, 300]], "floe.outline"),
        ("floe", "outline", [[-100, 14], [100, math.inf], [100, 300]], "floe.outline"),
        ("floe", "mark", "perhaps", "floe.mark"),
        ("walls", "height", -3, "walls.height"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(
    facts: dict[str, Any], section: str, field: str, value: object, named: str
) -> None:
    facts[section][field] = value
    with pytest.raises(BadComponentsError) as caught:
        Map.read(facts).check()
    assert caught.value.field == named


def test_a_net_in_the_water_is_refused(facts: dict[str, Any]) -> None:
    facts["nets"][1]["x"] = 140
    with pytest.raises(BadComponentsError, match=r"nets.*140"):
        Map.read(facts).check()


def test_a_comb_without_room_for_a_die_is_refused(facts: dict[str, Any]) -> None:
    """Its area is large enough, but no die lies on teeth of nine millimetres."""
    facts["nets"], facts["holes"] = [], []
    teeth = [corner for x in range(-140, 140, 20) for corner in ([x, 60], [x, 400], [x + 9, 400], [x + 9, 60])]
    facts["floe"]["outline"] = [[140, 50], *teeth[::-1], [-140, 50]][:60]
    with pytest.raises(BadComponentsError, match="room"):
        Map.read(facts).check()


def test_sides_on_one_line_do_not_cross(facts: dict[str, Any]) -> None:
    facts["nets"], facts["holes"] = [], []
    bay = [[-100, 20], [100, 20], [100, 300], [50, 300], [50, 200], [-50, 200], [-50, 300], [-100, 300]]
    facts["floe"]["outline"] = bay
    Map.read(facts).check()
