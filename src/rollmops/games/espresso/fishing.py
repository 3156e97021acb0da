"""Fishing: the white die, the espresso, and which fish come out of the lake. RULES.md has the rulings cited."""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.games.espresso.combinations import red_worm
from rollmops.games.espresso.table import ANGLE, BLUE, FISH, LAKE, TAKE, TWO, WHITE, YELLOW, ZZZ, Table
from rollmops.games.espresso.turn import end_turn, fish_at, give

CAST, DRINK, STOP = range(3)


@rule
def fish_on(t: Table) -> None:
    """Before every white throw the player may drink or stop (ruling 3)."""
    if t.throws > 0 and fish_at(t, LAKE) > 0:
        t.phase = ANGLE
    else:
        end_turn(t)


@rule
def may_drink(t: Table, seat: int) -> int:
    """One chip a turn (ruling 2)."""
    return int(t.chips[seat] > 0 and not t.drunk)


@rule
def angle(t: Table, seat: int, choice: int) -> None:
    """Throw the white die, drink an espresso first, or go home."""
    if choice == CAST:
        t.throws -= 1
        t.phase = WHITE
    elif choice == DRINK:
        t.chips[seat] -= 1
        t.pile += 1
        t.drunk = 1
    else:
        end_turn(t)


@rule
def fish_up(t: Table, face: int) -> None:
    """Fish to take, a shoe, or asleep: what was caught is kept (ruling 3), and after an espresso it is only a shoe."""
    t.white = face
    if face == ZZZ and not t.drunk:
        end_turn(t)
        return
    if face == FISH:
        t.owed = 1
    elif face == TWO:
        t.owed = 1 + red_worm(t.shown)
    take_owed(t)


@rule
def take_owed(t: Table) -> None:
    """Fish from the lake, asking only while both colours are there (ruling 4); what it has not is forgone (ruling 7)."""
    while t.owed > 0 and fish_at(t, LAKE) > 0:
        if t.fish[LAKE, BLUE] > 0 and t.fish[LAKE, YELLOW] > 0:
            t.phase = TAKE
            return
        give(t, LAKE, BLUE if t.fish[LAKE, BLUE] > 0 else YELLOW, int(t.turn))
        t.owed -= 1
    fish_on(t)
