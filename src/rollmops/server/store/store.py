"""The store: what must outlive the process.

One thread writes, many rooms share each commit, and nothing is told before it is on disk (SQLite in WAL mode with full
synchronisation, or PostgreSQL). When it cannot be written, one line in the log says so and one says that it can again.
On PostgreSQL several processes may write: a row goes in only under the epoch of whoever owns its room (`owners.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
import sqlalchemy as sql
from sqlalchemy.engine import Connection

from rollmops.server.scheduling import be_prompt
from rollmops.server.store.engines import SLOW, in_a_line, is_lost, open_postgresql, open_sqlite, why
from rollmops.server.store.events import Events, Plan, encoder, events_decoder, plan_decoder
from rollmops.server.store.files import DeposedError, StoreError, StoreFiles, StoreFullError, lock_folder
from rollmops.server.store.owners import let_go, read_epochs
from rollmops.server.store.rows import Row, Writer, rows_of
from rollmops.server.store.schema import (
    DAY_SECONDS,
    add_room,
    append_event,
    components,
    forget,
    make_ready,
    note_day,
    rooms,
    today,
)

MOST_ROWS_AT_ONCE = 500
ROWS_WORTH_A_COMMIT = 64
"""So many rows are not made to wait for more of the same moment: a commit costs more than many of them."""
FRESH_SECONDS = 0.02
"""A look at the files after a commit need not be repeated before the next within so long: every question to the system lets
another thread have the interpreter, and the writing thread has to win it back."""
LARGEST_STORE_BYTES = 8 * 2**30
"""From here on no new tables are set; those that are there go on."""
DEPOSED = "another process has this table by now; come back to it there"
log = logging.getLogger("rollmops.server")
T = TypeVar("T")
__all__ = ["Store", "StoreError", "Stored"]


def new_room(plan: Plan, digest: str, text: str) -> dict[str, dict[str, object]]:
    """A new table and the components it is played with, as `add_room` takes them."""
    room: dict[str, object] = {"code": plan.code, "plan": encoder.encode(plan), "day": today()}
    return {"room": room, "box": {"digest": digest, "game": plan.game, "text": text}}


@dataclass(frozen=True)
class Stored:
    """A room as it was found."""

    id: int
    plan: Plan
    events: tuple[Events, ...]
    components: str


Then = Callable[[Exception | None], None]
"""Hears, on the loop, that something is on disk, or why it is not."""


class _Job(msgspec.Struct, eq=False):
    """Something to be written; a struct, since every choice makes one."""

    statement: Any
    row: Any  # a Row to be appended, or what another statement is given by name
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any] | None = None
    then: Then | None = None
    epoch: int = 0
    answer: Any = None


class Store:
    """Rooms and their journals. Reading is done by the caller's thread, writing by one thread of the store's own."""

    def __init__(self, path: Path | None, *, url: str = "", largest: int = LARGEST_STORE_BYTES) -> None:
        self.files = StoreFiles(path) if path else None
        self.largest = largest
        self.engine = open_sqlite(path) if path else open_postgresql(url)
        self.shared = path is None
        try:
            with self.engine.begin() as connection:
                connection.info[SLOW] = True  # an old store is large, and another process may be at it
                make_ready(connection)
        except sql.exc.SQLAlchemyError as error:
            self._let_go()
            raise StoreError(f"the store cannot be opened ({in_a_line(error)})") from None
        except StoreError:
            self._let_go()
            raise
        self.jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self.handed: list[_Job] = []  # gathered until the loop brings no more for now
        self.seen = 0  # of those, when the loop was last looked at
        self.commits = 0
        self.day_ends, self.noted = 0.0, set[int]()  # the rooms of which is written that they were played at today
        self.key: IO[str] | None = None
        self.trouble: str | None = None  # why the last commit failed
        self.sound_at = -FRESH_SECONDS  # when the files were last found in order, by the monotonic clock
        self.broken: str | None = None  # what a look over the whole file has found
        self.closed = False
        self.thread = threading.Thread(target=self._write, name="store", daemon=True)
        self.thread.start()

    @classmethod
    def in_folder(cls, folder: Path, *, largest: int = LARGEST_STORE_BYTES) -> Store:
        """The store in this data folder, made if need be."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the data folder cannot be made ({error.strerror}); give another with --data") from None
        key = lock_folder(folder)
        try:
            store = cls(folder / "rollmops.sqlite", largest=largest)
        except StoreError:
            key.close()
            raise
        store.key = key
        return store

    @classmethod
    def at(cls, url: str) -> Store:
        """The store in this PostgreSQL database."""
        return cls(None, url=url)

    async def add_room(self, plan: Plan, digest: str, text: str) -> int:
        """Keep a new table and the components it is played with; returns the room's number."""
        self.check_space()
        return int(await self._submit(add_room, new_room(plan, digest, text)))

    def check_space(self) -> None:
        """Raise StoreFullError where no more tables are kept."""
        if self.files is not None and self.files.size > self.largest:
            raise StoreFullError("this server keeps no more tables; those that are set go on")

    def append(self, room: int, number: int, events: Sequence[Events], epoch: int = 0) -> asyncio.Future[None]:
        """Append to a room's journal, the first event as `number`; done when they are on disk.

        DeposedError where processes share the store and the room's epoch is another by now.
        """
        return self._submit(append_event, self._row(room, number, events), epoch)

    def append_then(self, room: int, number: int, events: Sequence[Events], epoch: int, then: Then) -> None:
        """The same for who does not wait: `then` is called when they are on disk, or with the reason why they are not."""
        loop = asyncio.get_running_loop()
        self._gather(_Job(append_event, self._row(room, number, events), loop, None, then, epoch))

    def _row(self, room: int, number: int, events: Sequence[Events]) -> Row:
        if room not in self.noted or time.time() >= self.day_ends:
            self.note_days([room])
        return Row(room, number, len(events), encoder.encode(events))

    async def let_go(self, room: int, epoch: int) -> None:
        """Let another process have a room, after all that was appended before."""
        if self.shared:
            await self._submit(let_go, {"room": room, "mine": epoch})

    def note_days(self, rooms: Iterable[int]) -> None:
        """Something happens at these tables today; written once a day, with the next commit."""
        day = today()
        if time.time() >= self.day_ends:
            self.day_ends, self.noted = (day + 1) * DAY_SECONDS, set()
        for room in rooms:
            if room not in self.noted:
                self.noted.add(room)
                self._submit(note_day, {"room": room, "today": day}).add_done_callback(partial(self._noted, room))

    def _noted(self, room: int, done: asyncio.Future[Any]) -> None:
        if done.cancelled() or done.exception():
            self.noted.discard(room)  # the next entry notes it again

    async def forget(self, days: int) -> int:
        """Forget the tables at which nothing has happened for more than so many days; returns how many those were."""
        return int(await self._submit(forget, {"before": today() - days}))

    async def do(self, work: Callable[..., Any], **given: Any) -> Any:
        """Let the writing thread do this with its connection and what is given; returns when it is on disk."""
        return await self._submit(work, given)

    def _submit(self, statement: Any, row: Any, epoch: int = 0) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._gather(_Job(statement, row, loop, done, epoch=epoch))
        return done

    def _gather(self, job: _Job) -> None:
        if self.closed:
            raise StoreError("the store is closed")
        if not self.handed:
            self.seen = 0
            job.loop.call_soon(self._look_for_more)
        self.handed.append(job)

    def _look_for_more(self) -> None:
        """While every pass of the loop brings more to write, they wait for each other: a commit costs more than a row."""
        count = len(self.handed)
        if self.seen < count < ROWS_WORTH_A_COMMIT:
            self.seen = count
            self.handed[0].loop.call_soon(self._look_for_more)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """What was gathered goes to the writing thread."""
        if self.handed:
            self.jobs.put(self.handed)
            self.handed = []

    @property
    def waiting(self) -> int:
        """How many lots wait to be written."""
        return self.jobs.qsize()

    def _write(self) -> None:
        """The writing thread: takes all that waits and commits it at once."""
        be_prompt()
        try:
            self._write_all()
        finally:
            self.closed = True

    def _write_all(self) -> None:
        kept = None if self.shared else Writer(self.engine)  # PostgreSQL's come from the pool, where they are watched
        ending = False
        while not ending:
            batch: list[_Job] = []
            jobs = self.jobs.get()
            while jobs is not None:
                batch += jobs
                if len(batch) >= MOST_ROWS_AT_ONCE:
                    break
                try:
                    jobs = self.jobs.get_nowait()
                except queue.Empty:
                    break
            ending = jobs is None
            rows = [job for job in batch if job.statement is append_event]
            if kept is None or not rows or len(rows) == len(batch):
                lots = [batch] if batch else []
            else:  # SQLite's rows are a commit of their own, after all that may concern their tables
                lots = [[job for job in batch if job.statement is not append_event], rows]
            for lot in lots:
                self._commit(kept, lot)
        if kept is not None:
            kept.close()

    def _commit(self, kept: Writer | None, batch: list[_Job]) -> None:
        failure: StoreError | None = None
        try:
            if self.broken is not None or time.monotonic() > self.sound_at + FRESH_SECONDS:
                self._check_sound()
            if kept is None:
                with self.engine.begin() as connection:
                    self._insert(connection, batch)
            elif batch[0].statement is append_event:
                kept.append([job.row for job in batch])
            else:
                with kept.begin() as connection:
                    self._insert(connection, batch)
                if any(job.statement is forget for job in batch):
                    kept.next.clear()  # a room that somebody has in hand may be gone
            self._check_sound()  # nor gone in between
            self.sound_at = time.monotonic()
        except StoreError as error:
            failure = error
        except Exception as error:  # whatever it is, this thread goes on and the rooms hear of it
            if len(batch) > 1 and not _concerns_all(error):  # one bad row must not fail the other rooms
                for job in batch:
                    self._commit(kept, [job])
                return
            if not self._is_there(batch[0], error):
                failure = StoreError(f"the store cannot be written ({why(self.engine, error)})")
                failure.__cause__ = error
        if failure is not None:
            self.sound_at = -FRESH_SECONDS
        self._note(failure)
        self.commits += 1
        batch[0].loop.call_soon_threadsafe(_tell, batch, failure)

    def _is_there(self, job: _Job, error: Exception) -> bool:
        """Whether what PostgreSQL would not write twice is what we wrote: the answer to its commit was lost on the way."""
        if job.statement is not append_event or not isinstance(error, sql.exc.IntegrityError):
            return False
        row: Row = job.row
        with contextlib.suppress(StoreError):
            return self.ask(lambda connection: rows_of(connection, row.room)).get(row.number) == row.events
        return False

    def _note(self, failure: StoreError | None) -> None:
        """One line when it begins, one when it is over."""
        if failure is not None and self.trouble is None:
            log.error("%s; nothing that was told is lost, tables wait, and it is tried again", failure)
            if self.shared and failure.__cause__ is not None:
                log.error("%s", in_a_line(failure.__cause__)[:300])
        elif failure is None and self.trouble is not None:
            log.warning("the store can be written again")
        self.trouble = None if failure is None else str(failure)

    def _check_sound(self) -> None:
        if self.broken is not None:
            raise StoreError(self.broken)
        if self.files is not None:
            self.files.check()

    def look_over(self) -> None:
        """Look through the whole file for damage; takes a while, so in a thread. What is found is refused from then on.
        PostgreSQL looks after itself."""
        if self.shared:
            return
        try:
            with self.engine.connect() as connection:
                found = str(connection.scalar(sql.text("PRAGMA quick_check(1)")))
        except sql.exc.OperationalError:  # locked, or no disk: others notice that
            return
        except sql.exc.DatabaseError as error:
            found = str(error.orig)
        if found != "ok" and self.broken is None:
            self.broken = "the store is damaged; put a copy back and start the server again"
            log.error("%s (%s)", self.broken, " ".join(found.split())[:200])

    def _insert(self, connection: Connection, batch: list[_Job]) -> None:
        """What is to be done; on PostgreSQL with one statement for all journal rows, whichever room they are of."""
        appended = [job for job in batch if job.statement is append_event]
        if appended:
            asked = {"ids": sorted({job.row.room for job in appended})}
            epochs = {row.id: row.epoch for row in connection.execute(read_epochs, asked)}
            for job in appended:
                job.answer = None if epochs.get(job.row.room) == job.epoch else DeposedError(DEPOSED)
            appended = [job for job in appended if job.answer is None]
        if appended:
            connection.execute(append_event, [_columns(job.row) for job in appended])
        for job in batch:
            if job.statement is not append_event:
                job.answer = _perform(connection, job)

    def ask(self, work: Callable[[Connection], T]) -> T:
        """Read, or do what needs a transaction of its own; once more where the connection had been lost meanwhile."""
        self._check_sound()
        try:
            try:
                return self._do(work)
            except sql.exc.DBAPIError as error:
                if not (self.shared and error.connection_invalidated):
                    raise
                return self._do(work)
        except (sql.exc.SQLAlchemyError, msgspec.MsgspecError, UnicodeError) as error:
            raise StoreError(f"the store cannot be read ({why(self.engine, error)})") from None

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() if self.shared else self.engine.connect() as connection:
            return work(connection)

    def read(self, code: str) -> Stored | None:
        """A room with all its events; None if there is no such table."""
        return self.ask(lambda connection: _read(connection, code))

    def check(self) -> None:
        """Raise StoreError when nothing can be read."""
        self.ask(lambda connection: connection.execute(sql.select(sql.literal(1))).all())

    def codes(self) -> list[str]:
        """The codes of all tables, in the order in which they were set."""
        return self.ask(lambda connection: list(connection.scalars(sql.select(rooms.c.code).order_by(rooms.c.id))))

    def components_of(self, digest: str) -> str | None:
        """The component file of this digest, if a table was ever set with it."""
        wanted = sql.select(components.c.text).where(components.c.digest == digest)
        found: str | None = self.ask(lambda connection: connection.scalar(wanted))
        return found

    def close(self) -> None:
        """Write what waits and stop."""
        self._hand_over()
        self.jobs.put(None)
        self.thread.join()
        self._let_go()
        if self.key is not None:
            self.key.close()

    def _let_go(self) -> None:
        self.engine.dispose()
        if self.files is not None:
            self.files.close()


