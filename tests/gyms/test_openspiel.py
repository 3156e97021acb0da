"""OpenSpiel's own tests on every game, and that its states are ours: same dice, same table, same words, same secrets."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

from rollmops.engine.contract import CHANCE, LETTERS, Game, lowest
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import same
from rollmops.games import house
from rollmops.gyms import openspiel as spiel
from rollmops.gyms.simulator import Simulator
from tests.contract.walk import seat_counts
from tests.effort import LONG, some_or_all

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
RANDOM_CHOICES = 12
"""A playthrough shows so many random choices and then stops: the head of a game is enough to notice a change."""


def load(game: Game, seats: int, **rest: Any) -> Any:
    return pyspiel.load_game(spiel.PREFIX + game.name, {"players": seats, **rest})


def test_random_simulation(any_game: Game) -> None:
    for seats in some_or_all(seat_counts(any_game), any_game.fewest):
        # OpenSpiel serialises sampled games only with a generator of their own, which those in Python cannot give it.
        pyspiel.random_sim_test(load(any_game, seats), num_sims=1, serialize=any_game.chance.by_weight, verbose=False)


def playthrough(name: str) -> str:
    """OpenSpiel's playthrough, of which the first states are kept."""
    text: str = generate_playthrough.playthrough(spiel.PREFIX + name, None, None, seed=7)
    return "\n# State ".join(text.split("\n# State ")[: RANDOM_CHOICES + 1]).rstrip() + "\n"


def test_the_playthrough_is_as_it_was(any_game: Game) -> None:
    if not any_game.chance.by_weight:
        # Throws are the same bits on one platform and engine only, so no text is kept.
        assert playthrough(any_game.name) == playthrough(any_game.name)
        return
    kept = PLAYTHROUGHS / f"{any_game.name}.txt"
    assert kept.exists(), "make it with `python -m tests.gyms.playthroughs`"
    assert playthrough(any_game.name) == kept.read_text(encoding="utf-8")


