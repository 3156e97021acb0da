"""The command line as people use it, in processes of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rollmops.cli import spread
from rollmops.cli.asking import keys_for
from tests.effort import long_only
from tests.server.forked import command

RECORDS = Path(__file__).parent.parent / "games" / "soles" / "records"
WEB = Path(__file__).parents[2] / "web/src"
KAREN = RECORDS / "karen_secures_fourteen.rollmops"


def rollmops(*words: str, said: str = "", code: int = 0, new: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command; `new`: in a Python that has loaded nothing yet."""
    if new:
        done = subprocess.run([sys.executable, "-m", "rollmops", *words], input=said, capture_output=True, text=True)
    else:
        done = command(*words, said=said)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_help_lists_the_commands_and_imports_nothing_heavy() -> None:
    told = rollmops("--help").stdout
    for name in ("games", "play", "replay", "verify", "simulate", "odds"):
        assert name in told
    code = "import sys, rollmops.cli; print([m for m in ('numba', 'numpy', 'mujoco', 'starlette') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_games_are_listed() -> None:
    """With the names and sentences of the page; its numbers are written by `make wire` from the same games."""
    told = rollmops("games").stdout
    assert "soles     Roll for Soles: 2 to 8 players, about 5 minutes" in told
    assert len(told.splitlines()) == 8
    words = (WEB / "words/en.ts").read_text(encoding="utf-8")
    for lid in json.loads(rollmops("games", "--json").stdout)["games"]:
        few, many = lid["players"]
        assert f"{lid['title']}: {few} to {many} players, about {lid['minutes']} minutes" in told
        assert f"{lid['name']}: {{ name: '{lid['title']}', line: '{lid['about']}' }}" in words


def test_replay_tells_the_game() -> None:
    told = rollmops("replay", str(KAREN)).stdout
    assert "Karen takes 2 from Reiner." in told
    assert "Karen brings 14 soles home." in told


