"""What a seat sees, as numbers: its own seat, then every number of the table that is laid by setup and play.

The box (die faces, card values) does not change in a game and is left out. Where nothing is secret the numbers are the
table's own. A game with secrets has a `sight`: a rule that lays on an empty table only what a seat may know. That the
numbers are a function of the seat's view, so that nothing can leak, is a law of the contract (tests/contract/test_sight.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import rule
from rollmops.engine.errors import BadTableError
from rollmops.engine.table import Ints, dtype_of
from rollmops.games import game as find_game
from rollmops.games import house
from rollmops.gyms.copying import copy_run

Shorts = NDArray[np.int16]
Bytes = NDArray[np.int8]


@dataclass(frozen=True)
class Layout:
    """Where in a table the numbers of an observation are: runs of neighbours, so that copying is fast."""

    names: tuple[str, ...]
    starts: Ints
    lengths: Ints

    @property
    def size(self) -> int:
        """How many numbers an observation has: the seat, then the table's."""
        return len(self.names)


@cache
def layout(name: str) -> Layout:
    """The layout of this game's observations; the same for every component file."""
    game = find_game(name)
    if game.secrets and game.sight is None:
        raise BadTableError(f"{game.title} has secrets, but no sight that keeps them; give its Game a `sight` rule")
    dtype, empty = np.dtype(dtype_of(cast(Any, game.table))), game.empty(house(name))
    names, places = ["seat"], list[int]()
    for field in dtype.names or ():
        kind, offset = dtype.fields[field][:2]  # type: ignore[index]
        if kind.base != np.int16:
            raise BadTableError(f"{name}: table field {field} is not of 16 bits; observations are")
        if np.any(getattr(empty, field)):
            continue  # the box
        for number, place in enumerate(np.ndindex(kind.shape)):
            names.append(field + "".join(f"[{index}]" for index in place))
            places.append(offset // 2 + number)
    starts = [place for at, place in enumerate(places) if at == 0 or places[at - 1] != place - 1]
    ends = [place + 1 for at, place in enumerate(places) if at + 1 == len(places) or places[at + 1] != place + 1]
    return Layout(tuple(names), np.array(starts), np.array(ends) - np.array(starts))


def numbers(tables: Any) -> Shorts:
    """The same memory as rows of numbers, a row for each table."""
    raw: Shorts = tables.view(np.ndarray).view(np.int16)
    return raw.reshape(*tables.shape, tables.dtype.itemsize // 2)


@rule
def read_row(row: Shorts, seat: int, starts: Ints, lengths: Ints, out: Shorts) -> None:
    """One observation out of a table's row of numbers."""
    out[0] = seat
    at = 1
    for run in range(len(starts)):
        length = lengths[run]
        copy_run(row, starts[run], out, at, length)
        at += length
