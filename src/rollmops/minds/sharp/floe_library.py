"""Making the library: real throws on ice without edges, and what happens when dice meet, fitted to real throws."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.arena.gesture import Gesture
from rollmops.arena.hand import BEHIND_MM
from rollmops.arena.rest import Lying
from rollmops.arena.throw import Request, Thrown, arena_of
from rollmops.engine.compile import loop
from rollmops.engine.stream import Stream, stream
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.floe.ice import is_ice
from rollmops.games.floe.map import Map
from rollmops.games.floe.table import COLOURS, DICE
from rollmops.minds.sharp.floe_ice import FASTER_CM_S, SLOWEST_CM_S, SPEEDS, STYLES, Ice, land, scratch
from rollmops.minds.sharp.floe_know import ice_of

HAND = ("A1", "A2", "A3", "A4")
RIVAL = 1
"""The colour of the die that lies in the way when contact is fitted."""
THROWS_EACH_SPEED = 160
"""Of each style and speed."""
MEETINGS = 2400
"""Throws at a die on the floe."""
WIDE_MM = 1600.0
"""Open ice has no end that dice could reach."""
FRONT_MM = 10.0
"""Where the ice begins: short throws fall into the strip of water before it."""
START = np.array([1.0, 0.4, 0.15, 0.1, 0.2])
LEAST, MOST, STRIDE = np.array([0.5, 0, 0, 0]), np.array([2, 1, 1, 0.6]), np.array([0.15, 0.1, 0.1, 0.1])
CONTACT_TRIES = 400
"""Contact is found by so many tries beside the best so far."""
BESIDE_MM, BEYOND_MM = (10.0, 20.0), (-30.0, 30.0, 100.0, 180.0)
"""Meetings are compared in groups by how far beside and beyond the die the throw was aimed (mm)."""
LEAST_MEETINGS = 20
"""Meetings in a group that is compared."""
EQUAL_DIFFERENCES = np.array([0.05, 0.03, 15.0, 0.05, 15.0])
"""Differences that weigh the same: rivals moved, rivals off (shares), how far (mm), own dice dry (share), how far (mm)."""
MOVED_MM = 1.0


def open_ice() -> Map:
    """A floe without edges, for dice of the house."""
    half = WIDE_MM / 2
    outline = ((-half, FRONT_MM), (half, FRONT_MM), (half, WIDE_MM), (-half, WIDE_MM))
    return Map(WIDE_MM, WIDE_MM, 45.0, 3.0, 12.0, outline, ())


def throw_library(throws: int = THROWS_EACH_SPEED) -> Floats:
    """Where dice come to rest, from the release on: style, speed, throw, die, (across, along) in mm."""
    arena = arena_of(open_ice())
    rests = np.zeros((len(STYLES), SPEEDS, throws, DICE, 2))
    for style, (height, spin) in enumerate(STYLES):
        for number in range(SPEEDS):
            gesture = Gesture(0, 0, SLOWEST_CM_S + FASTER_CM_S * number, height, spin)
            thrown = arena.throws([Request((), HAND, gesture, 1000 * number + i) for i in range(throws)])
            rests[style, number] = [[(rest.x, rest.y + BEHIND_MM) for rest in one.rests] for one in thrown]
    return rests


def throw_meetings(floe: Map, count: int = MEETINGS, seed: int = 1) -> tuple[list[Request], list[Thrown]]:
    """Real throws at and past a die that lies somewhere on the floe."""
    rng = np.random.default_rng(seed)
    requests = []
    for number in range(count):
        x, y = rng.uniform(-70, 70), rng.uniform(100, 340)
        style, speed = int(rng.integers(2)), int(rng.integers(100, 190))
        start = int(np.clip(round(x + rng.uniform(-30, 30)), -120, 120))
        lying = Lying("B1", round(x, 1), round(y, 1), int(rng.integers(360)), int(rng.integers(1, 7)))
        requests.append(Request((lying,), HAND, Gesture(start, 0, speed, *STYLES[style]), number))
    return requests, arena_of(floe).throws(requests)


def fit_contact(table: Any, rests: Floats, requests: list[Request], thrown: list[Thrown], seed: int = 1) -> Floats:
    """The contact (see `floe_ice`) whose throws look most like the real ones; `table` is laid for any game."""
    gestures = np.array([list(request.gesture.numbers().values()) for request in requests], np.int64)
    lying = np.array([(request.lying[0].x, request.lying[0].y) for request in requests])
    real = np.array([numbers_of(one) for one in thrown])
    pushed = np.array([one.rests[0].up != request.lying[0].up for request, one in zip(requests, thrown, strict=True)])
    moved = np.hypot(*(real[:, :2] - lying).T) > MOVED_MM
    best = START.copy()
    best[-1] = pushed[moved].mean()
    groups = _groups(ice_of(rests, best), gestures, lying)
    wanted = _figures(real, lying, groups)
    tables, rng = scratch(table, 2), np.random.default_rng(seed)

    def unlike(contact: Floats) -> float:
        simulated = np.zeros_like(real)
        meet(tables, lying, gestures, ice_of(rests, contact), stream(seed), simulated)
        apart = (_figures(simulated, lying, groups) - wanted) / EQUAL_DIFFERENCES
        return float((apart**2 * np.sqrt([[len(group) / 100] for group in groups])).mean())

    least = unlike(best)
    for _ in range(CONTACT_TRIES):
        other, which = best.copy(), int(rng.integers(len(STRIDE)))
        other[which] = np.clip(other[which] + STRIDE[which] * rng.normal(), LEAST[which], MOST[which])
        found = unlike(other)
        if found < least:
            best, least = other, found
    return best


def numbers_of(one: Thrown) -> list[float]:
    """The rival's place and whether it is dry, then the same of the own dice."""
    return [number for rest in one.rests for number in (rest.x, rest.y, float(rest.is_dry))]


