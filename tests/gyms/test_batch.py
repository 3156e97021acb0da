"""The batch: same dice, same states as one table alone; any number of threads; what it refuses."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.games import house
from rollmops.gyms import BatchEnv
from rollmops.gyms import pettingzoo as zoo

LANES = 5


def steps_of(game: Game) -> int:
    """How far the tests go; real throws take their time."""
    return 150 if game.chance.by_weight else 20


def test_same_dice_same_states_as_the_single_environment(any_game: Game) -> None:
    for seats in (any_game.fewest, any_game.most):
        batch = BatchEnv(any_game.name, seats, LANES, seed=11)
        singles = [zoo.env(any_game.name, seats=seats) for _ in range(LANES)]
        for lane, single in enumerate(singles):
            single.reset(seed=11, options={"lane": lane})
        batch.reset()
        for _ in range(steps_of(any_game)):
            for lane, single in enumerate(singles):
                seen = single.last()[0]
                assert single.agent_selection == f"seat_{batch.seat[lane]}"
                assert np.array_equal(seen["observation"], batch.observation[lane])
                assert np.array_equal(seen["action_mask"], batch.mask[lane])
            actions = batch.sample()
            batch.step(actions)
            for lane, single in enumerate(singles):
                single.step(actions[lane])
                over = all(single.terminations.values())
                assert over == batch.done[lane]
                assert list(single.rewards.values()) == list(batch.reward[lane])
                if over:
                    single.reset()


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_any_number_of_threads_plays_the_same(any_game: Game, threads: int) -> None:
    lanes = 150 if any_game.chance.by_weight else 10
    one = BatchEnv(any_game.name, any_game.fewest, lanes, seed=4)
    many = BatchEnv(any_game.name, any_game.fewest, lanes, seed=4, threads=threads)
    one.reset()
    many.reset()
    for _ in range(steps_of(any_game) // 6):
        actions = one.sample()
        alone, together = one.step(actions), many.step(actions)
        assert all(np.array_equal(getattr(alone, name), getattr(together, name)) for name in alone._fields)
    many.close()


def test_games_end_and_begin_by_themselves(any_game: Game) -> None:
    env = BatchEnv(any_game.name, any_game.fewest, 32 if any_game.chance.by_weight else 2, seed=1)
    env.reset()
    ended = 0
    for _ in range(2000 if any_game.chance.by_weight else 150):
        batch = env.step(env.sample())
        assert np.allclose(batch.reward.sum(1), batch.done)
        assert batch.mask.any(1).all()
        ended += int(batch.done.sum())
        if ended > 100:
            break
    assert ended > 0


def test_a_reset_with_the_same_seed_plays_the_same() -> None:
    env = BatchEnv("soles", 3, 20, seed=9)
    runs = []
    for _ in range(2):
        env.reset(seed=5)
        runs.append([env.step(env.sample()).observation.copy() for _ in range(50)])
    assert np.array_equal(runs[0], runs[1])


def test_a_closed_choice_is_refused_and_nothing_happens() -> None:
    env = BatchEnv("soles", 2, 4)
    before = env.reset().observation.copy()
    actions = env.sample()
    actions[2] = 8
    with pytest.raises(IllegalError, match=r"lane 2: choice 8 is closed for seat [AB]; open are 0"):
        env.step(actions)
    assert np.array_equal(env.observation, before)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadTableError, match="2 to 8 players, not 9"):
        BatchEnv("soles", 9, 4)
    env = BatchEnv("soles", 2, 4)
    for early in (env.sample, lambda: env.step(np.zeros(4, np.int64))):
        with pytest.raises(BadTableError, match=r"call reset\(\) first"):
            early()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seats": 9}, "2 to 8 players, not 9"),
        ({"seats": 2.0}, "seats: give a whole number, not 2.0"),
        ({"n": 0}, "n: give a whole number from 1 on, not 0"),
        ({"n": 4.0}, "n: give a whole number, not 4.0"),
        ({"threads": 0}, "threads: give a whole number from 1 on, not 0"),
        ({"threads": 1.5}, "threads: give a whole number, not 1.5"),
        ({"seed": -1}, "seed: give a whole number from 0 on, not -1"),
        ({"seed": "a"}, "seed: give a whole number, not 'a'"),
        ({"first": -1}, "first: give a seat from 0 to 1, not -1"),
        ({"first": 9}, "first: give a seat from 0 to 1, not 9"),
        ({"components": "x.toml"}, r"give what rollmops.games.components\('soles', Path\(…\)\) reads, not 'x.toml'"),
        ({"components": house("lure")}, "is a box of lure, not of soles"),
    ],
)
def test_each_part_is_refused_by_its_name(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadTableError, match=told):
        BatchEnv("soles", **{"seats": 2, "n": 4} | given)


@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (np.zeros(3, np.int64), "one for each of . lanes"),
        (0, "one for each of . lanes"),
        ([[0], [0, 0]], "one for each of . lanes"),
        (0.9, "whole numbers, not float64"),
        ("0", "whole numbers, not <U1"),
        (False, "whole numbers, not bool"),
        (None, "whole numbers, not object"),
    ],
)
def test_actions_are_whole_numbers(actions: Any, told: str, lanes: int) -> None:
    several: Any = [actions] * lanes if told.startswith("whole") else actions
    env = BatchEnv("soles", 2, lanes)
    before = env.reset().observation.copy()
    with pytest.raises(BadTableError, match=f"actions: give {told}"):
        env.step(several)
    with pytest.raises(BadTableError, match="seed: give a whole number"):
        env.reset(seed=1.5)  # type: ignore[arg-type]
    assert np.array_equal(env.observation, before)


def twins(env: BatchEnv) -> list[BatchEnv]:
    return [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301


@pytest.mark.parametrize("threads", [1, 2])
def test_copies_go_on_alike_and_apart(any_game: Game, threads: int) -> None:
    env = BatchEnv(any_game.name, any_game.most, LANES, seed=2, threads=threads)
    env.reset()
    for _ in range(7):
        env.step(env.sample())
    for twin in twins(env):
        here, there = copy.deepcopy(env), copy.deepcopy(twin)
        kept = twin.observation.copy()
        for _ in range(steps_of(any_game) // 5):
            actions = here.sample()
            assert np.array_equal(actions, there.sample())
            one, other = here.step(actions), there.step(actions)
            assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one._fields)
        assert np.array_equal(twin.observation, kept)


def test_steps_go_on_after_close() -> None:
    env = BatchEnv("soles", 2, 4, threads=2)
    env.reset()
    env.close()
    env.step(env.sample())


def test_names_say_what_the_numbers_are() -> None:
    env = BatchEnv("soles", 2, 1)
    env.reset()
    assert env.names[:3] == ("seat", "seats", "turn")
    assert len(env.names) == env.observation.shape[1]
    assert env.observation[0, env.names.index("seats")] == 2
