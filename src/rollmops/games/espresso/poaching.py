"""Poaching: stealing by equal symbols, and the special combination. RULES.md has the rulings cited.

A choice is PASS or a number made by `steal`, `chip` or `move`.
"""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.engine.table import Ints
from rollmops.games.espresso.table import LAKE, POACH, SEATS, Table
from rollmops.games.espresso.turn import end_turn, fish_at, give

PASS = 0
STEAL = 1
CHIP = STEAL + 2 * SEATS
PILE = SEATS
MOVE = CHIP + SEATS + 1
CHOICES = MOVE + 2 * (SEATS + 1) * (SEATS + 1)


@rule
def poach_on(t: Table) -> None:
    """A right may be used or declined (ruling 3); stealing needs somebody who has fish."""
    others = 0
    for seat in range(t.seats):
        if seat != t.turn:
            others += fish_at(t, seat)
    if t.special or (t.steals > 0 and others > 0):
        t.phase = POACH
    else:
        end_turn(t)


@rule
def steal(seat: int, colour: int) -> int:
    """The choice of stealing this colour from this seat."""
    return STEAL + 2 * seat + colour


@rule
def chip(place: int) -> int:
    """The choice of taking a chip from this seat or from the PILE."""
    return CHIP + place


@rule
def move(source: int, colour: int, target: int) -> int:
    """The choice of moving a fish of this colour from place to place."""
    return MOVE + (2 * source + colour) * (SEATS + 1) + target


@rule
def offer_poaching(t: Table, seat: int, weights: Ints) -> int:
    """Five equal symbols are also a special combination: the first line chooses one of the two (ruling 5)."""
    weights[PASS] = 1
    total = 1
    if t.steals > 0:
        total += offer_steals(t, seat, weights)
    if t.special:
        total += offer_chips(t, seat, weights)
        total += offer_moves(t, seat, weights)
    return total


@rule
def offer_steals(t: Table, seat: int, weights: Ints) -> int:
    """Every colour that another player has (ruling 4)."""
    total = 0
    for other in range(t.seats):
        if other != seat:
            for colour in range(2):
                if t.fish[other, colour] > 0:
                    weights[steal(other, colour)] = 1
                    total += 1
    return total


@rule
def offer_chips(t: Table, seat: int, weights: Ints) -> int:
    """A chip from another player or from the pile of spent ones."""
    total = 0
    for other in range(t.seats):
        if other != seat and t.chips[other] > 0:
            weights[chip(other)] = 1
            total += 1
    if t.pile > 0:
        weights[chip(PILE)] = 1
        total += 1
    return total


@rule
def offer_moves(t: Table, seat: int, weights: Ints) -> int:
    """A fish from the lake or another player to anywhere else: never the mover's own, never back (ruling 6)."""
    total = 0
    for source in range(LAKE + 1):
        for colour in range(2):
            if source != seat and t.fish[source, colour] > 0:
                for target in range(LAKE + 1):
                    if target != source and (target < t.seats or target == LAKE):
                        weights[move(source, colour, target)] = 1
                        total += 1
    return total


@rule
def poach(t: Table, seat: int, choice: int) -> None:
    """Steal, take a chip, move a fish, or decline what is left."""
    if choice == PASS:
        end_turn(t)
    elif choice < CHIP:
        give(t, (choice - STEAL) // 2, (choice - STEAL) % 2, seat)
        t.special = 0
        t.steals -= 1
        poach_on(t)
    elif choice < MOVE:
        place = choice - CHIP
        if place == PILE:
            t.pile -= 1
        else:
            t.chips[place] -= 1
        t.chips[seat] += 1
        end_turn(t)
    else:
        source, target = (choice - MOVE) // (SEATS + 1), (choice - MOVE) % (SEATS + 1)
        give(t, source // 2, source % 2, target)
        end_turn(t)
