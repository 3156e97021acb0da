"""Bots and hints: minds that think in threads of their own, or in other processes where there are some for it, and never
hold a table up for longer than their time."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from rollmops.arena.forecast import MOST_THROWS, Forecast, forecast
from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError
from rollmops.lab import odds
from rollmops.minds.levels import LEVELS as LEVELS
from rollmops.minds.levels import USUAL as USUAL
from rollmops.minds.temper import STEADY, Temper
from rollmops.minds.uniform import Random
from rollmops.server.compilers import MASTERS, MINDS
from rollmops.server.protocol.lids import BotLevel
from rollmops.server.protocol.messages import Hint, Prospect
from rollmops.server.table.thoughts import AbsentError, AdviceTask, BotTask, advice, choice, prospect
from rollmops.server.warming import Warming

AT_RANDOM = "random"
"""What plays for a bot whose mind has failed."""
ADVISER = "master"
"""The level whose minds give hints."""
BOT_SECONDS = 5.0
"""Seconds after which a bot has played: the best it has found, or anything legal where it did not get to think at all."""
THINKING_PART = 0.8
"""The part of that time after which it stops thinking."""
ROUND_SECONDS, CHOICES_A_TURN = 6.0, 5
"""So long all bots of a table together may think in a round, and about so many choices make a turn: with what the page shows
of it nobody waits for more than about ten seconds."""
HINT_SECONDS = 0.7
AIM_SECONDS = 2.0
"""On the floe a playout is a real throw, and a hint takes longer."""
HINTS_EACH, HINTS_IN_ALL = 2, 8
"""Hints that may be under way at once: from one address, and from everywhere."""
FORECASTS_EACH, FORECASTS_IN_ALL = 3, 12
"""Forecasts that may be under way at once, dropped ones that have yet to stop included."""
SWITCH_SECONDS = 0.0005
"""After so long a thread lets the others have the interpreter. Python's own 5 ms add up for a choice that passes through the
rooms' thread and the store's and back while minds and replays are busy."""

log = logging.getLogger("rollmops.server")
T = TypeVar("T")
Elsewhere = Callable[[BotTask | AdviceTask], Coroutine[Any, Any, bytes]]
"""Lets another process think; AbsentError where none is there."""
STOPPED_SECONDS = 0.1
"""How often is looked whether somebody still wants a hint that is thought about elsewhere."""


def levels_of(game: Game) -> tuple[BotLevel, ...]:
    """The strengths of bots for a game."""
    return tuple(BotLevel(name, f"{level.names[0]}: {level.about}") for name, level in LEVELS.items())


def check_level(level: str) -> str:
    """The level itself, the usual one where none is given; refuses an unknown one."""
    if level and level not in LEVELS:
        raise BadTableError(f"there is no bot level '{level[:20]}'; there are {', '.join(LEVELS)}")
    return level or USUAL


def _minds_of(level: str) -> str:
    """Which of a game's minds a level thinks with."""
    return MASTERS if level == ADVISER else MINDS


def any_line(game: Game, components: Components, view: Any) -> str:
    """Any legal line."""
    return Random(game, components, new_seed()).choose(view)


def new_seed() -> int:
    """For thoughts and dice that nobody needs to prove."""
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
    out. Hints have one too, so that bots do not wait for whoever asks for many. With `elsewhere` bots and hints are thought
    about in other processes, and here only while none of them is there. What they think with may still be compiled, as
    `warming` knows: whoever asks them waits for `awake` first.
    """

    def __init__(
        self,
        threads: int = 2,
        patience: float = BOT_SECONDS,
        hint_seconds: float | None = None,
        elsewhere: Elsewhere | None = None,
        warming: Warming | None = None,
    ) -> None:
        self.elsewhere = elsewhere
        self.warming = warming
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="mind")
        self.adviser = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self.reckoner = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self.quick = ThreadPoolExecutor(1, thread_name_prefix="quick")
        self.thrower = ThreadPoolExecutor(1, thread_name_prefix="forecast")
        self.patience = patience
        self.hint_seconds = hint_seconds
        self.hints: Counter[str] = Counter()  # under way, by address
        self.forecasts: Counter[str] = Counter()  # likewise

    def is_awake(self, game: Game, level: str) -> bool:
        """Whether a bot of this level, or a master for a hint, can think at once."""
        return level == AT_RANDOM or self.warming is None or self.warming.is_ready(game.name, _minds_of(level))

    async def awake(self, game: Game, level: str) -> None:
        """Wait until it can."""
        if self.warming is not None and level != AT_RANDOM:
            await self.warming.ready(game.name, _minds_of(level))

    async def choose(
        self, level: str, game: Game, components: Components, view: Any, bots: int = 1, temper: Temper = STEADY
    ) -> str:
        """The line a bot of this level plays, in time; when it fails or does not even get a thread, any legal line.

        Between lines that it cannot tell apart its temper decides.
        `bots` share the time of a round among them: whoever plays against several waits no longer than against one or two.
        """
        if level == AT_RANDOM:
            return await self.any_line(game, components, view)
        within, most = THINKING_PART * self.patience, fair_seconds(bots)
        task = BotTask(game.name, components, view, level, temper, new_seed(), within, most)
        try:
            return await asyncio.wait_for(self._choose(task), self.patience)
        except TimeoutError:
            log.warning("a %s bot thought for more than %s s about %s", level, self.patience, game.name)
        except Exception:
            log.exception("a %s bot of %s failed", level, game.name)
        return await self.any_line(game, components, view)

    async def _choose(self, task: BotTask) -> str:
        since = time.monotonic()
        if self.elsewhere is not None:
            try:
                return (await self.elsewhere(task)).decode()
            except AbsentError:
                pass  # time has passed, nothing else
        return await self._in(self.quick if task.lane == "quick" else self.pool, lambda: choice(task, since))

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

        task = AdviceTask(about, game.name, components, view, new_seed(), seconds)
        thought = asyncio.ensure_future(self._advise(task, stop))
        self.hints[address] += 1  # until its thread is free again, even if nobody waits for it any more

        def done(_: object) -> None:
            self.hints[address] -= 1
            if not self.hints[address]:
                del self.hints[address]

        thought.add_done_callback(done)
        return await asyncio.shield(thought)

    async def _advise(self, task: AdviceTask, stop: threading.Event) -> Hint:
        if self.elsewhere is not None:
            asked = asyncio.ensure_future(self.elsewhere(task))
            try:
                while not (await asyncio.wait({asked}, timeout=STOPPED_SECONDS))[0]:
                    if stop.is_set():
                        return Hint(task.about, task.view.seat, ())
                return msgspec.json.decode(await asked, type=Hint)
            except AbsentError:
                pass
            finally:
                asked.cancel()
        return await self._in(self.adviser, lambda: advice(task, stop))

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
