"""Warming up: rules are compiled once for each version of the package, which takes a while and must hold nobody up.

Processes of their own (`compilers.py`), one for each core, compile the games into the cache, what somebody waits for first;
this one then loads them in a thread. A table can be set as soon as its game's rules are ready: at once, but for the very
first start. Its bots come a little later: what they think with is the next to be compiled, and they wait for it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Collection
from pathlib import Path

from rollmops.engine.compile import prepare
from rollmops.engine.errors import BadTableError
from rollmops.extras import hindrance
from rollmops.games import all_games, game
from rollmops.server import logs, rehearsals
from rollmops.server.compilers import FIRST, MASTERS, MINDS, REVIEWS, Compiler, Compilers, mark_of, parts_of

ORDER = (FIRST, "lure", "floe", "espresso")
"""The quick one first, then so that two processes end at about the same time; other games follow."""
LONGEST_FIRST = ("floe", "lure", "espresso", FIRST)
"""The same where nobody waits for one of them: no two tasks of a game are done at once, so the longest begins."""
WAITED_FOR = ("", MINDS, MASTERS)
"""The kinds of tasks that tables wait for: rules, and minds."""
GARBAGE = (5_000, 5, 40)
"""New objects before the collector looks through them, and how often it does before it looks further back. Journals and logs
grow with every choice and are never garbage: with Python's own numbers a tenth of a choice was spent on them. Everybody
waits while it looks, so the second look, at what came through the first, has not much to look at either."""
COMPILING_GARBAGE = (50_000, 20, 10)
"""The same where rules are compiled: nearly all that is made then is needed to the end."""
log = logging.getLogger("rollmops.server")


def work(task: str) -> None:
    """Do one task, and mark it as done for every later start."""
    kind, name = parts_of(task)
    {
        "": rehearsals.warm_rules,
        MINDS: rehearsals.warm_minds,
        MASTERS: rehearsals.warm_masters,
        REVIEWS: rehearsals.warm_reviews,
    }[kind](name)
    mark = _mark(task)
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        log.info("%s cannot be written; the next start looks through the cache again", mark)


def is_cold(task: str) -> bool:
    """Whether a task was never done with these sources, this Numba and this processor."""
    return not _mark(task).exists()


def _mark(task: str) -> Path:
    return mark_of(task, game(parts_of(task)[1]).setup.__module__)


def absent() -> dict[str, str]:
    """Games that cannot be played here, and why: an extra is not installed, or the package that brings a game is broken."""
    found = {}
    for name in all_games():
        try:
            why = hindrance(game(name))
        except BadTableError as error:
            why = str(error)
        if why:
            found[name] = why
    return found


def tasks() -> list[str]:
    """Everything there is to do: the games first, each with its bots, then their masters, then reviews."""
    gone = absent()
    here = [name for name in all_games() if name not in gone]
    names = sorted(here, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    played = [kind + name for name in names for kind in ("", MINDS)]
    return [*played, *(MASTERS + name for name in names), *(REVIEWS + name for name in names)]


class Warming:
    """Which games can be played, and whose bots can think. With `early` one of them is being compiled already."""

    def __init__(self, early: Compiler | None = None) -> None:
        self.done = {kind + name: asyncio.Event() for name in all_games() for kind in WAITED_FOR}
        self.task: asyncio.Task[None] | None = None
        self.compilers = Compilers([], early)
        self.begun = time.monotonic()

    def start(self) -> None:
        """Begin to warm up."""
        gc.set_threshold(*GARBAGE)
        self.task = asyncio.create_task(self._run())

    async def ready(self, name: str, kind: str = "") -> None:
        """Wait until this game's rules are ready, or its minds of this kind; they are the next to be compiled."""
        if not self.is_ready(name, kind):
            for task in dict.fromkeys((kind + name, name)):
                self.compilers.prefer(task)
            await self.done[kind + name].wait()

    def is_ready(self, name: str, kind: str = "") -> bool:
        """Whether a table of this game can be set at once, or minds of this kind can think there."""
        done = self.done.get(kind + name)
        return done is None or done.is_set()

    async def stop(self) -> None:
        """Leave it."""
        if self.task is not None:
            self.task.cancel()
        await self.compilers.stop()

    async def _run(self) -> None:
        early = self.compilers.early.task if self.compilers.early else ""
        cold = await asyncio.to_thread(lambda: [task for task in tasks() if is_cold(task) or task == early])
        self.compilers.waiting = [task for task in cold if task != early]
        games = [task for task in cold if not parts_of(task)[0]]
        if games:
            logs.say(f"Compiling the rules of {', '.join(games)}, once; each can be played as soon as it is ready.")
        loading = [asyncio.create_task(self._load_all(name, cold)) for name in all_games()]
        if games:  # meanwhile, so that the first that is compiled is loaded at once
            loading.append(asyncio.create_task(asyncio.to_thread(prepare)))
        try:
            await self.compilers.run(self._compiled)
        except OSError:
            log.exception("the rules are compiled here instead of in processes of their own")
        await asyncio.gather(*loading)
        for name in all_games():
            await self._load_all(name)
        # What is loaded now stays. The collector need not look through it again: a tenth of a second while tables wait.
        gc.freeze()

    async def _compiled(self, task: str) -> None:
        if task in self.done:
            await self._load(task)
        if task in all_games():
            logs.say(f"{game(task).title} is ready after {time.monotonic() - self.begun:.0f} s.")

    async def _load_all(self, name: str, but: Collection[str] = ()) -> None:
        """Load what there is of a game, but for these tasks."""
        for kind in WAITED_FOR:
            if kind + name not in but:
                await self._load(kind + name)

    async def _load(self, task: str) -> None:
        """Load what is compiled; masters' minds are loaded when they are wanted."""
        kind, name = parts_of(task)
        if not self.done[task].is_set() and kind != MASTERS:
            try:
                await asyncio.to_thread(rehearsals.warm_minds if kind == MINDS else rehearsals.warm_rules, name)
            except Exception:
                log.exception("%s could not be warmed up", task)
        self.done[task].set()


def serve_tasks() -> None:
    """Do the tasks that come line by line on standard input, and name each when it is done, with its processor seconds."""
    logs.begin()
    gc.freeze()
    gc.set_threshold(*COMPILING_GARBAGE)
    gentle = not hasattr(os, "nice")
    for line in sys.stdin:
        task, begun = line.strip(), time.process_time()
        if task != FIRST and not gentle:  # whoever sits at a table comes first; before the first game nobody does
            os.nice(5)
            gentle = True
        try:
            work(task)
        except Exception:
            log.exception("%s could not be compiled", task)
        print(f"{task} {time.process_time() - begun:.1f}", flush=True)


async def warm_all() -> None:
    """Compile what is not in the cache, and name each task as it is done."""
    begun = time.monotonic()

    async def tell(task: str) -> None:
        print(f"{task} after {time.monotonic() - begun:.1f} s ({compilers.spent[task]:.1f} s of a processor)", flush=True)

    order = {name: place for place, name in enumerate(LONGEST_FIRST)}
    cold = [task for task in tasks() if is_cold(task)]
    compilers = Compilers(sorted(cold, key=lambda task: order.get(parts_of(task)[1], len(order))))
    running = asyncio.ensure_future(compilers.run(tell))
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        print("stopped; what is compiled stays", flush=True)
    finally:
        await compilers.stop()


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        serve_tasks()
    else:
        asyncio.run(warm_all())
