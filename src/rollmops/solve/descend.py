"""From one table to those behind it whose value is known, through the game's own rules."""

from __future__ import annotations

from typing import Any

from rollmops.engine.compile import loop
from rollmops.engine.contract import CHANCE, NOBODY, OVER, lowest
from rollmops.engine.table import Floats, Ints, Tables
from rollmops.solve.choice import mix

MOST_CHOICES_BETWEEN = 8
"""Choices that may lie between two tables that are kept."""


@loop
def descend(
    actors: Any, options: Any, step: Any, result: Any, place_of: Any, choices: int,
    stack: Tables, v: Ints, combs: Ints, sizes: Ints, known: Floats, temperature: float,
    weights: Ints, state: Ints, lines: Floats, sums: Floats, points: Ints, share: Floats, out: Floats, row: int,
) -> None:  # fmt: skip
    """What the table at the foot of the stack is worth, into a row of `out`: the mean of what chance leads to, the mover's
    choice of what it can choose. `place_of` says which row of `known` a table is, or -1 if it is none.

    `state` has for every level the next choice, how many lines are weighed, the sum of the weights, and who acts.
    """
    seats = len(share)
    level = 0
    begin = True
    while True:
        if begin:
            who = actors(stack[level])
            state[level, 3] = NOBODY if who == CHANCE else lowest(who)
            state[level, 2] = options(stack[level], state[level, 3], weights[level])
            state[level, 0] = state[level, 1] = 0
            for seat in range(seats):
                sums[level, seat] = 0.0
            begin = False
        choice = state[level, 0]
        while choice < choices and weights[level, choice] == 0:
            choice += 1
        if choice < choices:
            state[level, 0] = choice + 1
            stack[level + 1] = stack[level]
            step(stack[level + 1], state[level, 3], choice)
            if actors(stack[level + 1]) == OVER:
                result(stack[level + 1], points, share)
            else:
                place = place_of(stack[level + 1], v, combs, sizes)
                if place < 0:
                    level += 1
                    begin = True
                    continue
                for seat in range(seats):
                    share[seat] = known[place, seat]
        else:
            if state[level, 3] == NOBODY:
                for seat in range(seats):
                    share[seat] = sums[level, seat] / state[level, 2]
            else:
                mix(lines[level], state[level, 1], state[level, 3], temperature, out, row)
                for seat in range(seats):
                    share[seat] = out[row, seat]
            if level == 0:
                for seat in range(seats):
                    out[row, seat] = share[seat]
                return
            level -= 1
            choice = state[level, 0] - 1
        if state[level, 3] == NOBODY:
            for seat in range(seats):
                sums[level, seat] += weights[level, choice] * share[seat]
        else:
            for seat in range(seats):
                lines[level, state[level, 1], seat] = share[seat]
            state[level, 1] += 1
