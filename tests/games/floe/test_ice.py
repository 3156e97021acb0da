"""The whole-number geometry of the rules against plain geometry in floating point, away from the very edge."""

from __future__ import annotations

import itertools
import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rollmops.arena import RANGES, Map
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.games.floe.ice import bonus, clear, column, is_free, is_ice, is_wholly_on_ice, touches
from rollmops.games.floe.rules import CHOICES
from rollmops.games.floe.table import GESTURE

T = game("floe").open(house("floe"), 3, 0)
FLOE = Map.read(house("floe").facts)
places = st.tuples(st.integers(-1400, 1400), st.integers(0, 4200), st.integers(0, 359))


def square(x: float, y: float, turn: float, size: float = 120.0) -> list[tuple[float, float]]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = size / 2
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in ((half, half), (-half, half), (-half, -half), (half, -half))]


def grains(x: float, y: float, turn: float, size: float) -> list[tuple[float, float]]:
    """Points all over a footprint."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    steps = np.linspace(-size / 2, size / 2, 9)
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in itertools.product(steps, steps)]


@given(st.integers(-1500, 1500), st.integers(0, 4300))
def test_rules_and_arena_agree_where_ice_is(x: int, y: int) -> None:
    assert is_ice(T, x, y) == FLOE.is_ice(x / 10, y / 10)


@given(st.integers(-1500, 1500))
@settings(max_examples=40)
def test_a_column_is_the_ice_of_its_points(x: int) -> None:
    ice = np.zeros(CHOICES, np.int64)
    assert column(T, x, ice) == ice.sum()
    for y in range(0, 4300, 7):
        assert ice[y] == is_ice(T, x, y)


@given(places)
def test_a_die_on_the_ice_has_ice_under_all_of_it(place: tuple[int, int, int]) -> None:
    x, y, turn = place
    if is_wholly_on_ice(T, x, y, turn):
        assert all(is_ice(T, round(a), round(b)) for a, b in grains(x, y, turn, 118.0))
    elif is_ice(T, x, y):
        # Somewhere in a slightly larger footprint a corner of the outline lies, or water does.
        larger = grains(x, y, turn, 123.0)
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        outline = T.outline[: T.corners].tolist()
        dented = any(max(abs((a - x) * c + (b - y) * s), abs((b - y) * c - (a - x) * s)) <= 61.5 for a, b in outline)
        assert dented or any(not is_ice(T, round(a), round(b)) for a, b in larger)


def apart(first: list[tuple[float, float]], second: list[tuple[float, float]]) -> float:
    """The widest gap over the axes of both squares."""
    widest = -math.inf
    for corners in (first, second):
        for i in range(2):
            ax, ay = corners[i + 1][0] - corners[i][0], corners[i + 1][1] - corners[i][1]
            length = math.hypot(ax, ay)
            one = [(px * ax + py * ay) / length for px, py in first]
            two = [(px * ax + py * ay) / length for px, py in second]
            widest = max(widest, min(one) - max(two), min(two) - max(one))
    return widest


@given(places, st.integers(-250, 250), st.integers(-250, 250), st.integers(0, 359))
def test_footprints_are_clear_when_an_axis_parts_them(place: tuple[int, int, int], dx: int, dy: int, turn: int) -> None:
    x, y, first = place
    gap = apart(square(x, y, first), square(x + dx, y + dy, turn))
    if abs(gap) > 0.1:
        assert clear(T, x, y, first, x + dx, y + dy, turn) == (gap > 0)


@given(st.integers(0, 5), st.floats(0, 2 * math.pi), st.integers(100, 360), st.integers(0, 359))
def test_a_die_touches_a_mark_when_its_footprint_does(mark: int, way: float, far: int, turn: int) -> None:
    _, mx, my, radius = (int(part) for part in T.marks[mark])
    x, y = round(mx + far * math.cos(way)), round(my + far * math.sin(way))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    u, v = abs((mx - x) * c + (my - y) * s), abs((my - y) * c - (mx - x) * s)
    away = math.hypot(max(u - 60, 0), max(v - 60, 0))
    if abs(away - radius) > 0.1:
        assert touches(T, mark, x, y, turn) == (away < radius)


def test_of_two_marks_touched_the_nearer_counts() -> None:
    t = copy(T)
    t.marks[0] = (3, 0, 2000, 200)
    t.marks[1] = (6, 300, 2000, 200)
    for x, worth in ((100, 3), (149, 3), (151, 6), (200, 6)):
        assert touches(t, 0, x, 2000, 0)
        assert touches(t, 1, x, 2000, 0)
        assert bonus(t, x, 2000, 0) == worth


def test_a_free_spot_is_clear_of_dice_just_thrown_too() -> None:
    t = copy(T)
    assert is_free(t, 0, 1500, 0)
    t.thrown[1], t.thrown_x[1], t.thrown_y[1], t.thrown_angle[1] = 2, 100, 1500, 0
    assert not is_free(t, 0, 1500, 0)
    assert is_free(t, -20, 1500, 0)


def test_the_rules_and_the_arena_have_the_same_gestures() -> None:
    assert tuple((name, span.low, span.high) for name, span in RANGES.items()) == GESTURE


def test_two_players_with_equal_sums_share_the_win() -> None:
    rules = game("floe")
    t = rules.open(house("floe"), 2, 0)
    t.track[:4] = (75, 40, 10, 45)
    assert rules.standing(t, 2) == ([85, 85], [0.5, 0.5])
    t.track[3] = 46
    assert rules.standing(t, 2) == ([85, 86], [0.0, 1.0])
