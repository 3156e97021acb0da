"""Where every haul of Roll for Soles leads, asked of the game's own rules once for each column."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop, rule
from rollmops.engine.contract import NOBODY
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.games.soles.rules import SECURE
from rollmops.games.soles.table import GO_ON, TAKE, Table
from rollmops.solve.numbers import Whole, rank


@rule
def put_supplies(t: Table, v: Ints) -> None:
    """The supplies, whoever has the net first."""
    seat = int(t.turn)
    for place in range(len(v)):
        v[place] = t.supply[seat]
        seat += 1
        if seat == len(v):
            seat = 0


@rule
def lay_soles(t: Table, middle: int, net: int, v: Ints) -> None:
    """Put the soles on a table at which seat A has the net."""
    t.turn = 0
    t.middle = middle
    t.net = net
    for place in range(len(v)):
        t.supply[place] = v[place]


@loop
def lead_columns(
    options: Any, step: Any, choices: int, last: Tables, faces: Ints, combs: Ints, soles: int,
    supplies: Ints, columns: Ints, goes: Whole,
) -> None:  # fmt: skip
    """For each of the columns, where every edge leads: the column after a haul, after a roll without a sole the turn start.

    A kind of roll has one edge, or with a hook one for every source.
    """
    seats = supplies.shape[1]
    tables = np.zeros(2, last.dtype)
    v, w, weights = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(choices, np.int64)
    for column in columns:
        left = soles
        for seat in range(seats):
            v[seat] = supplies[column, seat]
            left -= v[seat]
        edge = 0
        for kind in range(len(faces)):
            tables[0] = last[kind]
            lay_soles(tables[0], left, 0, v)
            step(tables[0], NOBODY, faces[kind])
            if tables[0].phase == TAKE:
                options(tables[0], 0, weights)
                for choice in range(choices):
                    if weights[choice]:
                        tables[1] = tables[0]
                        step(tables[1], 0, choice)
                        if tables[1].middle == left:
                            put_supplies(tables[1], w)
                            goes[column, edge] = rank(w, combs)
                        else:
                            goes[column, edge] = column
                        edge += 1
            elif tables[0].turn != 0:
                put_supplies(tables[0], w)
                goes[column, edge] = rank(w, combs)
                edge += 1
            else:
                goes[column, edge] = column
                edge += 1


@loop
def lead_middles(
    options: Any, step: Any, choices: int, last: Tables, faces: Ints, soles: int, seats: int, falls: Whole
) -> None:
    """For each edge, the middle after it by the middle before it."""
    tables = np.zeros(2, last.dtype)
    weights, none = np.zeros(choices, np.int64), np.zeros(seats, np.int64)
    for middle in range(1, soles + 1):
        edge = 0
        for kind in range(len(faces)):
            tables[0] = last[kind]
            lay_soles(tables[0], middle, 0, none)
            step(tables[0], NOBODY, faces[kind])
            if tables[0].phase == TAKE:
                options(tables[0], 0, weights)
                for choice in range(choices):
                    if weights[choice]:
                        tables[1] = tables[0]
                        step(tables[1], 0, choice)
                        falls[edge, middle] = tables[1].middle
                        edge += 1
            else:
                falls[edge, middle] = tables[0].middle
                edge += 1


@loop
def lead_secures(
    step: Any, last: Tables, combs: Ints, soles: int, supplies: Ints, columns: Ints, tops: Ints, base: Ints, secures: Whole
) -> None:
    """The turn start after a secured net, for every middle of these columns up to their tops."""
    seats = supplies.shape[1]
    tables = last[:1].copy()
    v, w = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    for place in range(len(columns)):
        column = columns[place]
        left = soles
        for seat in range(seats):
            v[seat] = supplies[column, seat]
            left -= v[seat]
        for middle in range(1, tops[place] + 1):
            lay_soles(tables[0], middle, left - middle, v)
            tables[0].phase = GO_ON
            step(tables[0], 0, SECURE)
            put_supplies(tables[0], w)
            secures[base[column] + middle] = rank(w, combs)


@loop
def end_columns(
    result: Any, last: Tables, soles: int, supplies: Ints, columns: Ints, base: Ints, width: int, inner: Floats
) -> None:
    """At the foot of a column the middle is empty and the net is secured: the game is over. Of every `width` figures the
    first is the mover's share."""
    seats = supplies.shape[1]
    tables = last[:1].copy()
    v, points, share = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats)
    for column in columns:
        left = soles
        for seat in range(seats):
            v[seat] = supplies[column, seat]
            left -= v[seat]
        v[0] += left
        lay_soles(tables[0], 0, 0, v)
        result(tables[0], points, share)
        for aside in range(len(inner)):
            for figure in range(inner.shape[2]):
                inner[aside, base[column], figure] = share[figure % width]
