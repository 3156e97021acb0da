"""The grid of a turn of Roll for Soles: what the network sees of its ends, what its tables are worth, how it is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import CHANCE, NOBODY, OVER, share_best
from rollmops.engine.stream import Stream, pick
from rollmops.engine.table import Floats, Ints
from rollmops.games.soles.rules import AGAIN, MIDDLE, SECURE, haul
from rollmops.games.soles.table import DOUBLE, TAKE, WATER
from rollmops.solve.fitted.net import put_shares

INPUTS = 13
MOST_ROUNDS, CONVERGED_CHANGE = 40, 1e-10
"""To take from an empty supply leads back to the same table: its value is found in rounds, so many at the most."""


@rule
def look(supplies: Ints, middle: int, scale: float, seen: Floats) -> None:
    """What the network sees of a turn start with these supplies, the mover's first; `scale` makes another box like ours."""
    seats = len(supplies)
    total = 0.0
    for seat in range(seats):
        total += scale * supplies[seat]
    left = scale * middle
    for seat in range(seats):
        own = scale * supplies[seat]
        best, second = 0.0, 0.0
        for other in range(seats):
            if other != seat:
                soles = scale * supplies[other]
                if soles > best:
                    best, second = soles, best
                elif soles > second:
                    second = soles
        ahead = own - best
        seen[seat, 0] = 1.0 if seat == 0 else 0.0
        seen[seat, 1] = seat / (seats - 1)
        seen[seat, 2] = own / 20
        seen[seat, 3] = best / 20
        seen[seat, 4] = second / 20
        seen[seat, 5] = (total - own) / (seats - 1) / 20
        seen[seat, 6] = left / 40
        seen[seat, 7] = 8 / (8 + left)
        seen[seat, 8] = ahead / (5 + left)
        seen[seat, 9] = ahead / (8 + abs(ahead))
        seen[seat, 10] = scale * supplies[0] / 20
        seen[seat, 11] = scale * supplies[seat - 1] / 20
        seen[seat, 12] = seen[seat, 0] * seen[seat, 7]


@loop
def fill_leaves(
    supplies: Ints, rivals: Ints, sizes: Ints, strides: Ints, middle: int, own: int, scale: float, net: Floats,
    secured: Floats, bust: Floats, over: Floats,
) -> None:  # fmt: skip
    """What ends a turn: for each column of the grid a roll without a sole, for each table a secured net, at the foot of a
    column the end of the game. `own` is what mover, net and middle have together. Shares are by turn order, the mover's
    first."""
    seats = len(supplies)
    now, turned, seen = supplies.copy(), np.zeros(seats, np.int64), np.zeros((seats, INPUTS))
    points, share, judged = np.zeros(seats, np.int64), np.zeros(seats), np.zeros((1, seats))
    for column in range(len(bust)):
        here = own
        for place in range(len(rivals)):
            left = (column // strides[place]) % sizes[place]
            here += supplies[rivals[place]] - left
            now[rivals[place]] = left
        for rest in range(-1, middle + 1):
            # rest < 0 is the bust: the net goes back
            now[0] = supplies[0] if rest < 0 else here - rest
            if rest == 0:
                for seat in range(seats):
                    points[seat] = now[seat]
                share_best(points, share)
                for seat in range(seats):
                    over[column, seat] = share[seat]
                continue
            for seat in range(seats):
                turned[seat - 1 if seat else seats - 1] = now[seat]
            look(turned, here - supplies[0] if rest < 0 else rest, scale, seen)
            put_shares(seen, net, judged, 0)
            for seat in range(seats):
                if rest < 0:
                    bust[column, seat] = judged[0, seat - 1 if seat else seats - 1]
                else:
                    secured[column * (middle + 1) + rest, seat] = judged[0, seat - 1 if seat else seats - 1]


@loop
def fill_grid(
    chance: Floats, parts: Ints, after: Ints, hauls: Ints, hooks: Ints, sizes: Ints, strides: Ints, middle: int,
    secured: Floats, bust: Floats, over: Floats, inner: Floats, agains: Floats,
) -> None:  # fmt: skip
    """What every table of the grid is worth where the mover decides whether to roll again (`inner`), and if it does so
    (`agains`): by what is set aside, table and seat. Kinds of roll are in the order of what is set aside after them, most
    dice first; the first has no sole. `parts` are the kinds that have a chance, and -1 behind the last."""
    seats, sets, kinds = secured.shape[1], len(chance), len(after)
    worth, rest, again = np.zeros((kinds, seats)), np.zeros(seats), np.zeros(seats)
    for column in range(len(bust)):
        foot = column * (middle + 1)
        for seat in range(seats):
            worth[0, seat] = bust[column, seat]
            for aside in range(sets):
                inner[aside, foot, seat] = agains[aside, foot, seat] = over[column, seat]
        empty = False
        for place in range(len(sizes)):
            empty |= (column // strides[place]) % sizes[place] == 0
        for left in range(1, middle + 1):
            spot = foot + left
            kind = 1
            for aside in range(sets):
                begin = kind
                while kind < kinds and after[kind] == aside:
                    best = foot + max(0, left - hauls[kind])
                    if hooks[kind]:
                        for place in range(len(sizes)):
                            has = (column // strides[place]) % sizes[place]
                            if has > 0:
                                there = spot - min(has, hauls[kind]) * strides[place] * (middle + 1)
                                if inner[aside, there, 0] > inner[aside, best, 0]:
                                    best = there
                    for seat in range(seats):
                        worth[kind, seat] = inner[aside, best, seat]
                    kind += 1
                for seat in range(seats):
                    rest[seat] = 0.0
                for part in range(parts.shape[1]):
                    k = parts[aside, part]
                    if k < 0:
                        break
                    if not (empty and hooks[k] and after[k] == aside):
                        for seat in range(seats):
                            rest[seat] += chance[aside, k] * worth[k, seat]
                for seat in range(seats):
                    inner[aside, spot, seat] = secured[spot, seat]
                for _ in range(MOST_ROUNDS):
                    for seat in range(seats):
                        again[seat] = rest[seat]
                    if empty:
                        for k in range(begin, kind):
                            if hooks[k] and chance[aside, k] > 0:
                                stays = inner[aside, spot, 0] > worth[k, 0]
                                for seat in range(seats):
                                    again[seat] += chance[aside, k] * (inner[aside, spot, seat] if stays else worth[k, seat])
                    moves = 0.0
                    if again[0] > secured[spot, 0]:
                        for seat in range(seats):
                            moves = max(moves, abs(again[seat] - inner[aside, spot, seat]))
                            inner[aside, spot, seat] = again[seat]
                    if not empty or moves < CONVERGED_CHANGE:
                        break
                for seat in range(seats):
                    agains[aside, spot, seat] = again[seat]
                if empty:
                    for k in range(begin, kind):
                        if hooks[k] and inner[aside, spot, 0] > worth[k, 0]:
                            for seat in range(seats):
                                worth[k, seat] = inner[aside, spot, seat]


@loop
def play_turn(
    actors: Any, options: Any, step: Any, choices: int, t: Any, rng: Stream, asides: Ints, rivals: Ints,
    strides: Ints, middle: int, inner: Floats, agains: Floats, secured: Floats,
) -> None:  # fmt: skip
    """Play this turn to its end by the grid: what the mover does in self-play."""
    mover, seats, weights = int(t.turn), int(t.seats), np.zeros(choices, np.int64)
    while True:
        who = actors(t)
        if who == OVER:
            return
        if who == CHANCE:
            # die by die: `roll_all` would go on to the next player's roll
            step(t, NOBODY, pick(rng, weights, options(t, NOBODY, weights)))
            if t.turn != mover:
                return
            continue
        column = 0
        for place in range(len(rivals)):
            column += int(t.supply[(mover + rivals[place]) % seats]) * strides[place]
        spot = column * (middle + 1) + int(t.middle)
        aside = asides[int(t.doubles) + int(t.shown[DOUBLE]), int(t.waters) + int(t.shown[WATER])]
        if t.phase == TAKE:
            most = haul(t)
            best = column * (middle + 1) + max(0, int(t.middle) - most)
            choice = MIDDLE
            for place in range(len(rivals)):
                seat = (mover + rivals[place]) % seats
                there = spot - min(most, int(t.supply[seat])) * strides[place] * (middle + 1)
                if inner[aside, there, 0] > inner[aside, best, 0]:
                    best, choice = there, 1 + seat
            step(t, mover, choice)
        elif agains[aside, spot, 0] > secured[spot, 0]:
            step(t, mover, AGAIN)
        else:
            step(t, mover, SECURE)
            return
