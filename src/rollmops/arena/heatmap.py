"""Heatmap: where dice come to rest for one gesture over many seeds, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rollmops.arena.gesture import Gesture
from rollmops.arena.picture import board
from rollmops.arena.rest import Lying, Rest
from rollmops.arena.throw import Request, arena_of
from rollmops.games.floe.map import Map

CELL = 10.0
"""Millimetres."""


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


def heatmap(arena: Map, rests: Sequence[Rest], title: str, path: Path) -> None:
    """Write the picture; the file's ending (.png, .svg, .pdf) says what kind."""
    dry = [rest for rest in rests if rest.is_dry]
    across = np.arange(-arena.width / 2, arena.width / 2 + CELL, CELL)
    along = np.arange(0, arena.length + CELL, CELL)
    counts, _, _ = np.histogram2d([rest.x for rest in dry], [rest.y for rest in dry], bins=(across, along))
    figure, axes = board(arena)
    shown = np.ma.masked_equal(counts.T, 0)
    top = max(4.0, float(counts.max()))
    mesh = axes.pcolormesh(across, along, shown, cmap="magma_r", vmin=0, vmax=top, alpha=0.8, zorder=2)
    figure.colorbar(mesh, ax=axes, label=f"dice a cell of {CELL:g} mm", shrink=0.6)
    axes.set_title(f"{title}\n{len(dry)} of {len(rests)} dice on the floe", fontsize=10)
    figure.savefig(path)
