"""A table shown: as text, and as a picture of that text with a bar for each seat's points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from rollmops.engine.contract import LETTERS, NOBODY, Game

SIZE = (640, 480)
TEXT = 15
PAPER, INK, BAR, WATER = (250, 250, 245), (25, 40, 60), (240, 175, 50), (220, 235, 245)
MARGIN, BARS = 16, 120


def in_words(value: Any) -> str:
    """A value of a view as a person would read it."""
    if value is None or (isinstance(value, list | tuple | Mapping | str) and not value):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "  ".join(f"{key} {in_words(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(inner) for inner in value)
    return str(value)


def text(game: Game, t: Any, seat: int = NOBODY) -> str:
    """What a seat (NOBODY: a watcher) may know of a table, a line for each thing."""
    shown = msgspec.to_builtins(game.views.view(t, seat))
    width = max(len(name) for name in shown)
    lines = [f"{name:{width}}  {in_words(value)}" for name, value in shown.items() if name not in ("game", "seat")]
    return "\n".join([game.title, *lines])


def picture(game: Game, t: Any, seats: int, seat: int = NOBODY) -> NDArray[np.uint8]:
    """The same as rows of pixels, with the points as they stand."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(TEXT)
    room = SIZE[0] - 2 * MARGIN
    lines = [part for line in text(game, t, seat).split("\n") for part in _folded(line, draw, font, room)]
    for row, line in enumerate(lines[: (SIZE[1] - BARS) // (TEXT + 4)]):
        draw.text((MARGIN, MARGIN + row * (TEXT + 4)), line, INK, font)
    _draw_bars(draw, font, game.standing(t, seats)[0])
    return np.asarray(image, np.uint8)


def _folded(line: str, draw: Any, font: Any, room: int) -> list[str]:
    parts, rest = list[str](), line
    while draw.textlength(rest, font) > room and " " in rest.strip():
        cut = len(rest)
        while draw.textlength(rest[:cut], font) > room and " " in rest[:cut].strip():
            cut = rest.rindex(" ", 0, cut)
        parts.append(rest[:cut])
        rest = "        " + rest[cut:].strip()
        if rest.strip() == parts[-1].strip():
            break
    return [*parts, rest]


def _draw_bars(draw: Any, font: Any, points: list[int]) -> None:
    top, floor = SIZE[1] - BARS + MARGIN, SIZE[1] - MARGIN - TEXT
    draw.rectangle((0, top - MARGIN, *SIZE), WATER)
    wide = (SIZE[0] - 2 * MARGIN) / len(points)
    for seat, count in enumerate(points):
        left = MARGIN + seat * wide
        height = (floor - top) * max(count, 0) / max(1, *points)
        draw.rectangle((left + 4, floor - height, left + wide - 4, floor), BAR)
        draw.text((left + 4, floor), f"{LETTERS[seat]} {count}", INK, font)
