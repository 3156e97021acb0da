"""Real throws in the environments: a menu of lines, or a point in a box."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, seed_test

from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import BadTableError
from rollmops.gyms import floe_v1, soles_v1
from rollmops.gyms.throw_simulator import MENU_LINES, ThrowSimulator


def test_the_menu_is_the_games_own() -> None:
    env = floe_v1.env(seats=3)
    env.reset(seed=1)
    agent = env.agent_selection
    assert env.action_space(agent) == spaces.Discrete(MENU_LINES)
    simulator = env.simulator
    lines = simulator.lines(0, env.seat_of[agent])
    assert env.last()[0]["action_mask"].sum() == len(lines)
    assert simulator.game.words.spell(simulator.table(0, NOBODY), env.seat_of[agent], lines[0]).startswith(
        "throw from=0 aim=0"
    )


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ((0, 0, 0, 0, 0), "throw from=0 aim=0 speed=210 height=85 spin=0"),
        ((-1, -1, -1, -1, -1), "throw from=-120 aim=-60 speed=20 height=20 spin=-150"),
        ((1, 1, 1, 1, 9), "throw from=120 aim=60 speed=400 height=150 spin=150"),
    ],
)
def test_a_point_in_the_box_is_a_gesture(point: tuple[float, ...], words: str) -> None:
    simulator = ThrowSimulator("floe", 2)
    seat = int(simulator.begin(0)) >> 1
    line = simulator.line_at(0, seat, np.array(point, np.float64))
    assert simulator.game.words.spell(simulator.table(0, NOBODY), seat, line) == words


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Agent's maximum and minimum observation space values are equal")  # as tight as they are
def test_every_point_in_the_box_is_legal() -> None:
    api_test(floe_v1.env(seats=3, throw="box"), num_cycles=15)
    seed_test(lambda: floe_v1.env(seats=2, throw="box"), num_cycles=10)
    parallel_api_test(floe_v1.parallel_env(seats=2, throw="box"), num_cycles=10)


def test_the_same_seed_throws_the_same() -> None:
    seen = []
    for _ in range(2):
        env = floe_v1.env(throw="box")
        env.reset(seed=9)
        for _ in range(6):
            env.step(np.array([0.1, -0.1, -0.4, -0.6, 0.2]))
        seen.append(env.state())
    assert np.array_equal(seen[0], seen[1])


def test_only_throws_can_be_boxed() -> None:
    with pytest.raises(BadTableError, match="throw: menu or box, for games of real throws; not 'box' for Roll for Soles"):
        soles_v1.env(throw="box")


@pytest.mark.parametrize("action", [np.zeros(3), np.full(5, np.nan), np.full(5, np.inf), 0, "x", None, np.zeros((5, 1))])
def test_what_is_no_point_in_the_box_is_refused(action: Any) -> None:
    env, parallel = floe_v1.env(throw="box"), floe_v1.parallel_env(throw="box")
    for one in (env, parallel):
        one.reset(seed=1)
    for step in (env.step, lambda point: parallel.step(dict.fromkeys(parallel.agents, point))):
        with pytest.raises(BadTableError, match=r"seat_\d: give 5 numbers from -1 to 1, not"):
            step(action)
