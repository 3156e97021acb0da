"""The house: sets tables, finds rooms, reads them from the store when they are wanted, lets them go when all have left."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import weakref
from collections.abc import Sequence
from functools import partial

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.games import components_of, components_text, game, house
from rollmops.games.beginning import Beginning
from rollmops.server.limits import Gate
from rollmops.server.measures import Measures
from rollmops.server.memory import give_back
from rollmops.server.protocol import requests
from rollmops.server.protocol.keys import SeatKey, TableMade
from rollmops.server.store.events import Plan
from rollmops.server.store.files import StoreError
from rollmops.server.store.pushes import subscribed_seats
from rollmops.server.store.schema import clocked
from rollmops.server.store.store import Store, Stored
from rollmops.server.table.archive import OldRulesError
from rollmops.server.table.choosing import Choosing
from rollmops.server.table.hours import Span
from rollmops.server.table.inbox import Look
from rollmops.server.table.keys import CODE, new_token
from rollmops.server.table.ownership import ElsewhereError, LeavingError, Ownership
from rollmops.server.table.plans import check_seats, new_plan, next_plan
from rollmops.server.table.problems import TooFastError
from rollmops.server.table.pushing import Pusher
from rollmops.server.table.room import Room
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import Thinkers
from rollmops.server.warming import Warming

AWAY_SECONDS = 30.0
IDLE_SECONDS = 60.0
PARSED_AT_ONCE = 2
LOOK_OVER_SECONDS = 60.0
"""Between two looks through the whole store for damage, or longer where that takes long."""
CLOCKS_SECONDS = 60.0
"""Between two looks for clocks that nobody minds: their process is gone, or their room had to be given up."""
FORGET_SECONDS = 3600.0
"""Between two looks for tables that may be forgotten."""
log = logging.getLogger("rollmops.server")


class Rooms:
    """All tables of a server, most of them asleep in the store."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        warming: Warming,
        gate: Gate,
        *,
        pusher: Pusher | None = None,
        down: Sequence[Span] = (),
        away: float = AWAY_SECONDS,
        idle: float = IDLE_SECONDS,
        keep_days: int | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        self.store = store
        self.ownership = ownership
        self.thinkers = thinkers
        self.warming = warming
        self.gate = gate
        self.pusher = pusher
        self.down = down
        self.away = away
        self.idle = idle
        self.keep_days = keep_days
        self.measures = Measures()
        self.choosing = Choosing()
        self.per_room = gate.limits.per_room
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.rested: dict[str, float] = {}
        self.look_over_at = 0.0
        self.forget_at = 0.0
        self.parsing = asyncio.Semaphore(PARSED_AT_ONCE)
        self.boxes: weakref.WeakValueDictionary[tuple[str, str], Components] = weakref.WeakValueDictionary()

    async def set_table(self, ask: requests.NewTable, address: str = "") -> TableMade:
        """Set a new table; returns its code and the tokens of the seats for people."""
        rules = game(ask.game)
        rules.chance.maker()  # raises MissingExtraError where dice cannot be thrown here
        check_seats(rules, ask)
        components = house(ask.game)
        if ask.components is not None:
            async with self.parsing:
                components = await asyncio.to_thread(components_text, ask.game, ask.components)
            await self.count_box(components, address)
        return await self._set(ask, components)

    async def play_on(self, ask: requests.PlayOn, beginning: Beginning, game_name: str, address: str = "") -> TableMade:
        """Set a table that goes on from a record."""
        rules, seats = game(game_name), len(ask.seats)
        table = requests.NewTable(game_name, ask.seats, None, ask.odds)
        check_seats(rules, table)
        if seats != beginning.seats:
            raise BadTableError(
                f"the record has {beginning.seats} seats; a game that goes on from it has as many, not {seats}"
            )
        await self.count_box(beginning.components, address)
        return await self._set(table, beginning.components, beginning)

    async def _set(self, ask: requests.NewTable, components: Components, beginning: Beginning | None = None) -> TableMade:
        tokens = [new_token() if seat.kind != "bot" else "" for seat in ask.seats]
        plan = new_plan(ask, tokens, components, beginning)
        await self._open(plan, components)
        keys = [
            SeatKey(LETTERS[place], seat.kind, token)  # type: ignore[arg-type]  # one of the eight letters
            for place, (seat, token) in enumerate(zip(ask.seats, tokens, strict=True))
            if token
        ]
        return TableMade(plan.code, tuple(keys))

    async def count_box(self, components: Components, address: str) -> None:
        """Files that are new here are kept for ever, so an address may bring only so many."""
        known = await asyncio.to_thread(self.store.components_of, components.digest)
        if not known and not self.gate.may("boxes", address):
            raise TooFastError("too many new component files from here today; play with one that was given before")

    async def next_table(self, sitting: Sitting, ask: requests.NextGame) -> str:
        """A table for the same people; in a rematch the seat after the last starter begins."""
        plan, components = next_plan(sitting, ask)
        await self._open(plan, components)
        return plan.code

    async def _open(self, plan: Plan, components: Components) -> None:
        await self.warming.ready(plan.game)
        components = self.boxes.setdefault((plan.game, plan.components[1]), components)
        row = await self.store.add_room(plan, plan.components[1], components.text())
        if self.ownership is None:  # otherwise it belongs to the process to which its first page comes
            self.rooms[plan.code] = Room(self, row, Sitting.of(plan, components), 0)

    async def find(self, code: str) -> Room | None:
        """The room of this code, read from the store if it sleeps; None if there is none."""
        if not CODE.match(code):
            return None
        if self.closing:
            raise LeavingError("this server stops; come back to the table")
        self.rested.pop(code, None)
        room = self.rooms.get(code)
        if room is not None:
            return room
        if code not in self.loading:
            self.loading[code] = asyncio.create_task(self._load(code))
        return await asyncio.shield(self.loading[code])

    async def _load(self, code: str) -> Room | None:
        try:
            epoch = await asyncio.to_thread(self.ownership.claim, code) if self.ownership else 0
            stored = await asyncio.to_thread(self.store.read, code) if epoch is not None else None
            if stored is None or epoch is None:
                return None
            await self.warming.ready(stored.plan.game)
            sitting = await asyncio.to_thread(self._fold, stored)
            subscribed = await asyncio.to_thread(self.store.ask, partial(subscribed_seats, room=stored.id))
            room = self.rooms[code] = Room(self, stored.id, sitting, len(stored.events), epoch, subscribed)
            return room
        finally:
            del self.loading[code]

    async def keep_clocks(self) -> None:
        """Tables whose clock runs over days go on, whether anybody comes or not, and whichever process had them before."""
        done: set[str] = set()
        while True:
            with contextlib.suppress(StoreError):  # it says so itself, and this is tried again
                for code in await asyncio.to_thread(self.store.ask, clocked):
                    if code not in done and code not in self.rooms and not await self._wake_clock(code):
                        done.add(code)
            await asyncio.sleep(CLOCKS_SECONDS)

    async def _wake_clock(self, code: str) -> bool:
        """Whether a table has a clock that is to be minded; if so it is awake now, here or elsewhere."""
        try:
            room = await self.find(code)
        except (ElsewhereError, StoreError):
            return True
        except RollmopsError:  # of older rules, or damaged: whoever opens it is told
            return False
        if room is None or room.clock.quick or room.sitting.over:
            return False
        room.inbox.put(Look())
        return True

    async def read_again(self, code: str) -> tuple[Sitting, int]:
        """A table as the store has it, and how many events that are; for a room that could not write its last step."""
        stored = await asyncio.to_thread(self.store.read, code)
        if stored is None:
            raise StoreError("the table is no longer in the store")
        return await asyncio.to_thread(self._fold, stored), len(stored.events)

    def _fold(self, stored: Stored) -> Sitting:
        plan = stored.plan
        if game(plan.game).version != plan.version:
            raise OldRulesError(stored, game(plan.game).version)
        key = (plan.game, plan.components[1])
        components = self.boxes.get(key)
        if components is None:  # many tables are played with the same ones
            components = self.boxes.setdefault(key, components_of(*key, stored.components))
        return Sitting.of(plan, components, stored.events)

    def drop(self, room: Room) -> None:
        """Forget a room that cannot go on."""
        code = room.sitting.plan.code
        if self.rooms.get(code) is room:
            del self.rooms[code]

    async def let_go(self, room: Room) -> None:
        """Let other processes have a table whose room has ended here."""
        if self.ownership is not None:
            with contextlib.suppress(StoreError):  # then they have it when the lease is over
                await self.store.let_go(room.row, room.journal.epoch)

    async def keep_owning(self) -> None:
        """Renew the lease for ever, where processes share the store; tables that are lost are dropped."""

        def awake() -> dict[int, int]:
            return {room.row: room.journal.epoch for room in self.rooms.values()}

        def depose(lost: set[int]) -> None:
            for code, room in list(self.rooms.items()):
                if room.row in lost:
                    del self.rooms[code]
                    room.end_soon()

        if self.ownership is not None:
            await self.ownership.keep(awake, depose)

    async def sweep(self) -> int:
        """Let rooms go in which nobody has been for a while; returns how many are left."""
        now = time.monotonic()
        for code, room in list(self.rooms.items()):
            if not room.idle:
                self.rested.pop(code, None)
            elif now - self.rested.setdefault(code, now) >= self.idle:
                self.rested.pop(code, None)
                del self.rooms[code]
                await room.stop()
        return len(self.rooms)

    async def keep_sweeping(self) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(max(0.05, self.idle / 4))
            await self.sweep()
            await asyncio.to_thread(give_back)
            if time.monotonic() >= self.look_over_at:
                begin = time.monotonic()
                await asyncio.to_thread(self.store.look_over)
                took = time.monotonic() - begin
                self.look_over_at = time.monotonic() + max(LOOK_OVER_SECONDS, 100 * took)
            if self.keep_days is not None and time.monotonic() >= self.forget_at:
                self.forget_at = time.monotonic() + FORGET_SECONDS
                await self.forget(self.keep_days)

    async def forget(self, days: int) -> None:
        """Forget tables, finished or not, at which nothing has happened for more than so many days and nobody is now."""
        self.store.note_days(room.row for room in self.rooms.values())
        try:
            gone = await self.store.forget(days)
        except StoreError:  # the store has said why; it is tried again in an hour
            return
        if gone:
            log.warning("forgot %d tables at which nothing has happened for more than %d days", gone, days)

    async def close(self) -> None:
        """Every room finishes its entry and is let go; then nothing more is taken in."""
        self.closing = True
        await asyncio.gather(*(room.stop() for room in list(self.rooms.values())), return_exceptions=True)
        self.rooms.clear()
        if self.ownership is not None:
            await asyncio.to_thread(self.ownership.leave)
