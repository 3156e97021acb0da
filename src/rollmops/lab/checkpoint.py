"""How far a simulation has come, on disk: it can be stopped or killed at any moment and gone on with."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.lab.summary import Tally

KEEP_SECONDS = 1.0
"""Between two copies on disk; a crash loses no more than that."""


class State(msgspec.Struct):
    """The batches that are counted, all together, and how long the file of rows was then."""

    plan: str  # what must agree for games to be the same
    batches: int
    tally: Tally
    rows: int


class Checkpoint:
    """A file that is written anew from time to time, whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = time.monotonic()

    def begin(self, state: State) -> None:
        """Start the file; one that is there already is somebody's work and stays."""
        if self.path.exists():
            raise BadTableError(f"{self.path} exists already; go on with --resume, or name another file")
        self.write(state)

    def read(self, plan: str) -> State:
        """What was kept of this plan. Raises BadTableError where the file is another's."""
        try:
            state = msgspec.json.decode(self.path.read_bytes(), type=State)
        except OSError as error:
            raise BadTableError(f"{self.path} cannot be gone on with: {error.strerror}") from None
        except msgspec.MsgspecError:
            raise BadTableError(f"{self.path} is no checkpoint of a simulation") from None
        if state.plan != plan:
            raise BadTableError(
                f"{self.path} is of another simulation (game, components, seats, minds, games, seed, first, longest)"
            )
        return state

    def keep(self, state: State) -> None:
        """Write it if that was not done just now."""
        if time.monotonic() - self.written >= KEEP_SECONDS:
            self.write(state)

    def write(self, state: State) -> None:
        """Write it."""
        passing = self.path.with_name(self.path.name + ".new")
        try:
            passing.write_bytes(msgspec.json.encode(state))
            passing.replace(self.path)
        except OSError as error:
            raise RollmopsError(f"{self.path} cannot be written: {error.strerror}") from None
        self.written = time.monotonic()


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C waits until this is done: what is half counted or half written is worth nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append(None))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt
