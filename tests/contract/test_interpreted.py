"""The compiled rules and the same source interpreted agree step by step."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest

from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, lowest
from rollmops.engine.stream import pick, stream
from rollmops.games import house
from tests.contract.walk import seat_counts
from tests.effort import LONG, short_or_long

GAMES_EACH = 20
GAMES_FEWEST = 20_000
TRANSITIONS = int(os.environ.get("ROLLMOPS_AGREE", short_or_long(15_000, 40_000)))
"""Most games are played by the fewest players, where they are short; `make fuzz` makes eighty times as many transitions."""

REPLAY = """
import hashlib, json, sys
import numba
assert numba.config.DISABLE_JIT
from rollmops.engine.contract import CHANCE, NOBODY, lowest
from rollmops.games import game, house
name, games = json.load(sys.stdin)
rules = game(name)
assert not hasattr(rules.step, "py_func")
for number, (seats, first, choices) in enumerate(games):
    t = rules.open(house(name), seats, first)
    digest = hashlib.sha256(t.tobytes())
    for choice in choices:
        actors = rules.actors(t)
        seat = NOBODY if actors == CHANCE else lowest(actors)
        if number % 20 == 0:
            digest.update(rules.weights(t, seat).tobytes())
        rules.step(t, seat, choice)
        digest.update(t.tobytes())
    digest.update(repr(rules.standing(t, seats)).encode())
    print(digest.hexdigest())
"""


Replayed = tuple[int, int, list[int]]
"""Seats, who begins, and every choice: all it takes to play a game again."""


def play_compiled(game: Game, seats: int, number: int) -> tuple[Replayed, str]:
    """One random game: how to play it again, and the digest of every table on the way."""
    first, rng = number % seats, stream(number, seats)
    t = game.open(house(game.name), seats, first)
    digest = hashlib.sha256(t.tobytes())
    choices: list[int] = []
    while (actors := game.actors(t)) != OVER:
        seat = NOBODY if actors == CHANCE else int(lowest(actors))
        weights = game.weights(t, seat)
        choices.append(int(pick(rng, weights, int(weights.sum()))))
        if number % 20 == 0:
            digest.update(weights.tobytes())
        game.step(t, seat, choices[-1])
        digest.update(t.tobytes())
    digest.update(repr(game.standing(t, seats)).encode())
    return (seats, first, choices), digest.hexdigest()


@pytest.mark.timeout(3000)
def test_compiled_and_interpreted_agree_step_by_step(any_game: Game) -> None:
    # On the floe a choice is one of thousands, and the interpreter looks at every one.
    each, enough = (1, TRANSITIONS // short_or_long(60, 20)) if any_game.menu else (GAMES_EACH, TRANSITIONS)
    counts = seat_counts(any_game) if LONG or not any_game.menu else (any_game.fewest, any_game.most)
    sizes = [seats for seats in counts for _ in range(each)] + [any_game.fewest] * GAMES_FEWEST
    played: list[tuple[Replayed, str]] = []
    transitions = 0
    for number, seats in enumerate(sizes):
        played.append(play_compiled(any_game, seats, number))
        transitions += len(played[-1][0][2])
        if transitions > enough:
            break
    done = subprocess.run(
        [sys.executable, "-c", REPLAY],
        input=json.dumps([any_game.name, [game for game, _ in played]]),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [digest for _, digest in played]
