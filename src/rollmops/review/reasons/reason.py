"""A reason: what kind it is, and the figures that its sentence needs."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rollmops.engine.lines import read_line
from rollmops.engine.match import Match
from rollmops.engine.table import copy

Kind = Literal[
    "dare", "stop", "rob", "spare",
    "hold", "right", "stepwise", "improve", "chances", "throws", "bite", "sober", "coffee", "chip",
    "early", "richer", "lower",
    "earns", "endures",
    "plain",
]  # fmt: skip
"""Soles: rolling on is worth the risk · it is not · soles are taken from whoever is ahead · and are not.
Espresso: what lies there would be lost · a right to poach would be · one die after the other · the throw makes more of it ·
it leads to fishing more often · it brings more white throws · a throw costs nothing · no espresso yet · an espresso now ·
a chip is worth more than a fish.
Lure: fewer dice fish first · these dice catch more · of equal casts the lower total catches.
The floe: the die earns more now · one's own next throw outdoes it more easily.
No more is known than the figures."""


class Reason(Struct, frozen=True):
    """`chance`, `points` and `count` are the line's, with `other_` before them those of the line it is compared with.

    soles: `chance` that the roll ends the turn with nothing, `count` soles in the net · espresso: see `Kind`; `points` are
    fish or white throws on average · Lure: `count` dice, `chance` that they catch anything if nobody is before them,
    `points` on average then (for `lower`: totals) · the floe: `points` that the die earns as it lies, `chance` that the
    next throw does not outdo it. `whom`: a seat's letter.
    """

    kind: Kind
    other: str = ""
    chance: float | None = None
    other_chance: float | None = None
    points: float | None = None
    other_points: float | None = None
    count: int | None = None
    other_count: int | None = None
    whom: str | None = None


def after(match: Match, seat: int, line: str) -> Any:
    """The table after this line."""
    table = copy(match.table)
    for choice in read_line(match.game, match.table, seat, line):
        match.game.step(table, seat, choice)
    return table
