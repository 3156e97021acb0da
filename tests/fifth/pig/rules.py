"""The rules of Pig. RULES.md tells them in words.

Choices: when the die falls, its face less one · DECIDE: AGAIN or HOLD.
"""

from __future__ import annotations

from pig.table import DECIDE, DONE, ROLL, Table
from rollmops.engine.compile import rule
from rollmops.engine.contract import CHANCE, OVER, share_best
from rollmops.engine.table import Floats, Ints

CHOICES = FACES = 6
AGAIN, HOLD = 0, 1


@rule
def setup(t: Table, seats: int, first: int) -> None:
    """Nobody has anything, and the first rolls."""
    t.seats = seats
    for seat in range(seats):
        t.home[seat] = 0
    begin_turn(t, first)


@rule
def actors(t: Table) -> int:
    """A falling die is chance; whoever has the turn decides."""
    if t.phase == ROLL:
        return CHANCE
    if t.phase == DONE:
        return OVER
    return 1 << int(t.turn)


@rule
def options(t: Table, seat: int, weights: Ints) -> int:
    """Six faces, or again and hold."""
    some = FACES if t.phase == ROLL else (2 if t.phase == DECIDE else 0)
    for choice in range(CHOICES):
        weights[choice] = int(choice < some)
    return some


@rule
def step(t: Table, seat: int, choice: int) -> None:
    """The die falls, or the player rolls on or holds."""
    if t.phase == ROLL:
        fall(t, choice + 1)
    elif choice == AGAIN:
        t.phase = ROLL
    else:
        hold(t)


@rule
def result(t: Table, points: Ints, share: Floats) -> None:
    """Points at home."""
    for seat in range(len(points)):
        points[seat] = t.home[seat]
    share_best(points, share)


@rule
def begin_turn(t: Table, seat: int) -> None:
    """The die goes to this player, who rolls."""
    t.turn = seat
    t.pot = 0
    t.shown = 0
    t.phase = ROLL


@rule
def fall(t: Table, face: int) -> None:
    """A 1 takes the points of this turn, and the turn with them."""
    if face == 1:
        pass_on(t)
    else:
        t.shown = face
        t.pot += face
        t.phase = DECIDE


@rule
def hold(t: Table) -> None:
    """The points of this turn are safe; with enough of them the game is over."""
    t.home[t.turn] += t.pot
    t.pot = 0
    if t.home[t.turn] >= t.goal:
        t.phase = DONE
    else:
        pass_on(t)


@rule
def pass_on(t: Table) -> None:
    """The next player's turn."""
    after = int(t.turn) + 1
    begin_turn(t, after * int(after < t.seats))
