"""A room: the one task that owns a table. Everything comes through its inbox, one after the other, humans and bots alike."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rollmops.engine.errors import RollmopsError
from rollmops.server.protocol import requests
from rollmops.server.protocol.messages import TableState
from rollmops.server.protocol.words import CLOSE_RESTART
from rollmops.server.store.events import Events
from rollmops.server.store.files import DeposedError, StoreError
from rollmops.server.table.answering import answer
from rollmops.server.table.background import Background
from rollmops.server.table.clock import TableClock
from rollmops.server.table.house import House
from rollmops.server.table.inbox import Begun, Gone, Inbox, Item, Look, Read, Said, Thought
from rollmops.server.table.presence import Presence
from rollmops.server.table.problems import kind_of
from rollmops.server.table.pushing import TurnNotice
from rollmops.server.table.rolling import roll
from rollmops.server.table.sending import Sender
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import AT_RANDOM
from rollmops.server.table.turns import Turns
from rollmops.server.table.writing import STORE_SECONDS, Journal

log = logging.getLogger("rollmops.server")
OPENING_SECONDS = 10.0
"""How long a seat has to open the salt it promised. Its page does so by itself; without it the house's salt is taken."""
ENDED = "the table is being set up again; try once more"
T = TypeVar("T")


class Room:
    """One table online. Only its own task touches the sitting."""

    def __init__(
        self,
        house: House,
        row: int,
        sitting: Sitting,
        number: int,
        epoch: int = 0,
        subscribed: frozenset[int] = frozenset(),
    ) -> None:
        self.house = house
        self.row = row
        self.sitting = sitting
        self.journal = Journal(house.store, row, number, epoch)
        self.presence = Presence(house.away)
        self.inbox = Inbox()
        self.background = Background(house.thinkers, self.inbox.put)
        self.turns = Turns(sitting)
        self.clock = TableClock(sitting, house.down, partial(self.inbox.put, Look()))  # not the room: it would hold itself
        self.sender = Sender(self.presence, self.clock, self.background)
        self.subscribed = set(subscribed)  # seats whose holder wants push notices
        # Whether nothing has to be waited for between a choice and the next, but the disk.
        self.prompt = sitting.plan.clock is None and not sitting.plan.hand and sitting.game.chance.by_weight
        self.opening_ends: float | None = None
        self.failed = False
        self.stopping = False
        self.ended = False
        self.visits = 0  # sockets that have found this room, whether they have said hello or not
        self.task = asyncio.create_task(self._run(), name=f"room {row}")

    # -- from outside --

    def post(self, item: Said | Gone) -> None:
        """Something for the room to deal with."""
        if self.ended:
            item.connection.close(CLOSE_RESTART)
        elif not (self.inbox.at_rest and type(item) is Said and self.house.choosing.take(self, item)):
            self.inbox.put(item)

    async def read(self, look: Callable[[Room], T]) -> T:
        """Look at the room between two events, when all that it knows is on disk."""
        if self.ended:
            raise RollmopsError(ENDED)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.inbox.put(Read(look, done))
        return await done

    async def stop(self) -> None:
        """Finish what is being done, then end."""
        self.end_soon()
        await self.task

    def end_soon(self) -> None:
        """End after what is being done; nobody waits for it."""
        self.stopping = self.journal.hasty = True
        self.inbox.put(None)

    def table_state(self) -> TableState:
        """How the table stands, apart from the game."""
        return self.sender.table_state(self.sitting)

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        busy = self.visits or self.presence.connections or self.background.running or self.clock.alarm
        return not busy and not self.inbox and not self.inbox.held

    # -- the one task --

    async def _run(self) -> None:
        while (item := await self.inbox.get()) is not None:
            try:
                await self._handle(item)
            except DeposedError:
                self.house.drop(self)
                self._turn_away(item)
                break
            except StoreError as error:  # the store has written the one line of it into the log
                if not await self._start_over(item, error):
                    break
            except Exception:
                log.exception("room %s cannot go on and is read from the store again", self.row)
                self.house.drop(self)
                self._turn_away(item)
                break
        self.ended = True
        await self.house.let_go(self)
        self._end()

    async def _start_over(self, item: Item, error: StoreError) -> bool:
        """What could not be written never happened: go on from what the store has. False if that cannot be."""
        if isinstance(item, Said):
            item.connection.refuse(item.ask.id, kind_of(error), str(error))
        moved = isinstance(item, Said) and isinstance(item.ask, requests.Hello | requests.Leave)  # seats have changed hands
        if not moved and not self.stopping:
            try:
                self.sitting, self.journal.number = await self.house.read_again(self.sitting.plan.code)
                self.failed = False
                self.background.thinking.clear()
                self.clock.running = set(self.sitting.since)
                self.background.move_on(self.sitting)
                self.background.look_after(STORE_SECONDS)  # bots try again
                return True
            except RollmopsError:
                pass
        self.house.drop(self)
        self._turn_away(item)
        return False

    def _end(self) -> None:
        """Nothing more is taken in; pages that are still here come back to the room as the store has it."""
        self.background.cancel()
        self.clock.cancel()
        for connection in self.presence.connections:
            connection.close(CLOSE_RESTART)
        while self.inbox:
            self._turn_away(self.inbox.take())

    def _turn_away(self, item: Item | None) -> None:
        if isinstance(item, Read) and not item.done.done():
            item.done.set_exception(RollmopsError(ENDED))
        elif isinstance(item, Said):
            item.connection.close(CLOSE_RESTART)

    async def _handle(self, item: Item) -> None:
        match item:
            case Begun():
                await self.journal.append(item.events, self._warn, item.error)
                self.failed = False
                self.sender.send_news(self.sitting, item.events)
            case Said(connection, ask):
                self.house.measures.messages += 1
                await answer(self, connection, ask)
            case Gone(connection):
                self.presence.gone(connection)
                self.background.gone(connection)
                if connection.seats:
                    self.background.look_after(self.house.away + 0.05)
                    self.sender.send_table(self.sitting)
                else:
                    self.sender.send_table_soon()
            case Thought():
                await self._thought(item)
            case Look():
                self.sender.sending_soon = False
                await self.commit([])
                self.sender.send_table(self.sitting)
            case Read(look, done):
                _look(done, look, self)
        self.look_around()

    def look_around(self) -> None:
        """After everything that happens: who has asked about a table that is another now, whose turn it is."""
        sitting, background = self.sitting, self.background
        if background.hints or background.forecasts:  # somebody has asked
            background.move_on(sitting)
        # Bots play on for those who want to be told, and where a clock runs over days.
        if self.presence.connections or self.subscribed or (self.clock.plan and not self.clock.quick):
            background.wake_bots(sitting)
        if self.subscribed:
            self._tell_turns()
        if self.clock.plan is not None:
            self._mind_clock()

    async def commit(self, events: list[Events]) -> None:
        """Let follow what follows by itself, put everything on disk, and only then send it."""
        self.failed = True  # the sitting is ahead of the disk
        sitting = self.sitting
        if sitting.match is None or not self.presence.connections:
            events += self._open()
        match = sitting.match
        if match is not None and not sitting.plan.hand:
            by_weight = sitting.game.chance.by_weight
            while match.chance:
                events.append(sitting.roll() if by_weight else await roll(sitting))
        if self.clock.plan is not None:
            events += self.clock.note(sitting, events)
        await self.persist(events)
        self.sender.send_news(sitting, events)

    def _open(self) -> list[Events]:
        """Before the game: it begins when all salts are open; while nobody is here nobody can open one."""
        if not self.presence.connections:
            self.opening_ends = None  # who comes back has time for it
            return []
        return self._begin()

    def _begin(self) -> list[Events]:
        """Everybody has sat down: salts are opened. All are, or the time for it is over: the game begins."""
        sitting, events = self.sitting, list[Events]()
        if sitting.ready and not sitting.sealed:
            events.append(sitting.seal())
        if sitting.opening and self.opening_ends is None:
            self.opening_ends = time.monotonic() + OPENING_SECONDS
            self.background.look_after(OPENING_SECONDS + 0.05)
        if sitting.opening and (sitting.all_opened or time.monotonic() >= (self.opening_ends or 0)):
            events.append(sitting.begin())
        return events

    async def persist(self, events: list[Events]) -> None:
        """On disk when this returns. If it cannot be, what was done here never happened: the room starts over from disk."""
        self.failed = True
        if events:
            await self.journal.append(events, self._warn)
        self.failed = False

    def _warn(self, error: StoreError) -> None:
        for connection in self.presence.connections:
            connection.refuse(0, kind_of(error), str(error))

    async def _thought(self, thought: Thought) -> None:
        self.background.thinking.pop(thought.seat, None)
        if thought.sequence != self.sitting.sequence:
            return
        if not self.sitting.seats[thought.seat].bot and not self.clock.is_late(self.sitting, thought.seat):
            return
        if thought.seat not in self.sitting.owing:
            return
        try:
            event = self.sitting.choose(thought.seat, thought.words, thought.sequence, bot=True)
        except RollmopsError:
            log.exception("a bot chose what it may not; it plays at random")
            self.background.let_think(self.sitting, thought.seat, AT_RANDOM)
            return
        await self.commit([event])

    def _mind_clock(self) -> None:
        """For whom the time is up a bot thinks; whoever it is may still be quicker."""
        clock = self.clock.plan
        if clock is None or self.stopping:
            return
        for seat in self.clock.late(self.sitting, attended=bool(self.presence.connections)):
            if self.background.thinking.get(seat) != self.sitting.sequence:
                self.background.let_think(self.sitting, seat, clock.level)

    def _tell_turns(self) -> None:
        """Who owes a choice and does not look at the table is told, where they want it."""
        if self.house.pusher is None:
            return
        unaware, later = self.turns.unaware(self.sitting, self.presence)
        names = self.sitting.names()
        for seat in self.subscribed.intersection(unaware):
            others = tuple(name for place, name in enumerate(names) if place != seat)
            game = self.sitting.game
            notice = TurnNotice(self.sitting.plan.code, game.name, game.title, others, "en")
            self.house.pusher.tell(self.row, seat, notice)
        if later is not None:
            self.background.look_after(later + 0.05)


def _look(done: asyncio.Future[T], look: Callable[[Room], T], room: Room) -> None:
    """An error of a reader belongs to the reader; the room goes on."""
    if done.cancelled():
        return
    try:
        done.set_result(look(room))
    except Exception as error:
        done.set_exception(error)
