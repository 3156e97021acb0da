"""The rules of Roll for Soles, by Reiner Knizia (AMIGO). RULES.md tells them in words; the rulings cited are there.

Choices: when dice fall, a face (the order of FACES) · TAKE: 0 the middle, 1 + s the supply of seat s ·
GO_ON: AGAIN or SECURE.
"""

from __future__ import annotations

from rollmops.engine.compile import rule
from rollmops.engine.contract import CHANCE, OVER, share_best
from rollmops.engine.stream import Stream, below
from rollmops.engine.table import Floats, Ints
from rollmops.games.soles.table import DONE, DOUBLE, GO_ON, HOOK, ONE, ROLL, TAKE, TWO, WATER, Table

CHOICES = 9
MIDDLE = 0
AGAIN, SECURE = 0, 1


@rule
def setup(t: Table, seats: int, first: int) -> None:
    """All yellow soles and the red ones for so many players go into the middle."""
    t.seats = seats
    t.middle = t.yellow + t.red_value * t.red[seats]
    t.net = 0
    for seat in range(seats):
        t.supply[seat] = 0
    begin_turn(t, first)


@rule
def actors(t: Table) -> int:
    """Whoever has the net decides; dice in the air are chance."""
    if t.phase == ROLL:
        return CHANCE
    if t.phase == DONE:
        return OVER
    return 1 << int(t.turn)


@rule
def options(t: Table, seat: int, weights: Ints) -> int:
    """Faces by weight; with a hook the middle and every other player (ruling 2); else again or secure."""
    if t.phase == GO_ON:
        for choice in range(CHOICES):
            weights[choice] = int(choice <= SECURE)
        return 2
    if t.phase == TAKE:
        seats = int(t.seats)
        for source in range(CHOICES):
            weights[source] = int(source <= seats and source != 1 + seat)
        return seats
    total = 0
    for face in range(CHOICES):
        weights[face] = t.faces[face] if t.phase == ROLL and face < 5 else 0
        total += weights[face]
    return total


@rule
def step(t: Table, seat: int, choice: int) -> None:
    """A die falls, soles are taken, or the player goes on or secures."""
    if t.phase == GO_ON:
        if choice == AGAIN:
            roll_again(t)
        else:
            secure(t)
            pass_net(t)
    elif t.phase == TAKE:
        take(t, choice)
    else:
        t.shown[choice] += 1
        t.falling -= 1
        if t.falling == 0:
            score_roll(t)


@rule
def roll_all(t: Table, rng: Stream) -> int:
    """All dice of a roll at once, drawn as die by die."""
    one = int(t.faces[ONE])
    two = one + int(t.faces[TWO])
    hook = two + int(t.faces[HOOK])
    double = hook + int(t.faces[DOUBLE])
    total = double + int(t.faces[WATER])
    fallen = 0
    while t.phase == ROLL:
        dice = int(t.falling)
        past_one = past_two = past_hook = waters = 0
        for _ in range(dice):
            spot = below(rng, total)
            past_one += int(spot >= one)
            past_two += int(spot >= two)
            past_hook += int(spot >= hook)
            waters += int(spot >= double)
        t.shown[ONE] = dice - past_one
        t.shown[TWO] = past_one - past_two
        t.shown[HOOK] = past_two - past_hook
        t.shown[DOUBLE] = past_hook - waters
        t.shown[WATER] = waters
        t.falling = 0
        fallen += dice
        score_roll(t)
    return fallen


@rule
def result(t: Table, points: Ints, share: Floats) -> None:
    """Points are soles in supplies; ties share."""
    for seat in range(len(points)):
        points[seat] = t.supply[seat]
    share_best(points, share)


@rule
def begin_turn(t: Table, seat: int) -> None:
    """The net and all dice go to this player, who rolls."""
    t.turn = seat
    t.doubles = 0
    t.waters = 0
    throw(t, t.dice)


@rule
def throw(t: Table, dice: int) -> None:
    """So many dice are in the air."""
    for face in range(5):
        t.shown[face] = 0
    t.falling = dice
    t.phase = ROLL


@rule
def score_roll(t: Table) -> None:
    """No sole: the net is lost. A hook: whom to take from? Otherwise from the middle."""
    if soles_shown(t) == 0:
        t.middle += t.net
        t.net = 0
        pass_net(t)
    elif t.shown[HOOK] > 0:
        t.phase = TAKE
    else:
        take(t, MIDDLE)


@rule
def soles_shown(t: Table) -> int:
    """Soles on the dice just rolled."""
    return int(t.shown[ONE]) + 2 * int(t.shown[TWO])


@rule
def haul(t: Table) -> int:
    """Soles just rolled, doubled by every Double-up, those set aside included: three multiply by eight."""
    return soles_shown(t) << (int(t.doubles) + int(t.shown[DOUBLE]))


@rule
def take(t: Table, source: int) -> None:
    """The whole haul from one source; who has fewer gives what there is (ruling 2). An empty middle ends the game."""
    if source == MIDDLE:
        soles = min(haul(t), int(t.middle))
        t.middle -= soles
    else:
        soles = min(haul(t), int(t.supply[source - 1]))
        t.supply[source - 1] -= soles
    t.net += soles
    if t.middle == 0:
        secure(t)
        t.phase = DONE
    else:
        t.phase = GO_ON


@rule
def roll_again(t: Table) -> None:
    """Double-ups and waters stay set aside for the turn, all other dice are rolled."""
    t.doubles += t.shown[DOUBLE]
    t.waters += t.shown[WATER]
    throw(t, int(t.dice) - int(t.doubles) - int(t.waters))


@rule
def secure(t: Table) -> None:
    """The net into the supply."""
    t.supply[t.turn] += t.net
    t.net = 0


@rule
def pass_net(t: Table) -> None:
    """The next player's turn."""
    after = int(t.turn) + 1
    begin_turn(t, after * int(after < t.seats))
