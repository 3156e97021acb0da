"""The component file of Lure: what makes no sense is refused, and the message names the field."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.errors import BadComponentsError
from rollmops.games import components, house
from rollmops.games.lure import GAME
from rollmops.games.lure.box import DISTINCT, EVEN, HAS, HOUSE_FISH, LURES, ODD, PAIR, read_box, read_needs, spell_needs
from rollmops.games.lure.fishing import can_catch, read_roll

SHARED = """
minnow 4 - 1 more|bleak 6 - 1 lures|gudgeon 10 - 2 more|dace 12 - 2 lures|ruffe 8 distinct 2 -|loach 9 has_1 2 more
roach 7 pair 2 -|bullhead 6 odd 2 lures|rudd 8 even 2 -|perch 15 - 3 more|crucian 12 has_6 3 lures|nase 12 pair 3 -
chub 14 distinct 3 -|ide 9 odd 3 -|bream 12 even 3 -|tench 16 pair 4 -|barbel 12 has_1_5 4 -|asp 12 has_3_6 4 -
zander 10 has_2_4 4 -|burbot 10 has_4_4 4 -|carp 20 - 5 -|grayling 20 distinct 5 -|char 20 has_1 5 -|trout 12 has_5_5 5 -
pike 25 - 6 -|salmon 15 has_6_6 6 -|eel 15 odd 6 -|catfish 18 even 7 -|sturgeon 30 - 7 -|huchen 18 - 4 -
"""


def facts() -> dict[str, Any]:
    return {key: copy.deepcopy(value) for key, value in house("lure").facts.items() if key not in ("game", "name")}


def test_the_house_deck_is_the_one_that_was_agreed() -> None:
    deck = house("lure").facts["fish"]["deck"]
    cards = [card.split() for line in SHARED.split("\n") if line for card in line.split("|")]
    assert [name for name, *_ in cards] == list(deck) == list(HOUSE_FISH)
    for name, catch, needs, vp, splash in cards:
        wanted = {"catch": int(catch), "vp": int(vp)}
        wanted |= {"needs": needs.replace("_", " ")} if needs != "-" else {}  # type: ignore[dict-item]
        wanted |= {"splash": splash} if splash != "-" else {}  # type: ignore[dict-item]
        assert deck[name] == wanted


def test_the_house_lures_are_the_ones_that_were_agreed() -> None:
    box = read_box(facts())
    assert dict(zip(LURES, box.lures, strict=True)) == {"adjust": 8} | {f"x{n}": 2 for n in range(1, 7)} | {"boast": 4}
    assert sum(box.lures) == 24


@pytest.mark.parametrize(
    ("needs", "read"),
    [
        ("", (0, ())),
        ("pair", (PAIR, ())),
        ("distinct", (DISTINCT, ())),
        ("odd", (ODD, ())),
        ("even", (EVEN, ())),
        ("has 4 4", (HAS, (4, 4))),
        ("odd, has 1 19", (ODD | HAS, (1, 19))),
    ],
)
def test_needs_are_read_and_spelled(needs: str, read: tuple[int, tuple[int, ...]]) -> None:
    assert read_needs(needs, "needs") == read
    assert spell_needs(*read) == needs


REFUSED: dict[str, tuple[list[str], Any, str]] = {
    "an unknown need": (["fish", "deck", "roach", "needs"], "prime", "'prime' is unknown; a fish needs pair, distinct"),
    "has without numbers": (["fish", "deck", "roach", "needs"], "has", "'has' is unknown"),
    "a face no die has": (["fish", "deck", "roach", "needs"], "has 21", "'has 21' is unknown"),
    "equal and different dice": (["fish", "deck", "roach", "needs"], "pair, distinct", "nobody could catch it"),
    "odd and even dice": (["fish", "deck", "roach", "needs"], "odd, even", "nobody could catch it"),
    "odd dice and a two": (["fish", "deck", "roach", "needs"], "odd, has 2", "names an even one"),
    "even dice and a one": (["fish", "deck", "roach", "needs"], "even, has 1", "names an odd one"),
    "different dice and two ones": (["fish", "deck", "roach", "needs"], "distinct, has 1 1", "a number twice"),
    "too many numbers": (["fish", "deck", "roach", "needs"], "has 1 2 3 4 5", "names 5 numbers"),
    "needs that are no words": (["fish", "deck", "roach", "needs"], 7, "must be words"),
    "an unknown splash": (["fish", "deck", "roach", "splash"], "boom", "must be one of more, lures"),
    "a catch of nothing": (["fish", "deck", "roach", "catch"], 0, "from 1 to 100"),
    "a catch in words": (["fish", "deck", "roach", "catch"], "seven", "whole number"),
    "one fish too many": (["fish", "deck"], {f"fish-{n}": {"catch": 1, "vp": 1} for n in range(31)}, "1 to 30"),
    "a card with more on it": (["fish", "deck", "roach", "colour"], "red", "is unknown"),
    "an empty deck": (["fish", "deck"], {}, "has 0 fish"),
    "no deck after leaving": (["splash", "leave", "2"], 30, "leaves no fish"),
    "an unknown lure": (["lures", "kinds", "x7"], 1, "is unknown"),
    "too many of a lure": (["lures", "kinds", "x6"], 30, "must be less than 30"),
    "six dice": (["dice", "six"], 6, "from 1 to 5"),
    "two d12": (["dice", "d12"], 2, "from 0 to 1"),
    "a section without mark": (["boast", "mark"], "rumour", "must be one of attested, house"),
    "a section more": (["worms"], {"mark": "house"}, "is unknown"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_makes_no_sense_is_refused_by_field(name: str) -> None:
    path, value, message = REFUSED[name]
    changed = facts()
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadComponentsError) as caught:
        read_box(changed)
    assert caught.value.field == ".".join(path)
    assert message in str(caught.value)


def test_an_owner_can_type_in_other_cards(tmp_path: Path) -> None:
    text = (Path(str(GAME.components.__code__.co_filename)).parent / "components.toml").read_text(encoding="utf-8")
    text = text.replace('name = "house"', 'name = "mine"').replace(
        'roach = { catch = 7, needs = "pair", vp = 2 }', 'roach = { catch = 3, needs = "odd, has 1", vp = 9 }'
    )
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    mine = components("lure", tmp_path / "mine.toml")
    assert mine.digest != house("lure").digest
    t = GAME.open(mine, 2)
    roach = HOUSE_FISH.index("roach")
    assert (t.catch[roach], t.vp[roach]) == (3, 9)
    for faces, caught in (((1, 3), True), ((3, 3), False), ((1, 2), False), ((1, 1), False)):
        t.cast[0, 0] = 2
        t.face[0, :2] = faces
        read_roll(t, 0)
        assert can_catch(t, 0, roach) is caught
