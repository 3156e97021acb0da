"""Gestures worth a thought: at nets, onto safe ice near and far, past the own die, and through the dice of rivals."""

from __future__ import annotations

import numpy as np

from rollmops.engine.table import Floats, Ints
from rollmops.games.floe.table import Table
from rollmops.minds.sharp.floe_ice import STYLES, Ice, aim_at

LOW, SHORT, SCATTER = range(len(STYLES))
SIDES_PARTS = (-0.25, -0.125, 0.0, 0.125, 0.25)
"""Where to aim across the box, in parts of its width."""
AHEAD_PARTS = (0.22, 0.3, 0.38, 0.46, 0.54, 0.6, 0.66, 0.72, 0.78, 0.84, 0.9)
"""And ahead, in parts of its length."""
AROUND_MM = ((0.0, 0.0), (0.0, -15.0), (0.0, 15.0), (-12.0, 0.0), (12.0, 0.0))
"""Around a net (mm): dice that are caught come from all sides."""
BEYOND_MM = (30.0, 80.0, 150.0, 240.0)
"""How far beyond a rival's die to aim: the further, the harder it is hit (mm)."""
PAST_MM = (15.0, 40.0)
"""How far past the own die, which has to be outdone (mm)."""
NUDGES_MM = ((0.0, -12.0), (0.0, 12.0), (-10.0, 0.0), (10.0, 0.0))
"""Neighbours of a good gesture (mm)."""


class Menu:
    """Gestures and where each would come to rest: x, y, release point (mm) and style."""

    def __init__(self, ice: Ice) -> None:
        self.ice = ice
        self.found: dict[tuple[int, ...], tuple[float, float, float, int]] = {}

    def add(self, style: int, start: float, x: float, y: float) -> None:
        """Aim there, unless that is the same gesture as one before."""
        gesture = np.zeros(5, np.int64)
        aim_at(self.ice, style, start, x, y, gesture)
        self.found.setdefault(tuple(gesture.tolist()), (x, y, start, style))

    def add_around(self, aims: list[tuple[float, float, float, int]]) -> None:
        """The neighbours of good ones, and the same place from other release points."""
        for x, y, start, style in aims:
            for dx, dy in NUDGES_MM:
                self.add(style, start + dx, x + dx, y + dy)
            for other in (x, 0.5 * x, x - 40.0, x + 40.0):
                self.add(style, other, x, y)

    @property
    def gestures(self) -> Ints:
        """All gestures, a row each."""
        return np.array(list(self.found), np.int64).reshape(-1, 5)

    @property
    def aims(self) -> list[tuple[float, float, float, int]]:
        """Where each would come to rest."""
        return list(self.found.values())

    def points(self, chosen: Ints, mm: float) -> Floats:
        """These gestures as points for the kernel: `mm` apart is one unit; the release point counts half, another style is
        a unit away."""
        rows = [self.aims[i] for i in chosen.tolist()]
        return np.array([(x / mm, y / mm, start / (2 * mm), float(style)) for x, y, start, style in rows])


def menu(t: Table, ice: Ice) -> Menu:
    """The gestures to begin with."""
    found = Menu(ice)
    width, length, seat = int(t.width) / 10, int(t.length) / 10, int(t.turn) % int(t.seats)
    for mark in range(int(t.printed)):
        worth, x, y = int(t.marks[mark, 0]), int(t.marks[mark, 1]) / 10, int(t.marks[mark, 2]) / 10
        if worth > 0:
            for dx, dy in AROUND_MM:
                found.add(LOW, x + dx, x + dx, y + dy)
    for part in AHEAD_PARTS:
        for side in SIDES_PARTS:
            x, y = side * width, part * length
            found.add(SHORT if part < 0.35 else LOW, x, x, y)
            if side in (SIDES_PARTS[0], 0.0, SIDES_PARTS[-1]):
                found.add(SCATTER, x, x, y)
    for c in range(int(t.colours)):
        if not t.scoring[c]:
            continue
        x, y = int(t.x[c]) / 10, int(t.y[c]) / 10
        if c == int(t.turn):
            for past in PAST_MM:
                found.add(LOW, x, x, y + past)
                found.add(LOW, -0.5 * x, -0.5 * x, y + past)
        elif c % int(t.seats) != seat:
            for beyond in BEYOND_MM:
                found.add(LOW, x, x, y + beyond)
                found.add(LOW, 0.4 * x, x + 0.6 * x * beyond / (y + beyond), y + beyond)
    return found
