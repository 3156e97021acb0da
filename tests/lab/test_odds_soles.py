"""The exact odds of a roll against enumeration of every outcome, and against the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.games.soles.table import FACES, GO_ON, HOOK, ROLL, TAKE
from rollmops.lab.odds.soles import roll_odds

DIE = ["1", "1", "2", "hook", "double", "water"]


@pytest.mark.parametrize("dice", range(1, 5))
@pytest.mark.parametrize("doubles", range(4))
def test_the_odds_are_what_enumeration_counts(dice: int, doubles: int) -> None:
    odds = roll_odds(house("soles"), dice, doubles)
    hauls: dict[int, Fraction] = {}
    hook = Fraction(0)
    each = Fraction(1, 6**dice)
    for roll in product(DIE, repeat=dice):
        soles = roll.count("1") + 2 * roll.count("2")
        haul = soles * 2 ** (doubles + roll.count("double"))
        hauls[haul] = hauls.get(haul, Fraction(0)) + each
        hook += each if soles and "hook" in roll else 0
    assert odds.hauls == dict(sorted(hauls.items()))
    assert odds.no_sole == hauls.get(0, 0)
    assert odds.hook == hook
    assert odds.haul == sum(haul * chance for haul, chance in hauls.items())
    assert sum(odds.hauls.values()) == 1


def test_the_odds_are_what_the_rules_do() -> None:
    """Walk every roll of two dice with one Double-up aside through the rules."""
    soles = game("soles")
    t = soles.open(house("soles"), 2)
    t.doubles, t.waters, t.falling, t.net = 1, 1, 2, 10
    outcomes: dict[int, Fraction] = {}
    for roll in product(range(len(FACES)), repeat=2):
        after, chance = copy(t), Fraction(1)
        for face in roll:
            weights = soles.weights(after, NOBODY)
            chance *= Fraction(int(weights[face]), int(weights.sum()))
            soles.step(after, NOBODY, face)
        if after.phase == TAKE:
            assert HOOK in roll
            soles.step(after, 0, 0)
        haul = int(after.net) - 10 if after.phase == GO_ON else 0
        assert (after.phase == ROLL) == (haul == 0)
        outcomes[haul] = outcomes.get(haul, Fraction(0)) + chance
    assert roll_odds(house("soles"), 2, 1).hauls == dict(sorted(outcomes.items()))
