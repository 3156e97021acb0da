"""A room: the one task that owns a table. Everything comes through its inbox, one after the other, humans and bots alike."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol, TypeVar

from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import RollmopsError
from rollmops.server.limits import Gate
from rollmops.server.measures import Measures
from rollmops.server.protocol import messages, requests
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.protocol.words import CLOSE_FULL, CLOSE_RESTART
from rollmops.server.store.events import Began, Chose, Events, Happened, Sat, Sealed, StoodIn, Timed, Undid, Went, Withdrew
from rollmops.server.store.files import DeposedError, StoreError
from rollmops.server.store.pushes import Push, drop_push, keep_push
from rollmops.server.store.store import Store
from rollmops.server.table.background import Background
from rollmops.server.table.clock import TableClock
from rollmops.server.table.connection import Connection
from rollmops.server.table.hours import Span
from rollmops.server.table.inbox import Gone, Item, Look, Read, Said, Thought
from rollmops.server.table.presence import Presence
from rollmops.server.table.problems import kind_of
from rollmops.server.table.pushing import Pusher, TurnNotice
from rollmops.server.table.rolling import roll
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import AT_RANDOM, Thinkers
from rollmops.server.table.turns import Turns
from rollmops.server.table.updates import update_for, updates_for

log = logging.getLogger("rollmops.server")
OPENING_SECONDS = 10.0
"""How long a seat has to open the salt it promised. Its page does so by itself; without it the house's salt is taken."""
WATCHERS_SECONDS = 0.3
ENDED = "the table is being set up again; try once more"
STORE_SECONDS = 3.0
"""So long a step that cannot be written is tried again; then it is refused, and the table lies as before."""
STORE_AGAIN_SECONDS = 0.5
COUNTED = (
    requests.Undo,
    requests.Sit,
    requests.Renew,
    requests.Leave,
    requests.LetBot,
    requests.TakeBack,
    requests.Subscribe,
)
"""What makes the journal longer without bringing the game forward: an address may do it only so often."""
OF_TABLE = (Sat, Sealed, Began, StoodIn, Timed, Went)
"""What changes the table apart from the game."""
OF_GAME = (Began, Chose, Happened, Withdrew, Undid)
"""What changes the game."""
T = TypeVar("T")


