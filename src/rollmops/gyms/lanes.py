"""What compiled loops are given: a game's rules, lanes of tables with their dice, and where observations are in them.

Named tuples cost the compiler nothing, and say what thirty arguments in a row would not. A rule that a game does not have
is None; inner functions get it as an argument of its own, so that the compiler leaves out what would call it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.contract import Game
from rollmops.engine.table import Ints, Tables
from rollmops.gyms.buffers import aligned
from rollmops.gyms.observation import Bytes, Shorts

Bools = NDArray[np.bool_]
Singles = NDArray[np.float32]

BLOCK_LANES = 128
"""Lanes that are advanced together: few enough for the fastest cache, enough that passes over them are predictable."""
CACHE_LINE_NUMBERS = 8
"""Whole numbers in a line of the processor's cache: what different threads write lies at least so far apart."""


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


class Limits(NamedTuple):
    """When a game is cut short, and when the next one begins."""

    max_steps: int  # choices after which a game is truncated; 0: never
    same_step: bool  # whether the next game begins in the step in which one ends, or in the one after


class Scratch(NamedTuple):
    """What is laid aside while a block is advanced, a row for each block; a share of the lanes uses that of its first.

    Made once and not in the loop: memory that each thread asked for by itself slowed it by a third.
    """

    weights: Ints
    todo: Ints  # lanes in which chance is due
    over: Ints  # lanes whose game is over
    points: Ints

    @classmethod
    def of(cls, lanes: int, choices: int, seats: int) -> Scratch:
        """Rows for so many lanes, apart in the processor's cache."""
        blocks = -(-lanes // BLOCK_LANES)
        widths = (choices, BLOCK_LANES + 1, BLOCK_LANES + 1, seats)
        return cls(*(aligned((blocks, -(-width // CACHE_LINE_NUMBERS) * CACHE_LINE_NUMBERS), np.int64) for width in widths))


class Outputs(NamedTuple):
    """What a step writes for whoever chooses, a row for each lane."""

    raw: Shorts
    mask: Bytes
    open_count: Shorts  # open choices
    seat: Bytes
    reward: Singles
    terminated: Bools
    truncated: Bools
    done: Bools
    final_raw: Shorts
    final_seat: Bytes
    deadline: Ints  # the step in which the game that is on would be truncated
    soonest: Ints  # for each block, a step before which none of its games is
