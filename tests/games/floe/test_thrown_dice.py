"""A match on the floe takes thrown dice, or what people say they have thrown; never numbers drawn by weight."""

from __future__ import annotations

import pytest

from rollmops.engine.dice import FairDice, LabDice, ScriptedDice, new_seed
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house

GESTURE = "throw from=0 aim=0 speed=140 height=50 spin=50"
RESTS = "rest A1=0.0,300.0,0,1 A2=water,2 A3=water,3 A4=water,4"


def thrown() -> Match:
    match = Match(game("floe"), house("floe"), Header("floe", ("Ann", "Ben", "Cas"), first="A"))
    match.choose(0, GESTURE)
    return match


@pytest.mark.parametrize("dice", [LabDice(1), FairDice(new_seed(), {"A": "00"})], ids=["lab", "fair"])
def test_dice_that_are_not_thrown_are_refused(dice: LabDice | FairDice) -> None:
    match = thrown()
    with pytest.raises(BadTableError, match="dice of Rolling Dice are thrown, not drawn"):
        match.roll(dice)
    assert match.chance
    assert len(match.entries) == 1


def test_thrown_dice_and_a_script_are_taken() -> None:
    match = thrown()
    match.roll(match.game.chance.source(match.components, LabDice(1)))
    assert len(match.entries) == 2
    scripted = thrown()
    scripted.roll(ScriptedDice([RESTS.removeprefix("rest ")]))
    assert len(scripted.entries) == 2
