"""What if: how games would end after another line. Each answer comes soon; who asks again gets more games played."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request

from rollmops.engine.components import Components
from rollmops.engine.logbook import Record
from rollmops.review.endings import Endings, played_otherwise
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.protocol.requests import WhatIfAsk
from rollmops.server.table.problems import TooFastError
from rollmops.server.web.reviews import attended
from rollmops.server.web.socket import address

SECONDS = 1.2
"""After so long an answer is given with what is known by then."""
ASKED_EACH, ASKED_IN_ALL = 2, 12
"""Answers that may be under way: to one address, and in all."""
MOST_KEPT = 200


class WhatIfs:
    """Plays games on from tables of records, one answer after the other."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "what if")
        self.asked: Counter[str] = Counter()
        self.kept: OrderedDict[str, Endings] = OrderedDict()

    async def answer(
        self, request: Request, ask: WhatIfAsk, record: Record, components: Callable[[], Components | None]
    ) -> bytes:
        """What this line would bring, as far as it is known after a moment."""
        visitor = address(request.scope)
        if self.asked[visitor] >= ASKED_EACH or self.asked.total() >= ASKED_IN_ALL:
            raise TooFastError("other lines are still being looked at; wait a little and try again")
        dropped = threading.Event()
        self.asked[visitor] += 1
        try:
            return await attended(request, self.thread, lambda: self._work(ask, record, components, dropped), dropped)
        finally:
            self.asked[visitor] -= 1
            if not self.asked[visitor]:
                del self.asked[visitor]

    def _work(
        self, ask: WhatIfAsk, record: Record, components: Callable[[], Components | None], dropped: threading.Event
    ) -> bytes:
        until = time.monotonic() + SECONDS
        endings = self._endings(ask, record, components, dropped)
        while not endings.exact and endings.games < ask.games and not dropped.is_set():
            endings.more(1, dropped.is_set)
            if time.monotonic() > until:
                break
        return message_encoder.encode(endings.told())

    def _endings(
        self, ask: WhatIfAsk, record: Record, components: Callable[[], Components | None], dropped: threading.Event
    ) -> Endings:
        """Those that were begun before, if there are any. Only this one thread touches them."""
        told = f"{ask.entries} {ask.seat} {ask.words}\n{ask.components or ''}\n{record.text()}"
        key = hashlib.sha256(told.encode()).hexdigest()
        endings = self.kept.get(key)
        if endings is None:
            endings = Endings(played_otherwise(record, ask.entries, ask.words, components(), ask.seat))
            endings.list_all(dropped.is_set)
            self.kept[key] = endings
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        return endings

    def close(self) -> None:
        """No more games."""
        self.thread.shutdown(wait=False, cancel_futures=True)
