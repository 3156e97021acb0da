"""The arena from above: one drawing of shapes in millimetres, y ahead, written as SVG or painted into a picture file.

The shapes are made here, once: box, floe, nets, holes, ways, dice, and whatever a study lays over the ice. `svg` and
`paint` only know shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rollmops.arena.rest import Rest
from rollmops.arena.trajectory import Trajectory
from rollmops.games.floe.map import Map, Mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {"A": "#d9480f", "B": "#1864ab", "C": "#2b8a3e", "D": "#862e9c", "E": "#c92a2a", "F": "#e67700"}
NO_COLOUR = "#495057"
MARGIN_MM = 30.0
"""Room round the box, for dice that left it and for the hand."""
POINTS_A_MM = 0.8
"""Size of a painted picture's lines and letters, in typographer's points a millimetre."""
DOTS_AN_INCH = 150
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, -1), (-1, -1), (1, 1)),
    5: ((-1, 1), (1, -1), (-1, -1), (1, 1), (0, 0)),
    6: ((-1, 1), (1, -1), (-1, -1), (1, 1), (-1, 0), (1, 0)),
}
Point = tuple[float, float]


class Line(msgspec.Struct, frozen=True):
    """A line through these points; closed and filled it is a polygon."""

    points: tuple[Point, ...]
    stroke: str = "none"
    width: float = 0.0
    fill: str = "none"
    closed: bool = False
    opacity: float = 1.0


class Disc(msgspec.Struct, frozen=True):
    """A filled circle."""

    middle: Point
    radius: float
    fill: str
    stroke: str = "none"
    width: float = 0.0


class Label(msgspec.Struct, frozen=True):
    """Words in the middle of a place."""

    middle: Point
    words: str
    ink: str


class Die(msgspec.Struct, frozen=True):
    """A die as it lies."""

    rest: Rest
    size: float

    @property
    def colour(self) -> str:
        """Its owner's."""
        return COLOURS.get(self.rest.name[:1], NO_COLOUR)

    @property
    def opacity(self) -> float:
        """Wet dice are faint."""
        return 1.0 if self.rest.is_dry else 0.45

    def pips(self) -> Iterator[Disc]:
        """Its pips, on a die that is not turned and whose middle is 0, 0."""
        for across, along in PIPS[self.rest.up]:
            yield Disc((across * self.size * 0.27, along * self.size * 0.27), self.size * 0.09, "#ffffff")


Shape = Line | Disc | Label | Die


def shapes(
    arena: Map, rests: Sequence[Rest] = (), trajectory: Trajectory | None = None, study: Iterable[Shape] = ()
) -> list[Shape]:
    """The arena with these dice, the ways they took, and what a study shows on the ice."""
    drawn = [*_board(arena), *study]
    if trajectory is not None:
        places = trajectory.places()
        for number, rest in enumerate(rests):
            way = tuple((float(x), float(y)) for x, y, _ in places[:, number])
            drawn.append(Line(way, COLOURS.get(rest.name[:1], NO_COLOUR), 0.7, opacity=0.6))
    return [*drawn, *(Die(rest, arena.die) for rest in rests)]


def _board(arena: Map) -> Iterator[Shape]:
    half, far = arena.width / 2, arena.length
    yield Line(((-half, 0), (-half, far), (half, far), (half, 0)), fill="#1c7ed6", closed=True)
    yield Line(((-half, 0), (-half, far), (half, far), (half, 0)), "#5c4a36", 6)
    yield Line(tuple((x, y) for x, y in arena.outline), "#a5d8ff", 2, "#eef6fb", closed=True)
    for mark in arena.marks:
        yield from _mark(mark)


def _mark(mark: Mark) -> Iterator[Shape]:
    middle, radius = (mark.x, mark.y), mark.radius
    if mark.worth > 0:
        yield Disc(middle, radius, "#fff3bf", "#a68a32", 1)
        for step in (-0.5, 0.0, 0.5):
            reach = radius * (1 - step * step) ** 0.5
            for slope in (1, -1):
                ends = ((-reach, step * radius), (reach, step * radius))
                turned = tuple((mark.x + (x - slope * y) * 0.5**0.5, mark.y + (slope * x + y) * 0.5**0.5) for x, y in ends)
                yield Line(turned, "#d0b95c", 0.5)
    else:
        yield Disc(middle, radius, "#0b3d66", "#74b9e6", 1.5)
    yield Label(middle, f"{mark.worth:+d}", "#5f4b00" if mark.worth > 0 else "#ffffff")


def described(rests: Sequence[Rest]) -> str:
    """What a person hears who cannot see the drawing."""
    if not rests:
        return "The floe is empty."
    return "; ".join(
        f"{rest.name} shows {rest.up} at {rest.x:g}, {rest.y:g}" if rest.is_dry else f"{rest.name} in the water, {rest.up}"
        for rest in rests
    )


