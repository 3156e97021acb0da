"""Push notices: sent by a thread with a loop of its own, a few at a time. Tables never wait for one."""

from __future__ import annotations

import asyncio
import logging
import threading
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from rollmops.server.store.files import StoreError
from rollmops.server.store.pushes import Push, drop_gone, pushes_of
from rollmops.server.store.store import Store
from rollmops.server.store.vapid import public_text, server_key, shared_key
from rollmops.server.table.delivery import UndeliverableError, deliver

NOTICES_AT_ONCE = 4
MOST_WAITING_NOTICES = 500
"""Notices that may wait to be sent; more are dropped."""
DELIVERY_SECONDS = 10.0
GONE = (404, 410)
log = logging.getLogger("rollmops.server")


class TurnNotice(msgspec.Struct, frozen=True):
    """What the browser's service worker is told: whose turn it is where, and in which language to say so."""

    code: str
    game: str
    title: str
    names: tuple[str, ...]
    language: str


class Pusher:
    """Sends turn notices to the subscriptions of a seat."""

    def __init__(self, store: Store, folder: Path, origins: frozenset[str] = frozenset()) -> None:
        self.store = store
        self.folder = folder
        self.contact = next((one for one in sorted(origins) if one.startswith("https://")), "mailto:rollmops@localhost")
        self.waiting = 0
        self.sent = 0
        self.loop: asyncio.AbstractEventLoop | None = None
        self.home: asyncio.AbstractEventLoop | None = None  # the rooms' own
        self.turns = asyncio.Semaphore(NOTICES_AT_ONCE)
        self.key: Any = None

    def public_key(self) -> str:
        """What browsers subscribe with; the key is made when the first asks."""
        return public_text(self._key())

    def _key(self) -> Any:
        if self.key is None:
            self.key = self.store.ask(shared_key) if self.store.shared else server_key(self.folder)
        return self.key

    def tell(self, room: int, seat: int, notice: TurnNotice) -> None:
        """Tell the devices of this seat, some time soon."""
        if self.waiting >= MOST_WAITING_NOTICES:
            log.warning("too many push notices wait; one is dropped")
            return
        if self.loop is None:
            self.home = asyncio.get_running_loop()
            self.loop = asyncio.new_event_loop()
            threading.Thread(target=self.loop.run_forever, name="push", daemon=True).start()
        self.waiting += 1
        asyncio.run_coroutine_threadsafe(self._tell(room, seat, notice), self.loop)

    async def _tell(self, room: int, seat: int, notice: TurnNotice) -> None:
        try:
            async with self.turns:
                for push in self.store.ask(partial(pushes_of, room=room, seat=seat)):
                    await self._send(push, msgspec.structs.replace(notice, language=push.language))
        except StoreError as error:
            log.warning("a push notice cannot be sent: %s", error)
        except Exception:
            log.exception("a push notice cannot be sent")
        finally:
            assert self.home is not None
            self.home.call_soon_threadsafe(self._done)

    def _done(self) -> None:
        self.waiting -= 1

    async def _send(self, push: Push, notice: TurnNotice) -> None:
        try:
            async with asyncio.timeout(DELIVERY_SECONDS):
                answer = await deliver(push, msgspec.json.encode(notice), self._key(), self.contact, notice.code)
        except (UndeliverableError, TimeoutError) as error:
            log.info("a push notice was not delivered: %s", error or "no answer in time")
            return
        self.sent += answer < 300
        if answer in GONE and self.home is not None:
            asyncio.run_coroutine_threadsafe(self.store.do(drop_gone, endpoint=push.endpoint), self.home)

    def close(self) -> None:
        """Send nothing more."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.loop.stop)
