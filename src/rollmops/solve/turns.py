"""What a game adds to be solved: its turn starts as numbers, and what happens between them.

Values are shares of the win by turn order, the mover's first: `starts[number, 0]` is what whoever begins that turn has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import RollmopsError
from rollmops.engine.table import Floats, Ints

SWEEP_THREADS = 2
"""Threads that sweep; more than the cores of a small computer gain nothing."""


class Turns(ABC):
    """The turn starts of a game with these components and so many seats."""

    count: int
    """How many turn starts there are; some of them are tables at which the game is over."""
    inside: int
    """How many tables there are within turns."""

    def __init__(self, game: Game, components: Components, seats: int) -> None:
        self.game = game
        self.components = components
        self.seats = seats
        self.opening = game.open(components, seats, 0)

    @abstractmethod
    def number(self, t: Any) -> int:
        """The number of a turn start, the same for all turned seats."""

    @abstractmethod
    def table(self, number: int) -> Any:
        """The turn start of this number at which seat A moves."""

    @abstractmethod
    def is_start(self, t: Any) -> bool:
        """Whether a turn begins here."""

    @property
    @abstractmethod
    def running(self) -> Any:
        """For each turn start whether the game goes on there."""

    @abstractmethod
    def sweep(self, starts: Floats, temperature: float, still: float) -> Floats:
        """The turn starts anew, each from those behind it; what is found in rounds is found to `still`."""

    def reply(self, starts: Floats, temperature: float, replies: Floats, still: float) -> Floats:
        """What the policy that these values make is worth to every seat, the mover first, and behind that what a seat so
        many places behind the mover gets by its best replies to it: anew for every turn start."""
        raise NotImplementedError(f"best replies in {self.game.title} are not computed")

    @abstractmethod
    def within(self, starts: Floats, temperature: float, t: Any) -> Within:
        """What this table and those behind it in the same turn are worth. Where `starts` has more than the shares by which
        the movers choose, so have they: what these choices bring there."""

    def glimpse(self, starts: Floats, temperature: float) -> Glimpse | None:
        """What tells a mover's own share without computing a whole turn; None where turns are small enough."""
        return None

    def pack(self, starts: Floats) -> Floats:
        """What is kept of the turn starts: those at which the game goes on."""
        return np.asarray(starts[self.running])

    def unpack(self, shares: Floats) -> Floats:
        """All turn starts from those that were kept."""
        if shares.shape != (int(self.running.sum()), self.seats):
            raise RollmopsError("this table of values has another size; make it again with rollmops solve")
        starts = np.zeros((self.count, self.seats))
        starts[self.running] = shares
        return starts

    @cached_property
    def first(self) -> int:
        """The number of the start of the game."""
        return self.number(self.opening)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        """The threads that sweep."""
        return ThreadPoolExecutor(SWEEP_THREADS)

    def share_out(self, work: Callable[[Ints], None], numbers: Ints, least: int = 32) -> None:
        """Do some work for all of these numbers, on both cores where there are many."""
        if len(numbers) < least:
            work(numbers)
        else:
            self._run(work, np.array_split(numbers, SWEEP_THREADS))

    def _run(self, work: Callable[[Ints], None], parts: Iterable[Ints]) -> None:
        for _ in self.pool.map(work, parts):
            pass


class Within(ABC):
    """The tables of one turn, from some table on."""

    mover: int
    """Whose turn it is."""

    @abstractmethod
    def covers(self, t: Any) -> bool:
        """Whether this table is one of them."""

    @abstractmethod
    def shares(self, t: Any) -> Floats | None:
        """What stands in `starts`, for this table, if it is one of those that are kept."""


class Glimpse(ABC):
    """A quick look at what a mover has, for decisions: not as exact as `Within`, and quicker where turns are large."""

    @abstractmethod
    def knows(self, t: Any) -> bool:
        """Whether this table within a turn is one of those that it can tell of."""

    @abstractmethod
    def shares(self, tables: Sequence[Any]) -> list[float]:
        """The mover's own share at each of these tables of one turn."""
