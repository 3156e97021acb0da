"""Reviews of finished games: reckoned one at a time in a thread of their own, kept for the others who ask, and dropped when
nobody waits any more."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import ClientDisconnect, Request

from rollmops.engine.components import Components
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Record
from rollmops.review import review
from rollmops.review.effort import USUAL
from rollmops.server.limits import Limits
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.table.problems import TooFastError
from rollmops.server.web.socket import address

REVIEWS_EACH = 3
"""Reviews of one address that may be under way; all but one of them wait."""
REVIEWS_IN_ALL = 24
"""Reviews that may be under way from everywhere: who would wait longer is told to come back."""
MOST_KEPT = 32
MOST_KEPT_BYTES = 20_000_000
LOOK_SECONDS = 0.25
"""How often is looked whether somebody still waits for a review."""


class TooLongError(RollmopsError):
    """A review that this server has no time for."""


class _DroppedError(RollmopsError):
    """Nobody waits for this review any more."""


class Reviews:
    """Makes reviews, as JSON."""

    def __init__(self, limits: Limits) -> None:
        self.seconds = limits.review_seconds
        self.asked: Counter[str] = Counter()  # reviews under way, by address
        self.thread = ThreadPoolExecutor(1, "review")
        self.alone = asyncio.Semaphore(1)
        self.kept: OrderedDict[str, bytes] = OrderedDict()

    async def make(
        self,
        request: Request,
        record: Record,
        components: Callable[[], Components | None],
        told: str = "",
        effort: str = USUAL,
    ) -> bytes:
        """The review of a game; `told` is what its components were given as, and tells games apart like the record does."""
        key = hashlib.sha256(f"{effort}\n{told}\n{record.text()}".encode()).hexdigest()
        visitor = address(request.scope)
        if self.asked[visitor] >= REVIEWS_EACH or self.asked.total() >= REVIEWS_IN_ALL:
            raise TooFastError("other reviews are still being reckoned; wait a little and try again")
        self.asked[visitor] += 1
        try:
            async with self.alone:
                if key not in self.kept:
                    self._keep(key, await self._reckon(request, record, components, effort))
                self.kept.move_to_end(key)
                return self.kept[key]
        finally:
            self.asked[visitor] -= 1
            if not self.asked[visitor]:
                del self.asked[visitor]

    async def _reckon(
        self, request: Request, record: Record, components: Callable[[], Components | None], effort: str
    ) -> bytes:
        dropped = threading.Event()
        began = time.monotonic()

        def go_on(done: int, of: int) -> None:
            if dropped.is_set():
                raise _DroppedError
            if time.monotonic() - began > self.seconds and done < of:
                raise TooLongError(
                    f"after {self.seconds:.0f} seconds this review had come to entry {done} of {of};"
                    " `rollmops review FILE` takes the time it needs"
                )

        def work() -> bytes:
            nonlocal began
            began = time.monotonic()  # one that was dropped may have kept the thread a little longer
            if dropped.is_set():
                raise _DroppedError
            return message_encoder.encode(review(record, components(), go_on, effort=effort))

        return await attended(request, self.thread, work, dropped)

    def _keep(self, key: str, told: bytes) -> None:
        self.kept[key] = told
        while len(self.kept) > 1 and (len(self.kept) > MOST_KEPT or sum(map(len, self.kept.values())) > MOST_KEPT_BYTES):
            self.kept.popitem(last=False)

    def close(self) -> None:
        """No more reviews."""
        self.thread.shutdown(wait=False, cancel_futures=True)


async def attended(
    request: Request, thread: ThreadPoolExecutor, work: Callable[[], bytes], dropped: threading.Event
) -> bytes:
    """What this work brings; when nobody waits for it any more it is told so by `dropped`."""
    under_way = asyncio.get_running_loop().run_in_executor(thread, work)
    try:
        while not (await asyncio.wait({under_way}, timeout=LOOK_SECONDS))[0]:
            if await request.is_disconnected():
                raise ClientDisconnect
        return under_way.result()
    finally:
        dropped.set()
        under_way.add_done_callback(_forget)


def _forget(done: asyncio.Future[bytes]) -> None:
    """A review that was dropped has nothing to say, not even why."""
    if not done.cancelled():
        done.exception()
