"""`rollmops simulate` and `rollmops tournament` as one types them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import numba
import pytest
from rich.console import Console

from rollmops.cli.bar import games_bar
from rollmops.cli.compiling import say_once
from rollmops.cli.simulate import _show
from rollmops.cli.stopping import stoppable
from rollmops.lab.summary import SeatSummary, Summary, mean_interval, share_interval
from tests.cli.test_cli import rollmops

RECORD = Path(__file__).parents[1] / "games/soles/records/double_up_makes_six.rollmops"


def test_three_minds_are_three_seats() -> None:
    told = json.loads(
        rollmops("simulate", "soles", "--minds", "random", "random", "rollout:1", "--games", "2", "--json").stdout
    )
    assert [seat["mind"] for seat in told["seats"]] == ["random", "random", "rollout:1"]


def test_a_single_game_says_what_it_does_not_know() -> None:
    told = rollmops("simulate", "soles", "--games", "1").stdout
    assert told.count("unknown") >= 5
    assert "soles: 1 game," in told


def test_shares_by_turn_order_have_their_true_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    # Nothing won in twelve games: from nothing to a quarter, which is not "0 % ± 12 %".
    shares = [share_interval([12, 0, 0]), share_interval([0, 12, 0]), share_interval([6, 6, 0])]
    points = mean_interval({40: 6, 42: 6})
    seats = [SeatSummary(letter, "random", share, points) for letter, share in zip("ABC", shares, strict=True)]
    _show(Summary("soles", "house", 12, 0, 12, 1, True, seats, shares, points, 40, 42, 20_000))
    told = " ".join(capsys.readouterr().out.split())
    assert "1. 0.00% (0.00% – 24.25%), 2. 100.00% (75.75% – 100.00%), 3. 50.00% (16.82% – 83.18%)" in told


def test_the_bar_counts_the_games() -> None:
    heard = StringIO()
    console = Console(file=heard, force_terminal=True, width=100)
    with games_bar(console) as bar:
        bar.advance(bar.add_task("soles", total=4000), 54)
        bar.refresh()
    assert "54/4000" in heard.getvalue()


def test_a_seed_does_not_repeat_a_mind_by_the_clock() -> None:
    words = ("simulate", "soles", "--minds", "rollout:0.01s", "random", "--games", "1", "--seed", "4")
    assert "the same seed will not give" in " ".join(rollmops(*words).stdout.split())


def test_rows_and_a_plot(tmp_path: Path) -> None:
    rows, plot = tmp_path / "rows.csv", tmp_path / "plot.png"
    rollmops("simulate", "soles", "--games", "50", "--rows", str(rows), "--plot", str(plot))
    assert len(rows.read_text().splitlines()) == 51
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "cannot be written" in rollmops("simulate", "soles", "--rows", str(tmp_path / "no" / "rows.csv"), code=2).stderr


def _has_games(file: Path) -> bool:
    """Whether some games are on disk, so that all rules are compiled: a checkpoint is one JSON object, a log has a line for
    its heading and one for each deal."""
    text = file.read_text() if file.exists() else ""
    return json.loads(text)["batches"] >= 4 if text.startswith('{"plan"') else text.count("\n") >= 5


@pytest.mark.parametrize(
    ("words", "goes_on"),
    [(("simulate", "--checkpoint"), "knows how far it came"), (("tournament", "--log"), "has every deal")],
)
def test_ctrl_c_tells_what_there_is_so_far(words: tuple[str, ...], goes_on: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    chore, file = words
    minds = ("--minds", "rollout:300", "random", "--games", "4000")
    command = [sys.executable, "-m", "rollmops", chore, "soles", *minds, file, str(kept)]
    wide = os.environ | {"COLUMNS": "160"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=wide) as run:
        while not _has_games(kept):
            assert run.poll() is None
            time.sleep(0.1)
        os.kill(run.pid, signal.SIGINT)
        told, complaints = run.communicate(timeout=120)
    assert run.returncode == 130
    assert "rollout:300" in told
    assert "Stopped after" in told
    assert goes_on in " ".join(told.split())
    assert "Traceback" not in complaints


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_wait_for_the_compiler_is_told_once() -> None:
    said: list[str] = []
    with say_once("soles", said.append):
        for _ in range(2):
            numba.njit(lambda x: x + 1)(2)
    assert said == ["Compiling the rules of soles, once: this takes some seconds …"]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_whoever_plays_for_the_first_time_is_told_why_the_dice_wait(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rollmops", "play", "soles", "--log", str(tmp_path / "log.rollmops")]
    empty, pipe = os.environ | {"ROLLMOPS_CACHE": str(tmp_path)}, subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe, text=True, env=empty) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "Compiling the rules of soles, once: this takes some seconds …\n"
        run.kill()


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize("words", [("replay", str(RECORD)), ("value", str(RECORD))], ids=["replay", "value"])
def test_no_command_waits_for_the_compiler_without_a_word(words: tuple[str, ...], tmp_path: Path) -> None:
    empty, pipe = os.environ | {"ROLLMOPS_CACHE": str(tmp_path)}, subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "rollmops", *words], stdout=subprocess.DEVNULL, stderr=pipe, text=True, env=empty
    ) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "Compiling the rules of this game, once: this takes some seconds …\n"
        run.kill()


def test_ctrl_c_that_a_library_swallowed_is_raised_again() -> None:
    with pytest.raises(KeyboardInterrupt), stoppable() as check:  # noqa: PT012
        check()
        with contextlib.suppress(KeyboardInterrupt):  # as ctypes does, which prints it and goes on
            os.kill(os.getpid(), signal.SIGINT)
        check()


def test_nobody_reads_of_a_ctrl_c_that_was_swallowed() -> None:
    class Leaving:
        """Python prints what is raised while something is thrown away, and goes on."""

        def __init__(self, error: BaseException) -> None:
            self.error = error

        def __del__(self) -> None:
            raise self.error

    heard = list[object]()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "unraisablehook", lambda what: heard.append(what.exc_type))
        with stoppable():
            for error in (KeyboardInterrupt(), ValueError()):
                Leaving(error)
    assert heard == [ValueError]
