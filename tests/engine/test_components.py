"""Component files that make no sense are refused by the field's name."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import rollmops.games.soles as soles
from rollmops.engine.components import MARKS, Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadComponentsError
from rollmops.games import components, components_text, house, house_text

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


LONG = "9" * 5000
BOMBS = {
    "dotted name": ("a" + ".a" * 4900 + " = 1", "box.toml"),
    "dotted name in quotes": ('"a"' + ' . "a"' * 1400 + " = 1", "box.toml"),
    "dotted section": ("[a" + ".a" * 4900 + "]", "box.toml"),
    "lists in lists": ("a = " + "[" * 4900, "box.toml"),
    "sections in sections": ("a = " + "{a = " * 1900, "box.toml"),
    "too big": (HOUSE + "# " + "x" * 10_000, "box.toml"),
    "whole number": (HOUSE.replace("yellow = 40", f"yellow = {LONG}"), "box.toml"),
    "hexadecimal number": (HOUSE.replace("yellow = 40", "yellow = 0x" + "f" * 9000), "box.toml"),
    "forty digits": (HOUSE.replace("yellow = 40", f"yellow = {LONG[:40]}"), "soles.yellow"),
    "infinite number": (HOUSE.replace("yellow = 40", "yellow = inf"), "soles.yellow"),
    "long text": (HOUSE.replace("yellow = 40", f"yellow = '{LONG}'"), "soles.yellow"),
    "note that is a list": (HOUSE.replace("yellow = 40", "yellow = 40\nnote = [1]"), "soles.note"),
    "note that is a novel": (HOUSE.replace("yellow = 40", f"yellow = 40\nnote = '{LONG}'"), "soles.note"),
    "long name": (HOUSE.replace('"house"', f"'{LONG}'", 1), "name"),
}


@pytest.mark.parametrize(("text", "field"), BOMBS.values(), ids=BOMBS.keys())
def test_bombs_are_refused_before_they_go_off(tmp_path: Path, text: str, field: str) -> None:
    start = time.process_time()
    with pytest.raises(BadComponentsError) as caught:
        load(tmp_path, text)
    assert caught.value.field == field
    assert len(str(caught.value)) < 400
    assert time.process_time() - start < 1  # it took two minutes and 9 GB


def test_dots_and_brackets_in_texts_and_comments_count_for_nothing(tmp_path: Path) -> None:
    noise = "a" + ".a[{" * 20
    text = f"# {noise}\n" + HOUSE.replace("yellow = 40", f'note = "{noise}" # {noise}\nyellow = 40')
    assert load(tmp_path, text).digest == house("soles").digest


def test_bytes_that_are_no_utf8_are_refused(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_bytes(b"game = '\xff'")
    with pytest.raises(BadComponentsError, match="not TOML"):
        components("soles", tmp_path / "box.toml")


def test_one_text_is_kept_for_a_digest_whoever_gave_it(any_game: Game) -> None:
    name = any_game.name
    given = components_text(name, house_text(name))
    other = components_text(name, house_text(name).replace("name = ", "# Another's\nname = ") + "# and his words")
    kept = components_text(name, given.text())
    assert kept.digest == given.digest
    assert kept.text() == given.text() == other.text()
    assert "words" not in given.text()
