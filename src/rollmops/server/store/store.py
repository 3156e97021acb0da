"""The store: what must outlive the process.

One thread writes, many rooms share each commit, and nothing is told before it is on disk (SQLite in WAL mode with full
synchronisation). When it cannot be written, one line in the log says so and one says that it can again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from rollmops.server.store.events import Events, Plan, encoder, events_decoder, plan_decoder
from rollmops.server.store.files import PRIVATE, StoreError, StoreFiles, StoreFullError
from rollmops.server.store.schema import append_event, components, forget, journal, make_ready, note_day, rooms, today

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MOST_AT_ONCE = 500
LOCKED_MILLISECONDS = 1000
"""So long a commit waits for somebody else who has locked the store."""
LARGEST_STORE_BYTES = 8 * 2**30
"""From here on no new tables are set; those that are there go on."""
log = logging.getLogger("rollmops.server")
T = TypeVar("T")
__all__ = ["Store", "StoreError", "Stored"]


@dataclass(frozen=True)
class Stored:
    """A room as it was found."""

    id: int
    plan: Plan
    events: tuple[Events, ...]
    components: str


@dataclass
class _Job:
    statement: Any
    row: dict[str, Any]
    done: asyncio.Future[Any]
    answer: Any = field(default=None)


def lock_folder(folder: Path) -> IO[str]:
    """Two servers in one data folder would write over each other's tables: the second is refused. Gone with its process."""
    try:
        key = open(folder / "lock", "w", opener=lambda path, flags: os.open(path, flags, PRIVATE))  # noqa: SIM115
    except OSError as error:
        raise StoreError(f"the data folder cannot be used ({error.strerror}); give another with --data") from None
    if fcntl is not None:
        try:
            fcntl.flock(key, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            key.close()
            raise StoreError(
                f"another server uses the data folder {folder.name}; stop it or give another with --data"
            ) from None
    return key


def open_engine(url: str) -> Engine:
    """An engine whose SQLite connections are durable."""
    engine = sql.create_engine(url)
    if engine.dialect.name == "sqlite":

        @sql.event.listens_for(engine, "connect")
        def _durable(connection: Any, _: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={LOCKED_MILLISECONDS}"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


class Store:
    """Rooms and their journals. Reading is done by the caller's thread, writing by one thread of the store's own."""

    def __init__(self, path: Path, *, largest: int = LARGEST_STORE_BYTES) -> None:
        self.files = StoreFiles(path)
        self.largest = largest
        self.engine = open_engine(f"sqlite:///{path}")
        try:
            with self.engine.begin() as connection:
                make_ready(connection)
        except sql.exc.SQLAlchemyError as error:
            self._let_go()
            raise StoreError(f"the store cannot be opened ({getattr(error, 'orig', error)})") from None
        except StoreError:
            self._let_go()
            raise
        self.jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.commits = 0
        self.day, self.noted = 0, set[int]()  # today, and the rooms of which is written that they were played at today
        self.key: IO[str] | None = None
        self.trouble: str | None = None  # why the last commit failed
        self.broken: str | None = None  # what a look over the whole file has found
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

    async def add_room(self, plan: Plan, digest: str, text: str) -> int:
        """Keep a new table and the components it is played with; returns the room's number."""
        if self.files.size > self.largest:
            raise StoreFullError("this server keeps no more tables; those that are set go on")
        if not await asyncio.to_thread(self.components_of, digest):
            row = {"digest": digest, "game": plan.game, "text": text}
            statement = components.insert().prefix_with("OR IGNORE", dialect="sqlite")
            await self._submit(statement, row)
        return int(await self._submit(rooms.insert(), {"code": plan.code, "plan": encoder.encode(plan), "day": today()}))

    async def append(self, room: int, number: int, events: Sequence[Events]) -> None:
        """Append to a room's journal, the first event as `number`; returns when they are on disk."""
        self.note_days([room])
        await self._submit(append_event, {"room": room, "number": number, "events": encoder.encode(events)})

    def note_days(self, rooms: Iterable[int]) -> None:
        """Something happens at these tables today; written once a day, with the next commit."""
        day = today()
        if day != self.day:
            self.day, self.noted = day, set()
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

    def ask(self, look: Callable[[Connection], T]) -> T:
        """What this finds in the store, read by the caller's thread."""
        with self._reading() as connection:
            return look(connection)

    def _submit(self, statement: Any, row: dict[str, Any]) -> asyncio.Future[Any]:
        if not self.thread.is_alive():
            raise StoreError("the store is closed")
        job = _Job(statement, row, asyncio.get_running_loop().create_future())
        self.jobs.put(job)
        return job.done

    def _write(self) -> None:
        """The writing thread: takes all that waits and commits it at once."""
        connection = self.engine.connect()
        ending = False
        while not ending:
            batch: list[_Job] = []
            job = self.jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) >= MOST_AT_ONCE:
                    break
                try:
                    job = self.jobs.get_nowait()
                except queue.Empty:
                    break
            ending = job is None
            if batch:
                self._commit(connection, batch)
        connection.close()

    def _commit(self, connection: Connection, batch: list[_Job]) -> None:
        failure: StoreError | None = None
        try:
            self._check_sound()
            with connection.begin():
                self._insert(connection, batch)
            self.files.check()  # not gone in between either
        except StoreError as error:
            failure = error
        except Exception as error:  # whatever it is, this thread goes on and the rooms hear of it
            if len(batch) > 1 and not _concerns_all(error):  # one bad row must not fail the other rooms
                for job in batch:
                    self._commit(connection, [job])
                return
            failure = StoreError(f"the store cannot be written ({getattr(error, 'orig', error)})")
        self._note(failure)
        self.commits += 1
        batch[0].done.get_loop().call_soon_threadsafe(_tell, batch, failure)

    def _note(self, failure: StoreError | None) -> None:
        """One line when it begins, one when it is over."""
        if failure is not None and self.trouble is None:
            log.error("%s; nothing that was told is lost, tables wait, and it is tried again", failure)
        elif failure is None and self.trouble is not None:
            log.warning("the store can be written again")
        self.trouble = None if failure is None else str(failure)

    def _check_sound(self) -> None:
        if self.broken is not None:
            raise StoreError(self.broken)
        self.files.check()

    def look_over(self) -> None:
        """Look through the whole file for damage; takes a while, so in a thread. What is found is refused from then on."""
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
        """One statement for all journal rows, whichever room they are of."""
        rows = [job.row for job in batch if job.statement is append_event]
        for job in batch:
            if job.statement is not append_event:
                job.answer = _perform(connection, job)
        if rows:
            connection.execute(append_event, rows)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._check_sound()
        try:
            with self.engine.connect() as connection:
                yield connection
        except (sql.exc.SQLAlchemyError, msgspec.MsgspecError, UnicodeError) as error:
            raise StoreError(f"the store cannot be read ({getattr(error, 'orig', error)})") from None

    def read(self, code: str) -> Stored | None:
        """A room with all its events; None if there is no such table."""
        with self._reading() as connection:
            found = connection.execute(sql.select(rooms.c.id, rooms.c.plan).where(rooms.c.code == code)).first()
            if found is None:
                return None
            plan = plan_decoder.decode(found.plan)
            chosen = sql.select(journal.c.events).where(journal.c.room == found.id).order_by(journal.c.number)
            events = tuple(event for row in connection.execute(chosen) for event in events_decoder.decode(row.events))
            text = connection.scalar(sql.select(components.c.text).where(components.c.digest == plan.components[1]))
            return Stored(int(found.id), plan, events, text or "")

    def check(self) -> None:
        """Raise StoreError when nothing can be read."""
        with self._reading() as connection:
            connection.execute(sql.select(sql.literal(1)))

    def codes(self) -> list[str]:
        """The codes of all tables, in the order in which they were set."""
        with self._reading() as connection:
            return list(connection.scalars(sql.select(rooms.c.code).order_by(rooms.c.id)))

    def components_of(self, digest: str) -> str | None:
        """The component file of this digest, if a table was ever set with it."""
        with self._reading() as connection:
            found: str | None = connection.scalar(sql.select(components.c.text).where(components.c.digest == digest))
            return found

    def close(self) -> None:
        """Write what waits and stop."""
        self.jobs.put(None)
        self.thread.join()
        self._let_go()
        if self.key is not None:
            self.key.close()

    def _let_go(self) -> None:
        self.engine.dispose()
        self.files.close()


def _perform(connection: Connection, job: _Job) -> Any:
    """What this job asks for; returns the number of what was inserted, or what the job's own function says."""
    if callable(job.statement):
        return job.statement(connection, **job.row)
    answer = connection.execute(job.statement, job.row)
    return answer.inserted_primary_key[0] if answer.is_insert and answer.inserted_primary_key else None


def _concerns_all(error: Exception) -> bool:
    """Disk full, read-only, locked, damaged: no row is to blame, and waiting for each anew would stall room after room."""
    return isinstance(error, sql.exc.OperationalError) or type(error) is sql.exc.DatabaseError


def _tell(batch: list[_Job], failure: Exception | None) -> None:
    for job in batch:
        if job.done.cancelled():
            continue
        if failure:
            job.done.set_exception(failure)
        else:
            job.done.set_result(job.answer)
