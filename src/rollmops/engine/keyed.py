"""Keyed dice: fair dice whose every die is drawn by where it falls, not by how many fell before it.

A die's place is its round, its seat, which throw of that seat in that round it is of, and its name in that throw. Two games
with the same seed and salts meet the same dice wherever those agree, however much else was played differently: that is what
challenges and duplicate tables are made of. A header says so: `option keyed round seat throw die`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from msgspec import Struct

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.dice import NUMBERS_AT_ONCE, FairDice
from rollmops.engine.falling import DRAWN
from rollmops.engine.lines import roll_line
from rollmops.engine.logbook import Header
from rollmops.engine.table import Ints

KEYED = "keyed"
KEYED_BY = "round seat throw die"
LOT = "lot"
"""What is drawn before the game: who begins."""


@cache
def _first_tries(first: int) -> list[bytes]:
    """How the texts of dice's first tries end, after the place of their line, from number `first` on."""
    return [b" %d;0" % nth for nth in range(first, first + NUMBERS_AT_ONCE)]


NEVER = (0, 0)
"""The last round, and its throws, of a seat that has not thrown yet."""


class Place(Struct, frozen=True, gc=False):
    """Where a line of chance stands: `3 A roll 2` is the second roll of seat A in its third round."""

    round: int
    seat: str  # its letter, or `*` where nobody rolls
    verb: str
    throw: int  # of this verb, this seat and this round, from 1

    def __str__(self) -> str:
        return f"{self.round} {self.seat} {self.verb} {self.throw}"


@dataclass
class Tally:
    """Counts rounds and throws along the lines of chance; what is decided in between leaves it alone.

    A game whose table counts rounds says which it is (`round_of` in its words). In all others a seat's round is its turn,
    and a turn is what one seat rolls before another does.
    """

    rolling: str = ""
    turns: dict[str, int] = field(default_factory=dict)
    throws: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    # of each seat and verb: its last round, and how many throws it had in that; rounds only go up
    _due: tuple[Any, Place] = field(default=(None, Place(0, "", "", 0)), init=False, repr=False, compare=False)
    # the last table that was asked about, and the place of its line

    def place(self, game: Game, t: Any, ahead: Any = None) -> Place:
        """Where the line of chance stands that is due on this table; worked out once for each. `ahead` is a copy of it on
        which that line is going to happen, and about which dice will ask."""
        asked, place = self._due
        if asked is not t:
            words, round_of = game.words, game.brought.round_of
            seat, verb = words.letter(t, NOBODY), words.verbs(t, NOBODY)[0]
            number = int(round_of(t)) if round_of else self.turns.get(seat, 0) + (seat != self.rolling)
            place = Place(number, seat, verb, self._nth(number, (seat, verb)))
            self._due = (t if ahead is None else ahead, place)
        return place

    def count(self, place: Place, verb: str) -> None:
        """That line happens, with the verb as it was written."""
        seat = place.seat
        if seat != self.rolling:
            self.turns[seat] = self.turns.get(seat, 0) + 1
            self.rolling = seat
        key = (seat, verb)
        self.throws[key] = (place.round, self._nth(place.round, key))
        self._due = (None, place)

    def _nth(self, number: int, key: tuple[str, str]) -> int:
        """Which throw the next one of this seat and verb is in round `number`."""
        last, count = self.throws.get(key, NEVER)
        return count + 1 if last == number else 1

    def copy(self) -> Tally:
        """The same counts, apart."""
        return Tally(self.rolling, self.turns.copy(), self.throws.copy())


class Played(Protocol):
    """What keyed dice must know of a match."""

    game: Game
    table: Any
    tally: Tally


class KeyedDice(FairDice):
    """Fair dice by their places.

    A number is made of HMAC-SHA-256 with the seed's bytes as key over the text `A=salt,B=salt;3 A roll 2 0;0`: salts, place,
    die, and which try it is (from 0). Its first 48 bits times the weights' sum are divided by 2^48, and that is the number;
    where the rest of the division is below the rest of 2^48 by the sum, the next try counts instead, so that no face is
    favoured. Unlike a remainder, such a number stays nearly the same where a pile has a card more or less.
    """

    def __init__(self, seed: str, salts: Mapping[str, str], match: Played | None = None) -> None:
        super().__init__(seed, salts)
        self.match = match
        """Where the dice fall; None before the game, when only the lot is drawn."""

    def follow(self, match: Played) -> None:
        """Fall in this match from now on."""
        self.match = match

    def lot(self, seats: int) -> int:
        """Who begins."""
        return self._keyed_number(LOT, seats)

    def number(self, total: int) -> int:
        """The one number of a throw that is thrown for real, from 0 to total − 1."""
        match = self._played()
        return self._keyed_number(self.key_at(match.game, match.table, 0), total)

    def _played(self) -> Played:
        if self.match is None:
            raise AssertionError("keyed dice fall in a match")
        return self.match

    def draw_at(self, game: Game, t: Any, weights: Ints, nth: int) -> int:
        """The die or card that falls next on this table, as number `nth` of its line."""
        return self._fall(self.key_at(game, t, nth), weights)

    def key_at(self, game: Game, t: Any, nth: int) -> str:
        """Where the die or card that falls next on this table falls, as number `nth` of its line."""
        return _key(str(self._played().tally.place(game, t)), game.brought.die, t, nth)

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance's next line happens: where its dice are numbered, in as few calls of compiled code as the game allows."""
        place, brought = str(self._played().tally.place(game, t)), game.brought
        fall = brought.fall
        if fall is None or brought.die is not None:
            return self._roll_by_name(game, t, place)
        head, weights, numbers, choices = place.encode(), self.weights_for(game), self.numbers, self.choices
        line: list[int] = []
        done = False
        while not done:
            numbers[:] = self._bits_of(head, _first_tries(len(line)))
            used, fallen, done = fall(t, numbers, weights, choices, True)
            line += choices.tolist()[:fallen]
            self.drawn += fallen
            if used > fallen:  # a first try that does not count
                line.append(self._fall(_key(place, None, t, len(line)), game.weights(t, NOBODY)))
                game.step(t, NOBODY, line[-1])
                done = not game.words.begun(t, NOBODY)
        return line

    def _roll_by_name(self, game: Game, t: Any, place: str) -> list[int]:
        """The same die by die."""
        name = game.brought.die
        return roll_line(game, t, lambda game, t, weights, nth: self._fall(_key(place, name, t, nth), weights))

    def _fall(self, key: str, weights: Ints) -> int:
        plain: list[int] = weights.tolist()
        return self._choice(plain, self._keyed_number(key, sum(plain)))

    def _keyed_number(self, key: str, total: int) -> int:
        attempt = 0
        while True:
            self.drawn += 1
            number, rest = divmod(self._bits(f"{key};{attempt}".encode()) * total, DRAWN)
            if rest >= DRAWN % total:
                return number
            attempt += 1


def _key(place: str, name: Callable[[Any], str] | None, t: Any, nth: int) -> str:
    return f"{place} {name(t) if name else nth}"


def is_keyed(options: Mapping[str, str]) -> bool:
    """Whether a header with these options says that its dice are keyed."""
    return " ".join(options.get(KEYED, "").split()) == KEYED_BY


def keyed_options() -> dict[str, str]:
    """What a header says of keyed dice."""
    return {KEYED: KEYED_BY}


def dice_of(header: Header, seed: str, match: Played | None = None) -> FairDice:
    """The fair dice of a record with this header: keyed, or counted as in older ones."""
    return KeyedDice(seed, header.salts, match) if is_keyed(header.options) else FairDice(seed, header.salts)