def random_course(game: Game, seats: int, seed: int) -> Any:
    """A random game in OpenSpiel; yields its state before every choice, and at the end."""
    rng = np.random.default_rng(seed)
    state = load(game, seats).new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            choices, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(int(rng.choice(choices, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def test_the_history_is_the_logbook_of_a_match(any_game: Game) -> None:
    """The lines are a legal record, every seat has seen what a match would show it, and the shares are the match's."""
    for seats in seat_counts(any_game):
        *_, state = random_course(any_game, seats, seed=2)
        names = tuple(f"Name {letter}" for letter in LETTERS[:seats])
        match = Match(any_game, house(any_game.name), Header(any_game.name, names, first="A"))
        for letter, words in state.course.written().lines:
            assert not match.over
            if match.chance:
                match.put(words)
            else:
                seat = next(s for s in match.owing if any_game.words.letter(match.table, s) == letter)
                match.choose(seat, words)
        assert match.over
        assert same(match.table, state.course.position.table())
        assert match.shares() == state.returns()


def test_an_information_state_is_what_a_match_shows(any_game: Game) -> None:
    """In mid-game, line for line."""
    for state in random_course(any_game, any_game.fewest, seed=6):
        if len(state.course.moves) == 60:
            break
    history = state.course.written()
    match = Match(any_game, house(any_game.name), Header(any_game.name, ("P",) * any_game.fewest, first="A"))
    for letter, words in history.lines:
        if match.chance:
            match.put(words)
        else:
            match.choose(next(s for s in match.owing if any_game.words.letter(match.table, s) == letter), words)
    for seat in range(any_game.fewest):
        seen = [f"{entry.seat} {entry.words}" for entry in match.seen(seat).entries]
        assert state.information_state_string(seat).split("\n")[: len(seen)] == seen


def test_same_dice_same_states_as_the_simulator(any_game: Game) -> None:
    if not any_game.chance.by_weight:
        pytest.skip("OpenSpiel's throws are a sample of their own")
    for seats in (any_game.fewest, any_game.most):
        simulator = Simulator(any_game.name, seats, first=0)
        simulator.seed(8)
        dice = LabDice(8, 0)
        state = load(any_game, seats).new_initial_state()
        who = simulator.begin(0)
        rng = np.random.default_rng(1)
        for _ in range(300):
            while state.is_chance_node():
                state.apply_action(dice.draw(any_game.weights(state.course.position.table(), -1)))
            assert same(simulator.table(0, -1), state.course.position.table())
            if not who:
                break
            assert who != CHANCE
            seat = int(lowest(who))
            assert state.current_player() == seat
            out, mask = np.zeros(simulator.layout.size, np.int16), np.zeros(any_game.choices, np.int8)
            simulator.show(0, seat, out, mask)
            assert list(np.flatnonzero(mask)) == state.legal_actions()
            assert list(out) == state.observation_tensor(seat)
            choice = int(rng.choice(state.legal_actions()))
            who = simulator.choose(0, seat, choice)
            state.apply_action(choice)


def test_clones_go_their_own_ways(any_game: Game) -> None:
    for number, state in enumerate(random_course(any_game, any_game.fewest, seed=3)):
        if number > 80 or state.is_terminal():
            break
        before = str(state)
        twin = state.clone()
        twin.apply_action(twin.legal_actions()[-1])
        assert str(state) == before
        assert len(twin.course.moves) > len(state.course.moves)


def test_states_come_back_from_text_and_pickle(any_game: Game) -> None:
    state = next(islice(random_course(any_game, any_game.most, seed=3), 50, None))
    twins = [pickle.loads(pickle.dumps(state)), state.get_game().deserialize_state(state.serialize())]  # noqa: S301
    if any_game.chance.by_weight:
        written = pyspiel.serialize_game_and_state(state.get_game(), state)
        twins.append(pyspiel.deserialize_game_and_state(written)[1])
    for again in twins:
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()


def test_what_was_pickled_is_known_in_a_new_process(any_game: Game) -> None:
    playing = load(any_game, any_game.most)
    state = playing.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert str(pickle.loads(pickle.dumps(playing))) == str(playing)  # noqa: S301
    for thing, known in ((playing, "str(thing)"), (state, "thing.history_str()")):
        if thing is state and not LONG and any_game.name != "soles":
            continue  # a state is its game and its history
        script = f"import pickle, sys; thing = pickle.load(sys.stdin.buffer); print({known}, end='')"
        done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(thing), capture_output=True, check=True)
        assert done.stdout.decode() == (str(playing) if thing is playing else state.history_str())


@pytest.mark.parametrize("number", [-3, 99, 2_000_000_000])
def test_a_closed_choice_is_refused_and_nothing_happens(any_game: Game, number: int) -> None:
    """Of chance and of a seat alike: compiled rules believe what they are told."""
    met = set[bool]()
    for state in random_course(any_game, any_game.fewest, seed=1):
        if state.is_chance_node() not in met:
            before = (str(state), state.legal_actions(), state.history_str())
            with pytest.raises(IllegalError, match=f"choice {number} is closed for (chance|seat A); open are 0, "):
                state.apply_action(number)
            assert (str(state), state.legal_actions(), state.history_str()) == before
        met.add(state.is_chance_node())
        if len(met) == 2:
            break


def test_every_closed_choice_is_refused(any_game: Game) -> None:
    most = any_game.choices if any_game.chance.by_weight else 100
    for state in islice(random_course(any_game, any_game.fewest, seed=2), 40):
        for choice in sorted(set(range(most)) - set(state.legal_actions()))[:5]:
            with pytest.raises(IllegalError, match="is closed for"):
                state.apply_action(choice)


def test_after_the_end_nothing_is_open(any_game: Game) -> None:
    *_, state = random_course(any_game, any_game.fewest, seed=2)
    with pytest.raises(IllegalError, match="choice 0: the game is over"):
        state.apply_action(0)


def test_the_odds_that_are_told_are_the_askers_own(any_game: Game) -> None:
    state = next(state for state in random_course(any_game, any_game.fewest, seed=1) if state.is_chance_node())
    odds = state.chance_outcomes()
    kept = odds.copy()
    odds.clear()
    assert state.chance_outcomes() == kept


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("soles(first=-1)", "first: give a seat from 0 to 1, not -1"),
        ("soles(first=9)", "first: give a seat from 0 to 1, not 9"),
        ("soles(players=9)", "Roll for Soles is for 2 to 8 players, not 9"),
        ("floe(samples=0)", "samples: give a whole number from 1 on, not 0"),
        ("floe(samples=-3)", "samples: give a whole number from 1 on, not -3"),
        ("floe(seed=-1)", "seed: give a whole number from 0 on, not -1"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(asked: str, told: str) -> None:
    with pytest.raises(BadTableError, match=told):
        pyspiel.load_game(spiel.PREFIX + asked)


def test_choices_are_named_in_the_words_of_the_record() -> None:
    state = pyspiel.load_game("python_rollmops_soles(players=3)").new_initial_state()
    for face in (0, 1, 2, 3):
        state.apply_action(face)
    assert [state.action_to_string(choice) for choice in state.legal_actions()] == ["take middle", "take B", "take C"]
    assert str(state) == "A roll 1 2 hook double"


@pytest.mark.parametrize("length", [1, 7])
def test_no_game_is_longer_than_it_is_said_to_be(any_game: Game, length: int) -> None:
    playing = load(any_game, any_game.fewest, max_length=length)
    assert playing.max_game_length() == length
    for seed in range(3):
        rng, state, decisions, chances = np.random.default_rng(seed), playing.new_initial_state(), 0, 0
        while not state.is_terminal():
            decisions, chances = decisions + (not state.is_chance_node()), chances + state.is_chance_node()
            state.apply_action(int(rng.choice(state.legal_actions())))
        assert decisions == length
        assert chances <= playing.max_chance_nodes_in_history()
        assert sum(state.returns()) == pytest.approx(1)
        assert state.legal_actions() == []


def test_dice_alone_cannot_go_on_for_ever() -> None:
    """At Roll for Soles all dice may show water, turn after turn, and nobody ever decides."""
    playing = pyspiel.load_game("python_rollmops_soles(max_length=3)")
    state = playing.new_initial_state()
    while not state.is_terminal():
        assert state.is_chance_node()
        state.apply_action(4)
    assert len(state.history()) == playing.max_chance_nodes_in_history()
    assert state.returns() == [0.5, 0.5]


def test_the_floe_says_that_it_is_sampled(any_game: Game) -> None:
    mode = load(any_game, any_game.fewest).get_type().chance_mode
    modes = pyspiel.GameType.ChanceMode
    assert mode == (modes.EXPLICIT_STOCHASTIC if any_game.chance.by_weight else modes.SAMPLED_STOCHASTIC)


def test_tensors_of_observations_come_flat_on_demand(any_game: Game) -> None:
    state = next(islice(random_course(any_game, any_game.fewest, seed=3), 20, None))
    flat = load(any_game, any_game.fewest, observation="flat")
    assert len(flat.new_initial_state().observation_tensor(0)) == flat.observation_tensor_size()
    known = state.information_state_tensor(0)
    assert len(known) == flat.observation_tensor_size() + 1 == state.get_game().information_state_tensor_size()
    assert max(known) <= 1
    assert min(known) >= -1
