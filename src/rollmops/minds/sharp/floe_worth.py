"""What a table of Rolling Dice is worth: every seat's share of the win, by a small network fitted to self-play.

The network sees the table from the thrower's place: the colours in playing order beginning with the one that throws, so
that turning the seats turns the shares and changes nothing else. It judges tables between turns; within a turn the dice
are put back and kept as each owner likes best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.floe.ice import bonus, free_row, is_free
from rollmops.games.floe.map import MARKS
from rollmops.games.floe.menu import ROWS
from rollmops.games.floe.rules import OFFSET, may_keep, result, step
from rollmops.games.floe.scoring import earned, is_behind
from rollmops.games.floe.table import BLOCKS, COLOURS, DICE, DONE, KEEP, PLACE, Table

EACH, ALL = 11, COLOURS + 3
"""Facts about each colour, and about the table."""
POINTS_UNIT = 10.0
"""Points are told to the network in tens."""
SIDES_TENTHS_MM = (0, -500, 500)
SPOTS = MARKS + len(ROWS) * len(SIDES_TENTHS_MM)
SCRATCH = 3
"""Tables that `settled_shares` needs: the one to settled_shares and two to try things on."""


class Net(NamedTuple):
    """The fitted network of one number of seats: facts to hidden units to a score of each seat, the thrower's first."""

    spread: Floats
    """What each fact is multiplied by (0 for one that never varied)."""
    centre: Floats
    hidden: Floats
    hidden_bias: Floats
    direct: Floats
    out: Floats
    out_bias: Floats


def facts_of(colours: int) -> int:
    """How many facts the network of so many colours sees."""
    return EACH * colours + ALL


@loop
def read_facts(t: Table, facts: Floats) -> None:
    """The table from the thrower's place: for each colour its track, its die and what it would earn as things lie."""
    facts[:] = 0
    colours = int(t.colours)
    most, second = 0, 0
    for k in range(colours):
        c = (int(t.turn) + k) % colours
        at = EACH * k
        track = int(t.track[c])
        if track > most:
            most, second = track, most
        elif track > second:
            second = track
        facts[at] = track / POINTS_UNIT
        facts[at + 1] = max(0, int(t.goal) - track) / POINTS_UNIT
        coming = track
        if t.scoring[c]:
            points = earned(t, c)
            coming += points
            facts[at + 2] = 1
            facts[at + 3] = t.y[c] / t.length
            facts[at + 4] = t.up[c] / 6
            facts[at + 5] = bonus(t, int(t.x[c]), int(t.y[c]), int(t.angle[c])) / 6
            facts[at + 6] = points / POINTS_UNIT
            facts[at + 7] = (t.up[c] / 6) * (t.y[c] / t.length)
            for other in range(colours):
                if is_behind(t, other, c):
                    facts[at + 8] += 0.25
        facts[at + 9] = 1.0 if coming >= t.goal else 0.0
        facts[at + 10] = coming / POINTS_UNIT
    at = EACH * colours
    facts[at + int(t.taken)] = 1
    for block in range(BLOCKS):
        if t.blocks[block]:
            facts[at + COLOURS] += t.block_up[block] / 6
    facts[at + COLOURS + 1] = most / t.goal
    facts[at + COLOURS + 2] = second / t.goal


@loop
def shares(t: Table, net: Net, share: Floats) -> None:
    """Every seat's share of the win at a table between turns; of a finished game the shares it ended with."""
    seats = int(t.seats)
    if t.phase == DONE:
        result(t, np.zeros(seats, np.int64), share[:seats])
        return
    facts = np.zeros(len(net.spread))
    read_facts(t, facts)
    scores(facts, net, share)
    turned = share[:seats].copy()
    for place in range(seats):
        share[(int(t.turn) + place) % seats] = turned[place]


@loop
def scores(facts: Floats, net: Net, share: Floats) -> None:
    """The network: shares in playing order from the thrower."""
    units, seats = len(net.hidden_bias), len(net.out_bias)
    hidden = net.hidden_bias.copy()
    out = net.out_bias.copy()
    for i in range(len(facts)):
        fact = (facts[i] - net.centre[i]) * net.spread[i]
        if fact != 0:
            for j in range(units):
                hidden[j] += fact * net.hidden[i, j]
            for j in range(seats):
                out[j] += fact * net.direct[i, j]
    for i in range(units):
        if hidden[i] > 0:
            for j in range(seats):
                out[j] += hidden[i] * net.out[i, j]
    top = out.max()
    total = 0.0
    for j in range(seats):
        share[j] = np.exp(out[j] - top)
        total += share[j]
    for j in range(seats):
        share[j] /= total


@loop
def settled_shares(tables: Tables, net: Net, share: Floats) -> None:
    """Put back and keep dice at tables[0] as each owner likes best, then tell the shares."""
    while tables[0].phase == PLACE:
        place_best(tables, net, share)
    if tables[0].phase == KEEP:
        keep_best(tables, 0, net, share)
    shares(tables[0], net, share)


@loop
def keep_best(tables: Tables, at: int, net: Net, share: Floats) -> None:
    """The thrower at tables[at] keeps the die that is best for their seat; the next table is for trying."""
    t = tables[at]
    seat = int(t.turn) % int(t.seats)
    chosen, best = -1, -1.0
    for n in range(DICE):
        if may_keep(t, n):
            tables[at + 1] = tables[at]
            step(tables[at + 1], seat, n)
            shares(tables[at + 1], net, share)
            if share[seat] > best:
                chosen, best = n, share[seat]
    step(t, seat, chosen)


@loop
def place_best(tables: Tables, net: Net, share: Floats) -> None:
    """An owner at tables[0] puts the pushed-off die where it is best for their seat, of nets and a few rows."""
    t = tables[0]
    seat = int(t.placing) % int(t.seats)
    spots = np.zeros((SPOTS, 2), np.int64)
    count = free_spots(t, spots)
    chosen, best = 0, -1.0
    for i in range(count):
        tables[1] = tables[0]
        put(tables[1], seat, spots[i])
        while tables[1].phase == PLACE:
            others = np.zeros((1, 2), np.int64)
            free_spots(tables[1], others)
            put(tables[1], seat, others[0])
        if tables[1].phase == KEEP:
            keep_best(tables, 1, net, share)
        shares(tables[1], net, share)
        if share[seat] > best:
            chosen, best = i, share[seat]
    put(t, seat, spots[chosen])


@loop
def free_spots(t: Table, spots: Ints) -> int:
    """Free places for a die that lies straight, on the nets and in rows, as many as there is room for in `spots`; on a
    floe where all those are taken, any."""
    count = 0
    for mark in range(int(t.printed)):
        x, y = int(t.marks[mark, 1]), int(t.marks[mark, 2])
        if count < len(spots) and t.marks[mark, 0] > 0 and is_free(t, x, y, 0):
            spots[count, 0], spots[count, 1] = x, y
            count += 1
    for y in ROWS:
        for x in SIDES_TENTHS_MM:
            if count < len(spots) and y <= t.length and is_free(t, x, y, 0):
                spots[count, 0], spots[count, 1] = x, y
                count += 1
    x = int(t.left)
    while count == 0 and x <= t.right:
        y = free_row(t, x, 0, -1)
        if y >= 0:
            spots[0, 0], spots[0, 1] = x, y
            count = 1
        x += 1
    return count


@loop
def put(t: Table, seat: int, spot: Ints) -> None:
    """Put the pushed-off die there, lying straight."""
    step(t, seat, 0)
    step(t, seat, OFFSET + spot[0])
    step(t, seat, spot[1])
