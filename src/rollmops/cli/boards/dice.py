"""Dice in the terminal: little boxes side by side, each with three lines of a few characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text


def dice_row(faces: Sequence[tuple[str, str, str]], styles: Sequence[str]) -> Text:
    """Dice next to each other; each face is three lines of five characters."""
    rows = ["", "", "", "", ""]
    text = Text()
    cells = [("╭─────╮", *(f"│{line:^5}│" for line in face), "╰─────╯") for face in faces]
    for place in range(len(rows)):
        for cell, style in zip(cells, styles, strict=True):
            text.append(cell[place], style)
            text.append(" ")
        if place < len(rows) - 1:
            text.append("\n")
    return text
