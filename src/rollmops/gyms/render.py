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

from rollmops.engine.contract import LETTERS, NOBODY, Game
from rollmops.extras import need

PICTURE_PIXELS = (800, 600)
TEXTS, LEADING = (13, 11, 9, 8), 5
"""Sizes of letters, of which the biggest is taken that lets all be shown, and the room between lines."""
PAPER, INK, BAR, WATER = (250, 250, 245), (25, 40, 60), (240, 175, 50), (220, 235, 245)
MARGIN, BARS = 16, 120
MAP, CARD = "outline", "catch"
"""What has an outline is a map: it never changes and is only mentioned. What has a catch is a card: its name says which."""


def in_words(value: Any) -> str:
    """A value of a view as a person would read it; nothing for nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if MAP in value:
            return "(its map, which does not change)"
        if CARD in value:
            return str(value["name"])
        return "  ".join(f"{key} {in_words(inner) or '–'}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(inner) for inner in value)
    return str(value)


def lines(game: Game, t: Any, seat: int) -> list[tuple[str, str]]:
    """What a seat (NOBODY: a watcher) may know of a table: the name of each thing and what there is to say of it."""
    shown = msgspec.to_builtins(game.views.view(t, seat))
    pairs = [(name.replace("_", " "), in_words(value)) for name, value in shown.items() if name not in ("game", "seat")]
    return [(name, words) for name, words in pairs if words]


def text(game: Game, t: Any, seat: int = NOBODY) -> str:
    """The same as text, a line for each thing."""
    pairs = lines(game, t, seat)
    width = max(len(name) for name, _ in pairs)
    return "\n".join([game.title, *(f"{name:{width}}  {words}" for name, words in pairs)])


def picture(game: Game, t: Any, seats: int, seat: int = NOBODY) -> NDArray[np.uint8]:
    """The same as rows of pixels, with the points as they stand. Raises MissingExtraError without `rollmops[plots]`."""
    need("plots", "a picture of a table (render_mode='ansi' is text)")
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", PICTURE_PIXELS, PAPER)
    draw = ImageDraw.Draw(image)
    size, rows = fitted(text(game, t, seat))
    font = ImageFont.truetype(_font(), size)
    for number, row in enumerate(rows):
        draw.text((MARGIN, MARGIN + number * (size + LEADING)), row, INK, font)
    _draw_bars(draw, ImageFont.truetype(_font(), TEXTS[0]), game.standing(t, seats).points)
    return np.asarray(image, np.uint8)


def fitted(shown: str) -> tuple[int, list[str]]:
    """A size of letters and the rows in which this text fits above the bars; if none is small enough, it is said."""
    from PIL import ImageFont

    for size in TEXTS:
        letters = int((PICTURE_PIXELS[0] - 2 * MARGIN) / ImageFont.truetype(_font(), size).getlength("m"))
        rows = list[str]()
        for line in shown.split("\n"):
            rows += textwrap.wrap(line, letters, subsequent_indent=" " * 12, drop_whitespace=False) or [""]
        room = (PICTURE_PIXELS[1] - BARS - MARGIN) // (size + LEADING)
        if len(rows) <= room:
            return size, rows
    return size, [*rows[: room - 1], f"… and {len(rows) - room + 1} lines more; render_mode='ansi' shows all"]


@cache
def _font() -> str:
    """A font in which all letters are equally wide; matplotlib brings it."""
    import matplotlib as mpl

    return str(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf")


def _draw_bars(draw: Any, font: Any, points: list[int]) -> None:
    top, floor = PICTURE_PIXELS[1] - BARS + MARGIN, PICTURE_PIXELS[1] - MARGIN - TEXTS[0] - LEADING
    draw.rectangle((0, top - MARGIN, *PICTURE_PIXELS), WATER)
    wide = (PICTURE_PIXELS[0] - 2 * MARGIN) / len(points)
    for seat, count in enumerate(points):
        left = MARGIN + seat * wide
        height = (floor - top) * max(count, 0) / max(1, *points)
        draw.rectangle((left + 4, floor - height, left + wide - 4, floor), BAR)
        draw.text((left + 4, floor + 4), f"{LETTERS[seat]} {count}", INK, font)
