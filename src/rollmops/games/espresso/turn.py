"""A turn of Espresso Fishing from its first throw to its end, and fish that change their place."""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.games.espresso.table import ALL_DICE, BLUE, DONE, IN_THE_AIR, LAKE, ROLL, YELLOW, Table


@rule
def begin_turn(t: Table, seat: int) -> None:
    """This player rolls the five coloured dice; each may be rolled once more."""
    t.turn = seat
    t.drunk = t.throws = t.owed = t.steals = t.special = 0
    t.white = IN_THE_AIR
    throw(t, ALL_DICE)
    t.fresh = ALL_DICE


@rule
def throw(t: Table, dice: int) -> None:
    """These dice (a bit for each) are in the air and may not be rolled again."""
    t.fresh = int(t.fresh) & ~dice
    t.thrown = t.fallen = 0
    for die in range(5):
        if dice >> die & 1:
            t.shown[die] = IN_THE_AIR
            t.order[t.thrown] = die
            t.thrown += 1
    t.phase = ROLL


@rule
def end_turn(t: Table) -> None:
    """An empty lake ends the game; otherwise the next player's turn."""
    if fish_at(t, LAKE) == 0:
        t.throws = t.owed = t.steals = t.special = 0
        t.phase = DONE
    else:
        begin_turn(t, (int(t.turn) + 1) % int(t.seats))


@rule
def give(t: Table, source: int, colour: int, target: int) -> None:
    """One fish changes its place."""
    t.fish[source, colour] -= 1
    t.fish[target, colour] += 1


@rule
def fish_at(t: Table, place: int) -> int:
    """How many fish lie with a seat or in the lake."""
    return int(t.fish[place, BLUE]) + int(t.fish[place, YELLOW])
