"""What can be done with any game that fulfils the contract, compiled: playouts, simulation, evaluation, perft.

Rule functions come as arguments; Numba makes a version of each loop for each game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, lowest
from rollmops.engine.stream import Stream, below, follow, fork, pick
from rollmops.engine.table import Floats, Ints, Tables

MOST_STEPS = 1_000_000
"""Transitions after which a playout is given up (random play of every game ends long before)."""
HOPELESS = 20
"""Games in a row from the first on that must be given up before nobody tries any more."""


@loop
def play_out(actors: Any, options: Any, step: Any, roll_all: Any, t: Any, rng: Stream, weights: Ints) -> int:
    """Play to the end at random; returns the number of transitions."""
    count = 0
    while count < MOST_STEPS:
        who = actors(t)
        if who == OVER:
            break
        if who == CHANCE:
            if roll_all is None:
                step(t, NOBODY, pick(rng, weights, options(t, NOBODY, weights)))
                count += 1
            else:
                count += roll_all(t, rng)
        else:
            seat = lowest(who)
            step(t, seat, pick(rng, weights, options(t, seat, weights)))
            count += 1
    return count


@loop
def play_games(
    setup: Any,
    actors: Any,
    options: Any,
    step: Any,
    result: Any,
    roll_all: Any,
    blank: Tables,
    first: int,
    choices: int,
    rng: Stream,
    firsts: Ints,
    lengths: Ints,
    points: Ints,
    shares: Floats,
) -> None:
    """Random games, a row of each array for each: who began, how many transitions it took (MOST_STEPS: given up), points
    and share of the win by seat. A `first` below 0 is drawn by lot. Where nothing but given-up games come, the rest is given
    up too.
    """
    scratch = blank.copy()
    seats = points.shape[1]
    weights = np.zeros(choices, np.int64)
    for game in range(len(firsts)):
        scratch[0] = blank[0]
        starter = first if first >= 0 else below(rng, seats)
        setup(scratch[0], seats, starter)
        firsts[game] = starter
        lengths[game] = play_out(actors, options, step, roll_all, scratch[0], rng, weights)
        result(scratch[0], points[game], shares[game])
        if game == HOPELESS and lengths[: HOPELESS + 1].min() >= MOST_STEPS:
            lengths[game:] = MOST_STEPS
            return


@loop
def evaluate(
    actors: Any,
    options: Any,
    step: Any,
    result: Any,
    roll_all: Any,
    tables: Tables,
    seat: int,
    playouts: int,
    rng: Stream,
    scratch: Tables,
    streams: Any,
    weights: Ints,
    points: Ints,
    share: Floats,
    total: Floats,
    squares: Floats,
) -> None:
    """Add to `total[i]` the seat's share of random games from tables[i]; the n-th game of each has the same dice.

    The room to play in (one table, two streams, weights, points and shares) is the caller's: to make it here would be
    compiled for each game, which takes as long as half the rules of a small one.
    """
    common, dice = streams[0], streams[1]
    for _ in range(playouts):
        fork(rng, common)
        for i in range(len(tables)):
            follow(dice, common)
            scratch[0] = tables[i]
            play_out(actors, options, step, roll_all, scratch[0], dice, weights)
            result(scratch[0], points, share)
            total[i] += share[seat]
            squares[i] += share[seat] * share[seat]


@loop
def count_paths(actors: Any, options: Any, step: Any, stack: Tables, choices: int, depth: int) -> int:
    """Perft: how many ways there are to make `depth` elementary choices from stack[0]."""
    weights = np.zeros((depth + 1, choices), np.int64)
    nexts = np.zeros(depth + 1, np.int64)
    total, level = 0, 0
    if depth == 0:
        return 1
    _open_level(actors, options, stack, weights, 0)
    while level >= 0:
        choice = nexts[level]
        while choice < choices and weights[level, choice] == 0:
            choice += 1
        if choice == choices:
            level -= 1
            continue
        nexts[level] = choice + 1
        if level + 1 == depth:
            total += 1
            continue
        stack[level + 1] = stack[level]
        who = actors(stack[level])
        step(stack[level + 1], NOBODY if who == CHANCE else lowest(who), choice)
        level += 1
        nexts[level] = 0
        _open_level(actors, options, stack, weights, level)
    return total


@loop
def _open_level(actors: Any, options: Any, stack: Tables, weights: Ints, level: int) -> None:
    who = actors(stack[level])
    weights[level, :] = 0
    if who != OVER:
        options(stack[level], NOBODY if who == CHANCE else lowest(who), weights[level])


def perft(game: Game, t: Any, depth: int) -> int:
    """How many ways there are to make `depth` elementary choices from this table."""
    stack = np.zeros(depth + 1, t.dtype)
    stack[0] = t
    return int(count_paths(game.actors, game.options, game.step, stack, game.choices, depth))
