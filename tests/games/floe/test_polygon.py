from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from rollmops.games import house
from rollmops.games.floe.map import Map
from rollmops.games.floe.polygon import Point, area, convex_pieces, crossing, is_inside, turn_at


def star(radii: list[int]) -> list[Point]:
    """A star round the origin: simple and counterclockwise, with dents wherever radii jump."""
    step = 2 * math.pi / len(radii)
    return [(round(r * math.cos(i * step)), round(r * math.sin(i * step))) for i, r in enumerate(radii)]


stars = st.lists(st.integers(40, 200), min_size=5, max_size=24).map(star)


@given(stars)
def test_pieces_are_convex_and_fill_the_outline(outline: list[Point]) -> None:
    pieces = convex_pieces(outline)
    assert math.isclose(sum(area(piece) for piece in pieces), area(outline))
    for piece in pieces:
        corners = len(piece)
        assert all(turn_at(piece[i - 1], piece[i], piece[(i + 1) % corners]) >= 0 for i in range(corners))


@given(stars, st.integers(-200, 200), st.integers(-200, 200))
def test_a_point_inside_lies_in_exactly_one_piece(outline: list[Point], x: int, y: int) -> None:
    # Half a step off the grid, so that no point lies on a seam of whole numbers by chance of rounding.
    px, py = x + 0.5 + 1e-7, y + 0.5 + 3e-7
    assert sum(is_inside(piece, px, py) for piece in convex_pieces(outline)) == is_inside(outline, px, py)


def test_the_house_floe_has_one_big_piece() -> None:
    pieces = sorted((area(piece) for piece in Map.read(house("floe").facts).pieces()), reverse=True)
    assert pieces[0] > 0.9 * sum(pieces)


def test_crossing_sides_are_found() -> None:
    assert crossing([(0, 0), (10, 10), (10, 0), (0, 10)]) is not None
    assert crossing([(0, 0), (10, 0), (10, 10), (0, 10)]) is None
