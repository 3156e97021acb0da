"""BatchEnv under torch and JAX: decisions a second of processor time with a small network that chooses. For .venv-bench.

`python -m bench.apart.frameworks` prints them; docs/learners.md has them. Stable-Baselines3's are printed by its example.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

from rollmops.gyms import BatchEnv

LANES, STEPS, ROUNDS, WIDTH = 4096, 50, 4, 64


def measure(choose: Callable[[Any], Any]) -> float:
    """Decisions a second of the best round."""
    env = BatchEnv("soles", 2, LANES, seed=1, observation="flat")
    batch = env.reset()
    for _ in range(3):
        batch = env.step(choose(batch))
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(STEPS):
            batch = env.step(choose(batch))
        best = max(best, LANES * STEPS / (time.process_time() - start))
    return best


def with_torch() -> Callable[[Any], Any]:
    import torch
    from torch import nn

    torch.set_num_threads(1)
    net = nn.Sequential(nn.Linear(18, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 9))

    def choose(batch: Any) -> Any:
        with torch.no_grad():
            logits = net(torch.from_numpy(batch.observation))  # the same memory
            logits = logits.masked_fill(torch.from_numpy(batch.mask) == 0, -1e9)
            return torch.multinomial(torch.softmax(logits, 1), 1).squeeze(1).numpy()

    return choose


def with_jax() -> Callable[[Any], Any]:
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    weights = [jax.random.normal(k, s) * 0.1 for k, s in zip(keys, ((18, WIDTH), (WIDTH, WIDTH), (WIDTH, 9)), strict=True)]

    @jax.jit  # type: ignore[untyped-decorator]
    def policy(seen: Any, mask: Any, key: Any) -> Any:
        inside = jax.nn.relu(jax.nn.relu(seen @ weights[0]) @ weights[1])
        return jax.random.categorical(key, jnp.where(mask == 0, -1e9, inside @ weights[2]))

    state = [jax.random.PRNGKey(1)]

    def choose(batch: Any) -> Any:
        state[0], key = jax.random.split(state[0])
        seen, mask = jax.dlpack.from_dlpack(batch.observation), jax.dlpack.from_dlpack(batch.mask)  # the same memory
        return np.asarray(policy(seen, mask, key))

    return choose


def main() -> None:
    for name, made in (("torch", with_torch), ("jax", with_jax)):
        print(f"{name}: {measure(made()):,.0f} decisions a second of processor time, {LANES} lanes")


if __name__ == "__main__":
    main()
