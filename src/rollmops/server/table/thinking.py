"""Bots and hints: minds that think in threads of their own and never hold a table up for longer than their time."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from rollmops.arena.forecast import MOST as MOST_THROWS
from rollmops.arena.forecast import Forecast, forecast
from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.lab import odds
from rollmops.lab.odds.prospect import Prospect as Exact
from rollmops.minds import mind
from rollmops.minds.effort import Effort
from rollmops.minds.levels import LEVELS as LEVELS
from rollmops.minds.levels import USUAL as USUAL
from rollmops.minds.temper import STEADY, Temper, tempered
from rollmops.minds.uniform import Random
from rollmops.server.protocol.messages import BotLevel, Hint, Idea, Prospect
from rollmops.solve.advice import Advice, advise

AT_RANDOM = "random"
"""What plays for a bot whose mind has failed."""
QUICK_LEVEL = "easy"
"""Bots of this level hardly think, and do not wait for those who do."""
BOT_SECONDS = 5.0
"""Seconds after which a bot has played: the best it has found, or anything legal where it did not get to think at all."""
THINKING_PART = 0.8
"""The part of that time after which it stops thinking."""
ROUND_SECONDS, CHOICES_A_TURN = 6.0, 5
"""So long all bots of a table together may think in a round, and about so many choices make a turn: with what the page shows
of it nobody waits for more than about ten seconds."""
LEAST_BOT_SECONDS = 0.05
"""Seconds for a bot that has waited long for a thread."""
HINT_SECONDS = 0.7
AIM_SECONDS = 2.0
"""On the floe a playout is a real throw, and a hint takes longer."""
HINT_LINES = 4
"""Lines of a hint; they stay in to the end, so that their figures can be compared."""
HINTS_EACH, HINTS_IN_ALL = 2, 8
"""Hints that may be under way at once: from one address, and from everywhere."""
FORECASTS_EACH, FORECASTS_IN_ALL = 3, 12
"""Forecasts that may be under way at once, dropped ones that have yet to stop included."""
SWITCH_SECONDS = 0.0005
"""After so long a thread lets the others have the interpreter. Python's own 5 ms add up for a choice that passes through the
rooms' thread and the store's and back while minds and replays are busy."""

log = logging.getLogger("rollmops.server")
T = TypeVar("T")


def levels_of(game: Game) -> tuple[BotLevel, ...]:
    """The strengths of bots for a game."""
    return tuple(BotLevel(name, f"{level.names[0]}: {level.about}") for name, level in LEVELS.items())


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


def fair_seconds(bots: int) -> float:
    """How long a bot may think about one choice where so many of them play."""
    return ROUND_SECONDS / (max(1, bots) * CHOICES_A_TURN)


def share_interpreter() -> None:
    """Let busy threads give the interpreter back soon."""
    sys.setswitchinterval(SWITCH_SECONDS)


class Thinkers:
    """The threads in which minds think. Compiled playouts let go of the interpreter, so that rooms go on meanwhile.

    Odds and lines at random take milliseconds and have a thread each: they never wait for a mind, and never crowd the rooms
    out. Hints have one too, so that bots do not wait for whoever asks for many.
    """

    def __init__(self, threads: int = 2, patience: float = BOT_SECONDS, hint_seconds: float | None = None) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="mind")
        self.adviser = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self.reckoner = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self.quick = ThreadPoolExecutor(1, thread_name_prefix="quick")
        self.thrower = ThreadPoolExecutor(1, thread_name_prefix="forecast")
        self.patience = patience
        self.hint_seconds = hint_seconds
        self.hints: Counter[str] = Counter()  # under way, by address
        self.forecasts: Counter[str] = Counter()  # likewise

    async def choose(
        self, level: str, game: Game, components: Components, view: Any, bots: int = 1, temper: Temper = STEADY
    ) -> str:
        """The line a bot of this level plays, in time; when it fails or does not even get a thread, any legal line.

        Between lines that it cannot tell apart its temper decides.
        `bots` share the time of a round among them: whoever plays against several waits no longer than against one or two.
        """
        if level == AT_RANDOM:
            return await self.any_line(game, components, view)
        end = time.monotonic() + THINKING_PART * self.patience

        def think() -> str:
            left = max(LEAST_BOT_SECONDS, min(end - time.monotonic(), fair_seconds(bots)))
            return tempered(mind(level, game, components, _seed(), seconds=left), temper).choose(view)

        try:
            pool = self.quick if level == QUICK_LEVEL else self.pool
            return await asyncio.wait_for(self._in(pool, think), self.patience)
        except TimeoutError:
            log.warning("a %s bot thought for more than %s s about %s", level, self.patience, game.name)
        except Exception:
            log.exception("a %s bot of %s failed", level, game.name)
        return await self.any_line(game, components, view)

    async def any_line(self, game: Game, components: Components, view: Any) -> str:
        """Any legal line, soon."""
        return await self._in(self.quick, lambda: any_line(game, components, view))

    def may_hint(self, address: str) -> bool:
        """Whether one more hint can be thought about for somebody there."""
        return self.hints[address] < HINTS_EACH and self.hints.total() < HINTS_IN_ALL

    async def hint(
        self, about: int, game: Game, components: Components, view: Any, stop: threading.Event, address: str = ""
    ) -> Hint:
        """What a good player would do, and why; nothing when `stop` was set meanwhile."""
        seconds = self.hint_seconds or (HINT_SECONDS if game.chance.by_weight else AIM_SECONDS)

        def think() -> Hint:
            nothing = Hint(about, view.seat, ())
            if stop.is_set():
                return nothing
            effort = Effort(seconds=seconds, keep=HINT_LINES, stop=stop)
            counsel = advise(game, components, view, seed=_seed(), effort=effort)
            if stop.is_set():
                return nothing
            ideas = (idea(one, odds.prospects(game.name, components, view, one.words)) for one in counsel.lines[:HINT_LINES])
            return Hint(about, view.seat, tuple(ideas), counsel.exact, counsel.gain)

        thought = asyncio.get_running_loop().run_in_executor(self.adviser, think)
        self.hints[address] += 1  # until its thread is free again, even if nobody waits for it any more

        def done(_: object) -> None:
            self.hints[address] -= 1
            if not self.hints[address]:
                del self.hints[address]

        thought.add_done_callback(done)
        return await asyncio.shield(thought)

    async def prospects(self, game: Game, components: Components, view: Any, words: str = "") -> tuple[Prospect, ...]:
        """What the exact odds say about the lines of this view, or about these words."""

        def reckon() -> tuple[Prospect, ...]:
            return tuple(prospect(one) for one in odds.prospects(game.name, components, view, words))

        return await self._in(self.reckoner, reckon)

    async def _in(self, pool: ThreadPoolExecutor, think: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, think)

    def may_forecast(self, address: str) -> bool:
        """Whether one more forecast can be thrown for somebody there."""
        return self.forecasts[address] < FORECASTS_EACH and self.forecasts.total() < FORECASTS_IN_ALL

    async def forecast(
        self,
        game: Game,
        components: Components,
        table: Any,
        seat: int,
        words: str,
        stop: threading.Event,
        tell: Callable[[Forecast, bool], None],
        address: str = "",
    ) -> None:
        """Trial throws of this line; `tell` hears what they show so far, and whether that is all, until `stop` is set."""
        loop = asyncio.get_running_loop()

        def throw() -> None:
            for found in forecast(game, components, table, seat, words, stop.is_set):
                if not stop.is_set():
                    loop.call_soon_threadsafe(tell, found, found.throws >= MOST_THROWS)

        thrown = loop.run_in_executor(self.thrower, throw)
        self.forecasts[address] += 1

        def done(_: object) -> None:
            self.forecasts[address] -= 1
            if not self.forecasts[address]:
                del self.forecasts[address]

        thrown.add_done_callback(done)
        await asyncio.shield(thrown)

    def waiting(self) -> dict[str, int]:
        """How many thoughts of each kind wait for a thread."""
        pools = {
            "bot": self.pool,
            "hint": self.adviser,
            "odds": self.reckoner,
            "quick": self.quick,
            "forecast": self.thrower,
        }
        return {kind: pool._work_queue.qsize() for kind, pool in pools.items()}

    def close(self) -> None:
        """Think no more."""
        for pool in (self.pool, self.adviser, self.reckoner, self.quick, self.thrower):
            pool.shutdown(wait=False, cancel_futures=True)


def idea(one: Advice, found: list[Exact]) -> Idea:
    """What is known of a line and what the odds say about it, for the wire."""
    return Idea(one.words, one.share, one.points, one.error, one.tries, prospect(found[0]) if found else None)


def prospect(one: Exact) -> Prospect:
    """What the odds say about a line, for the wire: an exact fraction becomes the nearest number."""
    chances, means = ({what: float(number) for what, number in part.items()} for part in (one.chances, one.means))
    return Prospect(one.line, chances, means)
