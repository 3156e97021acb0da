"""Bots and hints: minds that think in threads of their own and never hold a table up for longer than their time."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.lab import odds
from rollmops.minds import adviser, mind
from rollmops.minds.chancer import Random
from rollmops.minds.rollout import Opinion
from rollmops.server.tells import BotLevel, Hint, Idea

LEVELS = {"easy": "random", "medium": "rollout:40", "hard": "rollout:0.7s"}
"""The strengths of bots, and the mind behind each."""
USUAL = "medium"
PATIENCE = 5.0
"""Seconds after which a bot that still thinks plays anything legal."""
HINT_SECONDS = 0.7
IDEAS = 5

log = logging.getLogger("rollmops.server")
T = TypeVar("T")


def levels_of(game: Game) -> tuple[BotLevel, ...]:
    """The strengths of bots for a game."""
    return tuple(BotLevel(name, name.capitalize()) for name in LEVELS)


def check_level(level: str) -> str:
    """The level itself, the usual one where none is given; refuses an unknown one."""
    if level and level not in LEVELS:
        raise BadTableError(f"there is no bot level '{level[:20]}'; there are {', '.join(LEVELS)}")
    return level or USUAL


def any_line(game: Game, components: Components, view: Any) -> str:
    """Any legal line."""
    return Random(game, components, _seed()).choose(view)


def _seed() -> int:
    return secrets.randbits(62)


class Thinkers:
    """The threads in which minds think. Compiled playouts let go of the interpreter, so that rooms go on meanwhile."""

    def __init__(self, threads: int = 2, patience: float = PATIENCE) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="mind")
        self.patience = patience

    async def choose(self, level: str, game: Game, components: Components, view: Any) -> str:
        """The line a bot of this level plays; when it fails or takes too long, any legal line."""
        try:
            thought = self._in_thread(lambda: mind(LEVELS[level], game, components, _seed()).choose(view))
            return await asyncio.wait_for(thought, self.patience)
        except TimeoutError:
            log.warning("a %s bot thought for more than %s s about %s", level, self.patience, game.name)
        except Exception:
            log.exception("a %s bot of %s failed", level, game.name)
        return await asyncio.to_thread(any_line, game, components, view)

    async def hint(self, about: int, game: Game, components: Components, view: Any) -> Hint:
        """What a good player would do, and why."""
        opinions = await self._in_thread(lambda: adviser(game, components, _seed(), seconds=HINT_SECONDS).weigh(view))
        why = " ".join(odds.hint(game.name, components, view))
        ideas = tuple(
            Idea(one.words, one.share) if isinstance(one, Opinion) else Idea(one.words, None, one.points)
            for one in opinions[:IDEAS]
        )
        return Hint(about, view.seat, opinions[0].words, why, ideas)

    async def _in_thread(self, think: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, think)

    def close(self) -> None:
        """Think no more."""
        self.pool.shutdown(wait=False, cancel_futures=True)
