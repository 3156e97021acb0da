"""When the server was not there: nobody's time runs meanwhile. While it runs it notes so, in a file beside the store.

Processes that share a store note it there instead: one that runs is enough.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy.engine import Connection

from rollmops.server.store.files import PRIVATE, StoreError
from rollmops.server.store.notes import note, note_of
from rollmops.server.store.store import Store

NAME = "uptime.json"
BEAT_SECONDS = 5.0
KEPT_SECONDS = 60 * 24 * 3600
"""Longer than any clock runs."""
Span = tuple[float, float]


class Noted(msgspec.Struct):
    """When somebody was last there, and every time in which nobody was."""

    alive: float
    down: list[Span] = []


class Uptime:
    """`down` holds every time in which no server ran here, as far as clocks may still care."""

    def __init__(self, folder: Path, store: Store | None = None) -> None:
        self.path = folder / NAME
        self.store = store if store is not None and store.shared else None
        self.down: list[Span] = []
        now = time.time()
        noted = self._read() or Noted(now)
        self.down += [span for span in noted.down if span[1] > now - KEPT_SECONDS]
        if noted.alive < now and not (self.store and now - noted.alive < 2 * BEAT_SECONDS):  # else another process runs
            self.down.append((noted.alive, now))
        self.beat()

    def _read(self) -> Noted | None:
        try:
            text = self.store.ask(partial(note_of, name=NAME)) if self.store else self.path.read_bytes()
            return msgspec.json.decode(text, type=Noted) if text else None
        except (OSError, StoreError, msgspec.MsgspecError):
            return None

    def beat(self) -> None:
        """The server is there. Where that cannot be noted a clock gives too much time, which harms nobody."""
        text = msgspec.json.encode(Noted(time.time(), self.down))
        with contextlib.suppress(OSError, StoreError):
            if self.store:
                self.store.ask(partial(_note, text=text.decode()))
            else:
                part = self.path.with_suffix(".part")
                with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE), "wb") as file:
                    file.write(text)
                part.replace(self.path)

    async def keep_beating(self) -> None:
        """Say so for ever. A machine that slept in between was not there either."""
        last = time.time()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            now = time.time()
            if now - last > 3 * BEAT_SECONDS:
                self.down.append((last, now))
            last = now
            await asyncio.to_thread(self.beat)


def _note(connection: Connection, text: str) -> None:
    note(connection, NAME, text)
