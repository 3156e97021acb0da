"""What if: how games would end after another line. Each answer comes soon; who asks again gets more games played."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.requests import Request

from rollmops.engine.components import Components
from rollmops.engine.logbook import Record
from rollmops.server.protocol.requests import WhatIfAsk
from rollmops.server.table.problems import TooFastError
from rollmops.server.web.reckoner import Reckoner
from rollmops.server.web.socket import address
from rollmops.server.web.tasks import WhatIfTask

ASKED_EACH, ASKED_IN_ALL = 2, 12
"""Answers that may be under way: to one address, and in all."""


class WhatIfs:
    """Lets games be played on from tables of records, one answer after the other."""

    def __init__(self, reckoner: Reckoner) -> None:
        self.reckoner = reckoner
        self.asked: Counter[str] = Counter()

    async def answer(
        self, request: Request, ask: WhatIfAsk, record: Record, components: Callable[[], Components | None]
    ) -> bytes:
        """What this line would bring, as far as it is known after a moment."""
        visitor = address(request.scope)
        if self.asked[visitor] >= ASKED_EACH or self.asked.total() >= ASKED_IN_ALL:
            raise TooFastError("other lines are still being looked at; wait a little and try again")
        self.asked[visitor] += 1
        try:
            parts = await asyncio.to_thread(components)
            return await self.reckoner.ask(request, WhatIfTask(ask, record, parts))
        finally:
            self.asked[visitor] -= 1
            if not self.asked[visitor]:
                del self.asked[visitor]
