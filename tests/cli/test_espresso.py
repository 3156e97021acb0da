"""Espresso Fishing on the command line: odds, the drawn table, a game from the first roll to the proof of its dice."""

from __future__ import annotations

import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from rollmops.cli import app, spread
from rollmops.cli.boards import draw
from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import RollmopsError
from rollmops.games import house
from rollmops.lab.odds.espresso import Turn, turn_odds
from tests.games.espresso.test_records import played

DICE = "worm hook wave wave empty"
TURN = Turn(("worm", "hook", "wave", "wave", "empty"), frozenset({"r1", "b2"}))


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, spread(list(words)), input=typed)


def test_odds_tell_every_set_and_the_best() -> None:
    told = run("odds", "espresso", DICE, "--rolled", "r1,b2")
    assert told.exit_code == 0
    rows = [re.split(r"\s{2,}", line)[0] for line in told.stdout.splitlines()]
    for dice in ("stand", "b1", "b3", "r2", "b1 b3", "b1 r2", "b3 r2", "b1 b3 r2"):
        assert dice in rows
    best = turn_odds(house("espresso"), TURN).best
    assert f"For most fish: roll {' '.join(best.dice)} once more" in told.stdout
    assert str(best.best) in told.stdout
    assert max(map(len, told.stdout.splitlines()[1:-2])) <= 80


def test_odds_as_json_are_fractions() -> None:
    told = json.loads(run("odds", "espresso", DICE, "--rolled", "r1,b2", "--json").stdout)
    exact = turn_odds(house("espresso"), TURN)
    assert [tuple(found["reroll"]) for found in told["sets"]] == [found.dice for found in exact.sets]
    assert [Fraction(found["fish"]) for found in told["sets"]] == [found.fish for found in exact.sets]
    assert Fraction(told["best"]["best"]) == exact.best.best


def test_an_espresso_and_poached_fish_bring_more() -> None:
    plain, awake, thief = (
        Fraction(json.loads(run("odds", "espresso", DICE, "--json", *more).stdout)["best"]["best"])
        for more in ([], ["--drink"], ["--others", "9"])
    )
    assert awake > plain
    assert thief > plain


def test_a_face_that_the_die_does_not_have_is_said() -> None:
    assert "r2 lies with empty up, which the components 'house' do not have" in run("odds", "espresso", DICE).stdout
    assert "lies with" not in run("odds", "espresso", "worm hook wave wave worm").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["worm hook wave"], "give five faces, for b1 b2 b3 r1 r2, not 3"),
        (["worm hook wave wave tide"], "not 'tide'"),
        ([DICE, "--rolled", "b4"], "the dice are b1, b2, b3, r1, r2, not 'b4'"),
    ],
)
def test_odds_refuse_what_they_cannot_read(words: list[str], said: str) -> None:
    refused = run("odds", "espresso", *words)
    assert isinstance(refused.exception, RollmopsError)
    assert said in str(refused.exception)


def drawn(name: str, lines: int | None = None) -> str:
    match = played(name, lines)
    console = Console(file=io.StringIO(), width=80)
    console.print(draw("espresso", match.view(NOBODY), match.names))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_board_shows_fish_dice_and_rights() -> None:
    first = drawn("three_white_throws", 3)
    assert first.count("><>") == 18
    assert first.count("><*>") == 1
    assert "lake 19" in first
    assert "b1 ↻" in first
    assert "r2 ↻" not in first
    assert "white throws left: 3" in drawn("three_white_throws", 8)
    assert "fish to take: 2" in drawn("three_white_throws", 13)
    assert "wide awake" in drawn("an_espresso_keeps_awake", 5)
    assert "fish to steal: 2" in drawn("four_equal_steal_two", 17)
    assert "special combination" in drawn("special_may_be_declined", 2)
    assert "empty" in drawn("most_fish_win")


def test_the_board_fits_the_terminal() -> None:
    for name in ("yellow_among_the_last_three_wins", "the_lake_runs_out_in_mid_turn"):
        for lines in range(1, len(played(name).entries)):
            assert max(map(len, drawn(name, lines).splitlines())) <= 80


def test_a_game_in_the_terminal_from_the_first_roll_to_the_proof(tmp_path: Path) -> None:
    """Two people at one keyboard who re-roll out of order, drink, fish and take what they are offered."""
    log = tmp_path / "game.rollmops"
    habits = "reroll r2 b1\nstand\ndrink\ncast\ntake yellow\ntake blue\nsteal A blue\nmove lake blue B\npass\n"
    told = run("play", "espresso", "--players", "Ann", "Ben", "--log", str(log), typed="h\n" + habits * 3000)
    assert told.exit_code == 0, told.output
    said = " ".join(told.stdout.split())  # long lines are folded
    assert "For most fish" in said
    assert "The lake is empty, the game is over." in said
    assert "reroll r2 b1" in log.read_text("utf-8")
    proven = run("verify", str(log))
    assert proven.exit_code == 0
    assert "dice proven" in proven.stdout
    table = json.loads(run("replay", "--json", str(log)).stdout)["table"]
    assert set(table) == {"lake", "fish", "chips", "pile"}
    assert table["lake"] == {"blue": 0, "yellow": 0}
    assert sum(table["chips"].values()) + table["pile"] == 4
    assert sum(fish["blue"] + fish["yellow"] for fish in table["fish"].values()) == 19
