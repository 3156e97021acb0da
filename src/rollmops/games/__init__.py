"""The games: a plain dict one can read, and what other packages bring. A game's module is imported when it is asked for.

A package brings a game by an entry point of the group `rollmops.games`: its name, and the module that holds its `GAME`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
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
"""The games of the house."""
GROUP = "rollmops.games"


@cache
def all_games() -> Mapping[str, str]:
    """Every game by name, with its module: those of the house, then those of other packages, which replace none."""
    brought = {point.name: point.value for point in entry_points(group=GROUP)}
    return {**GAMES, **{name: brought[name] for name in sorted(brought) if name not in GAMES}}


@cache
def game(name: str) -> Game:
    """The game of this name; raises BadTableError where there is none, or where its package holds none."""
    if name not in all_games():
        raise BadTableError(f"there is no game {shown(name)}; there are {', '.join(all_games())}")
    try:
        found: Game = import_module(all_games()[name]).GAME
    except (ImportError, AttributeError) as error:
        if name in GAMES:
            raise
        raise BadTableError(f"the package that brings the game {shown(name)} cannot be used: {error}") from None
    if found.name != name:
        raise BadTableError(f"the package that brings the game {shown(name)} calls it {shown(found.name)}; name both alike")
    return found


@cache
def house(name: str) -> Components:
    """The components that come with the game."""
    return parse_components(house_text(name), "components.toml", name, game(name).components)


def components(name: str, path: Path) -> Components:
    """Another component file for the game of this name."""
    return read_components(path, name, game(name).components)


def components_text(name: str, text: str) -> Components:
    """Components for the game of this name, from the text of a file."""
    return parse_components(text, "components", name, game(name).components)


def kept_components(name: str, text: str) -> Components:
    """Components that a table was set with and whose text was kept since."""
    return parse_components(text, "components", name, game(name).components, largest=LARGEST_KEPT_BYTES)


def components_of(name: str, digest: str, text: str) -> Components:
    """The components with this digest: the game's own, or those of the text that was kept of others."""
    ours = house(name)
    return ours if ours.digest == digest else kept_components(name, text)


@cache
def house_text(name: str) -> str:
    """The file of the components that come with the game."""
    return text_beside(name, "components.toml")


@cache
def rules_text(name: str) -> str:
    """A game's rules in our own words."""
    return text_beside(name, "RULES.md")


def text_beside(name: str, file: str) -> str:
    """A file that lies next to a game; raises BadTableError where there is none."""
    spec = find_spec(all_games()[name]) if name in all_games() else None  # found without importing the game
    if spec is None or spec.origin is None:
        game(name)  # says what is wrong
        raise BadTableError(f"the game {shown(name)} is no package with a folder, so it brings no {file}")
    try:
        return Path(spec.origin).with_name(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadTableError(f"the game {shown(name)} brings no {file}: {error.strerror}") from None
