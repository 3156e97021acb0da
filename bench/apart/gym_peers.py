"""The environments' peers that are too big for .venv: pgx on JAX, and PettingZoo's tictactoe. For .venv-bench; prints JSON.

Steps a second of processor time with one thread, random open actions, games that end replaced by new ones; for pgx the
best of several batch sizes, everything in one compiled loop (its fastest way).
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import warnings
from importlib.metadata import version
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
warnings.simplefilter("ignore")

PGX = ("tic_tac_toe", "kuhn_poker", "2048")
SIZES = (256, 1024, 4096, 8192, 16384)
STEPS, ROUNDS = 64, 6
CHANCE = {"tic_tac_toe": 0.0, "kuhn_poker": 2 / 2.25, "2048": 1.0}
"""Choices of chance for each decision of random play: kuhn_poker deals two cards for a game of 2.25 decisions on average
(two passes; a pass, a bet and an answer; a bet and an answer: 2/4 + 3/4 + 2/2), 2048
lays a tile after each."""


def pgx_rate(name: str, size: int) -> float:
    """Steps a second of a batch of this size."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choose, fresh = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choose, logits, axis=1)
        return (step(state, action, jax.random.split(fresh, size)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=STEPS)[0])
    key = jax.random.PRNGKey(0)
    carry = jax.block_until_ready(run((jax.vmap(env.init)(jax.random.split(key, size)), key)))
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        carry = jax.block_until_ready(run(carry))
        best = max(best, size * STEPS / (time.process_time() - start))
    return best


def tictactoe_rate() -> float:
    """Turns a second of PettingZoo's tictactoe_v3, in the loop of its own performance_benchmark."""
    from pettingzoo.classic import tictactoe_v3

    return zoo_rate(tictactoe_v3.env())


def zoo_rate(env: Any) -> float:
    """Turns a second of a PettingZoo environment; the same loop measures ours."""
    best = 0.0
    for _ in range(3):
        env.reset(seed=1)
        turns, start = 0, time.process_time()
        while (spent := time.process_time() - start) < 1.0:
            for agent in env.agent_iter(100):
                observation, _, ended, cut, _ = env.last()
                choice = None if ended or cut else random.choice(observation["action_mask"].nonzero()[0].tolist())
                env.step(choice)
                turns += 1
                if all(env.terminations.values()) or not agent:
                    env.reset()
        best = max(best, turns / spent)
    return best


def main() -> None:
    if hasattr(os, "sched_setaffinity"):  # here alone: whoever imports this measures threads
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found = {name: {size: pgx_rate(name, size) for size in SIZES} for name in PGX}
    packages = {name: version(name) for name in ("pgx", "jax", "pettingzoo")}
    json.dump({"pgx": found, "chance": CHANCE, "tictactoe_v3": tictactoe_rate(), "packages": packages}, sys.stdout)


if __name__ == "__main__":
    main()
