"""When the server was not there: nobody's time runs meanwhile. A file beside the store is touched while it runs."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import msgspec

from rollmops.server.store.files import PRIVATE

NAME = "uptime.json"
BEAT_SECONDS = 5.0
KEPT_SECONDS = 60 * 24 * 3600
"""Longer than any clock runs."""
SHORTEST_SECONDS = 2 * BEAT_SECONDS
"""A gap below that is no more than a slow beat."""


class _Kept(msgspec.Struct):
    alive: float
    down: list[tuple[float, float]] = []


class Uptime:
    """`down` holds every time in which no server ran here, as far as clocks may still care."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.down: list[tuple[float, float]] = []
        now = time.time()
        try:
            kept = msgspec.json.decode(self.path.read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError):
            kept = _Kept(now)
        self.down += [span for span in kept.down if span[1] > now - KEPT_SECONDS]
        if kept.alive < now:
            self.down.append((kept.alive, now))
        self.beat()

    def beat(self) -> None:
        """The server is there."""
        part = self.path.with_suffix(".part")
        try:
            with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE), "wb") as file:
                file.write(msgspec.json.encode(_Kept(time.time(), self.down)))
            part.replace(self.path)
        except OSError:  # a full disk: the store says so, and a clock that gives too much time harms nobody
            return

    async def keep_beating(self) -> None:
        """Say so for ever. A machine that slept in between was not there either."""
        last = time.time()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            now = time.time()
            if now - last > BEAT_SECONDS + SHORTEST_SECONDS:
                self.down.append((last, now))
            last = now
            await asyncio.to_thread(self.beat)
