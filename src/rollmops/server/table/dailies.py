"""The daily catch as a page solves it, and the days that are made while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from datetime import date, timedelta
from pathlib import Path

from rollmops.daily import Day, Decision, Shelf
from rollmops.daily.decision import SEAT
from rollmops.daily.reasons import reason_of
from rollmops.daily.shelf import today
from rollmops.engine.contract import LETTERS
from rollmops.engine.lines import legal_words
from rollmops.server.protocol.daily import DayDecision, DayReply
from rollmops.server.protocol.messages import Part, message_encoder
from rollmops.server.table.updates import letters

MOST_LINES = 200
AHEAD_DAYS = 2
"""Days that are made before they come, so that nobody waits at midnight."""
LOOK_SECONDS = 3600.0
FOLDER = "daily"
"""Within the data folder."""


class Dailies:
    """The shelf of this server. Once somebody has asked for a day, those that are missing are made in a process of their
    own, which yields to everything else."""

    def __init__(self, data: Path) -> None:
        self.shelf = Shelf(data / FOLDER)
        self.encoded: dict[date, bytes] = {}
        self.wanted = asyncio.Event()

    def tell(self, day: date) -> bytes:
        """A DayReply, as JSON; refuses days that have not come (TooEarlyError) or are not made (NoDayError)."""
        if day not in self.encoded:
            opened = self.shelf.open(day)
            while len(self.encoded) > 7:
                self.encoded.pop(next(iter(self.encoded)))
            self.encoded[day] = message_encoder.encode(day_reply(opened))
        return self.encoded[day]

    async def keep_making(self) -> None:
        """Look from time to time whether today and the next days are there, and make what is missing."""
        await self.wanted.wait()
        while True:
            now = await asyncio.to_thread(today)
            for day in [now + timedelta(days=number) for number in range(AHEAD_DAYS)]:
                if not await asyncio.to_thread(self.shelf.has, day):
                    await self._make(day)
            await asyncio.sleep(LOOK_SECONDS)

    async def _make(self, day: date) -> None:
        words = ["-m", "rollmops.daily.background", str(day), str(self.shelf.folder)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
        )
        try:
            await process.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()


def day_reply(opened: Day) -> DayReply:
    """All that a page needs to solve a day without asking again."""
    return DayReply(
        date=str(opened.date),
        root=opened.root,
        key=opened.key,
        path=opened.path,
        decisions=tuple(_decision(decision) for decision in opened.decisions),
    )


def _decision(decision: Decision) -> DayDecision:
    match = decision.match()
    words, table = match.game.words, match.table
    legal = legal_words(match.game, table, SEAT, MOST_LINES)
    part = Part(
        seat=LETTERS[SEAT],
        lines=(),
        view=match.view(SEAT),
        owes=True,
        verbs=words.verbs(table, SEAT),
        choices=tuple(sorted(decision.lines)),
        sealed=None,
        undo=False,
    )
    return DayDecision(
        game=match.game.name,
        title=match.game.title,
        names={LETTERS[place]: name for place, name in enumerate(match.names)},
        part=part,
        owing=letters(match.owing),
        whole=set(legal) == set(decision.lines),
        lines=decision.lines,
        error=decision.error,
        mistake=decision.mistake,
        reason=reason_of(decision, match),
        record=decision.record.text(),
        entries=len(decision.record.entries),
    )
