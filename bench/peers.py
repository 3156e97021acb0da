"""The peers we measure ourselves against: OpenSpiel's pig, from Python and as C++ rollouts."""

from __future__ import annotations

import random

import pyspiel

from bench.report import rate

ROLLOUTS = 2000


def pig_game(rng: random.Random) -> int:
    """One random game of pig, driven from Python; returns its transitions."""
    state = pyspiel.load_game("pig").new_initial_state()
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        count += 1
    return count


def pig_from_python() -> float:
    """Transitions a second."""
    rng = random.Random(1)
    return rate(lambda: pig_game(rng))


def pig_rollouts() -> float:
    """Transitions a second of OpenSpiel's own C++ rollouts: one search makes ROLLOUTS of them from the first position."""
    rng = random.Random(2)
    length = sum(pig_game(rng) for _ in range(400)) / 400
    game = pyspiel.load_game("pig")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 3)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 4, False)
    state = game.new_initial_state()

    def search() -> int:
        bot.mcts_search(state)
        return ROLLOUTS

    return rate(search) * length
