"""Ownership: this process's lease on its tables, where several processes share a store.

The lease is renewed three times while it runs. Tables that others have claimed meanwhile are dropped, and when the store
cannot be reached for as long as a lease, all are: somebody else may have them, and their pages find out by coming back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from rollmops.engine.errors import RollmopsError
from rollmops.server.limits import Gate
from rollmops.server.store import owners
from rollmops.server.store.files import StoreError
from rollmops.server.store.owners import Claimed, Elsewhere, Process
from rollmops.server.store.store import Store

RENEWALS = 3
"""Renewals while a lease runs, so that a single one may fail."""
log = logging.getLogger("rollmops.server")


class ElsewhereError(RollmopsError):
    """The table belongs to another process."""

    def __init__(self, owner: Elsewhere) -> None:
        self.owner = owner
        super().__init__("another process has this table; try once more")


class LeavingError(StoreError):
    """This process ends and takes no tables any more."""


class Ownership:
    """What this process may write, and who the others are."""

    def __init__(self, store: Store, address: str, gate: Gate, seconds: float = owners.LEASE_SECONDS) -> None:
        self.store = store
        self.gate = gate
        self.me = Process(address)
        self.seconds = seconds
        self.renewed = time.monotonic()

    def claim(self, code: str) -> int | None:
        """The epoch under which this table is ours from now on; None if there is no such table. In a thread.

        ElsewhereError where another process has it.
        """
        found = self.store.ask(lambda connection: owners.claim(connection, self.me, code))
        if isinstance(found, Elsewhere):
            raise ElsewhereError(found)
        return found.epoch if isinstance(found, Claimed) else None

    def renew(self) -> dict[int, int]:
        """Renew the lease; returns the rooms that are ours, with their epochs. In a thread."""
        begun = time.monotonic()
        mine = self.store.ask(lambda connection: owners.renew(connection, self.me, self.seconds))
        others = self.store.ask(lambda connection: owners.peers(connection, self.me))
        self.gate.peers = frozenset(urlsplit(address).hostname or "" for address in others)
        self.renewed = begun
        return mine

    async def keep(self, awake: Callable[[], dict[int, int]], depose: Callable[[set[int]], None]) -> None:
        """Renew for ever. `awake` gives the rooms that are awake here with their epochs, `depose` drops some of them."""
        while True:
            before = awake()
            try:
                mine = await asyncio.to_thread(self.renew)
            except StoreError as error:
                if time.monotonic() - self.renewed > self.seconds and awake():
                    log.warning("the lease on %d tables cannot be renewed (%s); their pages come back", len(awake()), error)
                    depose(set(awake()))
            else:
                lost = {room for room, epoch in before.items() if mine.get(room) != epoch} & set(awake())
                if lost:
                    log.warning("%d tables belong to other processes by now; their pages come back", len(lost))
                    depose(lost)
            await asyncio.sleep(self.seconds / RENEWALS)

    def leave(self) -> None:
        """Give everything up: nobody waits for a lease that nobody wants. In a thread."""
        with contextlib.suppress(StoreError):
            self.store.ask(lambda connection: owners.leave(connection, self.me))
