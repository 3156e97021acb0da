"""Levels of bots: each plays whole games of every game, and a beginner is no die."""

from __future__ import annotations

import pytest

from rollmops.engine.contract import Game
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.lab.tournament import Plan, play_tournament
from rollmops.minds import mind
from rollmops.minds.levels import LEVELS, bot_names
from rollmops.minds.loop import play
from tests.effort import long_only, some_or_all


@pytest.mark.parametrize("level", some_or_all(LEVELS, "easy", "master"))
def test_every_level_plays_every_game(level: str, any_game: Game) -> None:
    parts = house(any_game.name)
    match = Match(any_game, parts, Header(any_game.name, ("Ann", "Ben"), first="A" if any_game.starter else None))
    minds = [mind(level, any_game, parts, seed, seconds=0.05) for seed in (1, 2)]
    play(match, minds, any_game.chance.source(parts, LabDice(1)), most_lines=12)
    assert len(match.entries) >= 12 or match.over


@long_only
def test_a_beginner_is_better_than_a_die_and_worse_than_who_thinks() -> None:
    plan = Plan("soles", house("soles"), 2, ("easy", "random", "medium"), 60, 3)
    ladder = [one.name for one in play_tournament(plan)[0].minds]
    assert ladder == ["medium", "easy", "random"]


def test_the_same_seed_plays_the_same() -> None:
    rules, parts = game("soles"), house("soles")
    match = Match(rules, parts, Header("soles", ("Ann", "Ben"), first="A"))
    match.roll_all(rules.chance.source(parts, LabDice(4)))
    view = match.view(match.owing[0])
    assert mind("master", rules, parts, 7).choose(view) == mind("exact", rules, parts, 1).choose(view)


def test_no_two_bots_have_the_same_name() -> None:
    names = bot_names(["easy"] * 8 + ["rollout:7"], ["Pip"])
    assert len({*names, "Pip"}) == 10
    assert names[-1] == "Marlies"
