"""The server's end of the process in which reviews and what-ifs are reckoned.

It is started when somebody opens a replay or asks for a review, and ended when nobody has for a while: it takes a few
hundred megabytes, which a small computer may want for something else.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
import time
from collections.abc import Coroutine
from typing import Any

from starlette.requests import ClientDisconnect, Request

from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol.messages import Problem
from rollmops.server.web.tasks import LENGTH_BYTES, Answer, DropTask, Task, WarmTask, packed

MODULE = "rollmops.server.web.reckoning"
"""What the process runs."""
LOOK_SECONDS = 0.25
"""How often is looked whether somebody still waits."""
IDLE_SECONDS = 900.0
"""For which it stays though nobody asks for anything."""


class ReckonedError(RollmopsError):
    """What the other process had to say against it, as a page hears it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Reckoner:
    """Gives tasks to the process, and answers to whoever waits for them."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.waiting: dict[int, asyncio.Future[bytes]] = {}
        self.number = 0
        self.asked_at = 0.0
        self.warm = set[str]()  # games it was told of
        self.starting = asyncio.Lock()
        self.tasks = set[asyncio.Task[None]]()

    def expect(self, game: str) -> None:
        """A review of this game may be asked for soon."""
        if self.process is None or game not in self.warm:
            self._spawn(self._warm(game))

    async def _warm(self, game: str) -> None:
        with contextlib.suppress(RollmopsError, OSError):
            number, future = await self._give(WarmTask(game))
            self.warm.add(game)
            try:
                await future
            finally:
                self.waiting.pop(number, None)

    async def ask(self, request: Request, task: Task) -> bytes:
        """What this task brings. It is dropped when whoever asked has gone."""
        try:
            number, future = await self._give(task)
        except OSError:
            raise RollmopsError("this computer cannot start another process for reviews now; try again later") from None
        try:
            while not (await asyncio.wait({future}, timeout=LOOK_SECONDS))[0]:
                if await request.is_disconnected():
                    raise ClientDisconnect
            return future.result()
        finally:
            self.waiting.pop(number, None)
            if not future.done() or future.cancelled():
                self._send(number, DropTask())

    async def _give(self, task: Task) -> tuple[int, asyncio.Future[bytes]]:
        async with self.starting:
            if self.process is None:
                await self._start()
        self.number += 1
        number, self.asked_at = self.number, time.monotonic()
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        self._send(number, task)
        return number, future

    def _send(self, number: int, task: Task) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(packed((number, task)))

    async def _start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(sys.executable, "-m", MODULE, stdin=pipe, stdout=pipe)
        self.warm = set()
        self._spawn(self._listen(self.process))
        self._spawn(self._end_when_idle(self.process))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Hand answers on, until the process ends; then nobody waits in vain."""
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
                answer: Answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 - our own process
                self._answer(answer)
        await process.wait()
        if self.process is process:
            self.process = None
            for future in self.waiting.values():
                if not future.done():
                    future.set_exception(RollmopsError("the review was interrupted; ask for it again"))

    def _answer(self, answer: Answer) -> None:
        future = self.waiting.get(answer.number)
        if future is None or future.done():
            return
        if answer.problem is None:
            future.set_result(answer.told)
        else:
            future.set_exception(ReckonedError(answer.problem))

    async def _end_when_idle(self, process: asyncio.subprocess.Process) -> None:
        while process.returncode is None:
            await asyncio.sleep(IDLE_SECONDS / 10)
            if not self.waiting and time.monotonic() - self.asked_at > IDLE_SECONDS:
                await self._end(process)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        if self.process is process:
            self.process = None
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """End the process."""
        if self.process is not None:
            await self._end(self.process)
        for task in list(self.tasks):
            task.cancel()
