"""OpenSpiel's own algorithms on our games: counterfactual regret, best response, Monte Carlo tree search.

python examples/solve_with_openspiel.py [--iterations 64] [--games 4]

The Lure is small enough to be solved because its box is: examples/small_lure.toml. How much could be won against the
players' average policy (its exploitability) falls towards nothing as regret is made smaller.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.policy import UniformRandomPolicy

import rollmops.gyms.openspiel  # noqa: F401 - makes OpenSpiel know our games

SMALL = Path(__file__).with_name("small_lure.toml")


def small_lure() -> Any:
    """The small Lure as a tree in memory, so that OpenSpiel's C++ solvers do not ask Python at every node."""
    return pyspiel.convert_to_cached_tree(pyspiel.load_game("python_rollmops_lure", {"components": str(SMALL)}))


def exploitability(game: Any, policy: Any) -> float:
    """What the best responses to this policy win beyond it, for each player on average."""
    return float(pyspiel.nash_conv(game, policy)) / 2


def regret(game: Any, iterations: int) -> list[tuple[int, float]]:
    """CFR+, and the exploitability of its average policy after 1, 2, 4, … iterations."""
    solver, told = pyspiel.CFRPlusSolver(game), list[tuple[int, float]]()
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number & (number - 1) == 0:
            told.append((number, exploitability(game, solver.average_policy())))
    return told


def best_response(game: Any) -> float:
    """What seat A wins of a seat B that casts at random."""
    response = BestResponsePolicy(game, 0, UniformRandomPolicy(game))
    return float(response.value(game.new_initial_state()))


def search(games: int, simulations: int) -> float:
    """The share of the win of tree search in seat A against random play, at Roll for Soles."""
    game = pyspiel.load_game("python_rollmops_soles")
    numbers, dice, share = np.random.RandomState(1), random.Random(1), 0.0
    bot = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, odds)[0])
            elif state.current_player() == 0:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(dice.choice(state.legal_actions()))
        share += state.returns()[0]
    return share / games


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=64)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=20)
    given = parser.parse_args(words)
    game = small_lure()
    print("Small Lure, CFR+: exploitability of the average policy")
    for number, much in regret(game, given.iterations):
        print(f"  after {number:3} iterations  {much:.5f}")
    print(f"Best response to random casts wins {best_response(game):.3f} of the game as seat A")
    share = search(given.games, given.simulations)
    print(f"Tree search wins {share:.2f} of {given.games} games of Roll for Soles against random play")


if __name__ == "__main__":
    main()
