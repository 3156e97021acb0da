"""What a seat may know of a table of Pig: all of it lies open."""

from __future__ import annotations

import msgspec
import numpy as np

from pig.table import Table
from rollmops.engine.contract import LETTERS, NOBODY

PHASES = ("roll", "decide", "over")


class View(msgspec.Struct, frozen=True, tag="pig", tag_field="game"):
    """A table of Pig."""

    seat: str | None
    phase: str
    turn: str
    goal: int
    shown: int
    pot: int
    home: dict[str, int]


def view(t: Table, seat: int) -> View:
    """What this seat may know."""
    return View(
        seat=None if seat == NOBODY else LETTERS[seat],
        phase=PHASES[t.phase],
        turn=LETTERS[t.turn],
        goal=int(t.goal),
        shown=int(t.shown),
        pot=int(t.pot),
        home=dict(zip(LETTERS, t.home[: t.seats].tolist(), strict=False)),
    )


def fill(view: View, t: Table, rng: np.random.Generator) -> None:
    """Lay the table this view shows; nothing is hidden, so nothing is drawn."""
    t.seats = len(view.home)
    t.phase = PHASES.index(view.phase)
    t.turn = LETTERS.index(view.turn)
    t.shown, t.pot = view.shown, view.pot
    t.home[:] = 0
    t.home[: t.seats] = list(view.home.values())


def seen(letter: str, words: str, seat: int) -> str:
    """Every line is open."""
    return words
