"""How far fitted values are off, measured by playing on.

A turn start is worth what a search of its turn says. From there the search plays against itself, and the luck of every turn
is taken off the result: what a search of it expected, less what its end is worth to the network. That luck is nothing on
average, so a few games tell as much as thousands would: what is left is the sum of what search and network do not agree
about on the way. Two games from the same table are off from it by the same, each with a chance of its own; so the mean of
their product is the square of what the values are off by.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rollmops.engine.contract import OVER
from rollmops.engine.stream import Stream, stream
from rollmops.engine.table import Floats, copy
from rollmops.solve.fitted.selfplay import SCATTERED_PART, Search

TABLES, GAMES = 40, 4
"""Turn starts that are looked at, and games from each."""
MOST_TURNS_EACH_SEAT = 5
"""They lie at most so many turns of everybody into a game."""


def off_by(search: Search, t: Any, rng: Stream) -> Floats:
    """Of one game from this turn start on: what became of everybody, without the luck, less what the search says of it."""
    now, off = copy(t), np.zeros(search.seats)
    first = True
    while search.game.actors(now) != OVER:
        turn, mover = search.turn(now), int(now.turn)
        if not first:
            off += np.roll(np.asarray(turn.shares(now)) - search.start(now), mover)
        turn.play(now, rng)
        first = False
    return off


def level_of(search: Search, seed: int = 1, tables: int = TABLES, games: int = GAMES) -> tuple[float, float]:
    """What the values are off by (standard error), as a part of the spread √(p(1 − p)) of what a share p foretells; and the
    standard error of that."""
    rng, dice = np.random.default_rng([seed, search.seats]), stream(seed, search.seats)
    squares, spreads = list[float](), list[float]()
    while len(squares) < tables:
        t = copy(search.opening)
        if rng.random() < SCATTERED_PART:
            search.scatter(t, rng)
        for _ in range(int(rng.integers(0, MOST_TURNS_EACH_SEAT * search.seats))):
            if search.game.actors(t) != OVER:
                search.turn(t).play(t, dice)
        if search.game.actors(t) == OVER:
            continue
        off = np.array([off_by(search, t, dice) for _ in range(games)])
        alike = (off.sum(axis=0) ** 2 - (off**2).sum(axis=0)) / (games * (games - 1))
        shares = np.asarray(search.turn(t).shares(t))
        squares.append(float(alike.mean()))
        spreads.append(float((shares * (1 - shares)).mean()))
    spread = float(np.mean(spreads))
    square, doubt = float(np.mean(squares)) / spread, float(np.std(squares, ddof=1)) / math.sqrt(tables) / spread
    level = math.sqrt(max(0.0, square))
    return level, doubt / (2 * max(level, math.sqrt(doubt)))
