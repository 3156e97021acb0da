"""Processes that compile rules into the cache, each task by its name, while whoever started them does something else.

Nothing heavy is imported here, Numba least of all: at the very first start a process compiles the first game while the
server itself is still being loaded (`begun_early`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from llvmlite.binding import get_host_cpu_name

from rollmops.engine.sources import cache_home, sources_digest

MODULE = "rollmops.server.warming"
"""What such a process runs."""
PROCESSES = 2
"""Compile at the same time; more would finish hardly sooner, and want 250 MB each."""
FIRST, FIRST_RULES = "soles", "rollmops.games.soles.rules"
"""The quick game, and where its rules are."""
MINDS = "minds-"
"""Before a game's name: what its bots think with, compiled right after its rules."""
MASTERS = "masters-"
"""Before a game's name: the minds that only masters and hints need, compiled when all games can be played."""
REVIEWS = "reviews-"
"""Before a game's name: what only reviews and what-ifs need, compiled last."""
log = logging.getLogger("rollmops.server")


def mark_of(task: str, rules: str) -> Path:
    """The file that is there once a task was done with these sources, this Numba and this processor; `rules` is the module
    of the game's rules, since a game of another package has sources of its own."""
    folder = cache_home() / sources_digest(MODULE)
    return folder / f"{task}-{sources_digest(rules)}-{_maker()}.ready"


@cache
def _maker() -> str:
    return f"{version('numba')}-{get_host_cpu_name()}"


class Compiler:
    """One such process. It does a task at a time, and ends when its standard input does."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", MODULE, "-"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.task = ""  # what it does

    def begin(self, task: str) -> None:
        """Begin a task; `finish` waits for it."""
        assert self.process.stdin is not None
        self.task = task
        with suppress(OSError):  # where it has ended, as `finish` will see
            self.process.stdin.write(f"{task}\n".encode())
            self.process.stdin.flush()

    def finish(self) -> float | None:
        """Wait until the task is done: its processor seconds, or None where the process has ended."""
        assert self.process.stdout is not None
        answer = self.process.stdout.readline()
        return float(answer.split()[-1]) if answer else None

    def dismiss(self) -> None:
        """There is nothing more to do."""
        with suppress(OSError), self.process:  # closes its input and waits; where it has ended already, that is all right
            pass

    def stop(self) -> None:
        """Leave it, whatever it does."""
        self.process.kill()
        self.dismiss()


def parts_of(task: str) -> tuple[str, str]:
    """What kind of task, and for which game."""
    kind = next((kind for kind in (MINDS, MASTERS, REVIEWS) if task.startswith(kind)), "")
    return kind, task.removeprefix(kind)


@contextmanager
def begun_early() -> Iterator[Compiler | None]:
    """Where the first game was never compiled, a process that has begun with it; it is gone in the end."""
    if mark_of(FIRST, FIRST_RULES).exists():
        yield None
        return
    compiler = Compiler()
    compiler.begin(FIRST)
    try:
        yield compiler
    finally:
        compiler.stop()


class Compilers:
    """Do tasks one by one; what is preferred is done next. One that is at work already can be given with them."""

    def __init__(self, waiting: list[str], early: Compiler | None = None) -> None:
        self.early = early
        self.waiting = [task for task in waiting if early is None or task != early.task]
        self.processes: list[Compiler] = []
        self.spent: dict[str, float] = {}  # processor seconds of what is done

    def prefer(self, task: str) -> None:
        """Somebody waits for this one."""
        if task in self.waiting:
            self.waiting.remove(task)
            self.waiting.insert(0, task)

    async def run(self, done: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        """Do all tasks; `done` hears of each, while the next is begun."""
        begun = [self.early] if self.early else []
        count = min(PROCESSES, os.cpu_count() or 1)
        reports: list[asyncio.Task[None]] = []
        self.processes += begun

        async def work(compiler: Compiler | None) -> None:
            await self._work(compiler, lambda task: reports.append(asyncio.create_task(done(task))))

        await asyncio.gather(*(work(begun.pop() if begun else None) for _ in range(count)))
        await asyncio.gather(*reports)

    def _next(self) -> str:
        """The task to begin; none of a game that another process is at: what both need would be compiled twice."""
        busy = {parts_of(compiler.task)[1] for compiler in self.processes if compiler.task}
        return next((task for task in self.waiting if parts_of(task)[1] not in busy), "")

    async def _work(self, compiler: Compiler | None, done: Callable[[str], None]) -> None:
        while task := (compiler and compiler.task) or self._next():
            if compiler is None:
                compiler = Compiler()
                self.processes.append(compiler)
            if not compiler.task:
                self.waiting.remove(task)
                compiler.begin(task)
            seconds = await asyncio.to_thread(compiler.finish)
            compiler.task = ""
            if seconds is None:
                log.warning("the process that compiled %s has ended; it is compiled when it is needed", task)
                break
            self.spent[task] = seconds
            done(task)
        if compiler is not None:
            await asyncio.to_thread(compiler.dismiss)

    async def stop(self) -> None:
        """Leave it."""
        for compiler in self.processes:
            await asyncio.to_thread(compiler.stop)
