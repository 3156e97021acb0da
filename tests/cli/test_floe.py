"""The floe on the command line."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from rollmops.arena import decode
from tests.cli.test_cli import rollmops

RECORDS = Path(__file__).parents[1] / "games" / "floe" / "records"


def test_throw_prints_the_rests_and_draws(tmp_path: Path) -> None:
    told = rollmops("throw", "--from", "0", "--aim", "5", "--speed", "140", "--out", str(tmp_path / "throw.svg")).stdout
    assert told.startswith("rest A1=")
    assert "keyframes" in told
    assert (tmp_path / "throw.svg").read_text("utf-8").startswith("<svg")
    rollmops("throw", "--lying", "B1=40,340,10,6", "--out", str(tmp_path / "throw.png"))
    assert (tmp_path / "throw.png").read_bytes().startswith(b"\x89PNG")


def test_throw_as_json_has_the_trajectory() -> None:
    told = json.loads(rollmops("throw", "--seed", "5", "--json").stdout)
    assert decode(base64.b64decode(told["trajectory"])).digest == told["digest"]
    assert [die["name"] for die in told["dice"]] == ["A1", "A2", "A3", "A4"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--speed", "900"], "speed: must be from 20 to 400, not 900"),
        (["--lying", "B1=here"], "lying: 'B1=here'"),
        (["--lying", "B1=140,300,0,3"], "B1"),
        (["--dice", "9"], "dice: give a number from 1 to 4"),
        (["--out", "throw.gif"], "ends in .svg or .png"),
    ],
)
def test_throw_names_what_is_wrong(words: list[str], said: str) -> None:
    assert said in rollmops("throw", *words, code=2).stderr


def test_arena_prints_the_table_and_draws_a_heatmap(tmp_path: Path) -> None:
    told = rollmops("arena", "--throws", "5").stdout
    assert "careful, medium" in told
    assert "rival off" in told
    picture = tmp_path / "heat.png"
    assert "20 throws" in rollmops("arena", "--heatmap", "--throws", "20", "--out", str(picture)).stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_replay_json_of_the_scoring_example() -> None:
    told = json.loads(rollmops("replay", "--json", str(RECORDS / "scoring_example.rollmops")).stdout)
    assert told["table"]["round"] == 2
    assert told["table"]["track"] == {"A": 19, "B": 22, "C": 15, "D": 9, "E": 0}
    assert told["table"]["dice"]["B"] == {"die": "B1", "x": 40.0, "y": 340.0, "turn": 20, "up": 1}
    assert told["table"]["blocks"] == []
    assert told["points"] == {"A": 19, "B": 22, "C": 15, "D": 9, "E": 0}
    assert told["actors"] == ["E"]


def test_replay_tells_a_game_and_draws_the_floe() -> None:
    told = rollmops("replay", str(RECORDS / "two_pushed_off_are_put_back_from_the_left.rollmops")).stdout
    assert "A1 and B1 pushed off!" in told
    assert "Ann puts A1 back" in told
    assert "entrance" in told


def test_a_game_in_the_terminal_resumes_and_is_proven(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    first = rollmops(
        "play", "floe", "--players", "Ann", "--minds", "random", "--first", "A", "--log", str(log), said="1\nq\n", code=130
    )
    assert "[1] throw from=0 aim=0 speed=140 height=50 spin=50" in first.stdout
    assert "A throw from=0 aim=0 speed=140 height=50 spin=50\nA rest A1=" in log.read_text("utf-8")
    typed = "A throw from=0 aim=0 speed=90 height=40 spin=20".removeprefix("A ")
    # Nobody knows where real dice come to rest: what is not asked for is refused, and asked for again.
    keep, places = [f"keep A{die}" for die in range(1, 5)], ["place -60,300,0", "place 60,300,0", "place 0,200,0"]
    said = "\n".join([*keep, *places, typed, "keep C1", "keep C2", "q"])
    again = rollmops("play", "--resume", str(log), said=said + "\n", code=130)
    assert "Rolling Dice: Ann, Marlies" in again.stdout
    assert "C throw from=0 aim=0 speed=90 height=40 spin=20" in log.read_text("utf-8")


def test_verify_throws_again_or_says_why_not() -> None:
    record = (RECORDS / "ends_at_75_for_two_players.rollmops").read_text("utf-8")
    elsewhere = record.replace("arena arena-1 ", "arena arena-0 ")
    assert "cannot be thrown again here" in rollmops("verify", "-", said=elsewhere, code=2).stderr


def test_simulate_throws_for_real() -> None:
    told = json.loads(rollmops("simulate", "floe", "--seats", "3", "--games", "2", "--json").stdout)
    assert told["games"] == 2
    assert sum(seat["wins"]["mean"] for seat in told["seats"]) == pytest.approx(1)
