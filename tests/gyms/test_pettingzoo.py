"""PettingZoo's own tests on every game, fewest and most seats (`LONG=1`: any number), and what PettingZoo does not test."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)

from rollmops.engine.errors import BadTableError
from rollmops.games import GAMES, game
from rollmops.gyms import pettingzoo as zoo
from rollmops.gyms.pettingzoo.parallel import ParallelTableEnv
from tests.effort import some_or_all
from tests.gyms.effort import compiled_in_short

TABLES = [
    (name, seats)
    for name in compiled_in_short("soles", "lure", "floe")
    for seats in some_or_all(range(game(name).fewest, game(name).most + 1), game(name).fewest, game(name).most)
]
CYCLES = {name: 60 if game(name).chance.by_weight else 5 for name in GAMES}  # real throws take their time

pytestmark = [
    # PettingZoo knows its own games with masks by name and warns of everybody else's
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # spaces are as tight as they are: how many play never changes, nor the places of seats that nobody has
    pytest.mark.filterwarnings("ignore:Environment's maximum and minimum state space values are equal"),
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def module(request: pytest.FixtureRequest) -> Any:
    """A module as PettingZoo's tests want it, for one number of seats."""
    name, seats = request.param
    own = import_module(f"rollmops.gyms.{name}_v{game(name).version}")
    return SimpleNamespace(
        name=name,
        seats=seats,
        env=partial(own.env, seats=seats),
        raw_env=partial(own.raw_env, seats=seats),
        parallel_env=partial(own.parallel_env, seats=seats),
    )


def test_api(module: Any) -> None:
    api_test(module.env(), num_cycles=CYCLES[module.name])


def test_seed(module: Any) -> None:
    seed_test(module.env, num_cycles=CYCLES[module.name])


def test_parallel_api(module: Any) -> None:
    parallel_api_test(module.parallel_env(), num_cycles=CYCLES[module.name])


def test_parallel_seed(module: Any) -> None:
    parallel_seed_test(module.parallel_env, num_cycles=CYCLES[module.name])


def test_max_cycles(module: Any) -> None:
    """A cycle is a choice of everybody who owes one; PettingZoo's own test wants every agent to act in each."""
    env = module.parallel_env(max_cycles=4)
    seen, _ = env.reset(seed=1)
    for _ in range(4):
        assert env.agents
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, rewards, terminated, truncated, infos = env.step(actions)
    assert not env.agents
    assert all(truncated.values())
    assert not any(terminated.values())
    assert not any(rewards.values())
    assert sum(info["standing"] for info in infos.values()) == pytest.approx(1)


def test_render(module: Any) -> None:
    render_test(module.env, {"ansi": lambda shown: len(shown.split("\n")) > 3})


def test_state(module: Any) -> None:
    state_test(module.env(), module.parallel_env())


