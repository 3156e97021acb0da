"""What the solver takes for granted of a game: held by random games."""

from __future__ import annotations

import numpy as np
import pytest

from rollmops.engine.contract import CHANCE, OVER, lowest
from rollmops.engine.table import copy, same
from rollmops.games import game, house
from rollmops.games.soles.table import GO_ON, TAKE
from rollmops.solve.registry import TURNS, turns_of
from rollmops.solve.turns import Turns
from tests.contract.walk import Moment, walk

CASES = [("soles", 2), ("soles", 3), ("espresso", 2)]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def turns(request: pytest.FixtureRequest) -> Turns:
    name, seats = request.param
    return turns_of(game(name), house(name), seats)


def moments(turns: Turns, games: int = 4) -> list[Moment]:
    return [moment for seed in range(games) for moment in walk(turns.game, turns.seats, seed)]


def turned(turns: Turns, t: object, places: int) -> object:
    """The same table with everyone so many seats further."""
    seats, after = turns.seats, copy(t)  # type: ignore[type-var]
    for field in ("supply", "chips", "fish"):
        if field in after.dtype.names:  # type: ignore[attr-defined]
            after[field][:seats] = np.roll(after[field][:seats], places, axis=0)  # type: ignore[index]
    after.turn = (int(after.turn) + places) % seats  # type: ignore[attr-defined]
    return after


def test_a_turn_start_becomes_a_number_and_back(turns: Turns) -> None:
    found = 0
    for moment in moments(turns):
        if turns.is_start(moment.before):
            number = turns.number(moment.before)
            again = turned(turns, turns.table(number), int(moment.before.turn))
            assert same(again, moment.before)  # type: ignore[arg-type]
            assert 0 <= number < turns.count
            found += 1
    assert found > 20


def test_turning_the_seats_changes_no_number(turns: Turns) -> None:
    for moment in moments(turns, 2):
        for places in range(turns.seats):
            assert turns.number(turned(turns, moment.before, places)) == turns.number(moment.before)


def test_numbers_and_turn_starts_fit_one_to_one(turns: Turns) -> None:
    for number in np.random.default_rng(1).integers(turns.count, size=200).tolist():
        if turns.running[number]:
            t = turns.table(number)
            assert turns.is_start(t)
            assert turns.number(t) == number
            assert turns.game.actors(t) == CHANCE


def test_a_turn_leads_to_turn_starts_or_to_the_end(turns: Turns) -> None:
    """Only the mover decides, and when another player's turn comes it is a turn start."""
    for moment in moments(turns):
        actors = turns.game.actors(moment.after)
        if actors not in (OVER, CHANCE):
            assert int(lowest(actors)) == int(moment.after.turn)
        if int(moment.after.turn) != int(moment.before.turn):
            assert turns.is_start(moment.after)


def test_a_haul_changes_the_middle_or_a_supply() -> None:
    """What the columns of soles take for granted, for every choice of random games."""
    rules, taken = game("soles"), 0
    for seats in (2, 3):
        for seed in range(4):
            for moment in walk(rules, seats, seed):
                before = moment.before
                if before.phase == TAKE:
                    for source in np.flatnonzero(moment.weights):
                        after = copy(before)
                        rules.step(after, moment.seat, int(source))
                        if source == 0:
                            others = np.arange(seats) != int(before.turn)
                            assert (after.supply[:seats] == before.supply[:seats])[others].all()
                        else:
                            assert after.middle == before.middle
                            assert after.phase == GO_ON
                        taken += 1
    assert taken > 50


def test_the_dice_of_a_turn_have_a_chance_of_one() -> None:
    from rollmops.solve.soles.turns import SolesTurns

    soles = SolesTurns(game("soles"), house("soles"), 2)
    assert np.allclose(soles.dice.chance.sum(1), 1, atol=1e-14)
    assert soles.count == 3321
    assert SolesTurns(game("soles"), house("soles"), 3).count == 176_851
    assert turns_of(game("espresso"), house("espresso"), 2).count == 8550
    assert set(TURNS) == {"soles", "espresso"}
