"""The batch: same dice, same states as one table alone; any number of threads; what it refuses."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.engine.stream import stream
from rollmops.games import house
from rollmops.gyms import Batch, BatchEnv
from rollmops.gyms import pettingzoo as zoo
from rollmops.gyms.batch import NEXT_STEP, SAME_STEP
from rollmops.gyms.lane_seeds import lane_seeds
from rollmops.gyms.lengths import MAX_STEPS
from rollmops.gyms.workers import LANES_A_THREAD
from tests.effort import long_only, short_or_long

LANES = 5


def steps_of(rules: Game) -> int:
    """How far the tests go; real throws take their time."""
    return short_or_long(40, 150) if rules.chance.by_weight else short_or_long(8, 20)


def test_same_dice_same_states_as_the_single_environment(batched_game: Game) -> None:
    for seats in (batched_game.fewest, batched_game.most):
        batch = BatchEnv(batched_game.name, seats, LANES, seed=11)
        singles = [zoo.env(batched_game.name, seats=seats) for _ in range(LANES)]
        for lane, single in enumerate(singles):
            single.reset(seed=11, options={"lane": lane})
        batch.reset()
        for _ in range(steps_of(batched_game)):
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
                assert list(single.rewards.values()) == pytest.approx(list(batch.reward[lane]))
                if over:
                    single.reset()


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_any_number_of_threads_plays_the_same(batched_game: Game, threads: int) -> None:
    lanes = 3 * LANES_A_THREAD + 50 if batched_game.chance.by_weight else 10
    one = BatchEnv(batched_game.name, batched_game.fewest, lanes, seed=4)
    many = BatchEnv(batched_game.name, batched_game.fewest, lanes, seed=4, threads=threads)
    one.reset()
    many.reset()
    for _ in range(steps_of(batched_game) // 6):
        actions = one.sample()
        alone, together = one.step(actions), many.step(actions)
        assert all(np.array_equal(getattr(alone, name), getattr(together, name)) for name in alone._fields)
    assert len(many._workers.shares) == min(threads, max(1, lanes // LANES_A_THREAD))
    many.close()


def test_workers_that_fell_asleep_are_woken() -> None:
    one, two = (BatchEnv("soles", 3, 2 * LANES_A_THREAD, seed=6, threads=threads) for threads in (1, 2))
    one.reset(), two.reset()
    for wait in (False, True, False, True):
        while wait and not two._workers._board.asleep[0]:
            time.sleep(0.001)
        actions = two.sample()
        assert np.array_equal(actions, one.sample())
        assert np.array_equal(one.step(actions).observation, two.step(actions).observation)
    two.close()
    assert np.array_equal(one.step(one.sample()).observation, two.step(two.sample()).observation)  # alone from now on


def test_what_goes_wrong_in_a_thread_is_told_to_the_caller() -> None:
    env = BatchEnv("soles", 3, 2 * LANES_A_THREAD, threads=2)
    env._workers._failures.append(ValueError("out of memory"))
    with pytest.raises(ValueError, match="out of memory"):
        env.reset()
    assert env.reset().mask.any(1).all()


def test_games_end_and_begin_by_themselves(batched_game: Game) -> None:
    env = BatchEnv(batched_game.name, batched_game.fewest, 32 if batched_game.chance.by_weight else 2, seed=1)
    env.reset()
    ended = 0
    for _ in range(2000 if batched_game.chance.by_weight else 150):
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
        ({"max_steps": -1}, "max_steps: give a whole number from 0 on, not -1"),
        ({"autoreset": "never"}, "autoreset: same_step or next_step, not 'never'"),
        ({"observation": "pixels"}, "observation: there are raw, flat, dict, not 'pixels'"),
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
def test_copies_go_on_alike_and_apart(batched_game: Game, threads: int) -> None:
    env = BatchEnv(batched_game.name, batched_game.most, LANES, seed=2, threads=threads)
    env.reset()
    for _ in range(7):
        env.step(env.sample())
    for twin in twins(env):
        here, there = copy.deepcopy(env), copy.deepcopy(twin)
        kept = twin.observation.copy()
        for _ in range(steps_of(batched_game) // 5):
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


def test_seeds_of_many_lanes_are_those_of_each() -> None:
    lanes = np.array([0, 1, 77, 60_000, 2**32 - 1], np.uint32)
    for seed, keys in ((0, ()), (7, (1 << 20,)), (2**40 + 1, (1 << 20, 2**33)), (2**130, ())):
        for lane, told in zip(lanes, lane_seeds(seed, lanes, *keys), strict=True):
            assert int(told) == int(stream(seed, int(lane), *keys).state)


def walk(env: BatchEnv, steps: int) -> Iterator[Batch]:
    """Steps of random play, each copied."""
    env.reset()
    for _ in range(steps):
        yield copy.deepcopy(env.step(env.sample()))


@pytest.mark.parametrize("autoreset", [SAME_STEP, NEXT_STEP])
def test_a_game_that_is_too_long_is_truncated(batched_game: Game, autoreset: str) -> None:
    length = 10
    env = BatchEnv(batched_game.name, batched_game.fewest, LANES, seed=3, max_steps=length, autoreset=autoreset)
    period = length + (autoreset == NEXT_STEP)
    for number, batch in enumerate(walk(env, 3 * period), 1):
        assert (batch.done == (batch.terminated | batch.truncated)).all()
        assert not (batch.terminated & batch.truncated).any()
        assert np.allclose(batch.reward.sum(axis=1), batch.terminated)
        assert batch.mask.any(axis=1).all()
        if number == length:
            assert batch.truncated.all()
        elif number < length:
            assert not batch.truncated.any()


def test_the_last_look_is_that_of_the_game_that_ended(batched_game: Game) -> None:
    """Both ways to begin anew tell the same last observations, games for games."""
    steps, lanes = (120, 20) if batched_game.chance.by_weight else (30, 2)
    told = {}
    for autoreset in (SAME_STEP, NEXT_STEP):
        env = BatchEnv(batched_game.name, batched_game.fewest, lanes, seed=3, max_steps=25, autoreset=autoreset)
        lasts: list[list[Any]] = [[] for _ in range(lanes)]
        env.reset()
        rngs = [np.random.default_rng(lane) for lane in range(lanes)]
        ended = np.zeros(lanes, bool)
        for _ in range(steps):
            # in a lane that has ended any action will do, and it draws none
            actions = [0 if ended[i] else rngs[i].choice(np.flatnonzero(env.mask[i])) for i in range(lanes)]
            batch = env.step(np.array(actions))
            ended = batch.done & (autoreset == NEXT_STEP)
            for i in np.flatnonzero(batch.done):
                lasts[i].append(
                    (batch.final_seat[i], batch.final_obs[i].tolist(), batch.truncated[i], batch.reward[i].tolist())
                )
                if autoreset == NEXT_STEP:
                    assert np.array_equal(batch.observation[i], batch.final_obs[i])
                    assert batch.seat[i] == batch.final_seat[i]
                    assert batch.mask[i].all()
        told[autoreset] = lasts
    for one, other in zip(told[SAME_STEP], told[NEXT_STEP], strict=True):
        assert len(other) > 0
        assert one[: len(other)] == other


@long_only  # the only one in short runs for which this game would be compiled
def test_all_may_stand_and_pass_for_ever_but_not_here() -> None:
    """Espresso Fishing does not end if nobody ever fishes; the environment truncates at its documented length."""
    env = BatchEnv("espresso", 2, 2, seed=1)
    env.reset()
    steps = 0
    while True:
        # 0 stands and passes; whoever has to angle stops
        actions = [0 if env.mask[i, 0] and not env.mask[i, 2] else int(np.flatnonzero(env.mask[i])[-1]) for i in range(2)]
        batch = env.step(np.array(actions))
        steps += 1
        if batch.done.any():
            break
    assert steps == MAX_STEPS["espresso"]
    assert batch.truncated.all()
    assert not batch.reward.any()


def test_buffers_are_aligned_and_stay_so(batched_game: Game) -> None:
    env = BatchEnv(batched_game.name, batched_game.fewest, 3, observation="flat")
    env.reset()
    for twin in (env, *twins(env)):
        batch = twin._batch
        assert all(part.ctypes.data % 64 == 0 for part in batch)


def test_jax_takes_the_arrays_without_a_copy() -> None:
    jax = pytest.importorskip("jax")
    env = BatchEnv("soles", 2, 64, observation="flat")
    batch = env.reset()
    for part in (batch.observation, batch.mask, batch.reward):
        assert jax.dlpack.from_dlpack(part).unsafe_buffer_pointer() == part.ctypes.data


def test_choices_have_names() -> None:
    env = BatchEnv("soles", 2, 1, seed=1)
    env.reset()
    assert env.action_names() == {0: "take middle", 1: "take A"}
    env.step(np.array([0]))
    assert env.action_names() == {0: "again", 1: "secure"}
