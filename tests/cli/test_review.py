"""`rollmops review`: ledger, page and JSON of games that were played."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tests.cli.test_cli import KAREN, rollmops

COLUMNS = ("start", "own_dice", "others_dice", "own_errors", "others_gifts", "estimation")


def test_the_ledger_is_told() -> None:
    told = rollmops("review", str(KAREN)).stdout
    assert "own errors" in told
    assert "Figures are exact." in told
    assert "What mattered most:" in told


def test_json_has_whole_floats_that_add_up() -> None:
    told = json.loads(rollmops("review", "--json", str(KAREN)).stdout)
    assert (told["game"], told["exact"]) == ("soles", True)
    for seat in told["seats"].values():
        assert math.fsum(seat[column] for column in COLUMNS) == pytest.approx(seat["result"], abs=1e-12)
    first = told["entries"][0]
    assert {"line", "seat", "words", "before", "after", "best", "loss"} <= first.keys()
    assert first["best"] is None
    assert first["loss"] is None


def test_several_games_make_a_table(tmp_path: Path) -> None:
    again = tmp_path / "again.rollmops"
    again.write_text(KAREN.read_text())
    told = rollmops("review", str(KAREN), str(again)).stdout
    assert told.count("Reiner") == 2
    assert "…" not in told, "no figure is cut off in a terminal of 80 columns"
    assert len(json.loads(rollmops("review", "--json", str(KAREN), str(again)).stdout)) == 2


def test_estimates_in_the_table_of_games_have_their_margins(tmp_path: Path) -> None:
    game = "rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nseat C Cy\nseat D Di\nfirst A\n\nA roll 2 1 1 water\nA secure\n"
    four = tmp_path / "four.rollmops"
    four.write_text(game)
    told = rollmops("review", "--effort", "quick", str(KAREN), str(four)).stdout
    known, _, estimated = told.partition("four ")
    assert "±" not in known, "what is exact has no margin"
    assert estimated.count("±") == 4 * 4, "result, dice of one or others, errors or gifts, and estimation of four players"
    assert "…" not in told, "no figure is cut off in a terminal of 80 columns"
    assert f"{KAREN.stem}: Figures are exact." in " ".join(told.split())
    assert "four: Figures are estimates, with 95 % margins" in " ".join(told.split()), "each game is told how it is known"
    assert "-0.0%" not in told


def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    record = tmp_path / "game.rollmops"
    record.write_text(KAREN.read_text().replace("Karen", "<b>Karen</b>"))
    rollmops("review", str(record), "--html", str(page))
    text = page.read_text()
    assert "<svg" in text
    assert "&lt;b&gt;Karen" in text
    assert "http" not in text
    assert "<script" not in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "line 1"),
        ("rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nfirst A\n\nA secure\n", "line 7"),
        (f"rollmops 1\ngame soles\nseat A Ann\nseat B Ben\nfirst A\ncomponents mine {'0' * 64}\n\n", "--components"),
    ],
)
def test_what_cannot_be_reviewed_is_said(tmp_path: Path, text: str, said: str) -> None:
    record = tmp_path / "game.rollmops"
    record.write_text(text)
    assert said in rollmops("review", str(record), code=2).stderr
