"""Exact odds, one module a game: what a line would bring, as numbers for the page and in words for the terminal."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rollmops.engine.components import Components
from rollmops.lab.odds.prospect import Prospect

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


def prospects(game: str, components: Components, view: Any, words: str = "") -> list[Prospect]:
    """What the lines worth knowing would bring, or these words alone; nothing where a game has no odds.

    Only the view is looked at, so nobody learns what the view's seat may not know.
    """
    if game not in ODDS:
        return []
    found: list[Prospect] = import_module(ODDS[game]).prospects(components, view, words)
    return found
