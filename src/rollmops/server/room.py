"""A room: the one task that owns a table. Everything comes through its inbox, one after the other, humans and bots alike."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import RollmopsError
from rollmops.server import asks, tells
from rollmops.server.chance import roll
from rollmops.server.connection import Connection
from rollmops.server.doorway import Doorway
from rollmops.server.errands import Errands
from rollmops.server.events import Began, Events
from rollmops.server.inbox import Gone, Item, Look, Read, Said, Thought
from rollmops.server.limits import Gate
from rollmops.server.problems import kind_of
from rollmops.server.sitting import Sitting
from rollmops.server.soundness import StoreError
from rollmops.server.store import Store
from rollmops.server.telling import update_for, updates_for
from rollmops.server.tells import tell_encoder
from rollmops.server.thinking import AT_RANDOM, Thinkers
from rollmops.server.wire import CLOSE_FULL, CLOSE_RESTART

log = logging.getLogger("rollmops.server")
OPENING_SECONDS = 10.0
"""How long a seat has to open the salt it promised. Its page does so by itself; without it the house's salt is taken."""
WATCHERS_SECONDS = 0.3
ENDED = "the table is being set up again; try once more"
STORE_SECONDS = 3.0
"""So long a step that cannot be written is tried again; then it is refused, and the table lies as before."""
STORE_AGAIN_SECONDS = 0.5
COUNTED = (asks.Sit, asks.Renew, asks.Leave, asks.LetBot, asks.TakeBack)
"""What makes the journal longer without bringing the game forward: an address may do it only so often."""
T = TypeVar("T")


class House(Protocol):
    """What a room needs of the house it is in."""

    store: Store
    thinkers: Thinkers
    gate: Gate
    away: float
    per_room: int

    async def next_table(self, sitting: Sitting, ask: asks.NextGame) -> str:
        """Set a table for the same people; returns its code."""

    async def read_again(self, code: str) -> tuple[Sitting, int]:
        """A table as the store has it, and how many events that are."""

    def drop(self, room: Room) -> None:
        """Forget a room that cannot go on; it will be read from the store again."""