def _read(connection: Connection, code: str) -> Stored | None:
    found = connection.execute(sql.select(rooms.c.id, rooms.c.plan).where(rooms.c.code == code)).first()
    if found is None:
        return None
    plan = plan_decoder.decode(found.plan)
    rows = rows_of(connection, found.id).values()
    events = tuple(event for row in rows for event in events_decoder.decode(row))
    text = connection.scalar(sql.select(components.c.text).where(components.c.digest == plan.components[1]))
    return Stored(int(found.id), plan, events, text or "")


def _columns(row: Row) -> dict[str, Any]:
    return {"room": row.room, "number": row.number, "events": row.events}


def _perform(connection: Connection, job: _Job) -> Any:
    """What this job asks for; returns the number of what was inserted, or what the job's own function says."""
    if job.statement is forget:
        connection.info[SLOW] = True
    if callable(job.statement):
        return job.statement(connection, **job.row)
    answer = connection.execute(job.statement, job.row)
    return answer.inserted_primary_key[0] if answer.is_insert and answer.inserted_primary_key else None


def _concerns_all(error: Exception) -> bool:
    """Disk full, read-only, locked, damaged: no row is to blame, and waiting for each anew would stall room after room."""
    return is_lost(error) or type(error) is sql.exc.DatabaseError


def _tell(batch: list[_Job], failure: Exception | None) -> None:
    for job in batch:
        error = failure or (job.answer if isinstance(job.answer, Exception) else None)
        if job.then is not None:
            job.then(error)
        elif job.done is None or job.done.cancelled():
            continue
        elif error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(job.answer)
