"""The rollout mind: the same seed thinks the same, it sees what is obvious, and it only ever sees a view."""

from __future__ import annotations

import numpy as np
import pytest

from rollmops.engine.contract import Game, seats_of
from rollmops.engine.dice import ScriptedDice
from rollmops.engine.lines import follow, read_line
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.minds import effort, mind
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import Rollout, Tally
from tests.contract.walk import walk
from tests.effort import short_or_long, some_or_all


def soles_match(*rolls: str) -> Match:
    match = Match(game("soles"), house("soles"), Header("soles", ("Karen", "Reiner"), first="A"))
    match.roll_all(ScriptedDice(rolls))
    return match


def test_it_takes_the_win_that_lies_there() -> None:
    """Karen has 72 in the net and the last 8 soles before her: from the middle, and the game is won."""
    match = soles_match("roll 2 2 double double")
    for roll in ("2 2", "2 2", "2 2", "1 1", "1 hook"):
        match.choose(0, "again")
        match.roll_all(ScriptedDice([f"roll {roll}"]))
    assert match.view(0).middle == 8
    assert Rollout(match.game, match.components, 1, Effort(playouts=200)).choose(match.view(0)) == "take middle"


def test_it_does_not_risk_a_great_net() -> None:
    match = soles_match("roll 2 2 double double")
    match.choose(0, "again")
    match.roll_all(ScriptedDice(["roll 2 water"]))
    opinions = Rollout(match.game, match.components, 1, Effort(playouts=2000)).weigh(match.view(0))
    assert opinions[0].words == "secure"
    assert opinions[0].share > opinions[1].share + 2 * opinions[1].error


@pytest.mark.parametrize("name", ["random", "rollout:32"])
def test_the_same_seed_thinks_the_same(any_game: Game, name: str) -> None:
    parts = house(any_game.name)
    twins = [mind(name, any_game, parts, 7), mind(name, any_game, parts, 7)]
    asked, enough = 0, 6 if any_game.chance.by_weight else short_or_long(2, 6)  # real throws take real time
    for moment in walk(any_game, any_game.fewest, seed=12):
        if moment.seat >= 0 and not any_game.words.begun(moment.before, moment.seat):
            view = any_game.views.view(moment.before, moment.seat)
            first, second = (twin.choose(view) for twin in twins)
            assert first == second
            choices = read_line(any_game, moment.before, moment.seat, first)
            follow(any_game, copy(moment.before), moment.seat, choices, first)  # refuses what is not legal
            asked += 1
        if asked == enough:
            break
    assert asked == enough


class Watch:
    """A watch that goes on by a tick at every look, however busy the machine is; stands in for the module `time`."""

    def __init__(self, tick: float) -> None:
        self.tick = tick
        self.looks = 0

    def monotonic(self) -> float:
        """Seconds."""
        self.looks += 1
        return self.looks * self.tick


@pytest.mark.parametrize("name", some_or_all(["rollout:1000000", "rollout:60s"], "rollout:1000000"))
def test_any_mind_stops_by_its_time_and_plays_what_it_found(
    name: str, any_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A million playouts of every line would take minutes; the mind looks at the clock between small portions of them.

    Every line is tried once, however late it is; after that a mind with no time left stops, and one with more time goes on.
    """
    moment = next(m for m in walk(any_game, any_game.fewest, seed=13) if m.seat >= 0)
    view = any_game.views.view(moment.before, seats_of(moment.actors)[0])
    looks = []
    for seconds in (0.1, 4.0):
        watch = Watch(0.1)
        monkeypatch.setattr(effort, "time", watch)
        words = mind(name, any_game, house(any_game.name), 1, seconds=seconds).choose(view)
        assert read_line(any_game, moment.before, moment.seat, words)
        looks.append(watch.looks)
    none, some = looks
    assert none < some
    assert some - none <= 45  # forty ticks more, and a look or two at the end of each round


def test_games_that_all_end_alike_are_not_taken_for_certain() -> None:
    tally = Tally(2)
    tally.add(np.array([0, 1]), np.array([0.0, 5.0]), np.array([0.0, 5.0]), 10)
    assert tally.means.tolist() == [0.0, 0.5]
    nothing, half = tally.errors()
    assert nothing > 0.08
    assert half == pytest.approx((0.25 / 9) ** 0.5)


def test_games_from_one_imagined_table_count_less_than_as_many_others() -> None:
    apart, alike = Tally(1), Tally(1)
    for gained in (0.0, 10.0, 0.0, 10.0):
        apart.add(np.array([0]), np.array([gained]), np.array([gained]), 10)
        alike.add_alike(np.array([0]), np.array([gained]), 10)
    assert apart.means == alike.means == 0.5
    assert apart.errors()[0] == pytest.approx((0.25 / 39) ** 0.5)
    assert alike.errors()[0] == pytest.approx((0.25 / 3) ** 0.5)
