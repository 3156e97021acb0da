"""Lure on the command line as people use it."""

from __future__ import annotations

import json
from pathlib import Path

from rollmops.games.lure.box import LURES
from tests.cli.test_cli import rollmops

RECORDS = Path(__file__).parent.parent / "games" / "lure" / "records"


def test_replay_tells_and_shows_the_table() -> None:
    told = json.loads(rollmops("replay", "--json", str(RECORDS / "no_fish_left_sends_the_others_home.rollmops")).stdout)
    assert told["actors"] == ["A", "B", "C"]
    assert told["table"] == {
        "deck": 15,
        "middle": ["carp", "eel"],
        "caught": {"A": ["minnow", "bleak", "ruffe"], "B": [], "C": []},
        "boasts": {"A": 0, "B": 0, "C": 0},
        "lures": {"A": ["x1", "x5"], "B": ["x2", "x6"], "C": ["x4", "x6"]},
        "resting": {"A": ["d12"], "B": [], "C": ["d12"]},
    }
    told_aloud = rollmops("replay", str(RECORDS / "rolling_together_the_lower_total_catches.rollmops")).stdout
    assert "Ann catches the dace with 12. Ben catches the gudgeon with 10." in told_aloud


def test_odds_of_a_cast() -> None:
    told = json.loads(rollmops("odds", "lure", "cast 0 d20", "--fish", "eel,roach", "--json").stdout)
    assert told["catch"] == {"eel": "3/20", "roach": "0"}
    assert told["vp"] == "9/10"
    assert "herring" in rollmops("odds", "lure", "cast 1", "--fish", "herring", code=2).stderr


def test_at_one_keyboard_the_screen_is_handed_over_and_hands_stay_hidden(tmp_path: Path) -> None:
    log = tmp_path / "log.rollmops"
    # Ann hands in a cast, Ben mistypes, looks at the log, casts and leaves when Ann is asked again
    said = "\ncast 1\n\ncast 9\nl\n2 d12\n\nq\n"
    told = rollmops("play", "lure", "--players", "Ann", "Ben", "--log", str(log), said=said, code=130).stdout
    parts = told.split("Hand over to ")
    assert [part.split(",")[0] for part in parts[1:]] == ["Ann", "Ben", "Ann"]
    assert "draws a lure" in parts[0]
    assert "9 six-sided dice are too many, B has 5" in parts[2]
    assert "A draw lure" in parts[2]
    assert "casts 1 six-sided" not in parts[1]  # sealed until Ben has cast
    assert "Ann casts 1 six-sided." in parts[2]
    assert "Ben casts 2 six-sided and the d12." in parts[2]
    dealt = log.read_text().split("A cast")[0].splitlines()
    for letter, part in (("A", parts[1]), ("B", parts[2])):
        drawn = sorted((line.split()[2] for line in dealt if line.startswith(f"{letter} draw")), key=LURES.index)
        assert f"; lures: {' '.join(drawn)}\n" in part
    assert "Nothing is lost" in told


def test_a_game_of_minds_is_told_and_its_dice_are_proven(tmp_path: Path) -> None:
    log = tmp_path / "log.rollmops"
    told = rollmops("play", "lure", "--minds", "random", "random", "random", "--log", str(log)).stdout
    assert "Points:" in told
    assert "dice proven" in rollmops("verify", str(log)).stdout
    text = log.read_text()
    drawn = next(line for line in text.splitlines() if line.startswith("B draw "))
    other = "B draw x1" if drawn != "B draw x1" else "B draw x2"
    log.write_text(text.replace(drawn, other, 1))
    assert "line" in rollmops("verify", str(log), code=2).stderr


def test_simulate() -> None:
    told = rollmops("simulate", "lure", "--seats", "4", "--games", "200").stdout
    assert "200" in told