def svg(arena: Map, drawn: Sequence[Shape], description: str) -> str:
    """The drawing as SVG; the entrance is below (y points ahead in the arena and down in SVG)."""
    width, height = arena.width + 2 * MARGIN_MM, arena.length + 3 * MARGIN_MM
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{-width / 2:g} {-arena.length - MARGIN_MM:g} {width:g} {height:g}" '
        f'width="{width * 2:g}" height="{height * 2:g}" role="img" aria-label="{escape(description, quote=True)}">\n'
        + "\n".join(_element(shape) for shape in drawn)
        + "\n</svg>\n"
    )


def _element(shape: Shape) -> str:
    """A shape as an element of SVG."""
    if isinstance(shape, Line):
        corners = " ".join(f"{x:.4g},{-y:.4g}" for x, y in shape.points)
        faint = "" if shape.opacity == 1 else f' opacity="{shape.opacity:g}"'
        ink = f'fill="{shape.fill}" stroke="{shape.stroke}" stroke-width="{shape.width:g}" stroke-linejoin="round"'
        return f'<{"polygon" if shape.closed else "polyline"} points="{corners}" {ink}{faint}/>'
    if isinstance(shape, Disc):
        edge = "" if shape.stroke == "none" else f' stroke="{shape.stroke}" stroke-width="{shape.width:g}"'
        return f'<circle cx="{shape.middle[0]:g}" cy="{-shape.middle[1]:g}" r="{shape.radius:g}" fill="{shape.fill}"{edge}/>'
    if isinstance(shape, Label):
        return (
            f'<text x="{shape.middle[0]:g}" y="{4 - shape.middle[1]:g}" font-family="sans-serif" font-size="11" '
            f'font-weight="bold" text-anchor="middle" fill="{shape.ink}">{escape(shape.words)}</text>'
        )
    rest, half = shape.rest, shape.size / 2
    faint = "" if rest.is_dry else f' opacity="{shape.opacity:g}"'
    cube = (
        f'<rect x="{-half:g}" y="{-half:g}" width="{shape.size:g}" height="{shape.size:g}" rx="{half / 4:g}" '
        f'fill="{shape.colour}" stroke="#212529" stroke-width="0.4"/>'
    )
    title = f"<title>{escape(rest.name)}: {rest.up}{'' if rest.is_dry else ', in the water'}</title>"
    place = f"translate({rest.x:g} {-rest.y:g}) rotate({-rest.turn})"
    return f'<g transform="{place}"{faint}>{cube}{"".join(map(_element, shape.pips()))}{title}</g>'


def paint(arena: Map, drawn: Sequence[Shape], path: Path, title: str = "") -> None:
    """The drawing as a picture file, by matplotlib; the file's ending (.png, .pdf, .svg) says what kind."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2, 6.8), dpi=DOTS_AN_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    half = arena.width / 2 + MARGIN_MM
    axes.set(xlim=(-half, half), ylim=(-1.5 * MARGIN_MM, arena.length + MARGIN_MM), aspect="equal")
    axes.set_axis_off()
    for order, shape in enumerate(drawn):
        _add(axes, shape, order)
    axes.set_title(title, fontsize=10)
    figure.savefig(path)


def _add(axes: Axes, shape: Shape, order: int) -> None:
    """A shape on matplotlib's axes."""
    from matplotlib.patches import Circle, Polygon, Rectangle
    from matplotlib.transforms import Affine2D

    how: dict[str, Any] = {"zorder": order}
    if isinstance(shape, Line):
        how |= {"linewidth": shape.width * POINTS_A_MM, "edgecolor": shape.stroke, "facecolor": shape.fill}
        axes.add_patch(Polygon(shape.points, closed=shape.closed, alpha=shape.opacity, **how))
    elif isinstance(shape, Disc):
        how |= {"linewidth": shape.width * POINTS_A_MM, "edgecolor": shape.stroke, "facecolor": shape.fill}
        axes.add_patch(Circle(shape.middle, shape.radius, **how))
    elif isinstance(shape, Label):
        axes.annotate(shape.words, shape.middle, ha="center", va="center", color=shape.ink, fontsize=9, **how)
    else:
        half, how["alpha"] = shape.size / 2, shape.opacity
        there = Affine2D().rotate_deg(shape.rest.turn).translate(shape.rest.x, shape.rest.y) + axes.transData
        cube = Rectangle((-half, -half), shape.size, shape.size, facecolor=shape.colour, edgecolor="#212529", **how)
        for patch in (cube, *(Circle(pip.middle, pip.radius, facecolor=pip.fill, **how) for pip in shape.pips())):
            patch.set_transform(there)
            axes.add_patch(patch)
