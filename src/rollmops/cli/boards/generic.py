"""A board for any game: every field of the view by its name, players by theirs."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rollmops.engine.contract import LETTERS

OWN = ("seat", "game")
"""Fields that tell who looks on and what is played, which everybody knows."""


def draw(view: Any, names: list[str]) -> RenderableType:
    """The view as a table of two columns."""
    people = dict(zip(LETTERS, names, strict=False))
    grid = Table.grid(padding=(0, 2))
    for field, value in msgspec.to_builtins(view).items():
        if field not in OWN:
            grid.add_row(Text(field.replace("_", " "), "dim"), Text(said(value, people)))
    return grid


def said(value: Any, people: dict[str, str]) -> str:
    """Any value of a view in words; a seat's letter becomes its player's name."""
    if value is None or value in ("", [], {}):
        return "–"
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{people.get(str(key), key)}: {said(inner, people)}" for key, inner in value.items())
        case list() | tuple():
            return " ".join(said(inner, people) for inner in value)
    return people.get(str(value), str(value))
