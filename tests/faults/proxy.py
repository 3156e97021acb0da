"""A line to the database that can be slow, swallow what is sent, or break: a small TCP proxy with a switch."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Literal

State = Literal["open", "slow", "hole", "closed"]
COMMIT = b"COMMIT"


class Proxy:
    """Stands between processes and PostgreSQL's socket, in a thread of its own."""

    def __init__(self, upstream: str) -> None:
        self.upstream = upstream
        self.state: State = "open"
        self.seconds = 0.0  # that everything takes longer while it is slow
        self.cut_after_commit = 0  # so many commits still get through whose answer is lost
        self.port = 0
        self.lines: set[asyncio.StreamWriter] = set()
        started = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run(started)), daemon=True)
        self.thread.start()
        started.wait()

    def url(self, database: str) -> str:
        """The address of a database by this way."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def reset(self) -> None:
        """Cut all lines that are open."""
        self.loop.call_soon_threadsafe(self._reset)

    def close(self) -> None:
        """Take no more."""
        self.loop.call_soon_threadsafe(self.ending.set)
        self.thread.join(10)

    async def _run(self, started: threading.Event) -> None:
        self.loop, self.ending = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await self.ending.wait()
        server.close()
        self._reset()
        await asyncio.sleep(0.1)

    def _reset(self) -> None:
        for line in list(self.lines):
            line.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.state == "closed":
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_unix_connection(self.upstream)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self.lines |= ends
        lost = asyncio.Event()
        tasks: list[Coroutine[Any, Any, None]] = [
            self._pump(reader, back, lambda data: self._sent(data, lost)),
            self._pump(there, writer, lambda _: None, lost),
        ]
        running = [asyncio.ensure_future(task) for task in tasks]
        try:
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in running:
                task.cancel()
            for end in ends:
                end.transport.abort()
            self.lines -= ends

    def _sent(self, data: bytes, lost: asyncio.Event) -> None:
        if self.cut_after_commit and COMMIT in data:
            self.cut_after_commit -= 1
            lost.set()

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        look: Callable[[bytes], None],
        lost: asyncio.Event | None = None,
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if lost is not None and lost.is_set():
                    return  # PostgreSQL has answered, so it is done; nobody will hear of it
                while self.state == "hole":
                    await asyncio.sleep(0.02)
                if self.state == "slow":
                    await asyncio.sleep(self.seconds)
                look(data)
                writer.write(data)
                await writer.drain()
