"""A forecast: where the dice of a throw came to rest in trial throws of the same gesture, with seeds of its own.

It is no promise. The real throw has a seed that nobody knows before it is made, and another hand, so to speak.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rollmops.arena.dice import request
from rollmops.arena.throw import arena_of
from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.dice import THROW_SEEDS
from rollmops.engine.lines import follow, read_line
from rollmops.engine.table import copy
from rollmops.games.floe.map import Map

BATCH_THROWS = 8
"""Throws between two looks whether anybody still wants to know."""
MOST_THROWS = 48
"""Throws of a forecast."""


class Forecast(msgspec.Struct, frozen=True):
    """What trial throws have shown so far; lengths are millimetres."""

    throws: int
    spots: tuple[tuple[float, float], ...]
    """Where dice of the hand came to rest on the ice."""
    wet: int
    """Dice of the hand that fell into the water."""
    pushed: int
    """Throws that pushed a die off that lay there."""


def forecast(
    game: Game, components: Components, t: Any, seat: int, words: str, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Forecast]:
    """The forecast of a throwing line at this table, better with every batch. Raises what choosing the line would raise."""
    ahead = copy(t)
    follow(game, ahead, seat, read_line(game, ahead, seat, words), words)
    arena = arena_of(Map.read(components.facts))
    spots: list[tuple[float, float]] = []
    throws = wet = pushed = 0
    while throws < MOST_THROWS and not stopped():
        asked = [request(ahead, secrets.randbelow(THROW_SEEDS)) for _ in range(BATCH_THROWS)]
        for one, thrown in zip(asked, arena.throws(asked), strict=True):
            mine = [rest for rest in thrown.rests if rest.name in one.hand]
            spots += [(rest.x, rest.y) for rest in mine if rest.is_dry]
            wet += sum(not rest.is_dry for rest in mine)
            pushed += any(not rest.is_dry for rest in thrown.rests if rest.name not in one.hand)
        throws += BATCH_THROWS
        yield Forecast(throws, tuple(spots), wet, pushed)
