"""What a seat may know of a table of Lure, as numbers on an empty table: compiled, for the environments.

It holds what the view holds (a law of the contract), no more. Lures of which a seat knows only how many there are (other
hands, what others have drawn, the draw pile) are counted in the first column of their row.
"""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Grid, Row
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.table import ADJUSTING, CAST, ROLL, SPLASH, Table


@rule
def copy_row(row: Row, out: Row) -> None:
    """The same numbers on `out`. One by one: to assign a whole array, Numba compiles what it would say of one that does not
    fit, which takes longer than all the rest of this module."""
    for place in range(len(row)):
        out[place] = row[place]


@rule
def copy_grid(grid: Grid, out: Grid) -> None:
    """The same for rows of numbers."""
    for place in range(len(grid)):
        copy_row(grid[place], out[place])


@loop
def sight(t: Table, seat: int, out: Table) -> None:
    """Lay on `out`, which has only the box on it, what this seat may know."""
    out.seats, out.phase, out.rounds = t.seats, t.phase, t.rounds
    out.deck, out.splashing, out.drawing = t.deck, t.splashing, t.drawing
    out.turned_up, out.shoal = t.turned_up, t.shoal
    out.fishing, out.fished = t.fishing, t.fished
    copy_row(t.place, out.place)
    copy_row(t.boasts, out.boasts)
    copy_grid(t.resting, out.resting)
    copy_row(t.discards, out.discards)
    copy_row(t.stock, out.stock)
    copy_grid(t.played, out.played)
    out.pile[0] = t.pile.sum()
    for other in range(t.seats):
        out.hand[other, 0] = t.hand[other].sum()
        out.drawn[other, 0] = t.drawn[other].sum()
    copy_row(t.hand[seat], out.hand[seat])
    copy_row(t.drawn[seat], out.drawn[seat])
    if t.phase == CAST:
        own_cast(t, seat, out)
    elif t.phase != SPLASH:
        open_casts(t, out)
        if t.phase == ADJUSTING:
            copy_row(t.turned[seat], out.turned[seat])
            out.owing = int(t.owing) & (1 << seat)


@loop
def own_cast(t: Table, seat: int, out: Table) -> None:
    """As far as this seat has got with its own."""
    copy_row(t.cast[seat], out.cast[seat])
    out.casting[seat] = t.casting[seat]
    out.owing = int(t.owing) & (1 << seat)


@loop
def open_casts(t: Table, out: Table) -> None:
    """All casts lie open, and the dice that have fallen; totals once a turn is over."""
    copy_grid(t.cast, out.cast)
    copy_grid(t.face, out.face)
    if t.phase == ROLL:
        out.roller, out.fallen = t.roller, t.fallen
    for other in range(t.seats):
        fallen = 0
        for face in t.face[other]:
            fallen += int(face > 0)
        if (int(t.fished) >> other) & 1 and fallen == dice_cast(t, other):
            out.total[other] = t.total[other]
