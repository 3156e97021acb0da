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


def chances(game: str, components: Components, view: Any) -> dict[str, float]:
    """The few chances a table shows beside the board while the view's seat decides, each named by what would happen."""
    shown = getattr(import_module(ODDS[game]), "chances", None) if game in ODDS else None
    found: dict[str, float] = shown(components, view) if shown else {}
    return found
