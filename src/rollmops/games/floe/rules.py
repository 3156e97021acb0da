"""The rules of Rolling Dice, by the PAKK team (ABACUSSPIELE). RULES.md tells them in words; the rulings cited are there.

Choices: THROW takes the five numbers of the gesture one after the other, each counted from its lowest · REST takes for
each die its x (counted from OFFSET) or WATER, its y, its turn and its number - 1; how likely they are only physics
knows, the weights say what is possible · PLACE takes turn, x and y · KEEP takes the number of the die - 1.
"""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, OVER, share_best
from rollmops.engine.table import Floats, Ints
from rollmops.games.floe.ice import LEVEL_TENTHS, column, free_columns, free_rows
from rollmops.games.floe.map import LONGEST, WIDEST
from rollmops.games.floe.scoring import score_round
from rollmops.games.floe.table import (
    AIR,
    BLOCKS,
    COLOURS,
    DICE,
    DONE,
    GESTURE,
    ICE,
    KEEP,
    LID,
    PLACE,
    REST,
    THROW,
    WET,
    Table,
)

OFFSET = 5 * WIDEST
WATER = 10 * LONGEST + 1
CHOICES = WATER + 1
LOWEST = tuple(low for _, low, _ in GESTURE)
SPANS = tuple(high - low + 1 for _, low, high in GESTURE)


@loop
def setup(t: Table, seats: int, first: int) -> None:
    """Every player has a colour; two players have two each, in the order A B A B."""
    t.seats = seats
    t.colours = 4 if seats == 2 else seats
    t.goal = t.few if seats <= 4 else t.many
    t.rounds = 1
    t.starter = first
    t.taken = 0
    t.track[:] = 0
    t.scoring[:] = 0
    t.blocks[:] = 0
    t.account[:] = 0
    begin_turn(t, first)


@rule
def actors(t: Table) -> int:
    """Who throws and keeps, or who puts a pushed-off die back; dice in the air are chance."""
    if t.phase == REST:
        return CHANCE
    if t.phase == DONE:
        return OVER
    return 1 << (int(t.placing if t.phase == PLACE else t.turn) % int(t.seats))


@loop
def options(t: Table, seat: int, weights: Ints) -> int:
    """Any number of the gesture within its range; any rest on the ice or in the water; any free spot; dice to keep."""
    weights[:] = 0
    if t.phase == THROW:
        weights[: SPANS[t.given]] = 1
        return int(SPANS[t.given])
    if t.phase == REST:
        return rest_options(t, weights)
    if t.phase == PLACE:
        if t.part == 0:
            weights[:360] = 1
            return 360
        if t.part == 1:
            return free_columns(t, int(t.held[0]), OFFSET, weights)
        return free_rows(t, int(t.held[1]), int(t.held[0]), weights)
    total = 0
    if t.phase == KEEP:
        for n in range(DICE):
            weights[n] = may_keep(t, n)
            total += int(weights[n])
    return total


@loop
def rest_options(t: Table, weights: Ints) -> int:
    """What may become of a die, part by part."""
    if t.part == 0:
        columns = int(t.right) - int(t.left) + 1
        weights[OFFSET + t.left : OFFSET + t.right + 1] = 1
        # Thrown dice are often lost, dice that lie there seldom are; physics knows better.
        weights[WATER] = columns // (2 if int(t.falling) // DICE == t.turn else 20)
        return columns + int(weights[WATER])
    if t.part == 1:
        return column(t, int(t.held[0]), weights)
    count = 360 if t.part == 2 else 6
    weights[:count] = 1
    return count


@loop
def step(t: Table, seat: int, choice: int) -> None:
    """A number of the gesture, a part of a resting or placed die, or the die to keep."""
    if t.phase == THROW:
        t.gesture[t.given] = choice + LOWEST[t.given]
        t.given += 1
        if t.given == len(LOWEST):
            t.phase = REST
            t.falling = next_falling(t, 0)
    elif t.phase == REST:
        come_to_rest(t, choice)
    elif t.phase == PLACE:
        place(t, choice)
    else:
        keep(t, choice)


@loop
def result(t: Table, points: Ints, share: Floats) -> None:
    """Points on the track; two players add up their colours, and may tie (ruling 9)."""
    points[:] = 0
    for c in range(int(t.colours)):
        points[c % int(t.seats)] += t.track[c]
    share_best(points, share)


@loop
def begin_turn(t: Table, colour: int) -> None:
    """All four dice into the hand, or three when a scoring die has to be outdone."""
    t.turn = colour
    t.phase = THROW
    t.given = 0
    t.placing = -1
    t.part = 0
    t.held[:] = 0
    t.gesture[:] = 0
    t.falling = 0
    t.rested = 0
    t.pushed[:] = 0
    t.thrown_x[:] = 0
    t.thrown_y[:] = 0
    t.thrown_angle[:] = 0
    t.thrown_up[:] = 0
    for n in range(DICE):
        t.thrown[n] = LID if t.scoring[colour] == n + 1 else AIR


@loop
def next_falling(t: Table, since: int) -> int:
    """The next die that the rest line tells of, in the order A1 to F4; -1 when all are told."""
    for k in range(since, COLOURS * DICE):
        c, n = k // DICE, k % DICE
        if t.scoring[c] == n + 1 or (c == t.turn and t.thrown[n] == AIR):
            return k
    return -1


