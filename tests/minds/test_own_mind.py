"""Minds that others write: they play by name, and one that fails forfeits and spoils nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.lab.tournament import Plan, play_tournament
from rollmops.minds import mind
from rollmops.minds.loop import ForfeitError, play
from tests.cli.test_cli import rollmops

BOLD = "examples.own_mind:Bold"


class Fails:
    """Raises at its second decision."""

    def __init__(self, game: Any, components: Any, seed: int) -> None:
        self.left = 1

    def choose(self, view: Any) -> str:
        if not self.left:
            raise ValueError("out of ideas")
        self.left -= 1
        return "take middle" if view.phase == "take" else "again"


class Cheats:
    """Chooses what it may not."""

    def __init__(self, game: Any, components: Any, seed: int) -> None:
        pass

    def choose(self, view: Any) -> str:
        return "take everything"


def test_ones_own_mind_plays_and_beats_chance() -> None:
    found, _ = play_tournament(Plan("soles", house("soles"), 2, (BOLD, "random"), 60, 1))
    assert found.minds[0].name == BOLD
    assert not found.forfeits


@pytest.mark.parametrize(("name", "said"), [("Fails", "out of ideas"), ("Cheats", "take everything")])
def test_a_mind_that_fails_forfeits_its_games(name: str, said: str) -> None:
    own = f"tests.minds.test_own_mind:{name}"
    found, deals = play_tournament(Plan("soles", house("soles"), 3, (own, "random"), 6, 1))
    alone = next(one for one in found.pairings if one.name == own)
    assert alone.share == 0
    assert any(said in one for one in found.forfeits)
    assert all(sum(shares) == pytest.approx(1) for deal in deals for shares in deal.shares)


def test_a_forfeit_leaves_the_match_as_it_was() -> None:
    rules, parts = game("soles"), house("soles")
    match = Match(rules, parts, Header("soles", ("Ann", "Ben"), first="A"))
    minds = [Cheats(rules, parts, 1), mind("random", rules, parts, 1)]
    with pytest.raises(ForfeitError, match="seat A at line 2") as caught:
        play(match, minds, rules.chance.source(parts, LabDice(3)))
    assert caught.value.seat == 0
    assert len(match.entries) == 1


@pytest.mark.parametrize("name", ["nowhere.at_all:Mind", "examples.own_mind:Nobody", "json:JSONDecodeError"])
def test_a_mind_that_is_not_there_is_said(name: str) -> None:
    with pytest.raises(BadTableError, match="mind"):
        mind(name, game("soles"), house("soles"), 1)


def test_a_file_starts_nobodys_program(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    text = "rollmops 1\ngame soles\nseat A Ann\nseat B Ben\noption dice hand\noption mind-B os:getcwd\nfirst A\n\n"
    log.write_text(text)
    assert "may not start it" in rollmops("play", "--resume", str(log), code=2).stderr
    assert log.read_text() == text


def test_a_mind_that_fails_in_the_terminal_says_so_and_loses_nothing(tmp_path: Path) -> None:
    log = tmp_path / "game.rollmops"
    own = "tests.minds.test_own_mind:Cheats"
    done = rollmops("play", "soles", "--minds", own, "random", "--first", "A", "--log", str(log), code=2)
    assert "forfeits" in done.stderr
    assert "Traceback" not in done.stderr
    assert "A roll" in log.read_text()