def test_performance_benchmark_runs(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its five seconds pass twenty times as fast here; `make bench` reads the real figure."""
    began = time.time()
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=quickly(began)))
    performance_benchmark(module.env())


def quickly(began: float) -> Callable[[], float]:
    return lambda: began + 20 * (time.time() - began)


@pytest.mark.parametrize("word", ["max_steps", "max_cycles"])
def test_a_game_that_is_too_long_is_truncated(module: Any, word: str) -> None:
    """It stays the same environment, and nobody has won."""
    env, endless = module.env(**{word: 3}), module.env()
    for one in (env, endless):
        one.reset(seed=1)
    for number in range(3):
        assert env.agent_selection == endless.agent_selection, number
        assert not any(env.truncations.values())
        action = draw(env, env.agent_selection)
        for one in (env, endless):
            one.step(action)
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.terminations == dict.fromkeys(env.possible_agents, False)
    assert set(env.rewards.values()) == {0.0}
    assert sum(info["standing"] for info in env.infos.values()) == pytest.approx(1)
    assert np.array_equal(env.state(), endless.state())
    left = [agent for agent in env.agent_iter() if env.step(None) is None]
    assert left[:1] == [endless.agent_selection]
    assert env.agents == []


def test_there_is_no_mask_without_an_open_choice(module: Any) -> None:
    env = module.parallel_env()
    seen, infos = env.reset(seed=2)
    while env.agents:
        for agent in env.agents:
            mask = seen[agent]["action_mask"]
            assert mask.any()
            assert infos[agent]["owes"] or mask.all()
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, _, _, _, infos = env.step(actions)
        if env.steps == CYCLES[module.name]:
            break
    assert all(seen[agent]["action_mask"].any() for agent in env.possible_agents)


def test_a_closed_choice_loses_in_cycles_too() -> None:
    env = ParallelTableEnv("soles")
    _, infos = env.reset(seed=1)
    before, loser = env.state(), next(agent for agent in env.agents if infos[agent]["owes"])
    _, rewards, terminated, _, infos = env.step(dict.fromkeys(env.agents, 8))
    assert rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    assert all(terminated.values())
    assert infos[loser]["closed"] == "the choice was closed; open were 0, 1"
    assert np.array_equal(env.state(), before)


def draw(env: Any, agent: str) -> Any:
    observation, _, terminated, truncated, _ = env.last()
    return None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])


def test_rewards_are_shares_of_the_win(module: Any) -> None:
    env = module.env()
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        total[agent] += reward if terminated else 0.0
        env.step(draw(env, agent))
    assert sum(total.values()) == pytest.approx(1)


def test_a_closed_choice_loses_and_says_what_was_open() -> None:
    env = zoo.env("soles")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(8)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards[agent] == -1
    assert env.infos[agent]["closed"] == "the choice was closed; open were 0, 1"


def test_a_step_without_a_game_is_refused() -> None:
    with pytest.raises(BadTableError, match="call reset"):
        zoo.env("soles").step(0)
    parallel = ParallelTableEnv("soles", max_cycles=1)
    for _ in range(2):  # before the first game, and after one that was truncated
        with pytest.raises(BadTableError, match="call reset"):
            parallel.step({"seat_0": 0, "seat_1": 0})
        parallel.reset(seed=1)
        parallel.step({"seat_0": 0, "seat_1": 0})


@pytest.mark.parametrize("action", [0.7, "x", None, float("nan"), np.array([0])])
def test_an_action_that_is_no_number_of_a_choice_is_refused(action: Any) -> None:
    env = zoo.env("soles")
    env.reset(seed=1)
    before = env.state()
    with pytest.raises(BadTableError, match="seat_1: give the number of an open choice"):
        env.step(action)
    assert np.array_equal(env.state(), before)


@pytest.mark.parametrize("action", [-1, 8, 9, 2**70])
def test_a_number_that_is_no_choice_is_closed(action: int) -> None:
    env = zoo.env("soles")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(action)
    assert env.rewards[agent] == -1
    parallel = ParallelTableEnv("soles")
    parallel.reset(seed=1)
    assert min(parallel.step(dict.fromkeys(parallel.agents, action))[1].values()) == -1


@pytest.mark.parametrize("bad", [{}, {"seat_1": None}, {"seat_1": 0.5}, {"seat_1": "1"}])
def test_a_cycle_in_which_one_choice_is_missing_does_not_happen(bad: dict[str, Any]) -> None:
    """Not even for those whose choice was there: Lure's casts are made together."""
    tried, other = ParallelTableEnv("lure"), ParallelTableEnv("lure")
    for env in (tried, other):
        env.reset(seed=2)
    with pytest.raises(BadTableError, match="seat_1: give the number of an open choice"):
        tried.step({"seat_0": 1} | bad)
    here, there = (env.step({"seat_0": 1, "seat_1": 1})[0] for env in (tried, other))
    assert all(np.array_equal(here[agent]["observation"], there[agent]["observation"]) for agent in other.agents)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seed": -1}, "seed: give a whole number from 0 on, not -1"),
        ({"seed": 1.5}, "seed: give a whole number, not 1.5"),
        ({"seed": 1, "options": {"lane": "a"}}, "lane: give a whole number, not 'a'"),
    ],
)
def test_a_reset_that_makes_no_sense_is_refused(given: dict[str, Any], told: str) -> None:
    for env in (zoo.env("soles"), ParallelTableEnv("soles")):
        with pytest.raises(BadTableError, match=told):
            env.reset(**given)
        assert env.agents == []


@pytest.mark.parametrize("cycles", [0, -1, 1.5])
def test_a_game_lasts_a_cycle_at_least(cycles: Any) -> None:
    with pytest.raises(BadTableError, match="max_cycles: give a whole number"):
        zoo.env("soles", max_cycles=cycles)
    with pytest.raises(BadTableError, match="give one of them"):
        zoo.env("soles", max_cycles=4, max_steps=4)


def test_an_unknown_way_of_rendering_is_refused() -> None:
    with pytest.raises(BadTableError, match="render_mode: there are ansi, rgb_array, human, not 'vr'"):
        zoo.env("soles", render_mode="vr")


def test_the_name_carries_the_version(module: Any) -> None:
    assert str(module.env()) == f"{module.name}_v{game(module.name).version}"


def test_copies_go_on_alike_and_apart(module: Any) -> None:
    env = module.env()
    env.reset(seed=1)
    for _ in range(9 if game(module.name).chance.by_weight else 2):
        env.step(draw(env, env.agent_selection))
    kept = env.state()
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        other = copy.deepcopy(env)
        for _ in range(CYCLES[module.name] // 4):
            if all(twin.terminations.values()):
                break
            assert twin.agent_selection == other.agent_selection
            action = draw(twin, twin.agent_selection)
            for copied in (twin, other):
                copied.step(action)
            assert np.array_equal(twin.state(), other.state())
        assert np.array_equal(env.state(), kept)


def test_a_parallel_environment_is_copied_too() -> None:
    env = ParallelTableEnv("lure")
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, 1))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        seen, kept = twin.step(dict.fromkeys(env.agents, 0))[0], copy.deepcopy(env)
        assert np.array_equal(
            seen["seat_0"]["observation"], kept.step(dict.fromkeys(env.agents, 0))[0]["seat_0"]["observation"]
        )


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if game(table[0]).secrets])
def test_nobody_sees_sealed_choices_arrive(name: str, seats: int) -> None:
    """While seats choose at the same time, an observation changes only by its own seat's choices."""
    env = zoo.env(name, seats=seats)
    env.reset(seed=5)
    arrived = 0
    for _ in range(5 * CYCLES[name]):
        if not env.simulator.owing[0]:
            break
        agent, together = env.agent_selection, int(env.simulator.together[0])
        before = {a: env.observe(a)["observation"] for a in env.agents}
        env.step(draw(env, agent))
        owing = int(env.simulator.owing[0])
        if together and owing and owing | together == together and env.simulator.held[0].any():
            arrived += 1
            for other in env.agents:
                if other != agent:
                    assert np.array_equal(env.observe(other)["observation"], before[other])
    assert arrived > 20