@loop
def come_to_rest(t: Table, choice: int) -> None:
    """One more thing is known of the die that falls; after its number the next one's turn comes."""
    if t.part == 0:
        t.held[:] = 0
        t.held[0] = choice if choice == WATER else choice - OFFSET
        t.part = 3 if choice == WATER else 1
        return
    if t.part < 3:
        t.held[t.part] = choice
        t.part += 1
        return
    put_die(t, int(t.falling) // DICE, int(t.falling) % DICE, choice + 1)
    t.held[:] = 0
    t.part = 0
    t.rested += 1
    t.falling = next_falling(t, int(t.falling) + 1)
    if t.falling < 0:
        t.falling = 0
        t.rested = 0
        next_place(t)


@loop
def put_die(t: Table, c: int, n: int, up: int) -> None:
    """A die lies where the rest line says, or in the water with this number up."""
    wet = t.held[0] == WATER
    if t.scoring[c] == n + 1:
        t.up[c] = up
        t.pushed[c] = wet
        lift(t, c)
        if not wet:
            t.x[c], t.y[c], t.angle[c] = t.held[0], t.held[1], t.held[2]
        return
    t.thrown[n] = WET if wet else ICE
    t.thrown_up[n] = up
    if not wet:
        t.thrown_x[n], t.thrown_y[n], t.thrown_angle[n] = t.held[0], t.held[1], t.held[2]


@rule
def lift(t: Table, c: int) -> None:
    """The colour's scoring die is taken from where it lay."""
    t.x[c] = 0
    t.y[c] = 0
    t.angle[c] = 0


@loop
def next_place(t: Table) -> None:
    """Pushed-off dice of other colours are put back first, in playing order from the thrower's left (ruling 5)."""
    for i in range(1, int(t.colours)):
        c = (int(t.turn) + i) % int(t.colours)
        if t.pushed[c]:
            t.placing = c
            t.phase = PLACE
            t.part = 0
            return
    t.placing = -1
    judge(t)


@loop
def place(t: Table, choice: int) -> None:
    """The owner turns the die, chooses the column and the row; its number stays."""
    if t.part < 2:
        t.held[t.part] = choice - OFFSET * int(t.part)
        t.part += 1
        return
    c = int(t.placing)
    t.x[c], t.y[c], t.angle[c] = t.held[1], choice, t.held[0]
    t.pushed[c] = 0
    t.held[:] = 0
    t.part = 0
    next_place(t)


@rule
def outdoes(t: Table, n: int) -> bool:
    """Higher or further than the marked die as it lies now (ruling 3); a level die is not further (ruling 6)."""
    c = int(t.turn)
    return bool(t.thrown_up[n] > t.up[c] or t.thrown_y[n] > t.y[c] + LEVEL_TENTHS)


@rule
def may_keep(t: Table, n: int) -> bool:
    """A die just thrown that lies on the ice and, with three dice, outdoes the marked one."""
    return bool(t.thrown[n] == ICE and (t.scoring[t.turn] == 0 or outdoes(t, n)))


@loop
def judge(t: Table) -> None:
    """Mishap, misthrow, all in the water, or a die to keep."""
    c = int(t.turn)
    kept, candidates = -1, 0
    for n in range(DICE):
        if may_keep(t, n):
            kept, candidates = n, candidates + 1
    if t.pushed[c]:
        # A mishap beats everything (ruling 4).
        to_block(t, c, int(t.scoring[c]), int(t.up[c]))
    elif candidates == 0 and t.scoring[c]:
        to_block(t, c, int(t.scoring[c]), int(t.up[c]))
    elif candidates == 0:
        highest = 0
        for n in range(DICE):
            if t.thrown_up[n] > t.thrown_up[highest]:
                highest = n
        to_block(t, c, highest + 1, int(t.thrown_up[highest]))
    elif candidates == 1:
        keep(t, kept)
        return
    else:
        t.phase = KEEP
        return
    end_turn(t)


@loop
def to_block(t: Table, c: int, die: int, up: int) -> None:
    """Onto the first free ice block, beginning at the starting symbol; it earns nothing for its owner."""
    free = 0
    while t.blocks[free]:
        free += 1
    t.blocks[free] = c + 1
    t.block_die[free] = die
    t.block_up[free] = up
    lift(t, c)
    t.scoring[c] = 0
    t.up[c] = 0


@loop
def keep(t: Table, n: int) -> None:
    """This die stays as the scoring die, all others go into the box lid."""
    c = int(t.turn)
    t.scoring[c] = n + 1
    t.x[c], t.y[c], t.angle[c], t.up[c] = t.thrown_x[n], t.thrown_y[n], t.thrown_angle[n], t.thrown_up[n]
    end_turn(t)


@loop
def end_turn(t: Table) -> None:
    """The next player throws; after the last one the round is scored."""
    t.taken += 1
    if t.taken < t.colours:
        begin_turn(t, (int(t.turn) + 1) % int(t.colours))
        return
    t.starter = score_round(t)
    over = False
    for c in range(int(t.colours)):
        over = over or t.track[c] >= t.goal
    if over:
        begin_turn(t, int(t.starter))
        t.thrown[:] = LID
        t.phase = DONE
        return
    # Dice on ice blocks go back to their owners, who throw four again.
    for block in range(BLOCKS):
        t.blocks[block] = t.block_die[block] = t.block_up[block] = 0
    t.rounds += 1
    t.taken = 0
    begin_turn(t, int(t.starter))
