"""The tables of values that come with the package: right wherever one looks, by the games' own rules."""

from __future__ import annotations

import numpy as np
import pytest

from rollmops.engine.contract import NOBODY, OVER
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.solve import kept, valuer
from rollmops.solve.known import Known
from tests.contract.walk import walk

SHIPPED = sorted(kept.SHIPPED.glob("*.npz"))
CASES = [(path.name.split("-")[0], int(path.name.split("-")[1])) for path in SHIPPED]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def shipped(request: pytest.FixtureRequest) -> Known:
    name, seats = request.param
    found = valuer(game(name), house(name), seats)
    assert isinstance(found, Known)
    return found


def test_two_players_are_solved() -> None:
    assert {("soles", 2), ("espresso", 2)} <= set(CASES)


def test_shares_are_shares(shipped: Known) -> None:
    starts = shipped.starts[shipped.turns.running][:, -shipped.turns.seats :]
    assert np.allclose(starts.sum(1), 1, atol=1e-12)
    assert starts.min() >= 0
    assert starts.max() <= 1


def test_every_table_is_worth_what_follows(shipped: Known) -> None:
    """In random games: chance is the mean of what it leads to, a mover takes the best (or nearly, where certified)."""
    rules, seats = shipped.turns.game, shipped.turns.seats
    exact = 1e-12 if seats == 2 else 2e-6
    near = 1e-12 if seats == 2 else 0.02
    for number, moment in enumerate(step for seed in (1, 2) for step in walk(rules, seats, seed)):
        if number % (3 if seats == 2 else 11):
            continue
        value = np.array(shipped.value(moment.before).shares)
        choices = np.flatnonzero(moment.weights)
        after = np.array([shipped.value(_after(rules, moment, int(choice))).shares for choice in choices])
        if moment.seat == NOBODY:
            weights = moment.weights[choices]
            assert np.abs(weights / weights.sum() @ after - value).max() < exact
        else:
            assert -exact < after[:, moment.seat].max() - value[moment.seat] < near


def _after(rules: object, moment: object, choice: int) -> object:
    after = copy(moment.before)  # type: ignore[attr-defined]
    rules.step(after, moment.seat, choice)  # type: ignore[attr-defined]
    return after


def test_a_sample_of_turn_starts_does_not_move(shipped: Known) -> None:
    """The residual of the turn starts themselves, looked at one turn deep."""
    turns, seats = shipped.turns, shipped.turns.seats
    exact = 1e-10 if seats == 2 else 1e-6
    numbers = np.flatnonzero(turns.running)
    for number in np.random.default_rng(3).choice(numbers, 25 if seats == 2 else 4).tolist():
        t = turns.table(number)
        weights = turns.game.weights(t, NOBODY)
        total = np.zeros(seats)
        for choice in np.flatnonzero(weights):
            after = copy(t)
            turns.game.step(after, NOBODY, int(choice))
            total += weights[choice] / weights.sum() * np.array(shipped.value(after).shares)
        assert np.abs(total - shipped.starts[number, -seats:]).max() < exact


def test_two_players_are_worth_the_same_from_either_side() -> None:
    for name in ("soles", "espresso"):
        rules, parts = game(name), house(name)
        asked = valuer(rules, parts, 2)
        one, other = (asked.value(rules.open(parts, 2, first)).shares for first in (0, 1))
        assert one == other[::-1]
        assert asked.exact
        assert asked.gain == 0


def test_the_first_seat_is_ahead_by_what_is_known() -> None:
    """Two-player soles: found independently by a plain loop before this solver was there."""
    rules, parts = game("soles"), house("soles")
    assert valuer(rules, parts, 2).value(rules.open(parts, 2, 0)).shares[0] == pytest.approx(0.5314752, abs=1e-7)


def test_a_finished_game_is_what_it_is() -> None:
    rules, parts = game("soles"), house("soles")
    *_, last = walk(rules, 2, 5)
    assert rules.actors(last.after) == OVER
    assert list(valuer(rules, parts, 2).value(last.after).shares) == rules.standing(last.after, 2)[1]
    assert valuer(rules, parts, 2).lines(last.after, 0) == {}