def test_replay_json_from_standard_input() -> None:
    told = json.loads(rollmops("replay", "--json", "-", said=KAREN.read_text()).stdout)
    assert told == {
        "game": "soles",
        "over": False,
        "actors": ["B"],
        "entries": 9,
        "points": {"A": 14, "B": 1},
        "winners": [],
        "table": {"middle": 65, "net": 0, "supply": {"A": 14, "B": 1}},
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1"),
        ("rollmops 1\ngame soles\nseat A a\nseat B b\nfirst A\n\nA roll 1\n", "line 7"),
        ("rollmops 1\ngame soles\nseat A a\n\nA roll 1\n", "line "),
        ("rollmops 1\ngame soles\nseat A a\nseat B b\n\nA roll 1 1 1 1\n", "first"),
    ],
)
def test_a_bad_record_ends_with_a_message(text: str, said: str) -> None:
    done = rollmops("replay", "-", said=text, code=2)
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["duplicate", "replay", "review", "value", "verify"])
def test_a_file_that_is_not_there_is_told_before_anything_heavy_is_loaded(command: str) -> None:
    """Numba alone takes half a second."""
    tried = f"""
import sys
from rollmops.cli import main
sys.argv = ["rollmops", "{command}", "nothing.rollmops"]
try:
    main()
except SystemExit as end:
    print(end.code, "numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", tried], capture_output=True, text=True, check=True)
    assert done.stdout == "2 False\n"
    assert done.stderr == "rollmops: nothing.rollmops cannot be read: No such file or directory\n"


def test_a_file_that_is_not_there() -> None:
    assert "cannot be read" in rollmops("replay", "nothing.rollmops", code=2).stderr
    assert "cannot be read" in rollmops("play", "--resume", "nothing.rollmops", code=2).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "chess"), "there are soles"),
        (("simulate", "soles", "--seats", "9"), "2 to 8 players"),
        (("simulate", "soles", "--games", "0"), "games"),
        (("simulate", "soles", "--first", "Z"), "first"),
        (("simulate", "soles", "--jobs", "0"), "jobs"),
        (("simulate", "soles", "--minds", "genius"), "no mind"),
        (("simulate", "soles", "--components", "nothing.toml"), "nothing.toml"),
        (("play", "soles", "--dice", "loaded"), "dice"),
        (("play", "soles", "--players", "Karen"), "2 to 8 players"),
        (("play", "soles", "--players", "Karen", "Reiner", "--first", "C"), "first"),
        (("odds", "soles", "--dice", "9"), "1 to 4 dice"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str) -> None:
    assert said in rollmops(*words, code=2).stderr


def test_simulate_json() -> None:
    told = json.loads(rollmops("simulate", "soles", "--seats", "4", "--games", "2000", "--minds", "random", "--json").stdout)
    assert told["games"] == 2000
    assert sum(seat["wins"]["mean"] for seat in told["seats"]) == pytest.approx(1)
    for seat in told["seats"]:
        assert seat["wins"]["low"] < 0.25 < seat["wins"]["high"] + 0.02


def test_a_game_in_the_terminal_is_saved_and_its_dice_are_proven(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    done = rollmops(
        "play",
        "soles",
        "--players",
        "Karen",
        "--minds",
        "rollout:20",
        "--log",
        str(log),
        said="m\ns\nh\n?\nl\n" + "m\ns\n" * 400,
    )
    assert "wins" in done.stdout or "share the win" in done.stdout
    assert "[s] secure" in done.stdout
    told = rollmops("verify", str(log)).stdout
    assert re.search(r"all \d+ dice proven", told)
    assert "salt of A (Karen): the house's, fixed by the seed" in told
    assert "A record alone cannot show that its commitment was published before the game" in told
    commit = re.search(r"^commit (\w+)$", log.read_text(), re.MULTILINE)
    assert commit is not None
    kept = rollmops("verify", str(log), "--commit", commit[1]).stdout
    assert "A record alone" not in kept
    assert "did not look ahead" in kept
    assert "not the one that you saw" in rollmops("verify", str(log), "--commit", "0" * 64, code=2).stderr
    assert "not the one that its device drew" in rollmops("verify", str(log), "--salt", "A=00", code=2).stderr
    assert "give a seat's letter" in rollmops("verify", str(log), "--promise", "Karen", code=2).stderr
    assert not (tmp_path / "game.rollmops.seed").exists()
    assert "there already" in rollmops("play", "soles", "--log", str(log), code=2).stderr


def test_leaving_loses_nothing(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    first = rollmops("play", "soles", "--players", "Karen", "Reiner", "--log", str(log), said="m\ns\nm\n", code=130)
    assert f"--resume {log}" in first.stdout
    before = log.read_text()
    assert "not revealed" in rollmops("verify", str(log), code=2).stderr
    rollmops("play", "--resume", str(log), said="m\ns\n" * 800)
    after = log.read_text()
    assert before.split("\n\n")[1] in after
    rollmops("verify", str(log))
    again = rollmops("play", "--resume", str(log)).stdout
    assert "wins" in again or "share" in again


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    command = [sys.executable, "-m", "rollmops", "play", "soles", "--players", "Karen", "Reiner", "--log", str(log)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as game:
        while not (log.exists() and " roll " in log.read_text()):  # however long the machine takes
            assert game.poll() is None
            time.sleep(0.1)
        game.send_signal(signal.SIGINT)
        told, _ = game.communicate(timeout=60)
    assert game.returncode == 130
    assert "Nothing is lost" in told
    assert "Traceback" not in told
    rollmops("replay", str(log))


def test_dice_thrown_by_hand_are_typed_in_and_marked(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    said = "nonsense\n1 1\n2 2 double double\na\n" + "2 2\na\n" * 4
    done = rollmops(
        "play", "soles", "--players", "Karen", "Reiner", "--dice", "hand", "--first", "A", "--log", str(log), said=said
    )
    assert "Karen wins" in done.stdout
    assert "option dice hand" in log.read_text()
    assert "entered by hand" in rollmops("verify", str(log), code=2).stderr


@long_only
def test_no_writable_cache_is_no_trouble() -> None:
    env = os.environ | {"ROLLMOPS_CACHE": "/proc/nowhere"}
    done = subprocess.run(
        [sys.executable, "-m", "rollmops", "replay", "--json", str(KAREN)], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_several_words_after_an_option() -> None:
    words = ["play", "soles", "--players", "Ann", "Ben", "--minds", "rollout", "--first", "A"]
    assert spread(words) == [
        "play", "soles", "--players", "Ann", "--players", "Ben", "--minds", "rollout", "--first", "A",
    ]  # fmt: skip


def test_every_choice_has_a_key_of_its_own() -> None:
    lines = ["take middle", "take B", "take C", "take H", "again", "secure"]
    keys = keys_for(lines)
    assert list(keys.values()) == lines
    assert keys["m"] == "take middle"
    assert keys["b"] == "take B"
    assert "h" not in keys
