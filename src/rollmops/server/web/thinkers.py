"""Thinkers: processes in which bots and hints think and reviews are reckoned, apart from those that serve tables.

`rollmops serve` starts two where there is more than one core (`--thinkers 4`: four) and minds them: one that dies is started
again, and what it was asked is asked anew. All processes of `--processes` share them. Each listens on a socket that only
this user can reach.
"""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rollmops.engine.errors import RollmopsError
from rollmops.server.warming import is_cold, tasks
from rollmops.server.web.reckoner import MODULE

USUAL = 2
"""As many as two cores are busy with; each takes about as much memory as the server."""
TICK_SECONDS = 0.2
AGAIN_SECONDS = 1.0
"""Before one that has died is started again, if it did not live for longer."""
COMPILING_SECONDS = 120.0
"""How long thinkers wait for rules that are being compiled. Beside that they would only make everybody wait longer."""
log = logging.getLogger("rollmops.server")


def usual_thinkers(cores: int | None = None) -> int:
    """How many a server has unless it is told: with more than one core tables need not wait for minds."""
    cores = cores or os.cpu_count() or 1
    return USUAL if cores > 1 and hasattr(socket, "AF_UNIX") else 0


class Thinker:
    """One such process; it ends when the pipe to it is closed, so it never outlives whoever started it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.process: subprocess.Popen[bytes] | None = None
        self.outdated = False  # and to be started anew by whoever minds it

    def start(self) -> None:
        """Start it, for the first time or again."""
        self.stop()
        self.path.unlink(missing_ok=True)
        self.outdated = False
        self.began = time.monotonic()
        command = [sys.executable, "-m", MODULE, str(self.path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def has_ended(self) -> bool:
        """Whether it is to be started again."""
        return self.process is not None and self.process.poll() is not None

    def stop(self) -> None:
        """End it: whatever it still thinks about is for nobody."""
        if self.process is not None:
            self.process.kill()
            if self.process.stdin is not None:
                self.process.stdin.close()
            self.process.wait()


@contextmanager
def start_thinkers(count: int) -> Iterator[list[Thinker]]:
    """So many of them, started again when they die."""
    if not count:
        yield []
        return
    if not hasattr(socket, "AF_UNIX"):
        raise RollmopsError("--thinkers needs Linux or macOS")
    with tempfile.TemporaryDirectory(prefix="rollmops-") as folder:
        running = [Thinker(Path(folder) / f"thinker{number}") for number in range(1, count + 1)]
        ending = threading.Event()
        if not _is_compiling():
            for one in running:
                one.start()
        minding = threading.Thread(target=_mind, args=(running, ending), name="thinkers", daemon=True)
        minding.start()
        try:
            yield running
        finally:
            ending.set()
            minding.join()
            for one in running:
                one.stop()


def renew_thinkers(running: list[Thinker]) -> None:
    """Let them be started anew, one after the other: another version is installed by now, and its processes ask them."""
    for one in running:
        one.outdated = True


def _is_compiling() -> bool:
    return any(map(is_cold, tasks()))


def _mind(running: list[Thinker], ending: threading.Event) -> None:
    end = time.monotonic() + COMPILING_SECONDS
    while running[0].process is None and not ending.wait(AGAIN_SECONDS):
        if not _is_compiling() or time.monotonic() > end:
            for one in running:
                one.start()
    while not ending.wait(TICK_SECONDS):
        for one in running:
            if one.has_ended() and time.monotonic() - one.began > AGAIN_SECONDS:
                log.error("a thinker has ended and is started again")
                one.start()
        if all(one.path.exists() for one in running):  # else wait until the last one that was started listens
            for one in [one for one in running if one.outdated][:1]:
                one.start()
