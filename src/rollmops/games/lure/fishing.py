"""A fishing turn of Lure, once the dice lie: what they meet, who catches what, and where dice and lures go afterwards."""

from __future__ import annotations

from rollmops.engine.compile import loop, rule
from rollmops.games.lure.box import DISTINCT, EVEN, LURES, MOST_NAMED, ODD, PAIR
from rollmops.games.lure.casting import dice_cast, everyone, lure_cast
from rollmops.games.lure.table import BOAST, D12, FISHED, MIDDLE, PILE_OF, SPECIAL, X1, Table

NOBODY_CATCHES = -1
ROUND_STAMP = 64
"""More than there are fish: a stamp of a later round is higher than any of an earlier one."""

_KINDS = len(LURES)
_SPECIALS = len(SPECIAL)


@loop
def read_roll(t: Table, seat: int) -> None:
    """The total, and which needs all dice meet together; an extra die is like any other. No dice meet no need (ruling 1)."""
    total, numbers, pair, odd, even = 0, 0, False, True, True
    for die in range(dice_cast(t, seat)):
        face = int(t.face[seat, die])
        total += face
        pair = pair or (numbers >> face) & 1 == 1
        numbers |= 1 << face
        odd = odd and face & 1 == 1
        even = even and face & 1 == 0
    for face in range(1, 7):
        extra = lure_cast(t, seat, X1 + face - 1)
        if extra:
            total += extra * face
            pair = pair or extra > 1 or (numbers >> face) & 1 == 1
            numbers |= 1 << face
            odd = odd and face & 1 == 1
            even = even and face & 1 == 0
    t.total[seat] = total
    t.meets[seat] = 0
    if numbers:
        t.meets[seat] = (PAIR if pair else DISTINCT) | (ODD if odd else 0) | (EVEN if even else 0)


@loop
def can_catch(t: Table, seat: int, fish: int) -> bool:
    """The total reaches the catch number and the dice meet the need (`read_roll` has read them)."""
    if t.total[seat] < t.catch[fish] or t.need[fish] & (PAIR | DISTINCT | ODD | EVEN) & ~t.meets[seat]:
        return False
    lacking = 0
    for i in range(MOST_NAMED):
        if t.named[fish, i]:
            lacking += shown(t, seat, int(t.named[fish, i])) < t.often[fish, i]
    return lacking == 0


@rule
def shown(t: Table, seat: int, number: int) -> int:
    """How many dice, extra dice included, show this number."""
    count = lure_cast(t, seat, X1 + number - 1) if number <= 6 else 0
    for die in range(dice_cast(t, seat)):
        count += t.face[seat, die] == number
    return count


@rule
def catcher(t: Table, fish: int) -> int:
    """Who gets the fish: the lowest total of those who can catch it; nobody, if that is tied (ruling 2)."""
    best, seat = -1, NOBODY_CATCHES
    for other in range(t.seats):
        if (t.fishing >> other) & 1 and can_catch(t, other, fish):
            if best < 0 or t.total[other] < best:
                best, seat = int(t.total[other]), other
            elif t.total[other] == best:
                seat = NOBODY_CATCHES
    return seat


@loop
def catch_fish(t: Table) -> int:
    """Those who fish now take all they can catch; returns a bit for each who caught any."""
    lucky, left, fish = 0, int(t.shoal), -1
    while left:
        fish += 1
        if t.place[fish] == MIDDLE:
            left -= 1
            seat = catcher(t, fish)
            if seat != NOBODY_CATCHES:
                t.place[fish] = PILE_OF + seat
                t.stamp[fish] += ROUND_STAMP * t.rounds
                t.shoal -= 1
                lucky |= 1 << seat
    return lucky


@rule
def put_away(t: Table, seat: int, lucky: bool) -> None:
    """Boasts score if any fish was caught, all other lures are discarded; special dice rest, rested ones return."""
    for kind in range(_KINDS):
        if kind == BOAST and lucky:
            t.boasts[seat] += lure_cast(t, seat, kind)
        else:
            t.discards[kind] += lure_cast(t, seat, kind)
    for special in range(_SPECIALS):
        t.resting[seat, special] = t.cast[seat, D12 + special]


@loop
def fish_together(t: Table) -> None:
    """All who roll together take what they can, then put away; who caught nothing draws a lure."""
    for seat in range(t.seats):
        if (t.fishing >> seat) & 1:
            for die in range(dice_cast(t, seat)):
                t.face[seat, die] += t.turned[seat, die]
                t.turned[seat, die] = 0
            read_roll(t, seat)
    lucky = catch_fish(t)
    for seat in range(t.seats):
        if (t.fishing >> seat) & 1:
            put_away(t, seat, (lucky >> seat) & 1 == 1)
    t.drawing = int(t.fishing) & ~lucky
    t.fished |= t.fishing
    t.phase = FISHED


@loop
def give_up(t: Table) -> None:
    """No fish left: all who have not rolled discard what they cast, boasts too, and draw a lure; special dice still rest."""
    t.fishing = everyone(t) & ~int(t.fished)
    for seat in range(t.seats):
        if (t.fishing >> seat) & 1:
            put_away(t, seat, False)
    t.drawing = t.fishing
    t.fished = everyone(t)
