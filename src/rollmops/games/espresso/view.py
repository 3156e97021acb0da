"""What a seat may know of a table of Espresso Fishing: all of it lies open."""

from __future__ import annotations

import msgspec
import numpy as np

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.games.espresso.combinations import red_worm
from rollmops.games.espresso.rules import winner
from rollmops.games.espresso.table import BLUE, DICE, FIRST_RED, IN_THE_AIR, LAKE, SYMBOLS, WHITE_FACES, YELLOW, Table
from rollmops.games.espresso.words import falling

PHASES = ("roll", "reroll", "fish", "white", "take", "poach", "over")


class Fish(msgspec.Struct, frozen=True):
    """The fish at one place."""

    blue: int
    yellow: int


class Die(msgspec.Struct, frozen=True):
    """A coloured die as it lies."""

    name: str
    colour: str
    face: str | None  # None while it is in the air
    fresh: bool  # whether it may still be rolled once more


class View(msgspec.Struct, frozen=True, tag="espresso", tag_field="game"):
    """A table of Espresso Fishing."""

    seat: str | None
    phase: str
    turn: str
    lake: Fish
    fish: dict[str, Fish]
    chips: dict[str, int]
    pile: int
    dice: tuple[Die, ...]  # b1 b2 b3 r1 r2
    falling: tuple[str, ...]  # the dice of the roll that is on its way, in the order of its faces
    throws: int  # white throws left
    white: str | None  # what the white die showed last in this turn
    drunk: bool  # zzz is only a shoe
    red_worm: bool  # two is two fish
    owed: int  # fish to take from the lake now
    steals: int  # fish that may still be stolen
    special: bool  # a chip may be taken or a fish moved instead
    ahead: str | None  # who would win if the game were over now


def view(t: Table, seat: int) -> View:
    """What this seat may know."""
    seats = range(t.seats)
    first = winner(t)
    return View(
        seat=None if seat == NOBODY else LETTERS[seat],
        phase=PHASES[t.phase],
        turn=LETTERS[t.turn],
        lake=_fish(t, LAKE),
        fish={LETTERS[s]: _fish(t, s) for s in seats},
        chips={LETTERS[s]: int(t.chips[s]) for s in seats},
        pile=int(t.pile),
        dice=tuple(_die(t, die) for die in range(len(DICE))),
        falling=tuple(falling(t)),
        throws=int(t.throws),
        white=None if t.white == IN_THE_AIR else WHITE_FACES[t.white],
        drunk=bool(t.drunk),
        red_worm=bool(red_worm(t.shown)),
        owed=int(t.owed),
        steals=int(t.steals),
        special=bool(t.special),
        ahead=None if first == NOBODY else LETTERS[first],
    )


def _fish(t: Table, place: int) -> Fish:
    return Fish(int(t.fish[place, BLUE]), int(t.fish[place, YELLOW]))


def _die(t: Table, die: int) -> Die:
    face = None if t.shown[die] == IN_THE_AIR else SYMBOLS[t.shown[die]]
    return Die(DICE[die], "blue" if die < FIRST_RED else "red", face, bool(int(t.fresh) >> die & 1))


def fill(view: View, t: Table, rng: np.random.Generator) -> None:
    """Lay the table this view shows; nothing is hidden, so nothing is drawn."""
    t.seats = seats = len(view.fish)
    t.phase = PHASES.index(view.phase)
    t.turn = LETTERS.index(view.turn)
    t.fish[:] = 0
    for place, fish in [(LAKE, view.lake), *enumerate(view.fish.values())]:
        t.fish[place, BLUE], t.fish[place, YELLOW] = fish.blue, fish.yellow
    t.chips[:] = 0
    t.chips[:seats] = list(view.chips.values())
    t.pile = view.pile
    t.shown[:] = [IN_THE_AIR if die.face is None else SYMBOLS.index(die.face) for die in view.dice]
    t.fresh = sum(1 << place for place, die in enumerate(view.dice) if die.fresh)
    order = [DICE.index(name) for name in view.falling]
    t.order[:] = 0
    t.order[: len(order)] = order
    t.thrown = len(order)
    t.fallen = sum(view.dice[die].face is not None for die in order)
    t.throws = view.throws
    t.white = IN_THE_AIR if view.white is None else WHITE_FACES.index(view.white)
    t.drunk, t.owed = view.drunk, view.owed
    t.steals, t.special = view.steals, view.special


def seen(letter: str, words: str, seat: int) -> str:
    """Every line is open."""
    return words
