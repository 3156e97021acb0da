"""Values by random games."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import NOBODY
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.solve.playouts import Playouts


def test_other_tables_have_dice_of_their_own() -> None:
    """The same position with the other seat to move: with the same dice its estimate would be off by exactly the same, and
    so would be all tables of a game; their errors would add up and never make up for each other."""
    rules, parts = game("soles"), house("soles")
    values = Playouts(rules, parts, 2, 50)
    one, other = (values.value(rules.open(parts, 2, first)).shares[first] for first in (0, 1))
    assert one != other
    assert values.value(rules.open(parts, 2, 0)).shares[0] == one, (
        "the same table is worth the same whenever it is asked for"
    )


def rolled(*faces: int) -> tuple[Playouts, Any]:
    """Soles with two after this first roll, and random games of it."""
    rules, parts = game("soles"), house("soles")
    table = rules.open(parts, 2, 0)
    for face in faces:
        rules.step(table, NOBODY, face)
    return Playouts(rules, parts, 2, 50), table


def test_lines_of_a_decision_are_compared_by_the_same_dice() -> None:
    """Two ways to the same table are worth the same to the last digit."""
    values, table = rolled(1, 1, 2, 0)
    rows = values._values([table, copy(table)])
    assert rows[0] == rows[1]


def test_a_line_that_ends_the_turn_is_known_less_well_against_one_that_goes_on() -> None:
    """Random games hardly tell them apart where best play does: a loss of 26 % was told as 1.6 ± 7.7 %."""
    values, table = rolled(0, 0, 4, 3)
    lines = values.lines(table, 0)
    assert {words: value.turn_over for words, value in lines.items()} == {"again": False, "secure": True}
    assert values.doubt.near_turn_end > values.doubt.near
