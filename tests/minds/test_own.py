"""One's own mind: by package.module:Name, by entry point, and what happens to one that is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import MINDS, mind
from rollmops.minds.loop import ForfeitError, play

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_every_mind_of_the_table_is_there() -> None:
    for name in ("random", "rollout", "exact"):
        assert name in MINDS
        assert callable(mind(name, game("soles"), house("soles"), 1).choose)


def test_the_example_plays_from_its_folder() -> None:
    command = [sys.executable, "-m", "rollmops", "simulate", "soles", "--games", "4", "--json"]
    done = subprocess.run(
        [*command, "--minds", "my_mind:Careful", "random"], cwd=EXAMPLES, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert '"mind":"my_mind:Careful"' in done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.at.all:Mind", "no module"),
        ("json:Nothing", "Nothing"),
        ("json:dumps", "cannot be made"),
        ("fractions:Fraction", "cannot be made"),
        ("genius", "there is no mind"),
        ("exact:5", "there is no mind"),
    ],
)
def test_a_mind_that_cannot_be_made_is_told(name: str, said: str) -> None:
    with pytest.raises(BadTableError, match=said):
        mind(name, game("soles"), house("soles"), 1)


def test_a_mind_without_choose_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dumb.py").write_text("class Dumb:\n    def __init__(self, *parts): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadTableError, match="no method choose"):
        mind("dumb:Dumb", game("soles"), house("soles"), 1)


class Wrong:
    """Says what it may not, or stumbles."""

    def __init__(self, says: str) -> None:
        self.says = says

    def choose(self, view: object) -> str:
        if self.says == "stumbles":
            raise ZeroDivisionError("oh")
        return self.says


@pytest.mark.parametrize("says", ["stumbles", "fly away"])
def test_a_wrong_mind_forfeits_and_spoils_nothing(says: str) -> None:
    rules, parts = game("soles"), house("soles")
    match = Match(rules, parts, Header("soles", ("a", "b"), first="A"))
    with pytest.raises(ForfeitError, match="seat A") as told:
        play(match, [Wrong(says), mind("random", rules, parts, 1)], LabDice(3))
    assert told.value.seat == 0
    assert not match.over
    assert match.entries  # the dice that fell are there, the match goes on with another mind
    play(match, [mind("random", rules, parts, seat) for seat in range(2)], LabDice(4))
    assert match.over


def test_the_exact_mind_says_where_nobody_knows() -> None:
    with pytest.raises(BadTableError, match="exact mind plays soles, espresso"):
        mind("exact", game("lure"), house("lure"), 1)
    rules, parts = game("soles"), house("soles")
    match = Match(rules, parts, Header("soles", tuple("abcd"), first="A"))
    with pytest.raises(ForfeitError, match="rollmops solve soles --seats 4"):
        play(match, [mind("exact", rules, parts, 1)] * 4, LabDice(3))
