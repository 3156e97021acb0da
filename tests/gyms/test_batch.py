"""The batch: same dice, same states as one table alone; any number of threads; what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.gyms import BatchEnv, zoo

LANES = 5


def steps_of(game: Game) -> int:
    """How far the tests go; real throws take their time."""
    return 150 if game.thrown is None else 20


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
    lanes = 150 if any_game.thrown is None else 10
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
    env = BatchEnv(any_game.name, any_game.fewest, 32 if any_game.thrown is None else 2, seed=1)
    env.reset()
    ended = 0
    for _ in range(2000 if any_game.thrown is None else 150):
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
    with pytest.raises(BadTableError, match="at least one table"):
        BatchEnv("soles", 2, 0)
    with pytest.raises(BadTableError, match="threads"):
        BatchEnv("soles", 2, 1, threads=0)
    env = BatchEnv("soles", 2, 4)
    with pytest.raises(BadTableError, match=r"call reset\(\)"):
        env.step(np.zeros(4, np.int64))
    env.reset()
    with pytest.raises(BadTableError, match="one for each of 4 lanes"):
        env.step(np.zeros(3, np.int64))


def test_names_say_what_the_numbers_are() -> None:
    env = BatchEnv("soles", 2, 1)
    env.reset()
    assert env.names[:3] == ("seat", "seats", "turn")
    assert len(env.names) == env.observation.shape[1]
    assert env.observation[0, env.names.index("seats")] == 2
