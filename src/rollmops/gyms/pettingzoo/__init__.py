"""PettingZoo's way to an environment: `env`, `raw_env` and `parallel_env`, for any game in the registry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rollmops.extras import need

need("pettingzoo", "an environment of PettingZoo")

from rollmops.gyms.pettingzoo.aec import TableEnv
from rollmops.gyms.pettingzoo.parallel import ParallelTableEnv


def env(name: str, **rest: Any) -> TableEnv:
    """A table in which agents choose one after the other, PettingZoo's checks built in (see `TableBase` for the rest)."""
    return TableEnv(name, **rest)


def environments(name: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """`env`, `raw_env` and `parallel_env` of this game."""
    return partial(env, name), partial(TableEnv, name), partial(ParallelTableEnv, name)


__all__ = ["ParallelTableEnv", "TableEnv", "env", "environments"]
