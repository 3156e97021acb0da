"""What goes wrong at a keyboard: wrong dice, torn files, full disks, odd bytes. A message, and nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rollmops.cli import GAME_NAMES, spread
from rollmops.engine.sources import KEPT_SECONDS, sweep
from rollmops.games import GAMES, house_text
from tests.cli.test_cli import rollmops

HEADER = "rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nfirst A\n\n"
GAME = HEADER + "A roll 1 1 1 hook\n"


def begun(folder: Path, *words: str, said: str) -> Path:
    """A game that somebody left."""
    log = folder / "game.rollmops"
    rollmops("play", *words, "--log", str(log), said=said, code=130)
    return log


def test_a_die_that_cannot_lie_so_is_asked_for_again(tmp_path: Path) -> None:
    table = ("espresso", "--players", "Ann", "Ben", "--first", "A", "--dice", "hand")
    said = "worm hook wave wave empty\nA roll worm hook wave wave hook\nA stand\n"
    log = begun(tmp_path, *table, said=said)
    assert log.read_text().split("\n\n")[1].split("\n")[:2] == ["A roll worm hook wave wave hook", "A stand"]
    rollmops("replay", str(log))


def test_where_too_much_could_be_said_the_plain_words_have_a_key(tmp_path: Path) -> None:
    log = begun(tmp_path, "espresso", "--players", "Ann", "Ben", "--first", "A", said="s\n")
    assert "A stand" in log.read_text().splitlines()


@pytest.mark.parametrize("cut", ["\n", "\n# tea break", "\n\n"])
def test_a_log_whose_last_line_was_left_open_goes_on(cut: str, tmp_path: Path) -> None:
    log = begun(tmp_path, "soles", "--players", "Ann", "Ben", said="")
    if cut == "\n\n":
        log.write_text(log.read_text().partition("\n\n")[0])
    else:
        log.write_text(log.read_text().rstrip("\n") + cut.removeprefix("\n"))
    rollmops("play", "--resume", str(log), said="m\ns\n" * 800)
    rollmops("verify", str(log))


def test_a_game_that_stopped_before_its_seed_was_revealed_is_finished_later(tmp_path: Path) -> None:
    log = begun(tmp_path, "soles", "--players", "Ann", "Ben", said="m\ns\n")
    seed = (tmp_path / "game.rollmops.seed").read_text()
    rollmops("play", "--resume", str(log), said="m\ns\n" * 800)
    kept = [line for line in log.read_text().splitlines() if not line.startswith(("reveal", "result"))]
    log.write_text("\n".join(kept) + "\n")
    (tmp_path / "game.rollmops.seed").write_text(seed)
    rollmops("play", "--resume", str(log))
    rollmops("verify", str(log))
    assert not (tmp_path / "game.rollmops.seed").exists()


@pytest.mark.parametrize("seed", ["zz", "", "\xff"])
def test_a_seed_file_that_is_none(seed: str, tmp_path: Path) -> None:
    log = begun(tmp_path, "soles", "--players", "Ann", "Ben", said="")
    (tmp_path / "game.rollmops.seed").write_text(seed, encoding="latin-1")
    assert "game.rollmops.seed" in rollmops("play", "--resume", str(log), code=2).stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# hi\n# ho\nrollmops 2\n", "line 3"),
        ("rollmops 1\n# tea\nseat A Ann\nseat B Ben\ngame chess\n", "line 5"),
        ("rollmops 1\ngame soles\nseat A Ann\nfirst A\n", "line 3"),
        (f"rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nfirst A\ncomponents other {'0' * 64}\n", "line 6"),
        ("rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nfirst C\ndate today\n\n", "line 5"),
        ("rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nsalt AB 00\nfirst A\n\n", "line 5"),
        (GAME + "A take BC\n", "line 8"),
        (HEADER.replace("Ann", "A\x1b]0;nn\x07"), "line 3"),
        (HEADER + "A roll \x1b[31mred\n", "line 7"),
        (HEADER + "A roll " + "x" * 300 + "\n", "…"),
    ],
)
def test_a_bad_record_names_its_line_and_plays_no_tricks(text: str, said: str) -> None:
    told = rollmops("replay", "-", said=text, code=2).stderr
    assert said in told
    assert "\x1b" not in told
    assert len(told) < 500


def test_a_result_that_is_not_the_games_is_refused(tmp_path: Path) -> None:
    log = begun(tmp_path, "soles", "--players", "Ann", "Ben", said="m\ns\n")
    rollmops("play", "--resume", str(log), said="m\ns\n" * 800)
    text = log.read_text()
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("result "))
    result = text.splitlines()[line - 1]
    log.write_text(text.replace(result, "result A 999 B 0"))
    assert f"line {line}" in rollmops("verify", str(log), code=2).stderr
    assert result.removeprefix("result ") in rollmops("replay", str(log), code=2).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "soles", "--first", "AB"), "first"),
        (("simulate", "soles", "--first", ""), "first"),
        (("play", "soles", "--players", "Ann", "Ben", "--first", "AB"), "first"),
        (("simulate", "soles", "--seats", "99999999999"), "2 to 8 players"),
        (("play", "soles", "--minds", *["random"] * 9), "2 to 8 players"),
        (("odds", "soles", "--dice", "4", "--doubles", "4"), "1 to 4 dice"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str) -> None:
    assert said in rollmops(*words, code=2).stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('name = "house"', 'name = "\\u001b[31m"'), "name"),
        (("yellow = 40", f"yellow = {'4' * 5000}"), "a number of 5000 characters"),
    ],
)
def test_an_odd_component_file(change: tuple[str, str], said: str, tmp_path: Path) -> None:
    parts = tmp_path / "odd.toml"
    parts.write_text(house_text("soles").replace(*change))
    assert said in rollmops("simulate", "soles", "--components", str(parts), code=2).stderr


def test_a_component_file_from_windows_with_a_name_in_brackets(tmp_path: Path) -> None:
    parts = tmp_path / "odd.toml"
    parts.write_text(house_text("soles").replace('name = "house"', 'name = "[/x]"'), encoding="utf-8-sig")
    assert "components [/x]" in rollmops("simulate", "soles", "--games", "10", "--components", str(parts)).stdout


def test_games_that_do_not_end_are_not_counted(tmp_path: Path) -> None:
    parts = tmp_path / "water.toml"
    text = house_text("soles").replace("dice = 4", "dice = 1").partition("[die.faces]")[0]
    parts.write_text(text + "[die.faces]\n1 = 1\nwater = 10000\n")
    assert "given up" in rollmops("simulate", "soles", "--games", "2", "--components", str(parts), code=2).stderr


def test_the_yellow_fish_can_be_told_without_colours() -> None:
    record = Path(__file__).parents[1] / "games/espresso/records"
    told = rollmops("replay", str(sorted(record.glob("*.rollmops"))[0])).stdout
    assert told.count("><*>") == 1


def test_dice_stay_whole_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    drawn = rollmops("replay", "-", said=GAME).stdout
    assert drawn.count("╭─────╮") == 4
    assert all(line.count("│") % 2 == 0 for line in drawn.splitlines() if "><>" in line)


def test_odd_bytes_in_and_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    assert "roll" in rollmops("replay", "-", said=GAME, new=True).stdout
    table = ["play", "soles", "--players", "Ann", "Ben", "--log", str(tmp_path / "game.rollmops")]
    done = subprocess.run([sys.executable, "-m", "rollmops", *table], input=b"\xff\xfe\n", capture_output=True)
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_no_room_left() -> None:
    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "rollmops", "simulate", "soles", "--games", "10"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("rollmops: cannot go on: ")
    assert "Traceback" not in done.stderr


def test_no_standard_input() -> None:
    done = subprocess.run(f"exec {sys.executable} -m rollmops replay - <&-", shell=True, capture_output=True, text=True)  # noqa: S602
    assert done.returncode == 2
    assert "name a file" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the workers in /proc")
def test_ctrl_c_among_several_processes() -> None:
    words = ["simulate", "soles", "--jobs", "2", "--minds", "rollout:3000", "--games", "400"]
    command = [sys.executable, "-m", "rollmops", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        while len(Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()) < 3:  # a tracker and two workers
            time.sleep(0.2)
        time.sleep(2)
        os.killpg(run.pid, signal.SIGINT)
        told = run.communicate(timeout=60)
    assert run.returncode not in (0, None)
    assert "Traceback" not in told[1]


def test_the_game_may_stand_behind_the_players() -> None:
    assert tuple(GAMES) == GAME_NAMES
    assert spread(["play", "--players", "Ann", "Ben", "lure"]) == ["play", "--players", "Ann", "--players", "Ben", "lure"]
    assert spread(["play", "lure", "--players", "Ann", "lure"])[-2:] == ["--players", "lure"]
    assert spread(["play", "--players=Ann", "Ben"]) == ["play", "--players", "Ann", "--players", "Ben"]


def test_only_our_own_old_folders_are_swept(tmp_path: Path) -> None:
    long_ago = time.time() - 2 * KEPT_SECONDS
    others = [tmp_path / name for name in ("a", "boat", "src", "0123456789abcdef0", "ABCDEF0123456789")]
    old, fresh = [tmp_path / f"{number:016x}" for number in range(2)]
    for folder in [*others, old, fresh]:
        folder.mkdir()
        os.utime(folder, (long_ago, long_ago))
    os.utime(fresh)
    sweep(tmp_path)
    assert all(folder.is_dir() for folder in [*others, fresh])
    assert not old.exists()


def test_numba_keeps_its_own_settings_and_cache(tmp_path: Path) -> None:
    """Who imports rollmops and compiles something finds it in the folder that they named, and nothing of ours there."""
    (tmp_path / "theirs.py").write_text(
        "import numba\n"
        "from rollmops.games import game\n"
        "game('soles')\n"
        "@numba.njit(cache=True)\n"
        "def twice(x):\n    return 2 * x\n"
        "assert twice(2) == 4\n"
        "print(numba.config.CACHE_DIR, repr(numba.config.CACHE_LOCATOR_CLASSES))\n"
    )
    folder = tmp_path / "cache"
    env = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run([sys.executable, str(tmp_path / "theirs.py")], env=env, capture_output=True, text=True)
    assert done.stdout == f"{folder} ''\n", done.stderr
    assert {path.name.split("-")[0] for path in folder.rglob("*.nb?")} == {"theirs.twice"}
