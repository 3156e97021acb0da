"""What lies on a table of Espresso Fishing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from rollmops.engine.components import Components, Section
from rollmops.engine.errors import BadComponentsError
from rollmops.engine.table import Grid, Number, Record, Row

SYMBOLS = ("worm", "hook", "wave", "double", "empty")
WORM, HOOK, WAVE, DOUBLE, EMPTY = range(5)
WHITE_FACES = ("fish", "two", "shoe", "zzz")
FISH, TWO, SHOE, ZZZ = range(4)

DICE = ("b1", "b2", "b3", "r1", "r2")
FIRST_RED = 3
ALL_DICE = 0b11111
IN_THE_AIR = -1

COLOURS = ("blue", "yellow")
BLUE, YELLOW = range(2)
SEATS = 5
LAKE = SEATS
"""Fish lie with a seat or in the lake: the places are the seats and, after them, the lake."""

ROLL, REROLL, ANGLE, WHITE, TAKE, POACH, DONE = range(7)
"""Coloured dice are falling · which to roll once more? · cast, drink or stop · the white die is falling · which fish from
the lake? · a poaching right · the game is over."""


class Table(Record):
    """A turn's dice stay as they lie until it is over: the worm on a red die counts for every white throw."""

    # the box
    blue_faces: Annotated[Row, 5]
    red_faces: Annotated[Row, 5]
    white_faces: Annotated[Row, 4]
    blue_fish: Annotated[Row, SEATS + 1]  # for so many players
    chips_each: Number

    # the table
    seats: Number
    turn: Number
    phase: Number
    fish: Annotated[Grid, SEATS + 1, 2]  # place, colour
    chips: Annotated[Row, SEATS]
    pile: Number  # chips that were drunk

    # the turn
    shown: Annotated[Row, 5]  # the symbol of each coloured die, IN_THE_AIR before it has fallen
    fresh: Number  # a bit for each die that may still be rolled once more
    order: Annotated[Row, 5]  # the dice of this roll in the order in which they fall
    thrown: Number  # how many those are
    fallen: Number  # and how many of them lie
    throws: Number  # of the white die, still to come
    white: Number  # what it showed last
    drunk: Number
    owed: Number  # fish still to be taken from the lake for this white throw
    steals: Number  # fish that may still be stolen
    special: Number  # whether the special combination may be played


def check(facts: Mapping[str, Any]) -> None:
    """Refuse a component file that makes no sense."""
    top = Section(facts, marked=False)
    _fish(top)
    _chips(top)
    _coloured(top)
    _white(top)
    top.done()


def _fish(top: Section) -> list[int]:
    fish = top.section("fish")
    fish.number("yellow", 1, 1)  # it breaks ties, so there is exactly one (RULES.md, ruling 8)
    blue = fish.section("blue", marked=False)
    counts = [blue.number(str(seats), 0, 1000) for seats in range(2, SEATS + 1)]
    blue.done()
    fish.done()
    return counts


def _chips(top: Section) -> int:
    chips = top.section("chips")
    box, each = chips.number("box", 0, 1000), chips.number("each", 0, 100)
    chips.done()
    if each * SEATS > box:
        raise BadComponentsError(chips.where("each"), f"{SEATS} players would need {each * SEATS} chips, there are {box}")
    return each


def _coloured(top: Section) -> tuple[list[int], list[int]]:
    faces = []
    for colour in ("blue", "red"):
        die = top.section(colour)
        faces.append(die.weights("faces", SYMBOLS))
        die.done()
    blue, red = faces
    for symbol, name in ((WORM, "worm"), (HOOK, "hook")):
        if not blue[symbol] + red[symbol]:
            raise BadComponentsError("blue.faces", f"no die has a {name}; nobody could ever fish")
    if not sum(blue[WAVE:]) + sum(red[WAVE:]):
        raise BadComponentsError("blue.faces", "no die has a wave; nobody could ever fish")
    return blue, red


def _white(top: Section) -> list[int]:
    white = top.section("white")
    faces = white.weights("faces", WHITE_FACES)
    white.done()
    if not faces[FISH] + faces[TWO]:
        raise BadComponentsError(white.where("faces"), "has no fish; a game could never end")
    return faces


def set_components(t: Table, components: Components) -> None:
    """Put the box on the table."""
    top = Section(components.facts, marked=False)
    t.blue_fish[2:] = _fish(top)
    t.chips_each = _chips(top)
    t.blue_faces[:], t.red_faces[:] = _coloured(top)
    t.white_faces[:] = _white(top)
