"""The arena from above as a PNG, for those who cannot open an SVG: the same drawing by matplotlib."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Polygon, Rectangle

from rollmops.arena.drawing import COLOURS, EDGE, PIPS
from rollmops.arena.rest import Rest
from rollmops.arena.trajectory import Trajectory
from rollmops.games.floe.map import Map


def board(arena: Map) -> tuple[Figure, Axes]:
    """A picture with the box, the floe, nets and holes, to draw on."""
    figure = Figure(figsize=(5.2, 6.8), dpi=150, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    half = arena.width / 2
    axes.add_patch(Rectangle((-half, 0), arena.width, arena.length, facecolor="#1c7ed6"))
    axes.plot([-half, -half, half, half], [0, arena.length, arena.length, 0], color="#5c4a36", linewidth=4)
    axes.add_patch(Polygon(arena.outline, facecolor="#eef6fb", edgecolor="#a5d8ff"))
    for mark in arena.marks:
        face, ink = ("#fff3bf", "#5f4b00") if mark.worth > 0 else ("#0b3d66", "#74b9e6")
        axes.add_patch(Circle((mark.x, mark.y), mark.radius, facecolor=face, edgecolor=ink, linewidth=1.2))
        axes.annotate(f"{mark.worth:+d}", (mark.x, mark.y), ha="center", va="center", color=ink, fontsize=9, zorder=3)
    axes.set(xlim=(-half - EDGE, half + EDGE), ylim=(-1.5 * EDGE, arena.length + EDGE), aspect="equal")
    axes.set_axis_off()
    return figure, axes


def picture(arena: Map, rests: Sequence[Rest], trajectory: Trajectory | None, path: Path) -> None:
    """Write the picture."""
    figure, axes = board(arena)
    if trajectory is not None:
        places = trajectory.places()
        for number, rest in enumerate(rests):
            axes.plot(places[:, number, 0], places[:, number, 1], color=_colour(rest), linewidth=0.7, alpha=0.6, zorder=4)
    for rest in rests:
        _die(axes, arena.die, rest)
    figure.savefig(path)


def _die(axes: Axes, size: float, rest: Rest) -> None:
    fade = 1.0 if rest.is_dry else 0.45
    place = (rest.x - size / 2, rest.y - size / 2)
    axes.add_patch(
        Rectangle(
            place,
            size,
            size,
            angle=rest.turn,
            rotation_point="center",
            facecolor=_colour(rest),
            edgecolor="#212529",
            linewidth=0.5,
            alpha=fade,
            zorder=5,
        )
    )
    cos, sin = math.cos(math.radians(rest.turn)), math.sin(math.radians(rest.turn))
    for across, along in PIPS[rest.up]:
        a, b = across * size * 0.27, -along * size * 0.27
        spot = (rest.x + a * cos - b * sin, rest.y + a * sin + b * cos)
        axes.add_patch(Circle(spot, size * 0.09, facecolor="white", alpha=fade, zorder=6))


def _colour(rest: Rest) -> str:
    return COLOURS.get(rest.name[:1], "#495057")