class House(Protocol):
    """What a room needs of the house it is in."""

    store: Store
    thinkers: Thinkers
    pusher: Pusher | None
    down: Sequence[Span]
    gate: Gate
    measures: Measures
    away: float
    per_room: int

    async def next_table(self, sitting: Sitting, ask: requests.NextGame) -> str:
        """Set a table for the same people; returns its code."""

    async def read_again(self, code: str) -> tuple[Sitting, int]:
        """A table as the store has it, and how many events that are."""

    def drop(self, room: Room) -> None:
        """Forget a room that cannot go on; it will be read from the store again."""

    async def let_go(self, room: Room) -> None:
        """Let other processes have the table; nothing more is written here."""


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
        self.epoch = epoch  # under which this process owns the table, where several could
        self.sitting = sitting
        self.number = number  # events on disk
        self.presence = Presence(house.away)
        self.inbox: asyncio.Queue[Item | None] = asyncio.Queue()
        self.background = Background(house.thinkers, self.inbox.put_nowait)
        self.turns = Turns(sitting)
        self.clock = TableClock(sitting, house.down, lambda: self.inbox.put_nowait(Look()))
        self.subscribed = set(subscribed)  # seats whose holder wants push notices
        self.opening_ends: float | None = None
        self.sending_soon = False
        self.last_table = ""  # how the table stood when everyone was last told
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
        self.end_soon()
        await self.task

    def end_soon(self) -> None:
        """End after what is being done; nobody waits for it."""
        self.stopping = True
        self.inbox.put_nowait(None)

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        busy = self.visits or self.presence.connections or self.background.running or self.clock.alarm
        return not busy and self.inbox.empty()

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
                self.sitting, self.number = await self.house.read_again(self.sitting.plan.code)
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
                self.house.measures.messages += 1
                await self._said(connection, ask)
            case Gone(connection):
                self.presence.gone(connection)
                self.background.gone(connection)
                if connection.seats:
                    self.background.look_after(self.house.away + 0.05)
                    self.send_table()
                else:
                    self._send_table_soon()
            case Thought():
                await self._thought(item)
            case Look():
                self.sending_soon = False
                await self._commit([])
                self.send_table()
            case Read(look, done):
                _answer(done, look, self)
        self.background.move_on(self.sitting)
        # Bots play on for those who want to be told, and where a clock runs over days.
        if self.presence.connections or self.subscribed or (self.clock.plan and not self.clock.quick):
            self.background.wake_bots(self.sitting)
        self._tell_turns()
        self._mind_clock()

    async def _said(self, connection: Connection, ask: requests.PageRequest) -> None:
        try:
            match ask:
                case requests.Hello():
                    await self._hello(connection, ask)
                case requests.Ping():
                    connection.send(messages.Pong(ask.id))
                case _ if not connection.welcomed:
                    connection.refuse(ask.id, "bad message", "say hello first")
                case _ if isinstance(ask, COUNTED) and not self.house.gate.may("changes", connection.address):
                    connection.refuse(ask.id, "too fast", "so often nothing need be changed; wait a little and try again")
                case requests.NextGame():
                    await self._next(connection, ask)
                case requests.Seen():
                    connection.visible = ask.visible
                case requests.Put():
                    self.presence.may_put(self.sitting, connection)
                    await self._commit([self.sitting.put(ask.words, ask.sequence)])
                case requests.Undo():
                    self.presence.any_seat(connection)
                    await self._commit([self.sitting.undo(ask.sequence)])
                case requests.LetBot():
                    self.presence.any_seat(connection)
                    await self._commit([self.presence.let_bot(self.sitting, LETTERS.index(ask.seat), ask.level)])
                case _:
                    seat = self.presence.held_seat(connection, ask.seat)
                    await self._from_seat(connection, seat, ask)
        except RollmopsError as error:
            if self.failed:
                raise
            connection.refuse(ask.id, kind_of(error), str(error))

    async def _from_seat(self, connection: Connection, seat: int, ask: Any) -> None:
        sitting = self.sitting
        match ask:
            case requests.Choose():
                begin = time.perf_counter()
                await self._commit([sitting.choose(seat, ask.words, ask.sequence)])
                self.house.measures.choices.add(time.perf_counter() - begin)
            case requests.Try():
                why = sitting.may_choose(seat, ask.words)
                connection.send(messages.Tried(ask.id, ask.words, not why, why))
            case requests.TakeBack():
                await self._commit([sitting.withdraw(seat, ask.sequence)])
            case requests.Sit():
                await self._commit([sitting.sit(seat, ask.name, ask.colour, ask.promise)])
            case requests.Open():
                await self._commit(sitting.open(seat, ask.salt))
            case requests.AskOdds():
                self.background.odds(self.sitting, connection, seat, ask)
            case requests.AskForecast():
                self.background.forecast(self.sitting, connection, seat, ask)
            case requests.AskHint():
                self.background.hint(self.sitting, connection, seat, ask.id)
            case requests.Subscribe():
                push = Push(self.row, seat, ask.endpoint, ask.p256dh, ask.auth, ask.language)
                await self.house.store.do(keep_push, push=push)
                self.subscribed.add(seat)
            case requests.Unsubscribe():
                await self.house.store.do(drop_push, room=self.row, seat=seat, endpoint=ask.endpoint)
            case requests.Leave():
                events = self.presence.leave(sitting, connection, seat)
                await self._commit(events)
                self.send_table()
                self.welcome(connection)
            case requests.Emote():
                self._emote(connection, ask)
            case requests.Renew():
                event, token = self.presence.renew(sitting, seat)
                await self._commit([event])
                await self.house.store.do(drop_push, room=self.row, seat=seat)  # who knew the old key is told no more
                connection.send(messages.Renewed(ask.id, ask.seat, token))

    def _emote(self, connection: Connection, ask: requests.Emote) -> None:
        """Everybody here sees it, and nobody who comes later: it is no part of the game."""
        if not connection.emotes.take():
            connection.refuse(ask.id, "too fast", "let the others look at the last drawings first; wait a few seconds")
            return
        text = message_encoder.encode(messages.Emoted(ask.seat, ask.emote)).decode()
        for other in self.presence.connections:
            other.send_text(text)

    async def _hello(self, connection: Connection, ask: requests.Hello) -> None:
        if not connection.hellos.take():
            connection.refuse(ask.id, "too fast", "you have said hello already; what is new comes by itself")
            return
        if not self.presence.has_room(self.sitting, connection, ask.tokens, self.house.per_room):
            connection.refuse(ask.id, "full", f"{self.house.per_room} watch this table already; come back later")
            connection.close(CLOSE_FULL)
            return
        if not self.presence.connections:
            self.clock.start_anew()
        events, displaced, unknown = self.presence.hello(self.sitting, connection, ask.tokens)
        if unknown:
            connection.refuse(ask.id, "unknown seat", "a token opens no seat here; ask for the seat's link again")
        await self._persist(events)
        connection.known = ask.sequence
        self.welcome(connection)
        for other, lost in displaced.items():
            other.send(messages.Taken(tuple(LETTERS[seat] for seat in lost)))
            if not other.seats and self.presence.watchers > self.house.per_room:
                other.close(CLOSE_FULL)
            else:
                self.welcome(other)
        if connection.seats or displaced:
            self.send_table(but=connection)
        else:
            self._send_table_soon()
        await self._commit([])

    async def _next(self, connection: Connection, ask: requests.NextGame) -> None:
        by = self.presence.any_seat(connection)
        if not self.sitting.over:
            connection.refuse(ask.id, "too early", "the next game can be set when this one is over")
            return
        if self.sitting.next is None:
            code = await self.house.next_table(self.sitting, ask)
            await self._commit([self.sitting.go_on(code)])
            for other in self.presence.connections:
                other.send(messages.Moved(ask.id if other is connection else 0, code, LETTERS[by]))
        else:
            connection.send(messages.Moved(ask.id, self.sitting.next, LETTERS[by]))

    async def _commit(self, events: list[Events]) -> None:
        """Let follow what follows by itself, put everything on disk, and only then send it."""
        self.failed = True  # the sitting is ahead of the disk
        events = events + [event async for event in self._follow()]
        events += self.clock.note(self.sitting, events)
        await self._persist(events)
        self._send_news(events)

    async def _follow(self) -> AsyncIterator[Events]:
        """What happens by itself now: a game begins, dice fall."""
        if self.presence.connections:
            for event in self._begin():
                yield event
        else:
            self.opening_ends = None  # nobody is here to open a salt; who comes back has time for it
        while self.sitting.match is not None and self.sitting.match.chance and not self.sitting.plan.hand:
            yield await roll(self.sitting)

    def _send_news(self, events: list[Events]) -> None:
        if self.sitting.plan.start is not None and any(isinstance(event, Began) for event in events):
            for connection in self.presence.connections:
                self.welcome(connection)  # what happened in another game is not played here once more
            return
        of_game = any(isinstance(event, OF_GAME) for event in events)
        if any(isinstance(event, OF_TABLE) for event in events) or (of_game and self.sitting.over):
            self.send_table()
        if of_game:
            self.send_game()

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

    async def _persist(self, events: list[Events]) -> None:
        """On disk when this returns. If it cannot be, what was done here never happened: the room starts over from disk."""
        self.failed = True
        if events:
            await self._append(events)
            self.number += len(events)
            self.stuck = False
        self.failed = False

    async def _append(self, events: list[Events]) -> None:
        end = time.monotonic() + STORE_SECONDS
        while True:
            try:
                return await self.house.store.append(self.row, self.number, events, self.epoch)
            except DeposedError:
                raise
            except StoreError as error:
                self._warn_stuck(error)
                if self.stopping or time.monotonic() > end:
                    raise
            await asyncio.sleep(STORE_AGAIN_SECONDS)

    def _warn_stuck(self, error: StoreError) -> None:
        if not self.stuck:
            for connection in self.presence.connections:
                connection.refuse(0, kind_of(error), str(error))
        self.stuck = True

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
        await self._commit([event])

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
        if not self.subscribed or self.house.pusher is None:
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

    # -- what pages are sent --

    def welcome(self, connection: Connection) -> None:
        """Tell a page everything."""
        update = None
        if self.sitting.match is not None:
            update = update_for(self.sitting, connection.seats, self.sitting.start_for(connection.known))
            connection.known = self.sitting.sequence
        connection.welcomed = True
        connection.send(self.presence.welcome(self.sitting, connection, update, self.clock.told(self.sitting)))

    def table_state(self) -> messages.TableState:
        """How the table stands, apart from the game."""
        return self.presence.table(self.sitting, self.clock.told(self.sitting))

    def send_table(self, but: Connection | None = None) -> None:
        """Tell everyone who is here how the table stands, apart from the game."""
        text = message_encoder.encode(self.table_state()).decode()
        if text == self.last_table:
            return  # whoever has come since has it from the welcome
        self.last_table = text
        for connection in self.presence.connections:
            if connection is not but:
                connection.send_text(text)

    def _send_table_soon(self) -> None:
        """How many watch is news that can wait: a crowd that comes and goes is told of once, not with every one of them."""
        if not self.sending_soon:
            self.sending_soon = True
            self.background.look_after(WATCHERS_SECONDS)

    def send_game(self) -> None:
        """Tell everyone what is new in the game, each as they may see it."""
        sitting = self.sitting
        devices = {one: (one.seats, sitting.start_for(one.known)) for one in self.presence.connections}
        updates = updates_for(sitting, devices.values(), staged=True)
        texts = {device: message_encoder.encode(update).decode() for device, update in updates.items()}
        for connection, device in devices.items():
            connection.send_text(texts[device])
            connection.known = sitting.sequence
        sitting.tables.clear()


def _answer(done: asyncio.Future[T], look: Callable[[Room], T], room: Room) -> None:
    """An error of a reader belongs to the reader; the room goes on."""
    if done.cancelled():
        return
    try:
        done.set_result(look(room))
    except Exception as error:
        done.set_exception(error)
