"""Boards drawn in the terminal, one module a game: `draw(view, names)` gives something rich can print.

A game without one, brought by another package, gets the generic board.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rich.console import RenderableType

from rollmops.games import GAMES


def draw(game: str, view: Any, names: list[str]) -> RenderableType:
    """The table as this view shows it."""
    module = f"{__name__}.{game}" if game in GAMES else f"{__name__}.generic"
    board: RenderableType = import_module(module).draw(view, names)
    return board
