"""Who owns the box types in its cards: everything speaks their names."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadComponentsError, BadRecordError, BadWordsError
from rollmops.engine.logbook import Header, read_record
from rollmops.engine.match import Match
from rollmops.games import components, components_text, house
from rollmops.games.lure import GAME
from rollmops.games.lure.box import CARDS, HOUSE_FISH
from rollmops.games.lure.table import deck_of
from rollmops.games.records import fold, read_match, tell
from rollmops.lab.odds.lure import cast_odds, hint
from rollmops.minds import mind
from rollmops.minds.loop import play
from tests.cli.test_cli import rollmops

OWN = Path(__file__).parent / "own"
FILE = OWN / "lake.toml"
RECORD = OWN / "a_game_with_own_cards.rollmops"
LAKE = components("lure", FILE)


def test_ours_lie_first_then_all_others_by_name() -> None:
    names = ["roach", "pike", "Bärsch", "Giant-Eel", "Regenbogenforelle", "constructor", "eel-2", "nilbarsch", "ニジマス"]
    assert sorted(names[2:]) == names[2:]
    assert list(deck_of(GAME.open(LAKE, 2))) == names
    assert list(deck_of(GAME.open(house("lure"), 2))) == list(HOUSE_FISH)


def test_the_order_of_the_file_changes_neither_digest_nor_table() -> None:
    lines = FILE.read_text(encoding="utf-8").split("[fish.deck]\n")
    turned = "[fish.deck]\n".join([lines[0], "\n".join(reversed(lines[1].split("\n")))])
    twin = components_text("lure", turned)
    assert list(twin.facts["fish"]["deck"]) != list(LAKE.facts["fish"]["deck"])
    assert twin.digest == LAKE.digest
    assert GAME.open(twin, 3).tobytes() == GAME.open(LAKE, 3).tobytes()


def test_a_record_speaks_the_names() -> None:
    match = read_match(RECORD.read_bytes(), LAKE)
    assert GAME.words.table(match.table)["caught"] == {"A": ["nilbarsch"], "B": []}
    assert [fish.name for fish in match.view(NOBODY).caught["A"]] == ["nilbarsch"]
    told = list(tell(read_record(RECORD.read_bytes()), LAKE))
    assert told[2] == "Splash: Bärsch, 6 and pair for 2 VP, everyone draws a lure."
    assert any("Ann catches the nilbarsch with 9." in line for line in told)


def test_a_name_of_another_box_is_refused_by_line() -> None:
    text = RECORD.read_text(encoding="utf-8").replace("splash nilbarsch", "splash minnow")
    with pytest.raises(BadRecordError, match="no fish 'minnow' in this box; there are roach, pike, Bärsch") as caught:
        read_match(text, LAKE)
    assert caught.value.line == 12
    with pytest.raises(BadRecordError, match="components 'lake', not with 'house'"):
        read_match(RECORD.read_bytes())


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_whole_game_its_views_and_what_is_imagined(seats: int) -> None:
    match, dice = Match(GAME, LAKE, Header("lure", tuple(LETTERS[:seats]))), LabDice(seats)
    minds = [mind("random", GAME, LAKE, seat) for seat in range(seats)]
    rng, empty = np.random.default_rng(seats), GAME.empty(LAKE)

    def imagine(seat: int, view: Any) -> None:
        imagined = empty.copy()
        GAME.views.fill(view, imagined, rng)
        assert GAME.views.view(imagined, seat) == view

    play(match, minds, dice, watch=imagine)
    turned_up = [entry.words.split()[1] for entry in match.entries if entry.words.startswith("splash")]
    assert len(set(turned_up)) == 9 - int(match.table.leave[seats])
    assert set(turned_up) <= set(LAKE.facts["fish"]["deck"])
    assert fold(read_record(match.record().text()), LAKE).points() == match.points()


def test_odds_and_hints_speak_the_names() -> None:
    odds = cast_odds(LAKE, "cast 1", ["nilbarsch", "eel-2"])
    assert {name: str(chance) for name, chance in odds.catch.items()} == {"nilbarsch": "1/6", "eel-2": "1/2"}
    with pytest.raises(BadWordsError, match="no fish 'minnow' in this box; there are roach, pike"):
        cast_odds(LAKE, "cast 1", ["minnow"])
    before_cast = read_match(RECORD.read_text(encoding="utf-8").split("A cast")[0], LAKE)
    assert any("nilbarsch" in line for line in hint(LAKE, before_cast.view(0)))
    before_adjust = read_match(RECORD.read_text(encoding="utf-8").split("B adjust")[0], LAKE)
    assert hint(LAKE, before_adjust.view(1))


def test_openspiel_speaks_the_names_after_pickling_too() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from rollmops.gyms import openspiel

    game = pyspiel.load_game(openspiel.PREFIX + "lure", {"players": 2, "components": str(FILE)})
    state = pickle.loads(pickle.dumps(game.new_initial_state()))  # noqa: S301 - our own
    state.apply_action(1)
    state.apply_action(1)
    said = [state.action_to_string(choice) for choice, _ in state.chance_outcomes()]
    assert said == [f"splash {name}" for name in deck_of(GAME.open(LAKE, 2))]


def test_the_command_line_speaks_the_names(tmp_path: Path) -> None:
    told = json.loads(rollmops("replay", "--json", str(RECORD), "--components", str(FILE)).stdout)
    assert told["table"]["middle"] == ["Bärsch"]
    assert told["table"]["caught"]["A"] == ["nilbarsch"]
    asked = ("odds", "lure", "cast 1", "--fish", "eel-2,Regenbogenforelle", "--components", str(FILE))
    assert json.loads(rollmops(*asked, "--json").stdout)["catch"] == {"eel-2": "1/2", "Regenbogenforelle": "0"}
    starts = {line.index("%") for line in rollmops(*asked).stdout.splitlines() if "%" in line}
    assert len(starts) == 1, "the columns stand below each other"
    log = tmp_path / "log.rollmops"
    rollmops("play", "lure", "--minds", "random", "random", "--components", str(FILE), "--log", str(log))
    assert "dice proven" in rollmops("verify", str(log), "--components", str(FILE)).stdout


def box_with(**cards: str) -> str:
    head = FILE.read_text(encoding="utf-8").split("[fish.deck]\n")[0]
    return head + "[fish.deck]\n" + "\n".join(f'"{name}" = {{ catch = 4, vp = 1{more} }}' for name, more in cards.items())


BAD_NAMES = {
    "two words": "one word of letters, digits and hyphens",
    "2-eels": "a letter first",
    "-eel": "a letter first",
    "eel!": "one word",
    "eel#1": "one word",
    "": "one word",
    "x5": "means something else",
    "Boast": "means something else",
    "d12": "means something else",
    "lure": "means something else",
    "note": "means something else",
}


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_refused_by_field(name: str) -> None:
    with pytest.raises(BadComponentsError) as caught:
        components_text("lure", box_with(bream="", **{name: ""}))
    assert caught.value.field == f"fish.deck.{name}"
    assert BAD_NAMES[name] in str(caught.value)


def test_names_that_differ_only_in_capitals_are_refused() -> None:
    with pytest.raises(BadComponentsError, match="too like eel") as caught:
        components_text("lure", box_with(bream="", eel="", Eel=""))
    assert caught.value.field == "fish.deck.Eel"


def test_names_have_so_much_room_together() -> None:
    full = {"ä" * 239: "", "b": ""}
    assert list(deck_of(GAME.open(components_text("lure", box_with(**full)), 5))) == ["b", "ä" * 239]
    with pytest.raises(BadComponentsError, match="names of 481 bytes together; there is room for 480") as caught:
        components_text("lure", box_with(**{"ä" * 239: "", "bb": ""}))
    assert caught.value.field == "fish.deck"


def test_a_deck_has_one_to_thirty_fish() -> None:
    many = {f"fish-{number}": "" for number in range(CARDS)}
    assert len(deck_of(GAME.open(components_text("lure", box_with(**many)), 5))) == CARDS
    for cards in ({}, many | {"one-more": ""}):
        with pytest.raises(BadComponentsError, match=f"has {len(cards)} fish in it; a deck has 1 to 30") as caught:
            components_text("lure", box_with(**cards))
        assert caught.value.field == "fish.deck"


def test_another_box_is_other_data_not_other_code() -> None:
    assert GAME.open(LAKE, 2).dtype == GAME.open(house("lure"), 2).dtype
