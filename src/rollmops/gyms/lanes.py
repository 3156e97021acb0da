"""What compiled loops are given: a game's rules, lanes of tables with their dice, and where observations are in them.

Named tuples cost the compiler nothing, and say what thirty arguments in a row would not. A rule that a game does not have
is None; inner functions get it as an argument of its own, so that the compiler leaves out what would call it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rollmops.engine.contract import Game
from rollmops.engine.table import Ints, Tables
from rollmops.gyms.observation import Shorts


class Rules(NamedTuple):
    """The compiled functions of a game (see `rollmops.engine.contract`)."""

    setup: Any
    actors: Any
    options: Any
    step: Any
    roll_all: Any
    result: Any
    sight: Any

    @classmethod
    def of(cls, game: Game) -> Rules:
        """The rules of this game."""
        return cls(game.setup, game.actors, game.options, game.step, game.roll_all, game.result, game.sight)


class Start(NamedTuple):
    """How a game begins."""

    blank: Tables  # one empty table, components at hand
    seats: int
    first: int  # the starting seat; below 0: drawn by lot


class Lanes(NamedTuple):
    """Tables with their dice. Choices that seats make at the same time are made on copies, and sealed."""

    tables: Tables
    rngs: Tables
    aheads: Tables  # lane, seat: the table with that seat's sealed choices made
    sealed: Ints  # lane, seat, place: those choices
    held: Ints  # lane, seat: how many they are
    owing: Ints  # a bit for each seat that owes a choice
    together: Ints  # a bit for each seat that chooses at the same time as others


class Sights(NamedTuple):
    """The same memory as rows of numbers, and which of them an observation has."""

    rows: Shorts
    ahead_rows: Shorts
    starts: Ints
    lengths: Ints
    shown: Tables  # where `sight` lays what a seat may know
    shown_rows: Shorts
