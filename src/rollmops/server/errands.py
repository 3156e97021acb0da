"""What a room has done elsewhere because it takes time: bots that think, hints, the passing of time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from rollmops.engine.errors import RollmopsError
from rollmops.server.asks import AskOdds
from rollmops.server.connection import Connection
from rollmops.server.inbox import Look, Thought
from rollmops.server.problems import kind_of
from rollmops.server.sitting import Sitting
from rollmops.server.tells import Odds
from rollmops.server.thinking import Thinkers

log = logging.getLogger("rollmops.server")


class Errands:
    """A room's errands; what they bring back comes into its inbox like anything else."""

    def __init__(self, thinkers: Thinkers, post: Callable[[Look | Thought], None]) -> None:
        self.thinkers = thinkers
        self.post = post
        self.thinking: dict[int, int] = {}  # the sequence number for which each bot thinks
        self.running: set[asyncio.Task[None]] = set()

    def wake_bots(self, sitting: Sitting) -> None:
        """Bots that owe a choice begin to think."""
        if not any(seat.bot for seat in sitting.seats):
            return
        for seat in sitting.owing:
            level = sitting.seats[seat].bot
            if level and self.thinking.get(seat) != sitting.sequence:
                self.thinking[seat] = sitting.sequence
                self._run(self._think(sitting, seat, level, sitting.sequence))

    async def _think(self, sitting: Sitting, seat: int, level: str, sequence: int) -> None:
        match = sitting.running()
        words = await self.thinkers.choose(level, match.game, sitting.components, match.view(seat))
        self.post(Thought(seat, words, sequence))

    def odds(self, sitting: Sitting, connection: Connection, seat: int, ask: AskOdds) -> None:
        """Somebody asks for the odds; one at a time."""
        if not sitting.plan.odds:
            connection.refuse(ask.id, "illegal", "this table plays without odds")
        elif connection.reckoning:
            connection.refuse(ask.id, "too fast", "the last odds are still being reckoned")
        else:
            view = sitting.running().view(seat)
            connection.reckoning = True
            self._run(self._give_odds(sitting, connection, view, ask))

    async def _give_odds(self, sitting: Sitting, connection: Connection, view: Any, ask: AskOdds) -> None:
        try:
            found = await self.thinkers.prospects(sitting.game, sitting.components, view, ask.words)
            connection.tell(Odds(ask.id, ask.seat, found))
        except RollmopsError as error:
            connection.refuse(ask.id, kind_of(error), str(error))
        except Exception:
            log.exception("no odds for %s", sitting.game.name)
            connection.refuse(ask.id, "illegal", "no odds can be given here")
        finally:
            connection.reckoning = False

    def hint(self, sitting: Sitting, connection: Connection, seat: int, about: int) -> None:
        """Somebody asks for a hint; one at a time."""
        if seat not in sitting.owing:
            connection.refuse(about, "not your turn", "a hint can be had when a choice is due")
        elif connection.hinting:
            connection.refuse(about, "too fast", "the last hint is still being thought about")
        else:
            connection.hinting = True
            self._run(self._give_hint(sitting, connection, seat, about))

    async def _give_hint(self, sitting: Sitting, connection: Connection, seat: int, about: int) -> None:
        match = sitting.running()
        try:
            connection.tell(await self.thinkers.hint(about, match.game, sitting.components, match.view(seat)))
        except Exception:
            log.exception("no hint for %s", match.game.name)
            connection.refuse(about, "illegal", "no hint can be given here")
        finally:
            connection.hinting = False

    def look_after(self, seconds: float) -> None:
        """Look again after a while: something may have become possible."""

        async def later() -> None:
            await asyncio.sleep(seconds)
            self.post(Look())

        self._run(later())

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    def cancel(self) -> None:
        """Call everyone back."""
        for task in self.running:
            task.cancel()
