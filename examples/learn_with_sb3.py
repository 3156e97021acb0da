"""Stable-Baselines3 on the batch environment: MaskablePPO learns Roll for Soles against random play.

python examples/learn_with_sb3.py [--seconds 60]

`OneSeat` shows the batch to Stable-Baselines3 as a vector of environments with one agent each: in every lane it sits in one
seat, the other is played at random. Where the other is to choose, the agent has one open choice that nobody looks at.
Needs: pip install sb3-contrib
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from rollmops.gyms import BatchEnv

try:
    from gymnasium import spaces
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise SystemExit("this example learns with Stable-Baselines3; install it with: pip install sb3-contrib") from None


class OneSeat(VecEnv):  # type: ignore[misc]
    """Lanes of a batch, one seat of each for the agent; the last number it sees says whether it is to choose."""

    def __init__(self, game: str, seats: int, n: int, seed: int = 0) -> None:
        self.batch = BatchEnv(game, seats, n, seed=seed, observation="flat")
        self.ours = np.arange(n) % seats
        assert self.batch.encoding is not None
        low, high = self.batch.encoding.bounds
        box = spaces.Box(np.append(low, 0.0).astype(np.float32), np.append(high, 1.0).astype(np.float32))
        self.render_mode = None  # asked for while it is made
        super().__init__(n, box, spaces.Discrete(self.batch.choices))
        self.told: Any = None
        self.chosen: Any = None

    def _seen(self) -> Any:
        asked = (self.told.seat == self.ours).astype(np.float32)
        return np.concatenate([self.told.observation, asked[:, None]], axis=1)

    def reset(self) -> Any:
        self.told = self.batch.reset()
        return self._seen()

    def action_masks(self) -> Any:
        """The open choices; where another seat is asked, one that nobody looks at."""
        masks = self.told.mask.astype(bool)
        others = self.told.seat != self.ours
        masks[others], masks[others, 0] = False, True
        return masks

    def step_async(self, actions: Any) -> None:
        self.chosen = actions

    def step_wait(self) -> Any:
        actions = np.where(self.told.seat == self.ours, self.chosen, self.batch.sample())
        told = self.told = self.batch.step(actions)
        reward = told.reward[np.arange(self.num_envs), self.ours]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(told.done):
            last = np.append(told.final_obs[lane], told.final_seat[lane] == self.ours[lane]).astype(np.float32)
            infos[lane] = {"terminal_observation": last, "TimeLimit.truncated": bool(told.truncated[lane])}
        return self._seen(), reward.copy(), told.done.copy(), infos

    def close(self) -> None:
        self.batch.close()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **rest: Any) -> list[Any]:
        return list(getattr(self, method_name)(*args, **rest))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


class Clock(BaseCallback):  # type: ignore[misc]
    """Stops after so many seconds of processor time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self.end


def evaluate(model: Any, games: int) -> float:
    """The share of the win against random play, choosing the likeliest each time."""
    env = OneSeat("soles", 2, 256, seed=9)
    seen, shares = env.reset(), list[float]()
    while len(shares) < games:
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        env.step_async(actions)
        seen, reward, done, _ = env.step_wait()
        shares += reward[done].tolist()
    return float(np.mean(shares))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args(words)
    import torch

    torch.set_num_threads(1)
    env = OneSeat("soles", 2, 512, seed=1)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=4096, n_epochs=4, gamma=1.0, learning_rate=1e-3, seed=1, device="cpu"
    )
    start = time.process_time()
    model.learn(10**9, callback=Clock(given.seconds))
    rate = model.num_timesteps / (time.process_time() - start)
    print(f"{model.num_timesteps:,} decisions, {rate:,.0f} a second of processor time, learning included")
    print(f"{evaluate(model, 5000):.1%} against random play")


if __name__ == "__main__":
    main()
