"""The house components fit every worked example of the publisher's sheet, and files that make no sense are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.errors import BadComponentsError
from rollmops.games import components, game, house
from rollmops.games.espresso import GAME
from rollmops.games.espresso.table import SYMBOLS, check

HOUSE = Path(__file__).parents[3] / "src" / "rollmops" / "games" / "espresso" / "components.toml"

EXAMPLES = {
    # Sabrina: a red die becomes a worm, the blue empty wave stays one, a simple wave becomes a double one; one hook.
    "Sabrina's first throw": ("wave", "wave", "empty", "hook", "hook"),
    "Sabrina's last throw": ("double", "wave", "empty", "hook", "worm"),
    "the special combination": ("hook", "hook", "hook", "worm", "worm"),
}


def facts() -> dict[str, Any]:
    return {key: value for key, value in tomllib.loads(HOUSE.read_text("utf-8")).items() if key not in ("game", "name")}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_faces_fit_the_example(example: str) -> None:
    t = GAME.empty(house("espresso"))
    for place, face in enumerate(EXAMPLES[example]):
        faces = t.blue_faces if place < 3 else t.red_faces
        assert faces[SYMBOLS.index(face)] > 0


def test_a_worm_can_lie_on_a_red_die_and_on_blue_dice_only() -> None:
    """The sheet has both: two fish count as two with a worm on red, as one with a worm on blue only."""
    t = GAME.empty(house("espresso"))
    worm = SYMBOLS.index("worm")
    assert 0 < t.red_faces[worm] < t.red_faces.sum()
    assert t.blue_faces[worm] > 0


def test_every_poaching_right_can_be_rolled() -> None:
    """Three and two, four and five equal: some symbol is on dice of both colours, and another beside it."""
    t = GAME.empty(house("espresso"))
    both = [symbol for symbol in range(len(SYMBOLS)) if t.blue_faces[symbol] and t.red_faces[symbol]]
    assert len(both) > 1


def test_dice_have_six_sides() -> None:
    t = GAME.empty(house("espresso"))
    assert t.blue_faces.sum() == t.red_faces.sum() == t.white_faces.sum() == 6


@pytest.mark.parametrize(("seats", "blue"), [(2, 18), (3, 18), (4, 28), (5, 28)])
def test_the_lake_is_stocked_for_so_many_players(seats: int, blue: int) -> None:
    table = GAME.words.table(GAME.open(house("espresso"), seats))
    assert table["lake"] == {"blue": blue, "yellow": 1}
    assert table["chips"] == dict.fromkeys("ABCDE"[:seats], 2)
    assert table["pile"] == 0


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("fish", "yellow"), 2, "fish.yellow"),
        (("fish", "blue", "2"), -1, "fish.blue.2"),
        (("fish", "blue", "6"), 30, "fish.blue.6"),
        (("chips", "each"), 3, "chips.each"),
        (("white", "faces"), {"shoe": 3, "zzz": 3}, "white.faces"),
        (("white", "faces", "wave"), 1, "white.faces.wave"),
        (("blue", "faces"), {"wave": 6}, "blue.faces"),
        (("red", "faces", "worm"), "two", "red.faces.worm"),
        (("red", "mark"), "guess", "red.mark"),
        (("green",), {}, "green"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_by_field(path: tuple[str, ...], value: object, field: str) -> None:
    changed = facts()
    place = changed
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    if field == "blue.faces":
        changed["red"]["faces"] = {"wave": 6}
    with pytest.raises(BadComponentsError) as caught:
        check(changed)
    assert caught.value.field == field


def test_another_file_changes_the_dice(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(
        HOUSE.read_text("utf-8").replace('name = "house"', 'name = "wet"').replace("zzz = 2", "zzz = 1"), "utf-8"
    )
    t = game("espresso").empty(components("espresso", other))
    assert list(t.white_faces) == [2, 1, 1, 1]
