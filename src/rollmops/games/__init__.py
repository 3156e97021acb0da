"""The games: a plain dict one can read. A game's module is imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from rollmops.engine.components import LARGEST_KEPT_BYTES, Components, parse_components, read_components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import shown

GAMES = {
    "soles": "rollmops.games.soles",
    "espresso": "rollmops.games.espresso",
    "lure": "rollmops.games.lure",
    "floe": "rollmops.games.floe",
}


@cache
def game(name: str) -> Game:
    """The game of this name."""
    if name not in GAMES:
        raise BadTableError(f"there is no game {shown(name)}; there are {', '.join(GAMES)}")
    found: Game = import_module(GAMES[name]).GAME
    return found


@cache
def house(name: str) -> Components:
    """The components that come with the game."""
    return components(name, Path(__file__).parent / name / "components.toml")


def components(name: str, path: Path) -> Components:
    """Another component file for the game of this name."""
    return read_components(path, name, game(name).components)


def components_text(name: str, text: str) -> Components:
    """Components for the game of this name, from the text of a file."""
    return parse_components(text, "components", name, game(name).components)


def kept_components(name: str, text: str) -> Components:
    """Components that a table was set with and whose text was kept since."""
    return parse_components(text, "components", name, game(name).components, largest=LARGEST_KEPT_BYTES)


@cache
def house_text(name: str) -> str:
    """The file of the components that come with the game."""
    return (Path(__file__).parent / name / "components.toml").read_text(encoding="utf-8")


@cache
def rules_text(name: str) -> str:
    """The rules of the game in our own words."""
    return (Path(__file__).parent / name / "RULES.md").read_text(encoding="utf-8")
