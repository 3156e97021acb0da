"""A table of Roll for Soles in the terminal."""

from __future__ import annotations

from rich.cells import set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text

from rollmops.cli.boards.dice import dice_row
from rollmops.engine.contract import LETTERS
from rollmops.games.soles.view import Pieces, View

FACES = {
    "1": ("", "><>", "1"),
    "2": ("><>", "><>", "2"),
    "hook": ("│", "╰─╯", "hook"),
    "double": ("", "×2", ""),
    "water": ("≈ ≈", "≈ ≈ ≈", "≈ ≈"),
}


def draw(view: View, names: list[str]) -> RenderableType:
    """Middle, net and supplies as pieces, and the dice."""
    rows = [_pile("middle", view.middle, view.pieces["middle"], "bold" if view.phase == "over" else "")]
    if view.phase != "over":
        rows.append(_pile("net", view.net, view.pieces["net"], ""))
    for letter, name in zip(LETTERS, names, strict=False):
        mark = "bold" if letter == view.turn and view.phase != "over" else ""
        rows.append(_pile(f"{letter} {name}", view.supply[letter], view.pieces[letter], mark))
    parts: list[RenderableType] = list(rows)
    if view.rolled:
        faces = [FACES[face] for face in view.rolled + view.aside]
        styles = ["bold"] * len(view.rolled) + ["blue dim"] * len(view.aside)
        aside = [[""] * len(view.rolled) + ["aside"] * len(view.aside)] if view.aside else []
        parts.append(dice_row(faces, styles, *aside))
    return Group(*parts)


def _pile(label: str, worth: int, pieces: Pieces, style: str) -> Text:
    text = Text(f"{set_cell_size(label, 18)} {worth:4} ", style)
    text.append("◆" * pieces.red, "red")
    text.append(" " if pieces.red and pieces.yellow else "")
    text.append("•" * pieces.yellow, "yellow")
    return text