class Room:
    """One table online. Only its own task touches the sitting."""

    def __init__(self, house: House, row: int, sitting: Sitting, number: int) -> None:
        self.house = house
        self.row = row
        self.sitting = sitting
        self.number = number  # events on disk
        self.door = Doorway(house.away)
        self.inbox: asyncio.Queue[Item | None] = asyncio.Queue()
        self.errands = Errands(house.thinkers, self.inbox.put_nowait)
        self.opening_ends: float | None = None
        self.telling_soon = False
        self.told = ""  # how the table stood when everyone was last told
        self.failed = False
        self.stuck = False  # the last step could not be written, and everybody here was told so
        self.stopping = False
        self.ended = False
        self.visits = 0  # sockets that have found this room, whether they have said hello or not
        self.task = asyncio.create_task(self._run(), name=f"room {row}")

    # -- from outside --

    def post(self, item: Said | Gone) -> None:
        """Something for the room to deal with."""
        if self.ended:
            item.connection.close(CLOSE_RESTART)
        else:
            self.inbox.put_nowait(item)

    async def read(self, look: Callable[[Room], T]) -> T:
        """Look at the room between two events, when all that it knows is on disk."""
        if self.ended:
            raise RollmopsError(ENDED)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(Read(look, done))
        return await done

    async def stop(self) -> None:
        """Finish what is being done, then end."""
        self.stopping = True
        self.inbox.put_nowait(None)
        await self.task

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not (self.visits or self.door.connections or self.errands.running) and self.inbox.empty()

    # -- the one task --

    async def _run(self) -> None:
        while (item := await self.inbox.get()) is not None:
            try:
                await self._handle(item)
            except StoreError as error:  # the store has written the one line of it into the log
                if not await self._start_over(item, error):
                    break
            except Exception:
                log.exception("room %s cannot go on and is read from the store again", self.row)
                self.house.drop(self)
                self._turn_away(item)
                break
        self._end()

    async def _start_over(self, item: Item, error: StoreError) -> bool:
        """What could not be written never happened: go on from what the store has. False if that cannot be."""
        if isinstance(item, Said):
            item.connection.refuse(item.ask.id, kind_of(error), str(error))
        moved = isinstance(item, Said) and isinstance(item.ask, asks.Hello | asks.Leave)  # seats have changed hands
        if not moved and not self.stopping:
            try:
                self.sitting, self.number = await self.house.read_again(self.sitting.plan.code)
                self.failed = False
                self.errands.thinking.clear()
                self.errands.move_on(self.sitting)
                self.errands.look_after(STORE_SECONDS)  # bots try again
                return True
            except RollmopsError:
                pass
        self.house.drop(self)
        self._turn_away(item)
        return False

    def _end(self) -> None:
        """Nothing more is taken in; pages that are still here come back to the room as the store has it."""
        self.ended = True
        self.errands.cancel()
        for connection in self.door.connections:
            connection.close(CLOSE_RESTART)
        while not self.inbox.empty():
            self._turn_away(self.inbox.get_nowait())

    def _turn_away(self, item: Item | None) -> None:
        if isinstance(item, Read) and not item.done.done():
            item.done.set_exception(RollmopsError(ENDED))
        elif isinstance(item, Said):
            item.connection.close(CLOSE_RESTART)

    async def _handle(self, item: Item) -> None:
        match item:
            case Said(connection, ask):
                await self._said(connection, ask)
            case Gone(connection):
                self.door.gone(connection)
                self.errands.gone(connection)
                if connection.seats:
                    self.errands.look_after(self.house.away + 0.05)
                    self.tell_table()
                else:
                    self._tell_table_soon()
            case Thought():
                await self._thought(item)
            case Look():
                self.telling_soon = False
                await self._keep([], table=True)
            case Read(look, done):
                _answer(done, look, self)
        self.errands.move_on(self.sitting)
        if self.door.connections:
            self.errands.wake_bots(self.sitting)

    async def _said(self, connection: Connection, ask: asks.Asks) -> None:
        try:
            match ask:
                case asks.Hello():
                    await self._hello(connection, ask)
                case asks.Ping():
                    connection.tell(tells.Pong(ask.id))
                case _ if not connection.welcomed:
                    connection.refuse(ask.id, "bad message", "say hello first")
                case _ if isinstance(ask, COUNTED) and not self.house.gate.may("changes", connection.address):
                    connection.refuse(ask.id, "too fast", "so often nothing need be changed; wait a little and try again")
                case asks.NextGame():
                    await self._next(connection, ask)
                case asks.LetBot():
                    self.door.any_seat(connection)
                    await self._keep([self.door.let_bot(self.sitting, LETTERS.index(ask.seat), ask.level)], table=True)
                case _:
                    seat = self.door.held_seat(connection, ask.seat)
                    await self._from_seat(connection, seat, ask)
        except RollmopsError as error:
            if self.failed:
                raise
            connection.refuse(ask.id, kind_of(error), str(error))

    async def _from_seat(self, connection: Connection, seat: int, ask: Any) -> None:
        sitting = self.sitting
        match ask:
            case asks.Choose():
                await self._keep([sitting.choose(seat, ask.words, ask.sequence)], game=True)
            case asks.Try():
                why = sitting.may_choose(seat, ask.words)
                connection.tell(tells.Tried(ask.id, ask.words, not why, why))
            case asks.TakeBack():
                await self._keep([sitting.withdraw(seat, ask.sequence)], game=True)
            case asks.Sit():
                await self._keep([sitting.sit(seat, ask.name, ask.colour, ask.promise)], table=True)
            case asks.Open():
                await self._keep(sitting.open(seat, ask.salt))
            case asks.AskOdds():
                self.errands.odds(self.sitting, connection, seat, ask)
            case asks.AskHint():
                self.errands.hint(self.sitting, connection, seat, ask.id)
            case asks.Leave():
                events = self.door.leave(sitting, connection, seat)
                await self._keep(events, table=True)
                self.welcome(connection)
            case asks.Renew():
                event, token = self.door.renew(sitting, seat)
                await self._keep([event])
                connection.tell(tells.Renewed(ask.id, ask.seat, token))

    async def _hello(self, connection: Connection, ask: asks.Hello) -> None:
        if not connection.hellos.take():
            connection.refuse(ask.id, "too fast", "you have said hello already; what is new comes by itself")
            return
        if not self.door.has_room(self.sitting, connection, ask.tokens, self.house.per_room):
            connection.refuse(ask.id, "full", f"{self.house.per_room} watch this table already; come back later")
            connection.close(CLOSE_FULL)
            return
        events, robbed, strange = self.door.hello(self.sitting, connection, ask.tokens)
        if strange:
            connection.refuse(ask.id, "unknown seat", "a token opens no seat here; ask for the seat's link again")
        await self._persist(events)
        connection.known = ask.sequence
        self.welcome(connection)
        for other, lost in robbed.items():
            other.tell(tells.Taken(tuple(LETTERS[seat] for seat in lost)))
            if not other.seats and self.door.watchers > self.house.per_room:
                other.close(CLOSE_FULL)
            else:
                self.welcome(other)
        if connection.seats or robbed:
            self.tell_table(but=connection)
        else:
            self._tell_table_soon()
        await self._keep([])

    async def _next(self, connection: Connection, ask: asks.NextGame) -> None:
        by = self.door.any_seat(connection)
        if not self.sitting.over:
            connection.refuse(ask.id, "too early", "the next game can be set when this one is over")
            return
        if self.sitting.next is None:
            code = await self.house.next_table(self.sitting, ask)
            await self._keep([self.sitting.go_on(code)], table=True)
            for other in self.door.connections:
                other.tell(tells.Moved(ask.id if other is connection else 0, code, LETTERS[by]))
        else:
            connection.tell(tells.Moved(ask.id, self.sitting.next, LETTERS[by]))

    async def _keep(self, events: list[Events], *, game: bool = False, table: bool = False) -> None:
        """Let chance follow, put everything on disk, and only then tell."""
        sitting = self.sitting
        try:
            if self.door.connections:
                begun = self._begin()
                events += begun
                table = table or bool(begun)
                game = game or any(isinstance(event, Began) for event in begun)
            else:
                self.opening_ends = None  # nobody is here to open a salt; who comes back has time for it
            while sitting.match is not None and sitting.match.chance:
                events.append(await roll(sitting))
        except Exception:
            self.failed = True
            raise
        await self._persist(events)
        if table or (game and sitting.over):
            self.tell_table()
        if game:
            self.tell_game()

    def _begin(self) -> list[Events]:
        """Everybody has sat down: salts are opened. All are, or the time for it is over: the game begins."""
        sitting, events = self.sitting, list[Events]()
        if sitting.ready and not sitting.sealed:
            events.append(sitting.seal())
        if sitting.opening and self.opening_ends is None:
            self.opening_ends = time.monotonic() + OPENING_SECONDS
            self.errands.look_after(OPENING_SECONDS + 0.05)
        if sitting.opening and (sitting.all_opened or time.monotonic() >= (self.opening_ends or 0)):
            events.append(sitting.begin())
        return events

    async def _persist(self, events: list[Events]) -> None:
        """On disk when this returns. If it cannot be, what was done here never happened: the room starts over from disk."""
        if not events:
            return
        self.failed = True
        end = time.monotonic() + STORE_SECONDS
        while True:
            try:
                await self.house.store.append(self.row, self.number, events)
                break
            except StoreError as error:
                self._tell_stuck(error)
                if self.stopping or time.monotonic() > end:
                    raise
            await asyncio.sleep(STORE_AGAIN_SECONDS)
        self.number += len(events)
        self.failed = self.stuck = False

    def _tell_stuck(self, error: StoreError) -> None:
        if not self.stuck:
            for connection in self.door.connections:
                connection.refuse(0, kind_of(error), str(error))
        self.stuck = True

    async def _thought(self, thought: Thought) -> None:
        self.errands.thinking.pop(thought.seat, None)
        if thought.sequence != self.sitting.sequence or not self.sitting.seats[thought.seat].bot:
            return
        if thought.seat not in self.sitting.owing:
            return
        try:
            event = self.sitting.choose(thought.seat, thought.words, thought.sequence, bot=True)
        except RollmopsError:
            log.exception("a bot chose what it may not; it plays at random")
            self.errands.let_think(self.sitting, thought.seat, AT_RANDOM)
            return
        await self._keep([event], game=True)

    # -- telling --

    def welcome(self, connection: Connection) -> None:
        """Tell a page everything."""
        update = None
        if self.sitting.match is not None:
            update = update_for(self.sitting, connection.seats, self.sitting.start_for(connection.known))
            connection.known = self.sitting.sequence
        connection.welcomed = True
        connection.tell(self.door.welcome(self.sitting, connection, update))

    def tell_table(self, but: Connection | None = None) -> None:
        """Tell everyone who is here how the table stands, apart from the game."""
        text = tell_encoder.encode(self.door.table(self.sitting)).decode()
        if text == self.told:
            return  # whoever has come since has it from the welcome
        self.told = text
        for connection in self.door.connections:
            if connection is not but:
                connection.tell_text(text)

    def _tell_table_soon(self) -> None:
        """How many watch is news that can wait: a crowd that comes and goes is told of once, not with every one of them."""
        if not self.telling_soon:
            self.telling_soon = True
            self.errands.look_after(WATCHERS_SECONDS)

    def tell_game(self) -> None:
        """Tell everyone what is new in the game, each as they may see it."""
        sitting = self.sitting
        devices = {one: (one.seats, sitting.start_for(one.known)) for one in self.door.connections}
        updates = updates_for(sitting, devices.values())
        texts = {device: tell_encoder.encode(update).decode() for device, update in updates.items()}
        for connection, device in devices.items():
            connection.tell_text(texts[device])
            connection.known = sitting.sequence


def _answer(done: asyncio.Future[T], look: Callable[[Room], T], room: Room) -> None:
    """An error of a reader belongs to the reader; the room goes on."""
    if done.cancelled():
        return
    try:
        done.set_result(look(room))
    except Exception as error:
        done.set_exception(error)
