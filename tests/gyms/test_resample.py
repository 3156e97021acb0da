"""States that a seat cannot tell apart, OpenSpiel's search among them, and bots on both sides."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

from rollmops.engine.contract import Game
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import components, game, house
from rollmops.gyms.openspiel import BotMind, MindBot
from rollmops.minds.loop import play
from tests.effort import some_or_all
from tests.gyms.test_openspiel import load, random_course

SMALL_LURE = Path(__file__).parent.parent.parent / "examples" / "small_lure.toml"


def sampler(seed: int) -> Any:
    return random.Random(seed).random


@pytest.mark.parametrize("seats", some_or_all([2, 4], 2))
def test_the_player_cannot_tell_the_difference(seats: int) -> None:
    """In every decision of random games at Lure, half-made secret lines among them; other hands are others."""
    lure, different, decisions = game("lure"), 0, 0
    for seed in range(3):
        for number, state in enumerate(random_course(lure, seats, seed)):
            if state.is_terminal() or state.is_chance_node():
                continue
            player = state.current_player()
            again = state.resample_from_infostate(player, sampler(number))
            assert again.current_player() == player
            assert again.legal_actions() == state.legal_actions()
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_string(player) == state.observation_string(player)
            assert again.observation_tensor(player) == state.observation_tensor(player)
            assert again.information_state_tensor(player) == state.information_state_tensor(player)
            other = (player + 1) % seats
            different += again.observation_string(other) != state.observation_string(other)
            decisions += 1
    assert different > decisions / 3


def test_what_was_drawn_anew_goes_on_to_its_end() -> None:
    rng = np.random.default_rng(5)
    for number, state in enumerate(random_course(game("lure"), 3, 1)):
        if number % 25 or state.is_terminal() or state.is_chance_node():
            continue
        again = state.resample_from_infostate(state.current_player(), sampler(number)).clone()
        while not again.is_terminal():
            again.apply_action(int(rng.choice(again.legal_actions())))
        assert sum(again.returns()) == pytest.approx(1)


def test_where_nothing_is_secret_it_is_the_same_state(any_game: Game) -> None:
    if any_game.secrets:
        pytest.skip("a game of secrets")
    state = next(state for state in random_course(any_game, any_game.fewest, 1) if not state.is_chance_node())
    assert str(state.resample_from_infostate(0, sampler(1))) == str(state)
    with pytest.raises(BadTableError, match="player: give a seat"):
        state.resample_from_infostate(9, sampler(1))


def ismcts_bot(playing: Any, player: int, simulations: int = 20) -> Any:
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(player))
    return ismcts.ISMCTSBot(
        game=playing, evaluator=evaluator, uct_c=2.0, max_simulations=simulations, random_state=np.random.RandomState(player)
    )


def bout(state: Any, bots: list[Any], rng: np.random.Generator) -> list[float]:
    """One game (`evaluate_bots` wants more of a bot than OpenSpiel's own IS-MCTS has)."""
    while not state.is_terminal():
        if state.is_chance_node():
            choices, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(choices, p=odds)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    shares: list[float] = state.returns()
    return shares


def test_ismcts_plays_lure() -> None:
    playing = pyspiel.load_game("python_rollmops_lure", {"components": str(SMALL_LURE)})
    total = np.zeros(2)
    for seed in range(6):
        rng = np.random.default_rng(seed)
        bots = [ismcts_bot(playing, 0, 60), pyspiel.make_uniform_random_bot(1, seed)]
        total += bout(playing.new_initial_state(), bots, rng)
    assert total.sum() == pytest.approx(6)
    assert total[0] >= 3  # it should not do worse than chance


def test_ismcts_chooses_in_the_whole_game() -> None:
    state = next(s for s in random_course(game("lure"), 2, 3) if s.current_player() == 1)
    assert ismcts_bot(state.get_game(), 1, 3).step(state) in state.legal_actions()


@pytest.mark.parametrize("name", some_or_all(["soles", "lure", "espresso"], "soles", "lure"))
def test_a_mind_is_a_bot(name: str) -> None:
    playing = load(game(name), 2)
    bots = [MindBot(playing, 0, "beginner"), MindBot(playing, 1, "random", seed=3)]
    for bot in bots:
        bot.restart()
    assert sum(evaluate_bots(playing.new_initial_state(), bots, np.random.default_rng(1))) == pytest.approx(1)


@pytest.mark.parametrize("name", some_or_all(["soles", "lure", "espresso"], "soles", "lure"))
def test_a_bot_is_a_mind(name: str) -> None:
    """OpenSpiel's random bot and its search sit at a table of ours, sealed casts and all."""
    rules, box = game(name), house(name)

    def searching(playing: Any, player: int) -> Any:
        if rules.secrets:
            return ismcts_bot(playing, player, 2)
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        return mcts.MCTSBot(playing, 1.4, 2, evaluator, random_state=np.random.RandomState(1))

    minds = [
        BotMind(lambda playing, player: pyspiel.make_uniform_random_bot(player, 1), rules, box, 1),
        BotMind(searching, rules, box, 2),
    ]
    match = Match(rules, box, Header(name, ("Ann", "Ben"), first="A"))
    play(match, minds, rules.chance.source(box, LabDice(1)), most_lines=40 if rules.secrets else 60)
    assert len(match.entries) >= 40 or match.over


def test_a_bot_plays_with_a_box_of_ones_own() -> None:
    box = components("lure", SMALL_LURE)
    mind = BotMind(lambda playing, player: pyspiel.make_uniform_random_bot(player, 1), game("lure"), box)
    match = Match(game("lure"), box, Header("lure", ("Ann", "Ben")))
    play(match, [mind, mind], game("lure").chance.source(box, LabDice(3)))
    assert match.over


def test_bots_of_real_throws_are_refused() -> None:
    with pytest.raises(BadTableError, match="line of the menu"):
        MindBot(load(game("floe"), 2), 0, "random")
    with pytest.raises(BadTableError, match="lines of the menu"):
        BotMind(lambda playing, player: None, game("floe"), house("floe"))
