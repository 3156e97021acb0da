"""A table shown: as text, and as a picture of that text with a bar for each seat's points."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from rollmops.engine.contract import LETTERS, NOBODY, Game

SIZE = (800, 600)
TEXT, LINE = 13, 18
PAPER, INK, BAR, WATER = (250, 250, 245), (25, 40, 60), (240, 175, 50), (220, 235, 245)
MARGIN, BARS = 16, 120
LONGEST = 400
"""Letters; what is longer (the map of the floe) never changes and is left out."""


def in_words(value: Any) -> str:
    """A value of a view as a person would read it; nothing for nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "  ".join(f"{key} {in_words(inner) or '–'}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(inner) for inner in value)
    return str(value)


def lines(game: Game, t: Any, seat: int) -> list[tuple[str, str]]:
    """What a seat (NOBODY: a watcher) may know of a table: the name of each thing and what there is to say of it."""
    shown = msgspec.to_builtins(game.views.view(t, seat))
    told = [(name.replace("_", " "), in_words(value)) for name, value in shown.items() if name not in ("game", "seat")]
    return [(name, words) for name, words in told if 0 < len(words) <= LONGEST]


def text(game: Game, t: Any, seat: int = NOBODY) -> str:
    """The same as text, a line for each thing."""
    told = lines(game, t, seat)
    width = max(len(name) for name, _ in told)
    return "\n".join([game.title, *(f"{name:{width}}  {words}" for name, words in told)])


def picture(game: Game, t: Any, seats: int, seat: int = NOBODY) -> NDArray[np.uint8]:
    """The same as rows of pixels, with the points as they stand."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(_font(), TEXT)
    letters = int((SIZE[0] - 2 * MARGIN) / draw.textlength("m", font))
    rows = list[str]()
    for line in text(game, t, seat).split("\n"):
        rows += textwrap.wrap(line, letters, subsequent_indent=" " * 12, drop_whitespace=False) or [""]
    for row, line in enumerate(rows[: (SIZE[1] - BARS - MARGIN) // LINE]):
        draw.text((MARGIN, MARGIN + row * LINE), line, INK, font)
    _draw_bars(draw, font, game.standing(t, seats)[0])
    return np.asarray(image, np.uint8)


@cache
def _font() -> str:
    """A font in which all letters are equally wide; matplotlib brings it."""
    import matplotlib as mpl

    return str(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf")


def _draw_bars(draw: Any, font: Any, points: list[int]) -> None:
    top, floor = SIZE[1] - BARS + MARGIN, SIZE[1] - MARGIN - LINE
    draw.rectangle((0, top - MARGIN, *SIZE), WATER)
    wide = (SIZE[0] - 2 * MARGIN) / len(points)
    for seat, count in enumerate(points):
        left = MARGIN + seat * wide
        height = (floor - top) * max(count, 0) / max(1, *points)
        draw.rectangle((left + 4, floor - height, left + wide - 4, floor), BAR)
        draw.text((left + 4, floor + 4), f"{LETTERS[seat]} {count}", INK, font)