@loop
def meet(tables: Tables, lying: Floats, gestures: Ints, ice: Ice, rng: Stream, simulated: Floats) -> None:
    """Throw each gesture at its die as the library knows it; `simulated` as `numbers_of` a real throw."""
    for i in range(len(gestures)):
        tables[0] = tables[1]
        t = tables[0]
        t.scoring[RIVAL] = 1
        t.x[RIVAL], t.y[RIVAL] = round(10 * lying[i, 0]), round(10 * lying[i, 1])
        rests = np.zeros((COLOURS + DICE, 3))
        land(t, gestures[i], ice, rng, rests)
        for die in range(1 + DICE):
            place = RIVAL if die == 0 else COLOURS + die - 1
            x, y = rests[place, 0], rests[place, 1]
            simulated[i, 3 * die], simulated[i, 3 * die + 1] = x, y
            simulated[i, 3 * die + 2] = 1.0 if is_ice(t, round(10 * x), round(10 * y)) else 0.0


def _groups(ice: Ice, gestures: Ints, lying: Floats) -> list[Ints]:
    """Meetings that are alike, by number."""
    speeds = np.clip(np.rint((gestures[:, 2] - SLOWEST_CM_S) / FASTER_CM_S).astype(int), 0, SPEEDS - 1)
    beside = np.digitize(np.abs(gestures[:, 0] - lying[:, 0]), BESIDE_MM)
    beyond = np.digitize(ice.reach[0][speeds] - BEHIND_MM - lying[:, 1], BEYOND_MM)
    kinds = [
        np.flatnonzero((beside == b) & (beyond == a)) for b in range(len(BESIDE_MM) + 1) for a in range(len(BEYOND_MM) + 1)
    ]
    return [kind for kind in kinds if len(kind) >= LEAST_MEETINGS]


def _figures(places: Floats, lying: Floats, groups: list[Ints]) -> Floats:
    """By group: rivals moved, rivals off, how far those were moved that stayed, own dice dry, and how far those came."""
    off = places[:, 2] == 0
    moved = np.hypot(*(places[:, :2] - lying).T) > MOVED_MM
    ahead, dry = places[:, 1] - lying[:, 1], places[:, 5::3]
    far = (places[:, 4::3] * dry).sum(axis=1) / np.maximum(1, dry.sum(axis=1))
    rows = []
    for group in groups:
        stayed = group[(moved & ~off)[group]]
        further = ahead[stayed].mean() if len(stayed) else 0.0
        rows.append([moved[group].mean(), off[group].mean(), further, dry[group].mean(), far[group].mean()])
    return np.array(rows)
