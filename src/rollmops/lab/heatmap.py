"""Heatmap: where dice come to rest for one gesture over many seeds, laid over the arena's drawing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rollmops.arena.drawing import Line, Shape, paint, shapes
from rollmops.arena.gesture import Gesture
from rollmops.arena.rest import Lying, Rest
from rollmops.arena.throw import Request, arena_of
from rollmops.games.floe.map import Map

CELL_MM = 10.0
FEWEST_FOR_FULL_COLOUR = 4
"""Dice that the darkest cell stands for at least, so that a few dice do not look like many."""


def rests_of(
    arena: Map,
    gesture: Gesture,
    seeds: Sequence[int],
    lying: Sequence[Lying] = (),
    hand: Sequence[str] = ("A1", "A2", "A3", "A4"),
    threads: int = 1,
) -> list[Rest]:
    """Where the dice of the hand came to rest, one throw a seed."""
    requests = [Request(tuple(lying), tuple(hand), gesture, seed) for seed in seeds]
    return [rest for thrown in arena_of(arena).throws(requests, threads) for rest in thrown.rests if rest.name in hand]


def cells(arena: Map, rests: Sequence[Rest]) -> tuple[list[Shape], int]:
    """A square for every cell in which dice rest, the darker the more; and how many dice the darkest stands for."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    across = np.arange(-arena.width / 2, arena.width / 2 + CELL_MM, CELL_MM)
    along = np.arange(0, arena.length + CELL_MM, CELL_MM)
    counts, _, _ = np.histogram2d([rest.x for rest in rests], [rest.y for rest in rests], bins=(across, along))
    most = max(FEWEST_FOR_FULL_COLOUR, int(counts.max()))
    shade = colormaps["magma_r"]
    found: list[Shape] = []
    for column, row in np.argwhere(counts > 0):
        x, y = float(across[column]), float(along[row])
        square = ((x, y), (x + CELL_MM, y), (x + CELL_MM, y + CELL_MM), (x, y + CELL_MM))
        found.append(Line(square, fill=to_hex(shade(counts[column, row] / most)), closed=True, opacity=0.8))
    return found, most


def heatmap(arena: Map, rests: Sequence[Rest], title: str, path: Path) -> None:
    """Write the picture; the file's ending (.png, .svg, .pdf) says what kind."""
    dry = [rest for rest in rests if rest.is_dry]
    study, most = cells(arena, dry)
    words = f"{title}\n{len(dry)} of {len(rests)} dice on the floe; darkest: {most} in a cell of {CELL_MM:g} mm"
    paint(arena, shapes(arena, study=study), path, words)
