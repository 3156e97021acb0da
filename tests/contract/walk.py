"""Random walks through any game, choice by choice, for the laws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, lowest
from rollmops.engine.table import Ints, copy
from rollmops.games import house

LONGEST_GAME_CHOICES = 20_000


@dataclass(frozen=True)
class Moment:
    """A table and the choice made there."""

    before: Any
    actors: int
    seat: int
    weights: Ints
    choice: int
    after: Any


def walk(game: Game, seats: int, seed: int) -> Iterator[Moment]:
    """One random game from setup to its end."""
    rng = np.random.default_rng([seed, seats])
    t = game.open(house(game.name), seats, int(rng.integers(seats)))
    for _ in range(LONGEST_GAME_CHOICES):
        actors = game.actors(t)
        if actors == OVER:
            return
        seat = NOBODY if actors == CHANCE else int(lowest(actors))
        weights = game.weights(t, seat)
        choice = int(rng.choice(len(weights), p=weights / weights.sum()))
        after = copy(t)
        game.step(after, seat, choice)
        yield Moment(t, actors, seat, weights, choice, after)
        t = after
    raise AssertionError(f"{game.name} with {seats} did not end in {LONGEST_GAME_CHOICES} choices")


def seat_counts(game: Game) -> range:
    """Every number of players."""
    return range(game.fewest, game.most + 1)
