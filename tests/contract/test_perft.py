"""Perft: the number of ways to make so many choices, against a count that knows nothing of the compiled loop."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, seats_of
from rollmops.engine.playout import perft
from rollmops.engine.table import copy
from rollmops.games import house

MOST_WAYS = 100_000
"""So many ways plain recursion can count; a gesture on the floe has millions."""


def count(game: Game, t: Any, depth: int) -> int:
    """The same by plain recursion in Python."""
    if depth == 0:
        return 1
    actors = game.actors(t)
    if actors == OVER:
        return 0
    seat = NOBODY if actors == CHANCE else seats_of(actors)[0]
    total = 0
    for choice in game.weights(t, seat).nonzero()[0]:
        after = copy(t)
        game.step(after, seat, int(choice))
        total += count(game, after, depth - 1)
    return total


def test_perft_is_what_plain_recursion_counts(any_game: Game) -> None:
    for seats in (any_game.fewest, any_game.most):
        t = any_game.open(house(any_game.name), seats, 0)
        for depth in range(4):
            ways = perft(any_game, t, depth)
            if ways > MOST_WAYS:
                break
            assert ways == count(any_game, t, depth)
