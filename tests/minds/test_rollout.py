"""The rollout mind: the same seed thinks the same, it sees what is obvious, and it only ever sees a view."""

from __future__ import annotations

import pytest

from rollmops.engine.contract import Game, seats_of
from rollmops.engine.dice import ScriptedDice
from rollmops.engine.lines import follow, read_line
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.rollout import Rollout
from tests.contract.walk import walk


def soles_match(*rolls: str) -> Match:
    match = Match(game("soles"), house("soles"), Header("soles", ("Karen", "Reiner"), first="A"))
    match.settle(ScriptedDice(rolls))
    return match


def test_it_takes_the_win_that_lies_there() -> None:
    """Karen has 72 in the net and the last 8 soles before her: from the middle, and the game is won."""
    match = soles_match("roll 2 2 double double")
    for roll in ("2 2", "2 2", "2 2", "1 1", "1 hook"):
        match.choose(0, "again")
        match.settle(ScriptedDice([f"roll {roll}"]))
    assert match.view(0).middle == 8
    assert Rollout(match.game, match.components, 1, playouts=200).choose(match.view(0)) == "take middle"


def test_it_does_not_risk_a_great_net() -> None:
    match = soles_match("roll 2 2 double double")
    match.choose(0, "again")
    match.settle(ScriptedDice(["roll 2 water"]))
    opinions = Rollout(match.game, match.components, 1, playouts=2000).weigh(match.view(0))
    assert opinions[0].words == "secure"
    assert opinions[0].share > opinions[1].share + 2 * opinions[1].error


@pytest.mark.parametrize("name", ["random", "rollout:32"])
def test_the_same_seed_thinks_the_same(any_game: Game, name: str) -> None:
    parts = house(any_game.name)
    twins = [mind(name, any_game, parts, 7), mind(name, any_game, parts, 7)]
    asked = 0
    for moment in walk(any_game, any_game.fewest, seed=12):
        if moment.seat >= 0 and not any_game.words.begun(moment.before, moment.seat):
            view = any_game.views.view(moment.before, moment.seat)
            first, second = (twin.choose(view) for twin in twins)
            assert first == second
            choices = read_line(any_game, moment.before, moment.seat, first)
            follow(any_game, copy(moment.before), moment.seat, choices, first)  # refuses what is not legal
            asked += 1
        if asked == 6:
            return


def test_a_time_bound_is_kept_roughly(any_game: Game) -> None:
    import time

    moment = next(m for m in walk(any_game, any_game.fewest, seed=13) if m.seat >= 0)
    quick = Rollout(any_game, house(any_game.name), 1, seconds=0.05)
    view = any_game.views.view(moment.before, seats_of(moment.actors)[0])
    quick.choose(view)
    start = time.monotonic()
    quick.choose(view)
    assert time.monotonic() - start < 5
