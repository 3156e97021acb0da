"""The map of the arena: box, floe, nets and holes, as the component file gives it to rules, physics and drawings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

import msgspec

from rollmops.engine.components import Section, quoted
from rollmops.engine.errors import BadComponentsError
from rollmops.games.floe.polygon import Point, area, convex_pieces, crossing, holds_square, is_inside

CORNERS, MARKS = 60, 12
WIDEST, LONGEST = 400, 600
"""The largest box in mm."""
ROOM_FOR_DICE = 40
"""So many dice must find room however they are turned: then there is a free spot left beside the ten that may lie there."""


class Mark(msgspec.Struct, frozen=True):
    """A net (worth more than 0) or a hole (less than 0), printed on the ice."""

    worth: int
    x: float
    y: float
    radius: float


class Map(msgspec.Struct, frozen=True):
    """Everything that does not move, in millimetres; the origin is the middle of the entrance, on the ice."""

    width: float
    length: float
    wall: float
    above_water: float
    die: float
    outline: tuple[Point, ...]
    marks: tuple[Mark, ...]

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Map:
        """The map in the facts of a component file; what is not there or is no number is refused by its field's name."""
        top = Section(facts, marked=False)
        box, walls, floe, die = (top.section(name) for name in ("box", "walls", "floe", "die"))
        found = cls(
            width=box.number("width", 100, WIDEST),
            length=box.number("length", 100, LONGEST),
            wall=walls.number("height", 1, 500),
            above_water=floe.number("above_water", 1, 50),
            die=die.number("size", 5, 50),
            outline=_outline(floe),
            marks=(*_marks(top, "nets", "bonus", 1), *_marks(top, "holes", "minus", -1)),
        )
        for section in (box, walls, floe, die):
            section.done()
        return found

    def check(self) -> None:
        """Refuse a map that nobody could play on."""
        self._check_corners()
        self._check_room()
        self._check_marks()

    def is_ice(self, x: float, y: float) -> bool:
        """Is there ice under this point? Looked at in tenths of a millimetre, as the record keeps them."""
        tenths = [(round(10 * a), round(10 * b)) for a, b in self.outline]
        return is_inside(tenths, round(10 * x), round(10 * y))

    def is_box(self, x: float, y: float) -> bool:
        """Does the point lie between the walls and the entrance?"""
        return abs(x) <= self.width / 2 and 0 <= y <= self.length

    def pieces(self) -> list[list[Point]]:
        """The floe in convex pieces."""
        return convex_pieces(self.outline)

    def _check_corners(self) -> None:
        for number, (x, y) in enumerate(self.outline, 1):
            if not self.is_box(x, y):
                raise BadComponentsError("floe.outline", f"corner {number} ({x:g}, {y:g}) lies outside the box")
        crossed = crossing(self.outline)
        if crossed is not None:
            raise BadComponentsError("floe.outline", f"the sides to corners {crossed[0] + 1} and {crossed[1] + 1} cross")

    def _check_marks(self) -> None:
        for mark in self.marks:
            if not self.is_ice(mark.x, mark.y):
                field = "nets" if mark.worth > 0 else "holes"
                raise BadComponentsError(field, f"the one at ({mark.x:g}, {mark.y:g}) lies outside the floe")

    def _check_room(self) -> None:
        """Every die that is pushed off must find a free spot, whatever its turn."""
        tenths = [(round(10 * x), round(10 * y)) for x, y in self.outline]
        side = math.ceil(10 * self.die * math.sqrt(2))
        half = round(5 * self.width)
        squares = (
            holds_square(tenths, x, y, side)
            for y in range(0, round(10 * self.length), side)
            for x in range(-half, half, side)
        )
        if sum(islice((1 for fits in squares if fits), ROOM_FOR_DICE)) < ROOM_FOR_DICE:
            raise BadComponentsError(
                "floe.outline", f"is too small: {ROOM_FOR_DICE} dice must have room on it, however turned"
            )


def _outline(floe: Section) -> tuple[Point, ...]:
    where, corners = floe.where("outline"), floe.get("outline")
    if not isinstance(corners, list) or not 3 <= len(corners) <= CORNERS:
        raise BadComponentsError(where, f"must be a list of 3 to {CORNERS} corners [x, y]")
    for number, corner in enumerate(corners, 1):
        if not isinstance(corner, list) or len(corner) != 2 or not all(_is_length(part) for part in corner):
            raise BadComponentsError(where, f"corner {number} must be [x, y] in mm, not {quoted(corner)}")
    outline = tuple((float(x), float(y)) for x, y in corners)
    return outline if area(outline) > 0 else outline[::-1]


def _is_length(part: object) -> bool:
    return type(part) in (int, float) and abs(cast(float, part)) <= max(WIDEST, LONGEST)


def _marks(top: Section, name: str, worth: str, sign: int) -> list[Mark]:
    found = top.get(name)
    if not isinstance(found, list) or len(found) > MARKS // 2:
        raise BadComponentsError(name, f"must be at most {MARKS // 2} sections [[{name}]]")
    marks = []
    for number, facts in enumerate(found, 1):
        if not isinstance(facts, Mapping):
            raise BadComponentsError(f"{name}.{number}", f"must be a section [[{name}]], not {quoted(facts)}")
        mark = Section(facts, f"{name}.{number}")
        marks.append(
            Mark(
                worth=sign * mark.number(worth, 1, 99),
                x=mark.number("x", -WIDEST, WIDEST),
                y=mark.number("y", 0, LONGEST),
                radius=mark.number("radius", 1, 200),
            )
        )
        mark.done()
    return marks
