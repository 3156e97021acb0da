"""What lies on a table of Pig."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from rollmops.engine.components import Components, Section
from rollmops.engine.table import Number, Record, Row

SEATS = 8
ROLL, DECIDE, DONE = range(3)
"""The die is falling · roll or hold · the game is over."""


class Table(Record):
    """Points at home, and those of this turn, which a 1 takes away."""

    # the box
    goal: Number

    # the table
    seats: Number
    turn: Number
    phase: Number
    shown: Number  # the die as it lies, 0 before it is rolled
    pot: Number
    home: Annotated[Row, SEATS]


def check(facts: Mapping[str, Any]) -> None:
    """Refuse a component file that makes no sense."""
    top = Section(facts, marked=False)
    _goal(top)
    top.done()


def _goal(top: Section) -> int:
    race = top.section("race")
    goal = race.number("goal", 10, 1000)
    race.done()
    return goal


def set_components(t: Table, components: Components) -> None:
    """Put the box on the table."""
    t.goal = _goal(Section(components.facts, marked=False))
