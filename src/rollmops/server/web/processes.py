"""Several processes on one machine: one command starts them, keeps them running and changes them one by one.

All take visitors from one socket, and each has an address of its own for what the others pass on. SIGHUP starts every
process anew, one after the other, with the code that is installed by then: an upgrade that nobody at a table notices.
Thinkers follow. Should the one that looks after them be killed, the others let their tables go and end, too.
"""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from rollmops.engine.errors import RollmopsError
from rollmops.server import logs
from rollmops.server.web.serve import Options, listen, serve_on

READY_SECONDS = 180.0
"""For a process to listen; one that has ended is noticed at once."""
COMPILED_SECONDS = 600.0
"""For the first process to have all rules compiled; the others find them in the cache."""
AGAIN_SECONDS = 1.0
"""Before a process that has died is started again."""
TICK_SECONDS = 0.2
log = logging.getLogger("rollmops.server")
spawning = multiprocessing.get_context("spawn")


class Worker:
    """One process and its own address, which only the others use."""

    def __init__(self, options: Options, public: socket.socket) -> None:
        inside = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{inside.getsockname()[1]}"
        self.process: SpawnProcess = spawning.Process(target=work, args=([public, inside], self.address, options))
        self.process.start()
        inside.close()
        self.leaving = False

    def games_ready(self) -> bool | None:
        """Whether all games can be played; None while nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.address}/api/games", timeout=2) as answer:  # noqa: S310 - our own address
                return all(lid["ready"] for lid in json.load(answer)["games"])
        except (OSError, urllib.error.URLError, ValueError):
            return None

    def stop(self) -> None:
        """It finishes what is being done, lets its tables go and ends."""
        self.leaving = True
        if self.process.is_alive():
            self.process.terminate()


def work(sockets: list[socket.socket], address: str, options: Options) -> None:
    """What a process does."""
    logs.begin()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            serve_on(sockets, address, options, lambda: None)
    except RollmopsError as error:
        logs.say_why_not(error)
        sys.exit(logs.REFUSED)


def end_with_parent() -> None:
    """Nobody would start this process again, and the port would stay taken: it ends as if it were told to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


class Processes:
    """The one that looks after the others; it serves nobody itself."""

    def __init__(
        self,
        options: Options,
        public: socket.socket,
        count: int,
        ready: Callable[[], None],
        renew: Callable[[], None],
    ) -> None:
        """`renew` is called when all processes have been changed: whatever else runs may follow."""
        self.options = options
        self.public = public
        self.count = count
        self.ready = ready
        self.renew = renew
        self.workers: list[Worker] = []
        self.old: list[Worker] = []
        self.stopping = False
        self.renewing = False

    def run(self) -> None:
        """Until somebody stops it, or until it is clear that not even one comes up."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._renew)
        first = self._start()
        if self._await(lambda: first.games_ready() is not None, first, READY_SECONDS):
            self.ready()
            self._await(lambda: bool(first.games_ready()), first, COMPILED_SECONDS)  # the others need not compile it too
            for _ in range(self.count - 1):
                if not self.stopping:
                    self._start()
            self._look_after()
        elif not self.stopping:
            ended = first.process.exitcode
            self._end()
            if ended == logs.REFUSED:
                sys.exit(logs.REFUSED)
            how = f"does not answer after {READY_SECONDS:.0f} s" if ended is None else f"has ended ({ended})"
            raise RollmopsError(f"the first process {how}; nothing is served")
        self._end()

    def _end(self) -> None:
        for worker in (*self.workers, *self.old):
            worker.stop()
        for worker in (*self.workers, *self.old):
            worker.process.join()

    def _start(self) -> Worker:
        worker = Worker(self.options, self.public)
        self.workers.append(worker)
        return worker

    def _await(self, done: Callable[[], bool], worker: Worker, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not done():
            if self.stopping or time.monotonic() > end or not worker.process.is_alive():
                return False
            time.sleep(TICK_SECONDS)
        return True

    def _look_after(self) -> None:
        while not self.stopping:
            wait([one.process.sentinel for one in self.workers], TICK_SECONDS)
            self.old = [one for one in self.old if one.process.is_alive()]
            for worker in [one for one in self.workers if not one.process.is_alive()]:
                self.workers.remove(worker)
                if not self.stopping:
                    log.error("a process has ended (%s) and is started again", worker.process.exitcode)
                    time.sleep(AGAIN_SECONDS)
                    self._start()
            if self.renewing:
                self.renewing = False
                self._change_all()

    def _change_all(self) -> None:
        """Every process is followed by a new one before it goes."""
        for old in list(self.workers):
            new = self._start()
            if not self._await(lambda new=new: bool(new.games_ready()), new, COMPILED_SECONDS):  # type: ignore[misc]
                if not self.stopping:
                    log.error("a new process does not come up; those that run stay")
                self.workers.remove(new)
                self.old.append(new)
                new.stop()
                return
            self.workers.remove(old)
            self.old.append(old)
            old.stop()
            old.process.join(READY_SECONDS)
        self.renew()

    def _stop(self, *_: Any) -> None:
        self.stopping = True

    def _renew(self, *_: Any) -> None:
        self.renewing = True
