"""`rollmops duplicate`: games with the same dice side by side, and a clear word where the dice are not the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rollmops
from rollmops.cli import app
from rollmops.engine.errors import RollmopsError


def play(folder: Path, name: str, seed: int, bots: int, **more: str) -> str:
    """A finished game with these dice, played by minds of this seed; returns its file."""
    match = rollmops.open("soles", ["Ann", "Ben"], seed=seed, **more)  # type: ignore[arg-type]
    rollmops.play(match, [rollmops.mind("random", seed=bots), rollmops.mind("random", seed=bots + 1)])
    path = folder / f"{name}.rollmops"
    match.record().write(path)
    return str(path)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("evening")
    return [play(folder, f"table-{number}", 5, 10 * number) for number in (1, 2, 3)]


def test_games_with_the_same_dice_make_one_ladder(files: list[str]) -> None:
    told = CliRunner().invoke(app, ["duplicate", *files, "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.output)
    assert [one["file"] for one in found["games"]] == files
    assert len({json.dumps(one["seats"]) for one in found["games"]}) == 3, "the games were played differently"
    for one in found["games"]:
        assert sum(seat["score"] for seat in one["seats"]) == pytest.approx(0, abs=1e-9)
        for seat in one["seats"]:
            assert seat["start"] + seat["luck"] + seat["score"] == pytest.approx(seat["share"], abs=1e-9)
            assert seat["given_away"] >= 0
    scores = [one["score"] for one in found["ladder"]]
    assert len(scores) == 6
    assert scores == sorted(scores, reverse=True)
    shown = CliRunner().invoke(app, ["duplicate", *files, "--seat", "A"])
    assert shown.exit_code == 0
    assert "A Ann" in shown.output
    assert "B Ben" not in shown.output


def refused(words: list[str]) -> str:
    done = CliRunner().invoke(app, ["duplicate", *words])
    assert isinstance(done.exception, RollmopsError), done.output
    return str(done.exception)


def test_what_is_not_of_the_same_dice_is_named(files: list[str], tmp_path: Path) -> None:
    other = play(tmp_path, "other", 6, 10)
    assert "other.rollmops was not played with the same dice" in refused([files[0], other])
    assert "the first player is another" in refused([files[0], _changed(files[1], tmp_path, "first")])
    assert "not keyed by round" in refused([files[0], _changed(files[1], tmp_path, "option keyed")])
    assert "its dice were not promised" in refused([files[0], _changed(files[1], tmp_path, "commit")])
    assert "at least two" in refused(files[:1])
    assert "--seat" in refused([*files, "--seat", "C"])
    text = Path(files[1]).read_text(encoding="utf-8")
    part = tmp_path / "part.rollmops"
    part.write_text("\n".join(line for line in text.splitlines()[:-1] if not line.startswith("result")) + "\n")
    assert "part.rollmops: the game is not over" in refused([files[0], str(part)])


def test_a_game_that_is_given_twice_is_said(files: list[str], tmp_path: Path) -> None:
    twin = tmp_path / "twin.rollmops"
    twin.write_bytes(Path(files[0]).read_bytes())
    said = refused([files[0], str(twin)])
    assert "are the same game" in said
    assert "twin.rollmops" in said


def test_nothing_is_cut_from_a_ladder_on_a_narrow_screen(files: list[str]) -> None:
    told = CliRunner().invoke(app, ["duplicate", *files], env={"COLUMNS": "80"}).output
    assert "…" not in told
    assert "subtracted" in told


def _changed(file: str, folder: Path, key: str) -> str:
    """The same without this line of the header; another player begins."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    other = {"first A": "first B", "first B": "first A"} if key == "first" else {}
    kept = [other.get(line, line) for line in lines if other or not line.startswith(key)]
    path = folder / f"without-{key.split()[-1]}.rollmops"
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return str(path)
