"""Sealed choices alone under `kill -9`: a page that was told its secret choice lies there finds it there afterwards."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Page, Table, open_house
from tests.server.players import any_choice

TABLES = 8
KILLS = int(os.environ.get("ROLLMOPS_KILLS", "1"))


class Sealer(threading.Thread):
    """Seals a cast, takes it back, seals another, and remembers what the last word said about it was."""

    def __init__(self, page: Page, seat: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.page, self.seat, self.chance = page, seat, random.Random(seed)
        self.told: str | None = None  # what lies sealed, as the server has told
        self.asked: str | None = None  # what was sent after that and not answered yet
        self.count = 0

    def run(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
            while True:
                part = self.page.part(self.seat)
                if part["sealed"] is None:
                    self.asked = any_choice("lure", part)
                    self.page.choose(self.seat, self.asked)
                else:
                    self.asked = None
                    self.page.say("take back", seat=self.seat, sequence=self.page.update["sequence"])
                before = self.told
                while self.told == before:
                    self.page.hear("update", timeout=20)
                    self.told = self.page.part(self.seat)["sealed"]
                self.count += 1


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_sealed_choice_that_was_told_is_there_after_a_kill(tmp_path: Path, seed: int) -> None:
    """Seat B never chooses, so nothing is ever opened: only sealed choices are written."""
    with open_house(tmp_path) as house:
        sealers: list[tuple[Table, Sealer]] = []
        for number in range(TABLES):
            table = house.table("here", "here", game="lure")
            page = table.seated("A", "B")
            page.hear("update")
            sealers.append((table, Sealer(page, "A", 100 * seed + number)))
        for _, sealer in sealers:
            sealer.start()
        while sum(sealer.count for _, sealer in sealers) <= TABLES:  # however long that takes
            assert any(sealer.is_alive() for _, sealer in sealers)
            time.sleep(0.02)
        time.sleep(random.Random(seed).uniform(0.1, 1.0))
        house.stop(signal.SIGKILL)
        for _, sealer in sealers:
            sealer.join(30)
        house.start()
        for table, sealer in sealers:
            found = table.page("A", "B").part("A")["sealed"]
            # What was told last, or what was on its way when the server was killed.
            assert found in (sealer.told, sealer.asked), (found, sealer.told, sealer.asked)
