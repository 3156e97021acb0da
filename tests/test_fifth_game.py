"""A fifth game from a folder outside the package: known by its entry point, played like the others everywhere.

`tests/contract` holds it to the laws; `tests/browser/test_fifth_game.py` plays it in the page.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rollmops
from rollmops.engine.errors import BadTableError
from rollmops.games import GAMES, all_games, game, house, rules_text
from rollmops.games.records import read_match
from tests.conftest import FIFTH
from tests.server.house import open_house
from tests.server.players import play_out


def command(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(FIFTH)}
    done = subprocess.run([sys.executable, "-m", "rollmops", *words], input=said, capture_output=True, text=True, env=env)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_it_is_found_after_the_games_of_the_house() -> None:
    assert list(all_games()) == [*GAMES, "pig"]
    assert game("pig").title == "Pig"
    assert house("pig").name == "house"
    assert rules_text("pig").startswith("# Pig")


def test_the_library_plays_and_proves_it() -> None:
    match = rollmops.open("pig", ["Ann", "Ben"], first="A", seed=1)
    match.roll(rollmops.script("4"))
    assert match.lines() == ["again", "hold"]
    match.play("hold")
    assert match.points() == [4, 0]
    board = str(match)
    assert "home   Ann: 4, Ben: 0" in board
    whole = rollmops.play(rollmops.open("pig", ["Ann", "Ben", "Cleo"], seed=2), ["random", "rollout:20", "random"])
    assert rollmops.verify(whole) > 10
    assert rollmops.simulate("pig", seats=4, games=500).games == 500


def test_the_terminal_plays_it(tmp_path: Path) -> None:
    log = tmp_path / "pig.rollmops"
    done = command("play", "pig", "--players", "Ann", "--minds", "random", "--log", str(log), said="hold\n" * 400)
    assert done.returncode == 0, done.stderr
    assert "points at home" in done.stdout
    assert "goal" in done.stdout  # the generic board
    match = read_match(log.read_bytes())
    assert match.over
    assert command("verify", str(log)).stdout.startswith("all ")


def test_a_server_sets_its_tables(tmp_path: Path) -> None:
    with open_house(tmp_path, packages=[FIFTH]) as server:
        lid = next(lid for lid in server.get("/api/games")["games"] if lid["name"] == "pig")
        assert (lid["title"], lid["fewest"], lid["most"], lid["minutes"]) == ("Pig", 2, 8, 10)
        assert b"rolls one die" in server.request("/api/games/pig/rules")[1]
        server.wait_for("pig")
        table = server.table("here", "here", game="pig")
        page = table.seated("A", "B")
        play_out("pig", dict.fromkeys("AB", page))
        match = read_match(server.request(f"/api/tables/{table.code}/record")[1])
    assert match.over
    assert max(match.points()) >= 100


def test_a_package_that_holds_no_game_is_told_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "rollmops_bad-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: rollmops-bad\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[rollmops.games]\nbad = nothing_there\n")
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    script = [sys.executable, "-m", "rollmops", "simulate", "bad"]
    done = subprocess.run(script, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 2
    assert "the package that brings the game 'bad' cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
    with pytest.raises(BadTableError, match="there is no game 'nothing'"):
        game("nothing")
