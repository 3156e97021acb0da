"""The store: what must outlive the process.

One thread writes, many rooms share each commit, and nothing is told before it is on disk (SQLite in WAL mode with full
synchronisation).
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from rollmops.engine.errors import RollmopsError
from rollmops.server.events import Events, Plan, encoder, events_decoder, plan_decoder

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
MOST_AT_ONCE = 500

meta = sql.MetaData()
about = sql.Table("about", meta, sql.Column("format", sql.Integer, nullable=False))
rooms = sql.Table(
    "rooms",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("code", sql.String(16), nullable=False, unique=True),
    sql.Column("plan", sql.LargeBinary, nullable=False),
)
journal = sql.Table(
    "journal",
    meta,
    sql.Column("room", sql.Integer, sql.ForeignKey("rooms.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("events", sql.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""What a room kept at one time, as a JSON array; `number` is that of its first event."""
append_event = journal.insert()

components = sql.Table(
    "components",
    meta,
    sql.Column("digest", sql.String(64), primary_key=True),
    sql.Column("game", sql.String(20), nullable=False),
    sql.Column("text", sql.Text, nullable=False),
)


class StoreError(RollmopsError):
    """The store cannot be read or written."""


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
    key = (folder / "lock").open("w")
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
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


class Store:
    """Rooms and their journals. Reading is done by the caller's thread, writing by one thread of the store's own."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        try:
            meta.create_all(self.engine)
            with self.engine.begin() as connection:
                self._check_format(connection)
        except sql.exc.SQLAlchemyError as error:
            self.engine.dispose()
            raise StoreError(f"the store cannot be opened ({getattr(error, 'orig', error)})") from None
        except StoreError:
            self.engine.dispose()
            raise
        self.jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.commits = 0
        self.key: IO[str] | None = None
        self.thread = threading.Thread(target=self._write, name="store", daemon=True)
        self.thread.start()

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """The store in this data folder, made if need be."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the data folder cannot be made ({error.strerror}); give another with --data") from None
        key = lock_folder(folder)
        try:
            store = cls(f"sqlite:///{folder / 'rollmops.sqlite'}")
        except StoreError:
            key.close()
            raise
        store.key = key
        return store

    def _check_format(self, connection: Connection) -> None:
        found = connection.scalar(sql.select(about.c.format))
        if found is None:
            connection.execute(about.insert().values(format=FORMAT))
        elif found > FORMAT:
            raise StoreError(f"the store was written by a newer rollmops (format {found}, this one knows {FORMAT}); upgrade")

    async def add_room(self, plan: Plan, digest: str, text: str) -> int:
        """Keep a new table and the components it is played with; returns the room's number."""
        known = sql.select(components.c.digest).where(components.c.digest == digest)
        if not await asyncio.to_thread(self._scalar, known):
            row = {"digest": digest, "game": plan.game, "text": text}
            statement = components.insert().prefix_with("OR IGNORE", dialect="sqlite")
            await self._submit(statement, row)
        return int(await self._submit(rooms.insert(), {"code": plan.code, "plan": encoder.encode(plan)}))

    async def append(self, room: int, number: int, events: Sequence[Events]) -> None:
        """Append to a room's journal, the first event as `number`; returns when they are on disk."""
        await self._submit(append_event, {"room": room, "number": number, "events": encoder.encode(events)})

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
        failure: Exception | None = None
        try:
            with connection.begin():
                self._insert(connection, batch)
        except sql.exc.SQLAlchemyError as error:
            if len(batch) > 1:  # one bad row must not fail the other rooms
                for job in batch:
                    self._commit(connection, [job])
                return
            failure = StoreError(f"the store cannot be written ({getattr(error, 'orig', error)})")
        self.commits += 1
        batch[0].done.get_loop().call_soon_threadsafe(_tell, batch, failure)

    def _insert(self, connection: Connection, batch: list[_Job]) -> None:
        """One statement for all journal rows, whichever room they are of."""
        rows = [job.row for job in batch if job.statement is append_event]
        for job in batch:
            if job.statement is not append_event:
                answer = connection.execute(job.statement, job.row)
                job.answer = answer.inserted_primary_key[0] if answer.inserted_primary_key else None
        if rows:
            connection.execute(append_event, rows)

    def _scalar(self, statement: Any) -> Any:
        with self.engine.connect() as connection:
            return connection.scalar(statement)

    def read(self, code: str) -> Stored | None:
        """A room with all its events; None if there is no such table."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(rooms.c.id, rooms.c.plan).where(rooms.c.code == code)).first()
            if found is None:
                return None
            plan = plan_decoder.decode(found.plan)
            chosen = sql.select(journal.c.events).where(journal.c.room == found.id).order_by(journal.c.number)
            events = tuple(event for row in connection.execute(chosen) for event in events_decoder.decode(row.events))
            text = connection.scalar(sql.select(components.c.text).where(components.c.digest == plan.components[1]))
            return Stored(int(found.id), plan, events, text or "")

    def components_of(self, digest: str) -> str | None:
        """The component file of this digest, if a table was ever set with it."""
        found: str | None = self._scalar(sql.select(components.c.text).where(components.c.digest == digest))
        return found

    def close(self) -> None:
        """Write what waits and stop."""
        self.jobs.put(None)
        self.thread.join()
        self.engine.dispose()
        if self.key is not None:
            self.key.close()


def _tell(batch: list[_Job], failure: Exception | None) -> None:
    for job in batch:
        if job.done.cancelled():
            continue
        if failure:
            job.done.set_exception(failure)
        else:
            job.done.set_result(job.answer)
