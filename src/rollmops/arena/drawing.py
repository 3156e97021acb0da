"""The arena from above as SVG: our own drawing, with pips, nets, holes and the ways the dice took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rollmops.arena.rest import Rest
from rollmops.arena.trajectory import Trajectory
from rollmops.games.floe.map import Map, Mark

COLOURS = {"A": "#d9480f", "B": "#1864ab", "C": "#2b8a3e", "D": "#862e9c", "E": "#c92a2a", "F": "#e67700"}
EDGE = 30.0
"""Room round the box in mm, for dice that left it and for the hand."""
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


def draw(arena: Map, rests: Sequence[Rest], trajectory: Trajectory | None = None) -> str:
    """An SVG of the arena with these dice, in millimetres; the entrance is below."""
    width, height = arena.width + 2 * EDGE, arena.length + 3 * EDGE
    body = [*_board(arena)]
    if trajectory is not None:
        body += _ways(trajectory, rests)
    body += [part for rest in rests for part in _die(arena, rest)]
    # y points ahead in the arena and down in SVG.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-width / 2:g} {-arena.length - EDGE:g} {width:g} {height:g}" '
        f'width="{width * 2:g}" height="{height * 2:g}" role="img" aria-label="{escape(_told(rests), quote=True)}">\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _told(rests: Sequence[Rest]) -> str:
    """What a person hears who cannot see the drawing."""
    if not rests:
        return "The floe is empty."
    return "; ".join(
        f"{rest.name} shows {rest.up} at {rest.x:g}, {rest.y:g}" if rest.is_dry else f"{rest.name} in the water, {rest.up}"
        for rest in rests
    )


def _board(arena: Map) -> Iterable[str]:
    left, top = -arena.width / 2, -arena.length
    corners = " ".join(f"{x:g},{-y:g}" for x, y in arena.outline)
    yield f'<rect x="{left:g}" y="{top:g}" width="{arena.width:g}" height="{arena.length:g}" fill="#1c7ed6"/>'
    yield (
        f'<path d="M{left:g},0 V{top:g} H{-left:g} V0" fill="none" stroke="#5c4a36" stroke-width="6" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )
    yield f'<polygon points="{corners}" fill="#eef6fb" stroke="#a5d8ff" stroke-width="2" stroke-linejoin="round"/>'
    for mark in arena.marks:
        yield from _mark(mark)


def _mark(mark: Mark) -> Iterable[str]:
    x, y, radius = mark.x, -mark.y, mark.radius
    if mark.worth > 0:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="#fff3bf" stroke="#a68a32" stroke-width="1"/>'
        for step in (-0.5, 0.0, 0.5):
            reach = radius * (1 - step * step) ** 0.5
            for tilt in (45, -45):
                yield (
                    f'<line x1="{-reach:.1f}" x2="{reach:.1f}" y1="{step * radius:g}" y2="{step * radius:g}" '
                    f'stroke="#d0b95c" stroke-width="0.5" transform="translate({x:g} {y:g}) rotate({tilt})"/>'
                )
    else:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="#0b3d66" stroke="#74b9e6" stroke-width="1.5"/>'
    ink = "#5f4b00" if mark.worth > 0 else "#ffffff"
    yield (
        f'<text x="{x:g}" y="{y + 4:g}" font-family="sans-serif" font-size="11" font-weight="bold" '
        f'text-anchor="middle" fill="{ink}">{mark.worth:+d}</text>'
    )


def _ways(trajectory: Trajectory, rests: Sequence[Rest]) -> Iterable[str]:
    places = trajectory.places()
    for number, rest in enumerate(rests):
        points = " ".join(f"{x:.1f},{-y:.1f}" for x, y, _ in places[:, number])
        yield f'<polyline points="{points}" fill="none" stroke="{_colour(rest)}" stroke-width="0.7" opacity="0.6"/>'


def _die(arena: Map, rest: Rest) -> Iterable[str]:
    half, pip = arena.die / 2, arena.die * 0.27
    faded = "" if rest.is_dry else ' opacity="0.45"'
    yield f'<g transform="translate({rest.x:g} {-rest.y:g}) rotate({-rest.turn})"{faded}>'
    yield (
        f'<rect x="{-half:g}" y="{-half:g}" width="{arena.die:g}" height="{arena.die:g}" rx="{half / 4:g}" '
        f'fill="{_colour(rest)}" stroke="#212529" stroke-width="0.4"/>'
    )
    for across, along in PIPS[rest.up]:
        yield f'<circle cx="{across * pip:g}" cy="{along * pip:g}" r="{arena.die * 0.09:g}" fill="#ffffff"/>'
    yield f"<title>{escape(rest.name)}: {rest.up}{'' if rest.is_dry else ', in the water'}</title></g>"


def _colour(rest: Rest) -> str:
    return COLOURS.get(rest.name[:1], "#495057")
