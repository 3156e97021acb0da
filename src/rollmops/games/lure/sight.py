"""What a seat may know of a table of Lure, as numbers on an empty table: compiled, for the environments.

It holds what the view holds (a law of the contract), no more. Lures of which a seat knows only how many there are (other
hands, what others have drawn, the draw pile) are counted in the first column of their row.
"""

from __future__ import annotations

from rollmops.engine.compile import loop
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.table import ADJUSTING, CAST, ROLL, SPLASH, Table


@loop
def sight(t: Table, seat: int, out: Table) -> None:
    """Lay on `out`, which has only the box on it, what this seat may know."""
    out.seats, out.phase, out.rounds = t.seats, t.phase, t.rounds
    out.deck, out.splashing, out.drawing = t.deck, t.splashing, t.drawing
    out.turned_up, out.shoal = t.turned_up, t.shoal
    out.fishing, out.fished = t.fishing, t.fished
    out.place[:] = t.place
    out.boasts[:] = t.boasts
    out.resting[:] = t.resting
    out.discards[:] = t.discards
    out.stock[:] = t.stock
    out.played[:] = t.played
    out.pile[0] = t.pile.sum()
    for other in range(t.seats):
        out.hand[other, 0] = t.hand[other].sum()
        out.drawn[other, 0] = t.drawn[other].sum()
    out.hand[seat] = t.hand[seat]
    out.drawn[seat] = t.drawn[seat]
    if t.phase == CAST:
        own_cast(t, seat, out)
    elif t.phase != SPLASH:
        open_casts(t, out)
        if t.phase == ADJUSTING:
            out.turned[seat] = t.turned[seat]
            out.owing = int(t.owing) & (1 << seat)


@loop
def own_cast(t: Table, seat: int, out: Table) -> None:
    """As far as this seat has got with its own."""
    out.cast[seat] = t.cast[seat]
    out.casting[seat] = t.casting[seat]
    out.owing = int(t.owing) & (1 << seat)


@loop
def open_casts(t: Table, out: Table) -> None:
    """All casts lie open, and the dice that have fallen; totals once a turn is over."""
    out.cast[:] = t.cast
    out.face[:] = t.face
    if t.phase == ROLL:
        out.roller, out.fallen = t.roller, t.fallen
    for other in range(t.seats):
        fallen = 0
        for face in t.face[other]:
            fallen += int(face > 0)
        if (int(t.fished) >> other) & 1 and fallen == dice_cast(t, other):
            out.total[other] = t.total[other]
