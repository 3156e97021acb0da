"""What people give an environment: checked before anything happens, and refused by its name."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.engine.table import Floats
from rollmops.games import game as find_game
from rollmops.games import house


def whole(name: str, value: Any, least: int = 0) -> int:
    """A whole number, not below `least`."""
    try:
        number = index(value)
    except TypeError:
        raise BadTableError(f"{name}: give a whole number, not {value!r}") from None
    if number < least or isinstance(value, bool):
        raise BadTableError(f"{name}: give a whole number from {least} on, not {value!r}")
    return number


def table_for(game: Game, seats: Any, first: Any) -> tuple[int, int | None]:
    """How many seats there are and which begins (None: drawn by lot), if this game can be played so."""
    if not game.fewest <= (count := whole("seats", seats)) <= game.most:
        raise BadTableError(f"{game.title} is for {game.fewest} to {game.most} players, not {count}")
    if first is not None and not 0 <= whole("first", first, -1) < count:
        raise BadTableError(f"first: give a seat from 0 to {count - 1}, not {first}")
    return count, None if first is None else int(first)


def box_for(game: Game, components: Any) -> Components:
    """These components if they are this game's, or the house's."""
    if components is None:
        return house(game.name)
    if not isinstance(components, Components):
        reader = f"rollmops.games.components({game.name!r}, Path(…))"
        raise BadTableError(f"components: give what {reader} reads, not {components!r}")
    if components.facts.get("game") != game.name:
        raise BadTableError(f"components: {components.name} is a box of {components.facts.get('game')}, not of {game.name}")
    return components


def simulator_arguments(
    name: str, seats: Any, count: Any, components: Any, first: Any
) -> tuple[Game, Components, int, int, int | None]:
    """What a simulator is made of: game, box, seats, tables, and who begins."""
    game = find_game(name)
    seats, first = table_for(game, seats, first)
    return game, box_for(game, components), seats, whole("n", count, 1), first


def point(name: str, value: Any, size: int) -> Floats:
    """So many finite numbers."""
    try:
        numbers = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        numbers = np.zeros(0)
    if numbers.shape != (size,) or not np.isfinite(numbers).all():
        raise BadTableError(f"{name}: give {size} numbers from -1 to 1, not {value!r}")
    return numbers
