"""Dice in the terminal: little boxes side by side, each with three lines of a few characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.text import Text


def dice_row(faces: Sequence[tuple[str, str, str]], styles: Sequence[str], *below: Sequence[str]) -> Columns:
    """Dice next to each other, in more rows where the terminal is narrow; each face is three lines of five characters.

    `below` gives lines with a word for each die.
    """
    cells = []
    for place, (face, style) in enumerate(zip(faces, styles, strict=True)):
        cell = Text("\n".join(("╭─────╮", *(f"│{line:^5}│" for line in face), "╰─────╯")), style, no_wrap=True)
        for words in below:
            cell.append(f"\n{words[place]:^7}", "not bold dim")
        cells.append(cell)
    return Columns(cells, padding=(0, 1))
