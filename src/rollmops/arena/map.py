"""The map of the arena: box, floe, nets and holes, as the physics and the drawings need it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rollmops.arena.polygon import Point, area, convex_pieces, crossing, is_inside
from rollmops.engine.components import Section
from rollmops.engine.errors import BadComponentsError


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
        """The map in the facts of a component file; what makes no sense is refused by its field's name."""
        top = Section(facts, marked=False)
        box, walls, floe, die = (top.section(name) for name in ("box", "walls", "floe", "die"))
        found = cls(
            width=box.number("width", 100, 2000),
            length=box.number("length", 100, 2000),
            wall=walls.number("height", 1, 500),
            above_water=floe.number("above_water", 1, 50),
            die=die.number("size", 5, 50),
            outline=_outline(floe),
            marks=(*_marks(top, "nets", "bonus", 1), *_marks(top, "holes", "minus", -1)),
        )
        found._check_inside()
        return found

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

    def _check_inside(self) -> None:
        for number, (x, y) in enumerate(self.outline, 1):
            if not self.is_box(x, y):
                raise BadComponentsError("floe.outline", f"corner {number} ({x:g}, {y:g}) lies outside the box")
        for mark in self.marks:
            if not self.is_ice(mark.x, mark.y):
                field = "nets" if mark.worth > 0 else "holes"
                raise BadComponentsError(field, f"the one at ({mark.x:g}, {mark.y:g}) lies outside the floe")


def _outline(floe: Section) -> tuple[Point, ...]:
    where, corners = floe.where("outline"), floe.get("outline")
    try:
        outline = msgspec.convert(corners, tuple[tuple[float, float], ...])
    except msgspec.ValidationError as error:
        raise BadComponentsError(where, f"must be a list of corners [x, y] ({error})") from None
    if len(outline) < 3:
        raise BadComponentsError(where, f"needs at least 3 corners, not {len(outline)}")
    crossed = crossing(outline)
    if crossed is not None:
        raise BadComponentsError(where, f"the sides to corners {crossed[0] + 1} and {crossed[1] + 1} cross")
    return outline if area(outline) > 0 else outline[::-1]


def _marks(top: Section, name: str, worth: str, sign: int) -> list[Mark]:
    found = top.get(name)
    if not isinstance(found, list):
        raise BadComponentsError(name, f"must be a list of sections [[{name}]], not {found!r}")
    marks = []
    for number, facts in enumerate(found, 1):
        mark = Section(facts, f"{name}.{number}")
        marks.append(
            Mark(
                worth=sign * mark.number(worth, 1, 99),
                x=mark.number("x", -1000, 1000),
                y=mark.number("y", 0, 2000),
                radius=mark.number("radius", 1, 500),
            )
        )
        mark.done()
    return marks
