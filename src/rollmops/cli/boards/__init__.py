"""Boards drawn in the terminal, one module a game: `draw(view, names)` gives something rich can print."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rich.console import RenderableType


def draw(game: str, view: Any, names: list[str]) -> RenderableType:
    """The table as this view shows it."""
    board: RenderableType = import_module(f"rollmops.cli.boards.{game}").draw(view, names)
    return board
