"""The contract: what a game is. Five compiled functions on a table, its words, its views, its components.

    setup(t, seats, first)      lay the table (its component fields are filled already)
    actors(t)                   a bit for each seat that owes a choice, or CHANCE, or OVER
    options(t, seat, weights)   fill `weights`: 1 for a legal decision, the integer weight for a face or a card,
                                0 for closed; returns their sum
    step(t, seat, choice)       one choice happens; `seat` is NOBODY when it is chance
    result(t, points, share)    points as the game counts them, and each seat's share of the win

and where speed wants it, `roll_all(t, rng)`: let chance happen until somebody decides, drawing exactly as the elementary way
would (a law of the contract), and return how many dice or cards that were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from rollmops.engine.chance import Chance, chance_of
from rollmops.engine.compile import rule
from rollmops.engine.components import Components
from rollmops.engine.errors import BadTableError
from rollmops.engine.table import Floats, Ints, Record, blank

OVER = 0
CHANCE = 1 << 8
NOBODY = -1
LETTERS = "ABCDEFGH"


def is_seat(letter: str, seats: int = len(LETTERS)) -> bool:
    """Whether this is the letter of one of so many seats."""
    return len(letter) == 1 and letter in LETTERS[:seats]


class Words(Protocol):
    """A game's vocabulary (`words.py`): lines to elementary choices and back."""

    def verbs(self, t: Any, seat: int) -> tuple[str, ...]:
        """The verbs that may begin a line of this seat (or of chance, for this seat) now."""

    def parse(self, t: Any, seat: int, words: list[str]) -> list[int]:
        """The elementary choices of a line whose verb fits; BadWordsError if it is not in the vocabulary."""

    def spell(self, t: Any, seat: int, choices: list[int]) -> str:
        """The line for choices made from this table on, verb first."""

    def begun(self, t: Any, seat: int) -> bool:
        """Whether a line of this seat (NOBODY: of chance) is begun and wants more choices."""

    def letter(self, t: Any, seat: int) -> str:
        """The letter that begins the next line of this seat; for chance (NOBODY) of whoever rolls, or `*`."""

    def expected(self, t: Any, seat: int) -> str:
        """What would be legal now, for messages; `seat` is NOBODY for chance."""

    def tell(self, before: Any, after: Any, seat: int, words: str, names: list[str]) -> str:
        """A line as a person would tell it."""

    def table(self, t: Any) -> dict[str, Any]:
        """The table as `replay --json` shows it."""


class Brought(NamedTuple):
    """What not every game's words bring; None where these do not."""

    facts: Callable[[Any], tuple[int, ...]] | None
    """All of a table that a seat's verbs and legal lines depend on."""
    round_of: Callable[[Any], int] | None
    """Which round it is, where the table counts them."""
    die: Callable[[Any], str] | None
    """The name of the die or card that falls next, where dice are not simply numbered."""
    fall: Callable[[Any, Ints, Ints, Ints, bool], tuple[int, int, bool]] | None
    """A whole line of chance in one call (`engine/falling.py`)."""
    news: Callable[[Any, Any, int, str], tuple[str, ...]] | None
    """What a line led to (`games/news.py`)."""


class Views(Protocol):
    """What a seat may know (`view.py`)."""

    def view(self, t: Any, seat: int) -> Any:
        """A frozen struct of all that the seat (NOBODY: a watcher) may know."""

    def fill(self, view: Any, t: Any, rng: np.random.Generator) -> None:
        """Lay a table that this view could be of; what the seat does not know is drawn from what is possible."""

    def seen(self, letter: str, words: str, seat: int) -> str:
        """A line of the log as this seat may see it while the game runs."""


class Standing(NamedTuple):
    """How the seats stand: points, and shares of the win."""

    points: list[int]
    shares: list[float]


@dataclass(frozen=True)
class Game:
    """A game, as the registry holds it."""

    name: str
    title: str
    version: int  # raised when the same choices would lead elsewhere
    fewest: int
    most: int
    minutes: int  # about how long it takes
    choices: int  # elementary choices are numbers below this
    table: type[Record]
    setup: Callable[[Any, int, int], None]
    actors: Callable[[Any], int]
    options: Callable[[Any, int, Ints], int]
    step: Callable[[Any, int, int], None]
    result: Callable[[Any, Ints, Floats], None]
    roll_all: Callable[[Any, Any], int] | None
    components: Callable[[Mapping[str, Any]], None]  # check a parsed component file
    set_components: Callable[[Any, Components], None]  # put its facts into the table's component fields
    words: Words
    views: Views
    sight: Callable[[Any, int, Any], None] | None = None  # lay on an empty table what a seat may know; None: all of it
    single: bool = False  # whether a decision's line is always one elementary choice
    secrets: bool = False  # whether some seat may know what another does not
    starter: bool = True  # whether there is a starting player
    note: Callable[[Any, str], None] | None = None  # keep on the table what a line says beyond its choices
    cards: Callable[[Any], Mapping[str, int]] | None = None  # where a component file names cards: the choice that each is
    menu: Callable[[Any, int], list[list[int]] | None] | None = None  # lines that stand for choices too many to list
    about: str = ""  # a sentence for the lid
    chance_at: str = "rollmops.engine.chance"  # the module whose CHANCE lets this game's chance happen

    @cached_property
    def chance(self) -> Chance:
        """How this game's chance happens."""
        return chance_of(self.chance_at)

    @cached_property
    def brought(self) -> Brought:
        """What its words bring beyond what every game's do; asked for with every line."""
        return Brought._make(getattr(self.words, name, None) for name in Brought._fields)

    def open(self, components: Components, seats: int, first: int = 0) -> Any:
        """A table laid for `seats` players."""
        if not self.fewest <= seats <= self.most:
            raise BadTableError(f"{self.title} is for {self.fewest} to {self.most} players, not {seats}")
        if not 0 <= first < seats:
            raise BadTableError(f"seat {LETTERS[first]} cannot begin: there are {seats} seats")
        t = self.empty(components)
        self.setup(t, seats, first)
        return t

    def empty(self, components: Components) -> Any:
        """A table with the components at hand and nothing laid out."""
        t = blank(self.table)
        self.set_components(t, components)
        return t

    def weights(self, t: Any, seat: int) -> Ints:
        """The open choices of a seat (NOBODY: of chance) by weight."""
        weights = np.zeros(self.choices, np.int64)
        self.options(t, seat, weights)
        return weights

    def standing(self, t: Any, seats: int) -> Standing:
        """Points and shares of the win as they stand."""
        points, share = np.zeros(seats, np.int64), np.zeros(seats)
        self.result(t, points, share)
        return Standing([int(p) for p in points], [float(s) for s in share])


_LOWEST = np.array([(actors & -actors).bit_length() - 1 for actors in range(256)], np.int64)


@rule
def lowest(actors: int) -> int:
    """The first seat that owes a choice (looked up: a loop's guesses fail half the time)."""
    return int(_LOWEST[actors])


@cache
def seats_of(actors: int) -> tuple[int, ...]:
    """The seats that owe a choice."""
    return tuple(seat for seat in range(8) if actors >> seat & 1)


@rule
def share_best(points: Ints, share: Floats) -> None:
    """Most points win; equals share."""
    best = points[0]
    for p in points:
        best = max(best, p)
    winners = 0
    for p in points:
        winners += int(p == best)
    part = 1.0 / winners
    for seat in range(len(points)):
        share[seat] = part * int(points[seat] == best)
