"""The examples run, and what they show is so."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


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


def test_tree_search_plays_a_game() -> None:
    assert 0 <= load("solve_with_openspiel.py")["search"](1, 2) <= 1


def test_learning_gets_better_and_draws_its_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = tmp_path / "curve.svg"
    monkeypatch.setattr(sys, "argv", ["learn_soles.py", "--seconds", "8", "--figure", str(figure)])
    example = load("learn_soles.py")
    policy, curve = example["learn"](8.0)
    assert example["evaluate"](policy, 5000) > 0.65
    example["draw"](curve, figure)
    assert figure.read_text(encoding="utf-8").startswith("<?xml")
