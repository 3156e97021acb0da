"""Exact odds, one module a game, and the hints a player gets from them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rollmops.engine.components import Components

ODDS = {
    "soles": "rollmops.lab.odds.soles",
    "espresso": "rollmops.lab.odds.espresso",
    "lure": "rollmops.lab.odds.lure",
}


def hint(game: str, components: Components, view: Any) -> list[str]:
    """What the odds say about the choice that the view's seat owes; nothing where a game has none."""
    if game not in ODDS:
        return []
    lines: list[str] = import_module(ODDS[game]).hint(components, view)
    return lines
