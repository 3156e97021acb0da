"""A menu of throws and places: a few lines that stand for choices too many to list."""

from __future__ import annotations

from rollmops.games.floe.ice import free_row, is_free
from rollmops.games.floe.rules import LOWEST, OFFSET
from rollmops.games.floe.table import PLACE, THROW, Table

THROWS = (
    (0, 0, 80, 40, 30),
    (0, 0, 100, 40, 30),
    (0, 0, 120, 40, 30),
    (0, 0, 130, 30, 0),
    (0, 0, 140, 50, 50),
    (0, 0, 150, 25, 0),
    (0, 0, 170, 25, 0),
    (-40, -5, 130, 30, 0),
    (40, 5, 130, 30, 0),
    (-60, 8, 130, 30, 0),
    (60, -8, 130, 30, 0),
)
"""From gentle to hard straight ahead, then to the sides and across."""
ROWS = (200, 800, 1400, 2000, 2600, 3200, 3800)


def menu(t: Table, seat: int) -> list[list[int]] | None:
    """Lines to offer, as choices; None where all can be listed."""
    if t.phase == THROW and not t.given:
        return [[number - low for number, low in zip(gesture, LOWEST, strict=True)] for gesture in THROWS]
    if t.phase == PLACE and not t.part:
        return [[0, OFFSET + x, y] for x, y in spots(t)]
    return None


def spots(t: Table) -> list[tuple[int, int]]:
    """Free places for a die that lies straight: on the nets and in rows from front to rear."""
    nets = [(int(x), int(y)) for worth, x, y, _ in t.marks[: t.printed] if worth > 0]
    rows = [(x, y) for y in ROWS for x in (0, -500, 500)]
    found = [(x, y) for x, y in nets + rows if y <= t.length and is_free(t, x, y, 0)]
    if len(found) < 2:
        columns = [(x, int(free_row(t, x, 0, -1))) for x in range(int(t.left), int(t.right) + 1, 10)]
        found += [(x, y) for x, y in columns if y >= 0]
    return found
