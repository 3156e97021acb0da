"""Self-play: the search plays against itself, and the network learns what the search found out.

Every turn is searched whole, so that a turn start has a figure without any luck of its own: what the best play of this turn
is worth by the network's own opinion of the turn starts behind it. The further course of the game is mixed in, much at
first (λ), when the network's opinion is worth little.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rollmops.engine.contract import OVER, Game
from rollmops.engine.stream import Stream, stream
from rollmops.engine.table import Floats, copy
from rollmops.solve.fitted.net import judge_all, learn

ROUNDS, GAMES = 12, 200
FIRST_LAMBDA, LAST_LAMBDA = 0.9, 0.1
FIRST_LEARNING_RATE, LAST_LEARNING_RATE = 0.01, 0.0005
EPOCHS, BATCH = 6, 64
REMEMBERED_ROUNDS = 4
"""Rounds whose turn starts are learned from."""
SCATTERED_PART = 0.4
"""The part of the games that begin somewhere in the middle, so that rare tables are learned too."""


class Turn(Protocol):
    """A turn that was searched."""

    def shares(self, t: Any) -> Floats | None:
        """What a table of this turn is worth, by turn order."""

    def play(self, t: Any, rng: Stream) -> None:
        """Play it to its end."""


class Search(Protocol):
    """What searches the turns of a game."""

    game: Game
    seats: int
    net: Floats
    opening: Any
    inputs: int

    def see(self, t: Any) -> Floats:
        """What the network sees of a turn start."""

    def start(self, t: Any) -> Floats:
        """What the network thinks of a turn start, by turn order."""

    def turn(self, t: Any) -> Turn:
        """Search a turn."""

    def scatter(self, t: Any, rng: np.random.Generator) -> None:
        """Lay some turn start out, as it could be in the middle of a game."""


@dataclass
class Course:
    """The turn starts of a game: what was seen, what the search found, whose turn it was; and who has won, by seat."""

    seen: list[Floats]
    found: list[Floats]
    movers: list[int]
    won: Floats

    def targets(self, part: float) -> list[Floats]:
        """What each turn start should be worth, by turn order: the search's figure, mixed with what came of it."""
        later, targets = self.won, list[Floats]()
        for found, mover in zip(reversed(self.found), reversed(self.movers), strict=True):
            later = (1 - part) * np.roll(found, mover) + part * later
            targets.append(np.roll(later, -mover))
        return targets[::-1]


def play_game(search: Search, rng: Stream, scattered: np.random.Generator | None = None) -> Course:
    """One game of the search against itself."""
    t, course = copy(search.opening), Course([], [], [], np.zeros(search.seats))
    if scattered is not None:
        search.scatter(t, scattered)
    while search.game.actors(t) != OVER:
        turn = search.turn(t)
        shares = turn.shares(t)
        assert shares is not None
        course.seen.append(search.see(t))
        course.found.append(shares.copy())
        course.movers.append(int(t.turn))
        turn.play(t, rng)
    course.won = np.array(search.game.standing(t, search.seats)[1])
    return course


def fit(search: Search, games: int, seed: int, rounds: int, tell: Callable[[str], None]) -> None:
    """Fit the network of this search from where it is; `games` in each round."""
    rng, dice = np.random.default_rng([seed, search.seats]), stream(seed, search.seats)
    mean, square, steps = np.zeros(len(search.net)), np.zeros(len(search.net)), 0
    kept: list[list[Course]] = []
    for number in range(rounds):
        now = number / max(1, rounds - 1)
        courses = [play_game(search, dice, rng if rng.random() < SCATTERED_PART else None) for _ in range(games)]
        kept = [*kept, courses][-REMEMBERED_ROUNDS:]
        part = FIRST_LAMBDA + (LAST_LAMBDA - FIRST_LAMBDA) * now
        rate = FIRST_LEARNING_RATE * (LAST_LEARNING_RATE / FIRST_LEARNING_RATE) ** now
        every = [course for some in kept for course in some]
        seen = np.array([row for course in every for row in course.seen])
        targets = np.array([row for course in every for row in course.targets(part)])
        for _ in range(EPOCHS):
            steps = learn(seen, targets, rng.permutation(len(seen)), search.net, mean, square, steps, rate, BATCH)
        judged = np.zeros_like(targets)
        judge_all(seen, search.net, judged)
        off = float(np.sqrt(np.mean((judged - targets) ** 2)))
        tell(f"{search.seats} players, round {number + 1} of {rounds}: {len(seen)} turn starts, off by {off:.4f}")
