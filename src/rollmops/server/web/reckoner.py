"""The server's end of the processes in which reviews and what-ifs are reckoned, and bots think where that is wanted.

Without `--thinkers` there is one for reviews, started when somebody opens a replay or asks for a review, and ended when
nobody has for a while: it takes a few hundred megabytes, which a small computer may want for something else. With them
`web/thinkers.py` starts and minds them, and they are reached by a socket each.

A process that dies takes nothing with it: what it was asked is asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
import time
import zlib
from collections.abc import Coroutine, Sequence
from typing import Any

from starlette.requests import ClientDisconnect, Request

from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol.messages import Problem
from rollmops.server.table.thoughts import AbsentError, AdviceTask, BotTask
from rollmops.server.web.tasks import LENGTH_BYTES, Answer, DropTask, Task, WarmTask, WhatIfTask, Work, packed

MODULE = "rollmops.server.web.reckoning"
"""What such a process runs."""
LOOK_SECONDS = 0.25
"""How often is looked whether somebody still waits."""
IDLE_SECONDS = 900.0
"""For which it stays though nobody asks for anything."""
MOST_TRIES = 3
"""So often a task is begun that did not outlive its process; it may be what killed it."""
CONNECT_AGAIN_SECONDS = 0.2
ABSENT_SECONDS = 60.0
"""For which a review waits until one of them is there; bots and hints do not wait."""


class ReckonedError(RollmopsError):
    """What the other process had to say against it, as a page hears it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class EndedError(RollmopsError):
    """The other process has ended."""


class Line:
    """To one process: gives it tasks, and answers to whoever waits for them."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str = "") -> None:
        self.address = address
        self.reader = reader
        self.writer = writer
        self.waiting: dict[int, asyncio.Future[bytes]] = {}
        self.number = 0
        self.asked_at = time.monotonic()
        self.warm = set[str]()  # games it was told of
        self.ended = False

    async def ask(self, task: Task) -> bytes:
        """What this task brings; it is dropped when nobody waits any more. EndedError where the process ends before."""
        if self.ended:
            raise EndedError
        self.number += 1
        number, self.asked_at = self.number, time.monotonic()
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        self.writer.write(packed((number, task)))
        try:
            return await future
        finally:
            del self.waiting[number]
            if future.cancelled() and not self.ended:
                self.writer.write(packed((number, DropTask())))

    async def listen(self) -> None:
        """Hand answers on, until the process ends; then nobody waits in vain."""
        try:
            while True:
                length = int.from_bytes(await self.reader.readexactly(LENGTH_BYTES), "big")
                answer: Answer = pickle.loads(await self.reader.readexactly(length))  # noqa: S301 - our own process
                self._answer(answer)
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            self.ended = True
            self.writer.close()
            for future in self.waiting.values():
                if not future.done():
                    future.set_exception(EndedError())

    def _answer(self, answer: Answer) -> None:
        future = self.waiting.get(answer.number)
        if future is None or future.done():
            return
        if answer.problem is None:
            future.set_result(answer.body)
        else:
            future.set_exception(ReckonedError(answer.problem))


class Reckoner:
    """Gives tasks to one of the processes, and its answers to whoever waits for them."""

    def __init__(self, addresses: Sequence[str] = ()) -> None:
        self.addresses = addresses  # the sockets of those that are there anyway
        self.lines: list[Line] = []
        self.process: asyncio.subprocess.Process | None = None  # our own, where there are none
        self.starting = asyncio.Lock()
        self.tasks = set[asyncio.Task[None]]()

    def start(self) -> None:
        """Connect to those that are there anyway."""
        for address in self.addresses:
            self._spawn(self._keep_connected(address))

    def expect(self, game: str) -> None:
        """A review of this game may be asked for soon."""
        if not self.lines and not self.addresses:
            self._spawn(self._warm(game))
        for line in self.lines:
            if game not in line.warm:
                self._spawn(self._warm(game, line))

    async def _warm(self, game: str, line: Line | None = None) -> None:
        with contextlib.suppress(RollmopsError, OSError):
            line = line or await self._start()
            line.warm.add(game)
            await line.ask(WarmTask(game))

    async def ask(self, request: Request, task: Work) -> bytes:
        """What this task brings. It is dropped when whoever asked has gone."""
        asked = asyncio.ensure_future(self.do(task))
        try:
            while not (await asyncio.wait({asked}, timeout=LOOK_SECONDS))[0]:
                if await request.is_disconnected():
                    raise ClientDisconnect
            return asked.result()
        finally:
            asked.cancel()

    async def do(self, task: Work) -> bytes:
        """What this task brings, whatever happens to who was asked first."""
        begun = time.monotonic()
        for _ in range(MOST_TRIES):
            line = await self._line(task)
            try:
                return await line.ask(task.after(time.monotonic() - begun) if isinstance(task, BotTask) else task)
            except EndedError:
                pass
        if isinstance(task, BotTask | AdviceTask):
            raise AbsentError
        raise RollmopsError("the review was interrupted; ask for it again")

    async def _line(self, task: Work) -> Line:
        """Whom to ask: the one with the least to do. Who asks what-if again meets the games that were played before."""
        if not self.addresses:
            try:
                return await self._start()
            except OSError:
                raise RollmopsError("this computer cannot start another process for reviews now; try again later") from None
        end = time.monotonic() + ABSENT_SECONDS
        while not self.lines:
            if isinstance(task, BotTask | AdviceTask):
                raise AbsentError
            if time.monotonic() > end:
                raise RollmopsError("nobody is there to reckon it now; try again later")
            await asyncio.sleep(LOOK_SECONDS)
        if isinstance(task, WhatIfTask):
            return self.lines[zlib.crc32(task.record.text().encode()) % len(self.lines)]
        return min(self.lines, key=lambda line: (len(line.waiting), line.asked_at))

    async def _keep_connected(self, address: str) -> None:
        while True:
            with contextlib.suppress(OSError):
                line = Line(*await asyncio.open_unix_connection(address), address)
                self.lines.append(line)
                try:
                    await line.listen()
                finally:
                    self.lines.remove(line)
            await asyncio.sleep(CONNECT_AGAIN_SECONDS)

    async def _start(self) -> Line:
        """Our own process, started if need be."""
        async with self.starting:
            if not self.lines:
                pipe = asyncio.subprocess.PIPE
                process = await asyncio.create_subprocess_exec(sys.executable, "-m", MODULE, stdin=pipe, stdout=pipe)
                assert process.stdin is not None
                assert process.stdout is not None
                line, self.process = Line(process.stdout, process.stdin), process
                self.lines.append(line)
                self._spawn(self._mind(process, line))
                self._spawn(self._end_when_idle(process, line))
            return self.lines[0]

    async def _mind(self, process: asyncio.subprocess.Process, line: Line) -> None:
        await line.listen()
        self.lines.remove(line)
        await process.wait()

    async def _end_when_idle(self, process: asyncio.subprocess.Process, line: Line) -> None:
        while process.returncode is None:
            await asyncio.sleep(IDLE_SECONDS / 10)
            if not line.waiting and time.monotonic() - line.asked_at > IDLE_SECONDS:
                await _end(process)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Ask nothing more; our own process ends."""
        if self.process is not None:
            await _end(self.process)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
