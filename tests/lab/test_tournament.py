"""Tournaments: the same seed gives the same bytes, a stopped one goes on, and luck is subtracted without taking sides."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from rollmops.engine.errors import BadTableError
from rollmops.games import game, house
from rollmops.lab.tournament import Plan, play_deal, play_tournament, rows
from rollmops.lab.tournament_log import TournamentLog
from rollmops.review.luck import known_values
from tests.effort import long_only, short_or_long


def plan(games: int, *minds: str, seats: int = 2, name: str = "soles", seed: int = 1, until_sure: bool = False) -> Plan:
    return Plan(name, house(name), seats, minds, games, seed, until_sure)


def test_any_number_of_processes_gives_the_same_bytes() -> None:
    whole = plan(6, "rollout:5", "random", "rollout:2")
    one, two = (msgspec.json.encode(play_tournament(whole, jobs)[0]) for jobs in (1, 2))
    assert one == two


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, log = plan(16, "rollout:3", "random"), tmp_path / "log"
    outcome, deals = play_tournament(whole)
    kept = TournamentLog(log, whole, resume=False)
    for deal in deals[:7]:
        kept.add(deal)
    kept.close()
    log.write_bytes(log.read_bytes()[:-5])  # it was killed while it wrote
    again = TournamentLog(log, whole, resume=True)
    assert again.deals == deals[:6]
    resumed, _ = play_tournament(whole, known=again.deals, keep=again.add)
    again.close()
    assert resumed == outcome
    last = TournamentLog(log, whole, resume=True)
    last.close()
    assert last.deals == deals


def test_a_log_of_another_tournament_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    TournamentLog(log, plan(4, "rollout:3", "random"), resume=False).close()
    with pytest.raises(BadTableError, match="another tournament"):
        TournamentLog(log, plan(4, "rollout:3", "random", seed=2), resume=True)
    with pytest.raises(BadTableError, match="--resume"):
        TournamentLog(log, plan(4, "rollout:3", "random"), resume=False)


def test_what_is_plain_is_decided_early() -> None:
    short, _ = play_tournament(plan(400, "rollout:20", "random", until_sure=True))
    assert short.games < 400
    assert short.minds[0].name == "rollout:20"


def test_seats_are_rotated_through_all_places() -> None:
    deal = play_deal(plan(4, "rollout:2", "random", seats=4), 0, 0)
    heading, *games = rows(plan(4, "rollout:2", "random", seats=4), [deal])
    minds = [row[heading.index("mind A") : heading.index("mind D") + 1] for row in games]
    assert minds == [["rollout:2" if seat == place else "random" for seat in range(4)] for place in range(4)]
    assert all(sum(shares) == pytest.approx(1) for shares in deal.shares)


def test_luck_is_zero_on_average_and_explains_most_of_a_result() -> None:
    """Random play is far from what the values assume, yet the luck of its dice is fair to both sides."""
    assert known_values(game("soles"), house("soles"), 2) is not None
    deals = [play_deal(plan(2, "random", "rollout:1"), 0, number) for number in range(short_or_long(30, 60))]
    luck = np.array([[row[0] for row in deal.luck or []] for deal in deals]).ravel()
    assert abs(luck.mean()) < 4 * luck.std(ddof=1) / np.sqrt(len(luck))
    raw, fair = (np.array([getattr(deal, what)() for deal in deals]) for what in ("raw", "fair"))
    assert fair.std() < raw.std()


@long_only
def test_luck_is_subtracted_by_fitted_values_where_nothing_is_solved() -> None:
    deals = [play_deal(plan(8, "rollout:3", "random", seats=4), 0, number) for number in range(short_or_long(3, 8))]
    assert all(sum(row) == pytest.approx(0, abs=1e-9) for deal in deals for row in deal.luck or [[1.0]])
    raw, fair = (np.array([getattr(deal, what)() for deal in deals]) for what in ("raw", "fair"))
    assert fair.std() < 0.6 * raw.std()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (plan(0, "random", "rollout"), "games"),
        (plan(10, "random"), "at least two"),
        (plan(10, "random", "random"), "each once"),
        (plan(10, "random", "genius"), "no mind"),
        (plan(10, "random", "rollout", seats=9), "2 to 8 players"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(wrong: Plan, said: str) -> None:
    with pytest.raises(BadTableError, match=said):
        play_tournament(wrong)
