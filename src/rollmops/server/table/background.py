"""Background work of a room, done elsewhere because it takes time: bots that think, hints, the passing of time."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from rollmops.arena.forecast import Forecast as Trials
from rollmops.engine.errors import RollmopsError
from rollmops.minds.temper import temper_of
from rollmops.server.protocol.messages import Forecast, Hint, Odds
from rollmops.server.protocol.requests import AskForecast, AskOdds
from rollmops.server.table.connection import Connection
from rollmops.server.table.inbox import Look, Thought
from rollmops.server.table.problems import kind_of
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import ADVISER, Thinkers

BOT_AGAIN_SECONDS = 2.0
"""After so long a bot that could not even play at random is asked again."""
log = logging.getLogger("rollmops.server")


@dataclass(eq=False)
class HintTask:
    """A hint that is being thought about or a forecast that is being thrown, and for which table."""

    connection: Connection
    seat: int
    about: int
    sequence: int
    stop: threading.Event = field(default_factory=threading.Event)


class Background:
    """A room's background work; what it brings back comes into its inbox like anything else."""

    def __init__(self, thinkers: Thinkers, post: Callable[[Look | Thought], None]) -> None:
        self.thinkers = thinkers
        self.post = post
        self.thinking: dict[int, int] = {}  # the sequence number for which each bot thinks
        self.running: set[asyncio.Task[None]] = set()
        self.hints: dict[Connection, HintTask] = {}
        self.forecasts: dict[Connection, HintTask] = {}
        self.sleepers = 0  # bots and hints that wait until what they think with is compiled

    def wake_bots(self, sitting: Sitting) -> None:
        """Bots that owe a choice begin to think."""
        for seat in sitting.owing:
            level = sitting.seats[seat].bot
            if level and self.thinking.get(seat) != sitting.sequence:
                self.let_think(sitting, seat, level)

    def let_think(self, sitting: Sitting, seat: int, level: str) -> None:
        """A bot of this level thinks about what this seat owes."""
        self.thinking[seat] = sitting.sequence
        self._run(self._think(sitting, seat, level, sitting.running().view(seat), sitting.sequence))

    async def _think(self, sitting: Sitting, seat: int, level: str, view: Any, sequence: int) -> None:
        try:
            await self._awake(sitting, level)
            bots = sum(bool(one.bot) for one in sitting.seats)
            temper = temper_of(sitting.seats[seat].name)
            words = await self.thinkers.choose(level, sitting.game, sitting.components, view, bots, temper)
        except Exception:
            log.exception("a bot cannot play; it is asked again")
            self.thinking.pop(seat, None)
            self.look_after(BOT_AGAIN_SECONDS)
        else:
            self.post(Thought(seat, words, sequence))

    async def _awake(self, sitting: Sitting, level: str) -> None:
        """Wait until minds of this level can think; everybody here is told that they cannot yet."""
        if self.thinkers.is_awake(sitting.game, level):
            return
        self.sleepers += 1
        self.post(Look())
        try:
            await self.thinkers.awake(sitting.game, level)
        finally:
            self.sleepers -= 1
        self.post(Look())

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
            connection.send(Odds(ask.id, ask.seat, found))
        except RollmopsError as error:
            connection.refuse(ask.id, kind_of(error), str(error))
        except Exception:
            log.exception("no odds for %s", sitting.game.name)
            connection.refuse(ask.id, "illegal", "no odds can be given here")
        finally:
            connection.reckoning = False

    def hint(self, sitting: Sitting, connection: Connection, seat: int, about: int) -> None:
        """Somebody asks for a hint; one at a time. It is about the table as it lies now."""
        if seat not in sitting.owing:
            connection.refuse(about, "not your turn", "a hint can be had when a choice is due")
        elif connection in self.hints:
            connection.refuse(about, "too fast", "the last hint is still being thought about")
        elif not self.thinkers.may_hint(connection.address):
            connection.refuse(about, "too fast", "other hints are still being thought about; ask again in a moment")
        else:
            task = self.hints[connection] = HintTask(connection, seat, about, sitting.sequence)
            self._run(self._give_hint(sitting, task, sitting.running().view(seat)))

    async def _give_hint(self, sitting: Sitting, task: HintTask, view: Any) -> None:
        about, where = task.about, task.connection.address
        try:
            await self._awake(sitting, ADVISER)
            hint = await self.thinkers.hint(about, sitting.game, sitting.components, view, task.stop, where)
        except Exception:
            log.exception("no hint could be given")
            task.connection.refuse(task.about, "illegal", "no hint can be given here")
        else:
            if not task.stop.is_set():
                task.connection.send(hint)
        finally:
            self.hints.pop(task.connection, None)

    def forecast(self, sitting: Sitting, connection: Connection, seat: int, ask: AskForecast) -> None:
        """Somebody who aims asks where the dice would go; the last question is dropped, and without words that is all."""
        if connection in self.forecasts:
            self.forecasts.pop(connection).stop.set()
        if not ask.words:
            return
        if sitting.game.chance.by_weight or seat not in sitting.owing:
            connection.refuse(ask.id, "illegal", "a forecast can be had of a throw that is due")
        elif not self.thinkers.may_forecast(connection.address):
            connection.refuse(ask.id, "too fast", "other trial throws are still in the air; ask again in a moment")
        else:
            task = self.forecasts[connection] = HintTask(connection, seat, ask.id, sitting.sequence)
            self._run(self._give_forecast(sitting, task, ask, sitting.running().table))

    async def _give_forecast(self, sitting: Sitting, task: HintTask, ask: AskForecast, table: Any) -> None:
        def tell(found: Trials, done: bool) -> None:
            if not task.stop.is_set():
                spots = (found.spots, found.wet, found.pushed)
                task.connection.send(Forecast(ask.id, ask.seat, ask.words, found.throws, *spots, done))

        where = task.connection.address
        try:
            await self.thinkers.forecast(
                sitting.game, sitting.components, table, task.seat, ask.words, task.stop, tell, where
            )
        except RollmopsError as error:
            task.connection.refuse(ask.id, kind_of(error), str(error))
        except Exception:
            log.exception("no forecast could be given")
            task.connection.refuse(ask.id, "illegal", "no forecast can be given here")
        finally:
            if self.forecasts.get(task.connection) is task:
                del self.forecasts[task.connection]

    def move_on(self, sitting: Sitting) -> None:
        """The table has changed: what was asked about an older one is dropped, and an empty hint says so."""
        for connection, task in list(self.forecasts.items()):
            if task.sequence != sitting.sequence:
                self.forecasts.pop(connection).stop.set()
        for task in list(self.hints.values()):
            if not task.stop.is_set() and (task.sequence != sitting.sequence or task.seat not in sitting.owing):
                task.stop.set()
                task.connection.send(Hint(task.about, sitting.running().view(task.seat).seat, ()))

    def gone(self, connection: Connection) -> None:
        """A page is gone: nobody thinks for it any more."""
        if connection in self.forecasts:
            self.forecasts.pop(connection).stop.set()
        if connection in self.hints:
            self.hints[connection].stop.set()

    def look_after(self, seconds: float) -> None:
        """Look again after a while: something may have become possible."""

        async def later() -> None:
            await asyncio.sleep(seconds)
            self.post(Look())

        self._run(later())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    def cancel(self) -> None:
        """Call everyone back."""
        for task in (*self.hints.values(), *self.forecasts.values()):
            task.stop.set()
        for running in self.running:
            running.cancel()
