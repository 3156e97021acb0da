"""Component files that make no sense are refused by the field's name."""

from __future__ import annotations

from pathlib import Path

import pytest

import rollmops.games.soles as soles
from rollmops.engine.components import MARKS, Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadComponentsError
from rollmops.games import components, house

HOUSE = (Path(soles.__file__).parent / "components.toml").read_text(encoding="utf-8")


def load(tmp_path: Path, text: str) -> Components:
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    return components("soles", path)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (("1 = 2\n2 = 1\nhook = 1\ndouble = 1\nwater = 1", ""), "die.faces"),
        (("1 = 2\n2 = 1\n", ""), "die.faces"),
        (("hook = 1", "hook = -1"), "die.faces.hook"),
        (("hook = 1", "hook = 1.5"), "die.faces.hook"),
        (("hook = 1", "hook = true"), "die.faces.hook"),
        (("hook = 1", "shark = 1"), "die.faces.shark"),
        (("[die]", "[green]\nmark = 'house'\n[die]"), "green"),
        (("yellow = 40", "yellow = 40\ngreen = 3"), "soles.green"),
        (("yellow = 40", "yellow = 'many'"), "soles.yellow"),
        (("8 = 24\n", ""), "soles.red.8"),
        (("8 = 24\n", "8 = 24\n9 = 24\n"), "soles.red.9"),
        (('mark = "attested"', 'mark = "rumour"'), "soles.mark"),
        (('mark = "attested"\n', ""), "soles.mark"),
        (("dice = 4", "dice = 0"), "die.dice"),
        (('game = "soles"', 'game = "lure"'), "game"),
        (('name = "house"', 'name = "two words"'), "name"),
        (('name = "house"', "name = "), "box.toml"),
    ],
)
def test_nonsense_is_refused_by_field_name(tmp_path: Path, change: tuple[str, str], field: str) -> None:
    assert change[0] in HOUSE
    with pytest.raises(BadComponentsError) as caught:
        load(tmp_path, HOUSE.replace(*change, 1))
    assert caught.value.field == field
    assert field in str(caught.value)


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadComponentsError, match="cannot be read"):
        components("soles", tmp_path / "nothing.toml")


def test_marks_and_comments_do_not_change_the_digest(tmp_path: Path) -> None:
    same = HOUSE.replace("# What", "# Indeed, what").replace('mark = "house"', 'mark = "attested"')
    assert load(tmp_path, same).digest == house("soles").digest
    assert load(tmp_path, HOUSE.replace("hook = 1", "hook = 2")).digest != house("soles").digest


def test_another_die_is_rolled_without_compiling_anew(tmp_path: Path) -> None:
    parts = load(tmp_path, HOUSE.replace("water = 1", "water = 2"))
    assert list(soles.GAME.weights(soles.GAME.open(parts, 2), -1)[:5]) == [2, 1, 1, 1, 2]


def test_every_fact_that_comes_with_a_game_is_marked(any_game: Game) -> None:
    for name, section in house(any_game.name).facts.items():
        if isinstance(section, dict):
            assert section["mark"] in MARKS, name
