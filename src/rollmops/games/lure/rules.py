"""The rules of Lure, by Satoru Nakamura (Allplay). RULES.md tells them in words; the rulings cited are there.

Choices: a lure drawn, its kind (the order of LURES) · a fish turned up, its card · a die, its face less one ·
CAST: how many of the item that is next, six-sided dice first, then d12, d20 and lures by kind; items that a seat has not got
are passed over, after the last it is ready · ADJUSTING: ENOUGH, or the die in place i one up (1 + 2i) or one down (2 + 2i),
dice in the order they lie, each one way only.
"""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, OVER, lowest
from rollmops.engine.stream import Stream, below
from rollmops.engine.table import Floats, Ints
from rollmops.games.lure.adjusting import begin_adjusting, turn_die, turns
from rollmops.games.lure.box import CARDS, EVERYONE_DRAWS, LURES, MORE
from rollmops.games.lure.casting import add_to_cast, at_hand, begin_cast, dice_cast, everyone, sides
from rollmops.games.lure.fishing import fish_together, give_up
from rollmops.games.lure.table import (
    ADJUSTING,
    CAST,
    DONE,
    FISHED,
    ITEMS,
    MIDDLE,
    NOWHERE,
    PILE_OF,
    ROLL,
    SIX,
    SPLASH,
    UNSEEN,
    Table,
)

CHOICES = CARDS

_KINDS = len(LURES)


@loop
def setup(t: Table, seats: int, first: int) -> None:
    """All lures into the draw pile, one to each player; with few players some fish will never come."""
    t.seats = seats
    for fish in range(CARDS):
        t.place[fish] = UNSEEN if fish < t.cards else NOWHERE
    t.deck = t.cards - t.leave[seats]
    for kind in range(_KINDS):
        t.pile[kind] = t.stock[kind] = t.lures[kind]
    t.drawing = everyone(t)
    begin_round(t)
    go_on(t)


@rule
def actors(t: Table) -> int:
    """All cast at the same time, all who roll together adjust at the same time; cards and dice are chance."""
    if t.drawing == 0:
        if t.phase == CAST or t.phase == ADJUSTING:
            return int(t.owing)
        if t.phase == DONE:
            return OVER
    return CHANCE


@rule
def options(t: Table, seat: int, weights: Ints) -> int:
    """Lures by their number in the pile, unseen fish, faces; how many of the next item; turns of dice."""
    total = 0
    if t.phase == CAST and t.casting[seat] < ITEMS:
        total = 1 + at_hand(t, seat, int(t.casting[seat]))
    elif t.phase == ROLL:
        total = sides(t, int(t.roller), int(t.fallen))
    for choice in range(CHOICES):
        weights[choice] = int(choice < total)
    if t.drawing:
        total = 0
        for kind in range(_KINDS):
            weights[kind] = t.pile[kind]
            total += int(t.pile[kind])
    elif t.phase == SPLASH:
        for fish in range(CARDS):
            weights[fish] = int(t.place[fish] == UNSEEN)
            total += weights[fish]
    elif t.phase == ADJUSTING:
        total = turns(t, seat, weights)
    return total


@rule
def step(t: Table, seat: int, choice: int) -> None:
    """A card comes, a die falls, a cast or the adjusting gets on."""
    if t.phase == CAST:
        add_to_cast(t, seat, choice)
    elif t.drawing:
        draw_lure(t, choice)
    elif t.phase == SPLASH:
        turn_up(t, choice)
    elif t.phase == ROLL:
        show_face(t, choice + 1)
    else:
        turn_die(t, seat, choice)
    if t.drawing or not waiting(t):
        go_on(t)


@loop
def roll_all(t: Table, rng: Stream) -> int:
    """Cards and dice until somebody decides, drawn as one by one."""
    count = 0
    while True:
        if t.drawing:
            left, kind = below(rng, pile_size(t)), 0
            while left >= t.pile[kind]:
                left -= int(t.pile[kind])
                kind += 1
            draw_lure(t, kind)
            count += 1
        elif t.phase == SPLASH:
            left, fish = below(rng, int(t.cards) - int(t.turned_up)), 0
            while left or t.place[fish] != UNSEEN:
                left -= int(t.place[fish] == UNSEEN)
                fish += 1
            turn_up(t, fish)
            count += 1
        elif t.phase == ROLL:
            count += roll_dice(t, rng)
        else:
            return count
        if t.drawing or not waiting(t):
            go_on(t)


@rule
def roll_dice(t: Table, rng: Stream) -> int:
    """All dice still to fall of all who roll together; returns how many."""
    count = 0
    while t.phase == ROLL:
        seat = int(t.roller)
        sixes, dice = int(t.cast[seat, SIX]), dice_cast(t, seat)
        count += dice - int(t.fallen)
        for die in range(int(t.fallen), sixes):
            t.face[seat, die] = 1 + below(rng, 6)
        for die in range(max(int(t.fallen), sixes), dice):
            t.face[seat, die] = 1 + below(rng, sides(t, seat, die))
        next_roller(t)
    return count


