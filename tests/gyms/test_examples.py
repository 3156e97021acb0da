"""The examples run, and what they show is so."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.effort import long_only, short_or_long

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SHORT = {
    "first_player": ("--games 2000", "8 players: the first wins"),
    "ladder": ("2 soles random medium", "Roll for Soles: 2 games"),
    "learn_soles": (f"--seconds {short_or_long(1, 3)} --figure curve.svg", "learning curve: curve.svg"),
    "perfect_play": ("first", "Roll for Soles, 2 players: 53.15%, 46.85% (exact)"),
    "learn_with_sb3": ("--seconds 4", "against random play"),
    "selfplay_ppo": ("--seconds 4 --games 50 --figure curve.svg", "learning curve: curve.svg"),
    "solve_with_openspiel": ("--iterations 2 --games 1 --simulations 2", "of 1 games of Roll for Soles against random play"),
}
"""How each example is run in a moment, and what it says then."""
WANTS = {"learn_with_sb3": "sb3_contrib", "selfplay_ppo": "torch"}
"""What some need that the tests do not bring; they run where it is there."""
ELSEWHERE = {"own_mind"}  # tests/minds/test_own_mind.py


def load(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / name))


def test_exploitability_of_the_small_lure_falls() -> None:
    example = load("solve_with_openspiel.py")
    told = [much for _, much in example["regret"](example["small_lure"](), 16)]
    assert told == sorted(told, reverse=True)
    assert told[-1] < told[0] / 20


def test_a_best_response_beats_random_casts() -> None:
    example = load("solve_with_openspiel.py")
    assert example["best_response"](example["small_lure"]()) > 0.6


@long_only
def test_tree_search_beats_random_play() -> None:
    assert load("solve_with_openspiel.py")["search"](12, 12) >= 0.75


@long_only
def test_learning_gets_better() -> None:
    example = load("learn_soles.py")
    policy, _ = example["learn"](8.0)
    assert example["evaluate"](policy, 5000) > 0.65


@pytest.mark.parametrize(
    "path", [path for path in sorted(EXAMPLES.glob("*.py")) if path.stem not in ELSEWHERE], ids=lambda path: path.stem
)
def test_every_example_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if path.stem in WANTS:
        pytest.importorskip(WANTS[path.stem])
    monkeypatch.chdir(tmp_path)
    words, told = SHORT[path.stem]
    load(path.name)["main"](words.split())
    assert told in capsys.readouterr().out
    assert all(figure.read_text(encoding="utf-8").startswith("<?xml") for figure in tmp_path.iterdir())


@pytest.mark.parametrize("name", WANTS)
def test_an_example_that_wants_more_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, WANTS[name], None)
    with pytest.raises(SystemExit, match="install it with: pip install"):
        load(f"{name}.py")
