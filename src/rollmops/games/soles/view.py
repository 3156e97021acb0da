"""What a seat may know of a table of Roll for Soles: all of it lies open."""

from __future__ import annotations

from functools import cache
from operator import itemgetter

import msgspec
import numpy as np

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.table import numbers
from rollmops.games.soles.rules import haul
from rollmops.games.soles.table import AT, DOUBLE, FACES, TAKE, WATER, Table

PHASES = ("roll", "take", "go on", "over")


class Pieces(msgspec.Struct, frozen=True):
    """A pile of soles as it would lie there."""

    yellow: int
    red: int


EMPTY = Pieces(0, 0)
SINGLES = ("seats", "phase", "turn", "middle", "net", "yellow", "red_value", "dice", "doubles", "waters", "falling")
SUPPLY, SHOWN = AT.supply, slice(AT.shown, AT.shown + len(FACES))
singles = itemgetter(*(getattr(AT, name) for name in SINGLES))
"""These numbers of a table. All are read at once: field by field takes three times as long, and every page is told of every
line."""


class View(msgspec.Struct, frozen=True, tag="soles", tag_field="game"):
    """A table of Roll for Soles."""

    seat: str | None
    phase: str
    turn: str
    middle: int
    net: int
    supply: dict[str, int]
    pieces: dict[str, Pieces]
    red_value: int
    dice: int  # in the box
    rolled: tuple[str, ...]
    aside: tuple[str, ...]
    falling: int
    haul: int


def view(t: Table, seat: int) -> View:
    """What this seat may know."""
    now = numbers(t)
    seats, phase, turn, middle, net, yellow, value, dice, doubles, waters, falling = singles(now)
    supply = dict(zip(LETTERS, now[SUPPLY : SUPPLY + seats]))  # noqa: B905  # as many letters as seats; quicker unasked
    return View(
        None if seat == NOBODY else LETTERS[seat],
        PHASES[phase],
        LETTERS[turn],
        middle,
        net,
        supply,
        pieces({"net": net} | supply, now[AT.red + seats], yellow, value),
        value,
        dice,
        faces_of(now[SHOWN]),
        ("double",) * doubles + ("water",) * waters,
        falling,
        haul(t) if phase == TAKE else 0,
    )


@cache
def faces_of(shown: tuple[int, ...]) -> tuple[str, ...]:
    """The faces of dice, of each as many as are shown."""
    return tuple(face for face, count in zip(FACES, shown, strict=True) for _ in range(count))


def fill(view: View, t: Table, rng: np.random.Generator) -> None:
    """Lay the table this view shows; nothing is hidden, so nothing is drawn."""
    t.seats = len(view.supply)
    t.phase = PHASES.index(view.phase)
    t.turn = LETTERS.index(view.turn)
    t.middle, t.net = view.middle, view.net
    t.supply[:] = 0
    t.supply[: t.seats] = list(view.supply.values())
    t.shown[:] = [view.rolled.count(face) for face in FACES]
    t.doubles, t.waters = view.aside.count(FACES[DOUBLE]), view.aside.count(FACES[WATER])
    t.falling = view.falling


def seen(letter: str, words: str, seat: int) -> str:
    """Every line is open."""
    return words


def pieces(worth: dict[str, int], reds: int, yellows: int, value: int) -> dict[str, Pieces]:
    """The soles as a table would show them: red ones in net and supplies as far as they go, the rest in the middle."""
    piles = {"middle": EMPTY}  # first on the page; filled with what is left
    for place, soles in worth.items():
        red = soles // value
        if red > reds:
            red = reds
        yellow = soles - red * value
        piles[place] = Pieces(yellow, red)
        reds -= red
        yellows -= yellow
    piles["middle"] = Pieces(yellows if yellows > 0 else 0, reds)  # a box may have too few for all the change
    return piles
