"""The rules of Espresso Fishing, by Davide Rigolone (Piatnik). RULES.md tells them in words; the rulings cited are there.

Choices: when dice fall, a face (the order of SYMBOLS, of WHITE_FACES) · REROLL: 0 to stand, else a bit for each die ·
ANGLE: CAST, DRINK or STOP · TAKE: a colour · POACH: see poaching.py.
"""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.engine.contract import CHANCE, NOBODY, OVER
from rollmops.engine.stream import Stream, below
from rollmops.engine.table import Floats, Ints, Row
from rollmops.games.espresso.combinations import is_special, may_fish, steals, white_throws
from rollmops.games.espresso.fishing import CAST, DRINK, STOP, angle, fish_on, fish_up, may_drink, take_owed
from rollmops.games.espresso.poaching import CHOICES as CHOICES
from rollmops.games.espresso.poaching import offer_poaching, poach, poach_on
from rollmops.games.espresso.table import (
    ALL_DICE,
    ANGLE,
    BLUE,
    DONE,
    FIRST_RED,
    LAKE,
    POACH,
    REROLL,
    ROLL,
    TAKE,
    WHITE,
    YELLOW,
    Table,
)
from rollmops.games.espresso.turn import begin_turn, fish_at, give, throw

STAND = 0


@rule
def setup(t: Table, seats: int, first: int) -> None:
    """All fish for so many players into the lake, chips to everyone; the rest of the chips is out (ruling 2)."""
    t.seats = seats
    t.fish[:] = 0
    t.fish[LAKE, BLUE] = t.blue_fish[seats]
    t.fish[LAKE, YELLOW] = 1
    t.chips[:] = 0
    t.chips[:seats] = t.chips_each
    t.pile = 0
    begin_turn(t, first)


@rule
def actors(t: Table) -> int:
    """Whose turn it is decides; dice in the air are chance."""
    if t.phase == ROLL or t.phase == WHITE:
        return CHANCE
    if t.phase == DONE:
        return OVER
    return 1 << int(t.turn)


@rule
def options(t: Table, seat: int, weights: Ints) -> int:
    """Faces by weight, or what the player may do."""
    weights[:] = 0
    if t.phase == ROLL:
        return put_faces(next_die(t), weights)
    if t.phase == WHITE:
        return put_faces(t.white_faces, weights)
    if t.phase == REROLL:
        return offer_rerolls(int(t.fresh), weights)
    if t.phase == ANGLE:
        weights[CAST] = weights[STOP] = 1
        weights[DRINK] = may_drink(t, seat)
        return 2 + may_drink(t, seat)
    if t.phase == TAKE:
        weights[BLUE] = weights[YELLOW] = 1
        return 2
    if t.phase == POACH:
        return offer_poaching(t, seat, weights)
    return 0


@rule
def step(t: Table, seat: int, choice: int) -> None:
    """A die falls, or the player does something."""
    if t.phase == ROLL:
        put_die(t, choice)
        if t.fallen == t.thrown:
            settle_roll(t)
    elif t.phase == WHITE:
        fish_up(t, choice)
    elif t.phase == REROLL:
        if choice == STAND:
            score(t)
        else:
            throw(t, choice)
    elif t.phase == ANGLE:
        angle(t, seat, choice)
    elif t.phase == TAKE:
        give(t, LAKE, choice, seat)
        t.owed -= 1
        take_owed(t)
    else:
        poach(t, seat, choice)


@rule
def roll_all(t: Table, rng: Stream) -> int:
    """All dice of a roll at once, drawn as die by die."""
    if t.phase == WHITE:
        fish_up(t, face_at(t.white_faces, below(rng, weight(t.white_faces))))
        return 1
    dice = int(t.thrown) - int(t.fallen)
    blue, red = weight(t.blue_faces), weight(t.red_faces)
    for _ in range(dice):
        if t.order[t.fallen] < FIRST_RED:
            put_die(t, face_at(t.blue_faces, below(rng, blue)))
        else:
            put_die(t, face_at(t.red_faces, below(rng, red)))
    settle_roll(t)
    return dice


@rule
def face_at(faces: Row, spot: int) -> int:
    """The face on this side of a die, its sides lying next to each other by weight."""
    past = 0
    face = 0
    for kind in range(len(faces) - 1):
        past += int(faces[kind])
        face += int(spot >= past)
    return face


@rule
def result(t: Table, points: Ints, share: Floats) -> None:
    """Points are fish; there is always exactly one winner (ruling 8)."""
    for seat in range(len(points)):
        points[seat] = fish_at(t, seat)
        share[seat] = 0
    seat = winner(t)
    if seat != NOBODY:
        share[seat] = 1


@rule
def winner(t: Table) -> int:
    """Most fish; among equals the yellow one; equals without it are out. NOBODY while the yellow fish is in the lake."""
    most = int(t.fish.sum())
    while most >= 0:
        equals, holder, one = 0, NOBODY, NOBODY
        for seat in range(t.seats):
            if fish_at(t, seat) == most:
                equals += 1
                one = seat
                if t.fish[seat, YELLOW] > 0:
                    holder = seat
        if equals == 1:
            return one
        if holder != NOBODY:
            return holder
        most -= 1
    return NOBODY


@rule
def next_die(t: Table) -> Row:
    """The faces of the die that falls next."""
    return t.blue_faces if t.order[t.fallen] < FIRST_RED else t.red_faces


@rule
def put_die(t: Table, symbol: int) -> None:
    """One die has fallen."""
    t.shown[t.order[t.fallen]] = symbol
    t.fallen += 1


@rule
def settle_roll(t: Table) -> None:
    """All dice lie: roll some once more, as long as there is one that may be."""
    for place in range(5):
        t.order[place] = 0
    t.thrown = t.fallen = 0
    if t.fresh:
        t.phase = REROLL
    else:
        score(t)


@rule
def score(t: Table) -> None:
    """The dice say what is allowed: fishing or poaching. A special combination is played as such (ruling 5)."""
    t.fresh = 0
    if may_fish(t.shown):
        t.throws = white_throws(t.shown)
        fish_on(t)
    else:
        t.special = is_special(t.shown)
        t.steals = steals(t.shown)
        poach_on(t)


@rule
def put_faces(faces: Row, weights: Ints) -> int:
    """A die's faces by weight."""
    for face in range(len(faces)):
        weights[face] = faces[face]
    return weight(faces)


@rule
def weight(faces: Row) -> int:
    """How many sides a die has."""
    total = 0
    for sides in faces:
        total += int(sides)
    return total


@rule
def offer_rerolls(fresh: int, weights: Ints) -> int:
    """Stand, or any of the dice that were rolled only once, together."""
    total = 0
    for dice in range(ALL_DICE + 1):
        if dice & ~fresh == 0:
            weights[dice] = 1
            total += 1
    return total
