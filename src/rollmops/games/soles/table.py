"""What lies on a table of Roll for Soles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from rollmops.engine.components import Components, Section
from rollmops.engine.errors import BadComponentsError
from rollmops.engine.table import Number, Places, Record, Row

FACES = ("1", "2", "hook", "double", "water")
ONE, TWO, HOOK, DOUBLE, WATER = range(5)
SEATS = 8

ROLL, TAKE, GO_ON, DONE = range(4)
"""Dice are falling · a hook lets the player choose whom to take from · again or secure · the game is over."""


class Table(Record):
    """Soles are counted by value: change between yellow and red is automatic (RULES.md, ruling 1)."""

    # the box
    faces: Annotated[Row, 5]
    dice: Number
    yellow: Number
    red_value: Number
    red: Annotated[Row, 9]

    # the table
    seats: Number
    turn: Number
    phase: Number
    middle: Number
    net: Number
    supply: Annotated[Row, SEATS]
    shown: Annotated[Row, 5]  # faces of the dice just rolled
    falling: Number  # dice of this roll still in the air
    doubles: Number  # set aside this turn
    waters: Number


AT = Places(Table)
"""Where each field stands among the `numbers` of a table."""


def check(facts: Mapping[str, Any]) -> None:
    """Refuse a component file that makes no sense."""
    top = Section(facts, marked=False)
    _soles(top)
    _die(top)
    top.done()


def _soles(top: Section) -> tuple[int, int, list[int]]:
    soles = top.section("soles")
    yellow, value = soles.number("yellow", 0, 1000), soles.number("red_value", 1, 100)
    red = soles.section("red", marked=False)
    counts = [red.number(str(seats), 0, 100) for seats in range(2, SEATS + 1)]
    red.done()
    soles.done()
    for seats, count in enumerate(counts, 2):
        if not yellow + value * count:
            raise BadComponentsError(red.where(str(seats)), "leaves no sole in the middle; add yellow or red soles")
    return yellow, value, counts


def _die(top: Section) -> tuple[int, list[int]]:
    die = top.section("die")
    dice, faces = die.number("dice", 1, 6), die.weights("faces", FACES)
    die.done()
    if not faces[ONE] + faces[TWO]:
        raise BadComponentsError(die.where("faces"), "has no sole; a game could never end")
    return dice, faces


def set_components(t: Table, components: Components) -> None:
    """Put the box on the table."""
    top = Section(components.facts, marked=False)
    t.yellow, t.red_value, red = _soles(top)
    t.red[2:] = red
    t.dice, faces = _die(top)
    t.faces[:] = faces