@rule
def score(points: float, fish: float) -> float:
    """One number that orders as the two do: a fish less is less than a VP more. Boasts are no fish (ruling 7)."""
    return points * (CARDS + 1) - fish


@loop
def result(t: Table, points: Ints, share: Floats) -> None:
    """VP of fish and boasts. Most VP win, among equals who has fewest fish, then the win is shared."""
    points[:] = 0
    share[:] = 0
    for seat in range(len(points)):
        points[seat] = int(t.boasts[seat]) * int(t.boast_vp)
    for fish in range(CARDS):
        if t.place[fish] >= PILE_OF:
            points[t.place[fish] - PILE_OF] += t.vp[fish]
            share[t.place[fish] - PILE_OF] += 1
    best, winners = 0.0, 0
    for seat in range(len(points)):
        share[seat] = score(points[seat], share[seat])
        if seat == 0 or share[seat] > best:
            best, winners = share[seat], 1
        elif share[seat] == best:
            winners += 1
    for seat in range(len(points)):
        share[seat] = 1 / winners if share[seat] == best else 0.0


@loop
def go_on(t: Table) -> None:
    """On to where somebody decides, a card comes or a die falls."""
    find_lures(t)
    while not waiting(t):
        if t.phase == SPLASH:
            begin_cast(t)
        elif t.phase == ADJUSTING:
            fish_together(t)
        elif t.fished == everyone(t):
            begin_round(t)
        elif t.shoal == 0:
            give_up(t)
        else:
            begin_turn(t)
        find_lures(t)


@rule
def waiting(t: Table) -> bool:
    """Whether a choice or chance is due."""
    if t.drawing:
        return True
    if t.phase == SPLASH:
        return t.splashing > 0 and t.deck > 0
    if t.phase == ADJUSTING:
        return t.owing != 0
    return t.phase != FISHED


@rule
def begin_round(t: Table) -> None:
    """New fish; if the last had been drawn, the game is over, and fish still in the middle are nobody's (ruling 7)."""
    if t.deck == 0:
        t.phase = DONE
    else:
        t.fished = 0
        t.fishing = 0
        t.rounds += 1
        t.splashing = t.new_fish[t.seats]
        t.phase = SPLASH


@rule
def turn_up(t: Table, fish: int) -> None:
    """A fish comes into the middle, and its splash happens at once."""
    t.place[fish] = MIDDLE
    t.shoal += 1
    t.turned_up += 1
    t.stamp[fish] = t.turned_up
    t.deck -= 1
    t.splashing -= 1
    if t.splash[fish] == MORE:
        t.splashing += 1
    elif t.splash[fish] == EVERYONE_DRAWS:
        t.drawing = everyone(t)


@rule
def draw_lure(t: Table, kind: int) -> None:
    """The first of those who are to draw does, in seat order (ruling 8)."""
    seat = lowest(int(t.drawing))
    t.pile[kind] -= 1
    t.hand[seat, kind] += 1
    t.drawn[seat, kind] += 1
    t.drawing &= ~(1 << seat)


@rule
def find_lures(t: Table) -> None:
    """Shuffle the discards if a lure is to be drawn and the pile is empty; if they are too, none is drawn (ruling 6)."""
    if t.drawing and pile_size(t) == 0:
        shuffle_discards(t)
        if pile_size(t) == 0:
            t.drawing = 0


@rule
def pile_size(t: Table) -> int:
    """Lures in the draw pile."""
    size = 0
    for kind in range(_KINDS):
        size += int(t.pile[kind])
    return size


@loop
def shuffle_discards(t: Table) -> None:
    """The discards, which all have seen, are the new draw pile; what is drawn and played counts from here."""
    for kind in range(_KINDS):  # a whole array into another takes two seconds longer to compile
        t.pile[kind] = t.stock[kind] = t.discards[kind]
    t.discards[:] = 0
    t.drawn[:] = 0
    t.played[:] = 0


@loop
def begin_turn(t: Table) -> None:
    """The fewest dice among those who have not fished; equal numbers roll together. No dice fish first (ruling 1)."""
    fewest = 100
    t.fishing = 0
    for seat in range(t.seats):
        if not (t.fished >> seat) & 1:
            dice = dice_cast(t, seat)
            if dice < fewest:
                fewest = dice
                t.fishing = 0
            if dice == fewest:
                t.fishing |= 1 << seat
    t.roller = lowest(int(t.fishing))
    t.fallen = 0
    t.phase = ROLL
    if fewest == 0:
        begin_adjusting(t)


@rule
def show_face(t: Table, face: int) -> None:
    """A die falls; after a seat's last the next one rolls."""
    seat = int(t.roller)
    t.face[seat, t.fallen] = face
    t.fallen += 1
    if t.fallen == dice_cast(t, seat):
        next_roller(t)


@rule
def next_roller(t: Table) -> None:
    """Of those who roll together the next in seat order; after the last they adjust."""
    t.fallen = 0
    later = int(t.fishing) >> (int(t.roller) + 1)
    if later:
        t.roller += 1 + lowest(later)
    else:
        begin_adjusting(t)
