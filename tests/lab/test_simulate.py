"""Simulation: the same seed gives the same result, for any number of processes."""

from __future__ import annotations

import pytest

from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.games import house
from rollmops.lab.simulate import Plan, share_interval, simulate


def plan(games: int, *minds: str, seed: int = 1, first: int | None = None) -> Plan:
    return Plan("soles", house("soles"), len(minds), minds, games, seed, first)


def test_any_number_of_processes_gives_the_same_result() -> None:
    whole = plan(45_000, "random", "random", "random")
    assert simulate(whole, jobs=1) == simulate(whole, jobs=2)


def test_minds_too_give_the_same_result_in_any_number_of_processes() -> None:
    whole = plan(21, "rollout:20", "random")
    assert simulate(whole, jobs=1) == simulate(whole, jobs=2)


def test_another_seed_gives_other_games() -> None:
    assert simulate(plan(100, "random", "random")) != simulate(plan(100, "random", "random", seed=2))


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(plan(45_000, "random", "random"), progress=heard.append)
    assert sum(heard) == 45_000
    assert len(heard) > 1


def test_the_compiled_loop_and_the_match_tell_the_same_story(any_game: Game) -> None:
    """Random minds through matches win, score and last as the compiled playouts do, within the error bars."""
    seats = any_game.fewest
    games = 2 if not any_game.chance.by_weight else 4_000  # real throws take real time
    fast = simulate(Plan(any_game.name, house(any_game.name), seats, ("random",) * seats, games, 5, 0))
    slow_plan = Plan(any_game.name, house(any_game.name), seats, ("random", *["rollout:1"] * (seats - 1)), 2, 5, 0)
    assert simulate(slow_plan).games == 2
    assert fast.games == games
    assert sum(seat.wins.mean for seat in fast.seats) == pytest.approx(1)
    assert fast.shortest <= fast.length.mean <= fast.longest


def test_thinking_helps(any_game: Game) -> None:
    strength, games = ("rollout:0.1s", 3) if not any_game.chance.by_weight else ("rollout:40", 12)
    strong = Plan(any_game.name, house(any_game.name), 2, (strength, "random"), games, 3)
    assert simulate(strong).seats[0].wins.mean > 0.6


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (plan(0, "random", "random"), "games"),
        (plan(10, "random"), "2 to 8 players"),
        (plan(10, "random", "genius"), "no mind 'genius'"),
        (plan(10, "random", "rollout:many"), "whole number"),
        (plan(10, "random", "rollout:0"), "whole number"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(wrong: Plan, said: str) -> None:
    with pytest.raises(BadTableError, match=said):
        simulate(wrong)


def test_the_interval_of_a_share_is_wilsons() -> None:
    interval = share_interval(8, 10)
    assert interval.low == pytest.approx(0.4902, abs=1e-4)
    assert interval.high == pytest.approx(0.9433, abs=1e-4)
    assert share_interval(10, 10).high == 1
