"""Outlines on the ice: which points lie on them, and the convex pieces a physics engine can use."""

from __future__ import annotations

from collections.abc import Sequence

from rollmops.engine.compile import rule

Point = tuple[float, float]


def turn_at(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of the triangle: positive where a walk a, b, c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(outline: Sequence[Point]) -> float:
    """The signed area: positive when the corners go counterclockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(outline)) / 2


def is_below(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> bool:
    """Does the side from a to b lie below the point? Who has an odd number of sides below lies within the outline.

    Exact for whole numbers. Rules and physics count with the compiled twin, `side_is_below`.
    """
    if (ax > x) == (bx > x):
        return False
    above = (y - ay) * (bx - ax) - (by - ay) * (x - ax)
    return above != 0 and (above > 0) == (bx > ax)


side_is_below = rule(is_below)


def is_inside(outline: Sequence[Point], x: float, y: float) -> bool:
    """Does the point lie within the outline?"""
    return sum(is_below(*a, *b, x, y) for a, b in _sides(outline)) % 2 == 1


def crossing(outline: Sequence[Point]) -> tuple[int, int] | None:
    """The numbers of two sides that cross, so that there is no inside; None for a sound outline."""
    sides = _sides(outline)
    count = len(sides)
    for i in range(count):
        for j in range(i + 2, count):
            if (j + 1) % count == i:
                continue
            if meet(*sides[i], *sides[j]):
                return i, j
    return None


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the sides from a to b and from c to d have a point in common."""
    apart = any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1))
    return not apart and turn_at(a, b, c) * turn_at(a, b, d) <= 0 and turn_at(c, d, a) * turn_at(c, d, b) <= 0


def holds_square(outline: Sequence[Point], x: float, y: float, side: float) -> bool:
    """Whether the square with this lower left corner lies wholly within the outline."""
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    if not all(is_inside(outline, *corner) for corner in corners):
        return False
    return not any(meet(*one, *other) for one in _sides(corners) for other in _sides(outline))


def convex_pieces(outline: Sequence[Point]) -> list[list[Point]]:
    """Cut a counterclockwise outline into convex pieces: the smallest corners off, until one big core is left.

    Dice slide over the seams between pieces, so the seams should be short and near the edge.
    """
    rest = list(outline)
    pieces: list[list[Point]] = []
    while True:
        count = len(rest)
        dents = [turn_at(rest[i - 1], rest[i], rest[(i + 1) % count]) < 0 for i in range(count)]
        if not any(dents):
            return [*pieces, rest]
        _, _, i = min(
            (
                not (dents[i - 1] or dents[(i + 1) % count]),
                turn_at(rest[i - 1], rest[i], rest[(i + 1) % count]),
                i,
            )
            for i in range(count)
            if _is_ear(rest, i)
        )
        pieces.append([rest[i - 1], rest[i], rest[(i + 1) % count]])
        del rest[i]


def _is_ear(corners: Sequence[Point], i: int) -> bool:
    a, b, c = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
    if turn_at(a, b, c) <= 0:
        return False
    return not any(
        p not in (a, b, c) and turn_at(a, b, p) >= 0 and turn_at(b, c, p) >= 0 and turn_at(c, a, p) >= 0 for p in corners
    )


def _sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]
