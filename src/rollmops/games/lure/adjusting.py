"""Adjusting in Lure: dice that lie are turned by the adjust lures in the cast, by all who rolled together at once."""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.engine.table import Ints
from rollmops.games.lure.casting import dice_cast, lure_cast, sides
from rollmops.games.lure.table import ADJUST, ADJUSTING, Table

ENOUGH = 0
"""The choice to leave the dice as they are now; 1 + 2i turns the die in place i up, 2 + 2i turns it down."""


@rule
def begin_adjusting(t: Table) -> None:
    """Only those who cast an adjust lure, and dice, choose, all at once and in secret (ruling 3)."""
    t.phase = ADJUSTING
    t.owing = 0
    for seat in range(t.seats):
        if (t.fishing >> seat) & 1 and lure_cast(t, seat, ADJUST) and dice_cast(t, seat):
            t.owing |= 1 << seat


@rule
def turns_made(t: Table, seat: int) -> int:
    """How many adjust lures the seat has used."""
    made = 0
    for die in range(dice_cast(t, seat)):
        made += abs(int(t.turned[seat, die]))
    return made


@loop
def turns(t: Table, seat: int, weights: Ints) -> int:
    """Turns that are open (ruling 4): a die is not turned there and back, nor one that lies before the last turned."""
    weights[ENOUGH] = 1
    total = 1
    for die in range(dice_cast(t, seat) - 1, -1, -1):
        turned = int(t.turned[seat, die])
        face = int(t.face[seat, die]) + turned
        if turned >= 0 and face < sides(t, seat, die):
            weights[1 + 2 * die] = 1
            total += 1
        if turned <= 0 and face > 1:
            weights[2 + 2 * die] = 1
            total += 1
        if turned:
            break
    return total


@loop
def turn_die(t: Table, seat: int, choice: int) -> None:
    """One adjust lure turns one die by one, until the seat has enough or no more."""
    if choice != ENOUGH:
        t.turned[seat, (choice - 1) // 2] += 1 if choice & 1 else -1
    if choice == ENOUGH or turns_made(t, seat) == lure_cast(t, seat, ADJUST):
        t.owing &= ~(1 << seat)
