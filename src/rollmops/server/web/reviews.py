"""Reviews of finished games: reckoned in a process of their own, kept for the others who ask, and dropped when nobody waits
any more. First figures do not wait for somebody's closer look."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable

from starlette.requests import Request

from rollmops.engine.components import Components
from rollmops.engine.logbook import Record
from rollmops.review.effort import QUICK, USUAL
from rollmops.server.limits import Limits
from rollmops.server.table.problems import TooFastError
from rollmops.server.web.reckoner import Reckoner
from rollmops.server.web.socket import address
from rollmops.server.web.tasks import REVIEW_LANES, Lane, ReviewTask

REVIEWS_IN_ALL = 24
"""Reviews that may be under way from everywhere: who would wait longer is told to come back."""
MOST_KEPT_REVIEWS = 32
MOST_KEPT_BYTES = 20_000_000


class Reviews:
    """Makes reviews, as JSON."""

    def __init__(self, limits: Limits, reckoner: Reckoner) -> None:
        self.seconds = limits.review_seconds
        self.each = limits.reviews_per_address
        self.reckoner = reckoner
        self.asked: Counter[str] = Counter()  # reviews under way, by address
        at_once = max(1, len(reckoner.addresses))
        self.turns: dict[Lane, asyncio.Semaphore] = {lane: asyncio.Semaphore(at_once) for lane in REVIEW_LANES}
        self.kept: OrderedDict[str, bytes] = OrderedDict()

    async def make(
        self,
        request: Request,
        record: Record,
        components: Callable[[], Components | None],
        box: str = "",
        effort: str = USUAL,
    ) -> bytes:
        """The review of a game; `box`, its component file as it was given, tells games apart as the record does."""
        key = hashlib.sha256(f"{effort}\n{box}\n{record.text()}".encode()).hexdigest()
        visitor = address(request.scope)
        if self.asked[visitor] >= self.each or self.asked.total() >= REVIEWS_IN_ALL:
            raise TooFastError("other reviews are still being reckoned; wait a little and try again")
        self.asked[visitor] += 1
        lane: Lane = "first" if effort == QUICK else "closer"
        try:
            async with self.turns[lane]:
                if key not in self.kept:
                    parts = await asyncio.to_thread(components)
                    task = ReviewTask(record, parts, effort, self.seconds, lane)
                    self._keep(key, await self.reckoner.ask(request, task))
                self.kept.move_to_end(key)
                return self.kept[key]
        finally:
            self.asked[visitor] -= 1
            if not self.asked[visitor]:
                del self.asked[visitor]

    def _keep(self, key: str, body: bytes) -> None:
        self.kept[key] = body
        while len(self.kept) > 1 and (
            len(self.kept) > MOST_KEPT_REVIEWS or sum(map(len, self.kept.values())) > MOST_KEPT_BYTES
        ):
            self.kept.popitem(last=False)
