"""PettingZoo's way to an environment: `env`, `raw_env` and `parallel_env`, for any game in the registry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rollmops.extras import need

need("pettingzoo", "a PettingZoo environment")

from pettingzoo.utils import parallel_to_aec

from rollmops.gyms.pettingzoo.aec import TableEnv
from rollmops.gyms.pettingzoo.parallel import ParallelTableEnv


def env(name: str, max_cycles: int | None = None, **rest: Any) -> Any:
    """A table as it is, its checks built in.

    `seats`, `components`, `first`, `render_mode` and `throw` are those of the table. With `max_cycles` the agents are asked
    in cycles, each once, as in the parallel environment, and the game is truncated after so many.
    """
    if max_cycles is not None:
        return parallel_to_aec(ParallelTableEnv(name, max_cycles=max_cycles, **rest))
    return TableEnv(name, **rest)


def environments(name: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """`env`, `raw_env` and `parallel_env` of this game."""
    return partial(env, name), partial(TableEnv, name), partial(ParallelTableEnv, name)
