"""Casts of Lure: what a seat may choose behind its screen, and what it has chosen."""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.games.lure.box import LURES
from rollmops.games.lure.table import CAST, D12, DICE, FIRST_LURE, FISHED, ITEMS, SIX, Table

_KINDS = len(LURES)


@rule
def everyone(t: Table) -> int:
    """A bit for each seat."""
    return (1 << int(t.seats)) - 1


@rule
def dice_cast(t: Table, seat: int) -> int:
    """How many dice this seat casts; lures do not count, not even extra dice."""
    return int(t.cast[seat, SIX]) + int(t.cast[seat, D12]) + int(t.cast[seat, D12 + 1])


@rule
def lure_cast(t: Table, seat: int, kind: int) -> int:
    """How many lures of this kind the seat has cast."""
    return int(t.cast[seat, FIRST_LURE + kind])


@rule
def sides(t: Table, seat: int, die: int) -> int:
    """Six-sided dice lie first, then the d12, then the d20."""
    special = die - int(t.cast[seat, SIX])
    if special < 0:
        return 6
    return 12 if special == 0 and t.cast[seat, D12] else 20


@loop
def begin_cast(t: Table) -> None:
    """Everyone chooses dice and lures behind the screen."""
    t.phase = CAST
    t.splashing = 0
    t.owing = everyone(t)
    for seat in range(t.seats):
        t.casting[seat] = SIX
        t.total[seat] = 0
        for item in range(ITEMS):
            t.cast[seat, item] = 0
        for die in range(DICE):
            t.face[seat, die] = 0
            t.turned[seat, die] = 0


@rule
def at_hand(t: Table, seat: int, item: int) -> int:
    """How many of this item the seat may cast."""
    if item == SIX:
        return int(t.sixes)
    if item < FIRST_LURE:
        return int(t.specials[item - D12]) if t.resting[seat, item - D12] == 0 else 0
    return int(t.hand[seat, item - FIRST_LURE])


@rule
def add_to_cast(t: Table, seat: int, count: int) -> None:
    """So many of the next item; when all are ready, all is revealed."""
    item = int(t.casting[seat])
    t.cast[seat, item] = count
    item += 1
    while item < ITEMS and at_hand(t, seat, item) == 0:
        item += 1
    t.casting[seat] = item
    if item == ITEMS:
        t.owing &= ~(1 << seat)
        if t.owing == 0:
            reveal(t)


@loop
def reveal(t: Table) -> None:
    """Ready, cast: lures leave the hands."""
    for seat in range(t.seats):
        for kind in range(_KINDS):
            t.hand[seat, kind] -= t.cast[seat, FIRST_LURE + kind]
            t.played[seat, kind] += t.cast[seat, FIRST_LURE + kind]
    t.phase = FISHED
