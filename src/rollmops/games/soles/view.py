"""What a seat may know of a table of Roll for Soles: all of it lies open."""

from __future__ import annotations

import msgspec
import numpy as np

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.games.soles.rules import haul
from rollmops.games.soles.table import DOUBLE, FACES, TAKE, WATER, Table

PHASES = ("roll", "take", "go on", "over")


class Pieces(msgspec.Struct, frozen=True):
    """A pile of soles as it would lie there."""

    yellow: int
    red: int


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
    supply = dict(zip(LETTERS, t.supply[: t.seats].tolist(), strict=False))
    return View(
        seat=None if seat == NOBODY else LETTERS[seat],
        phase=PHASES[t.phase],
        turn=LETTERS[t.turn],
        middle=int(t.middle),
        net=int(t.net),
        supply=supply,
        pieces=pieces(t, {"net": int(t.net), **supply}),
        red_value=int(t.red_value),
        dice=int(t.dice),
        rolled=tuple(face for face, count in zip(FACES, t.shown.tolist(), strict=True) for _ in range(count)),
        aside=("double",) * int(t.doubles) + ("water",) * int(t.waters),
        falling=int(t.falling),
        haul=haul(t) if t.phase == TAKE else 0,
    )


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


def pieces(t: Table, worth: dict[str, int]) -> dict[str, Pieces]:
    """The soles as a table would show them: red ones in net and supplies as far as they go, the rest in the middle."""
    reds, yellows, value = int(t.red[t.seats]), int(t.yellow), int(t.red_value)
    piles: dict[str, Pieces] = {}
    for place, soles in worth.items():
        red = min(soles // value, reds)
        piles[place] = Pieces(soles - red * value, red)
        reds -= red
        yellows -= soles - red * value
    return {"middle": Pieces(max(0, yellows), reds), **piles}  # a box may have too few for all the change
