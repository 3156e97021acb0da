"""Clients that play and write down every update they were told; and the law that what they were told is in the journal."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import pairwise
from typing import Any
from urllib.error import URLError

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from rollmops.engine.dice import salt_promise
from rollmops.server.store.events import Happened, events_decoder
from rollmops.server.store.rows import rows_of
from rollmops.server.store.store import Store
from rollmops.server.table.archive import kept_lines
from tests.server.house import House, Table

Say = Callable[..., None]
AGAIN_SECONDS = 0.1
LATE_SECONDS = 1.0
"""A choice that is not answered for so long is made again, as a person would."""


@dataclass
class Told:
    """What one page was told of the log: for each number the words, as often as it was told."""

    lines: dict[int, set[str]] = field(default_factory=dict)
    last: int = 0

    def hear(self, update: dict[str, Any]) -> None:
        part = update["parts"][0]
        for number, line in enumerate(part["lines"], update["start"]):
            self.lines.setdefault(number, set()).add(f"{line['seat']} {line['words']}")
        self.last = max(self.last, update["start"] + len(part["lines"]))


class Client(threading.Thread):
    """One page that holds the seats of a table and plays it; whatever happens to its socket, it comes back. When a game is
    over it sets the next table."""

    def __init__(self, houses: Sequence[House], seed: int, pace: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.houses, self.pace = houses, pace
        self.chance = random.Random(seed)
        self.games: list[tuple[Table, Told]] = []
        self.updates = 0
        self.ending = threading.Event()
        self.heard_at = 0.0
        self.longest = 0.0  # between two updates
        self.asked_at: float | None = None
        self.took: list[float] = []  # from choosing to being told
        self.leaves_after = 0  # so many updates a game is left in the middle; 0: never
        self.game, self.seats = "soles", ("here", "here")
        self.closes: list[int] = []
        self.problems: list[str] = []

    def run(self) -> None:
        while not self.ending.is_set():
            with contextlib.suppress(OSError, HTTPException, AssertionError, ValueError):  # an answer may end in the middle
                self.table = self.set_table()
                self.told, self.over, self.update = Told(), False, dict[str, Any]()
                self.salts = {seat: secrets.token_hex(16) for seat in self.table.tokens}
                self.games.append((self.table, self.told))
                self.play()
            time.sleep(AGAIN_SECONDS)

    def set_table(self) -> Table:
        """A new table at any process that is there."""
        for house in self.shuffled():
            with contextlib.suppress(URLError):
                return house.table(*self.seats, game=self.game)
        raise ConnectionRefusedError

    def play(self) -> None:
        while not self.ending.is_set() and not self.over:
            for house in self.shuffled():
                with contextlib.suppress(ConnectionRefusedError):
                    self.come_to(house)
                    break
            time.sleep(AGAIN_SECONDS)

    def shuffled(self) -> list[House]:
        """All processes: where nobody is, the next is tried at once, as whatever stands in front of them does."""
        return self.chance.sample(self.houses, len(self.houses))

    def come_to(self, house: House) -> None:
        """Play as long as this process lets us; ConnectionRefusedError where there is none."""
        url = f"ws://127.0.0.1:{house.port}/api/tables/{self.table.code}/socket"
        try:
            with connect(url, open_timeout=5, close_timeout=0.5, max_size=None, compression=None) as socket:
                self.visit(socket)
        except ConnectionRefusedError:
            raise
        except ConnectionClosed as closed:
            self.closes.append(closed.rcvd.code if closed.rcvd else 1006)
        except (OSError, InvalidHandshake, TimeoutError, EOFError):
            pass

    def visit(self, socket: ClientConnection) -> None:
        def say(kind: str, **fields: Any) -> None:
            socket.send(json.dumps({"type": kind, **fields}))

        say("hello", tokens=list(self.table.tokens.values()), sequence=None)
        while not self.ending.is_set() and not self.over:
            try:
                message = json.loads(socket.recv(timeout=LATE_SECONDS))
            except TimeoutError:
                self.choose(say)
                continue
            match message["type"]:
                case "welcome":
                    self.look(message["table"], say)
                    if message["update"]:
                        self.hear(message["update"], say)
                case "table":
                    self.look(message, say)
                case "update":
                    self.hear(message, say)
                case "problem":
                    self.problems.append(message["kind"])

    def look(self, table: dict[str, Any], say: Say) -> None:
        if table["state"] == "over" and self.update:
            self.over = True
        if table["state"] == "door":
            for state in table["seats"]:
                seat = state["seat"]
                if seat not in self.salts:
                    continue  # a bot's
                if not state["sat"]:
                    say("sit", seat=seat, name=f"Player {seat}", promise=salt_promise(self.salts[seat]))
                elif table["opening"]:
                    say("open", seat=seat, salt=self.salts[seat])

    def hear(self, update: dict[str, Any], say: Say) -> None:
        self.told.hear(update)
        now = time.monotonic()
        if self.asked_at is not None:
            self.took.append(now - self.asked_at)
            self.asked_at = None
        if self.updates:
            self.longest = max(self.longest, now - self.heard_at)
        self.heard_at = now
        self.updates += 1
        self.update = update
        if self.pace:
            self.ending.wait(self.pace)
        if self.leaves_after and self.updates % self.leaves_after == 0:
            self.over = True
        else:
            self.choose(say)

    def choose(self, say: Say) -> None:
        for part in self.update.get("parts", ()):
            if part["owes"] and part["choices"]:
                words = self.chance.choice(part["choices"])
                self.asked_at = time.monotonic()
                say("choose", seat=part["seat"], words=words, sequence=self.update["sequence"])


class Crowd:
    """Clients at many tables."""

    def __init__(self, houses: Sequence[House], tables: int, pace: float = 0.05) -> None:
        self.clients = [Client(houses, seed, pace) for seed in range(tables)]
        for client in self.clients:
            client.start()

    @property
    def updates(self) -> int:
        return sum(client.updates for client in self.clients)

    def going_on(self, seconds: float, each: int = 1) -> float:
        """Wait until every client has heard of so many more updates; returns how long that took."""
        begun = time.monotonic()
        before = {client: client.updates for client in self.clients}
        while waiting := [one for one in self.clients if one.updates < before[one] + each]:
            if time.monotonic() - begun > seconds:
                stuck = [(one.table.code, one.closes[-3:], one.problems[-3:]) for one in waiting]
                raise AssertionError(f"{len(waiting)} tables do not go on: {stuck[:3]}")
            time.sleep(0.02)
        return time.monotonic() - begun

    def stop(self) -> None:
        for client in self.clients:
            client.ending.set()
        for client in self.clients:
            client.join(20)
            assert not client.is_alive()

    def check(self, store: Store) -> int:
        """The law: told is a part of the journal, one value for a number, no gaps, no doubles. Returns how much was told."""
        self.stop()
        told = 0
        for client in self.clients:
            for table, heard in client.games:
                told += _check(store, table.code, heard)
        store.close()
        return told


def _check(store: Store, code: str, heard: Told) -> int:
    stored = store.read(code)
    assert stored is not None
    journal = [f"{line.seat} {line.words}" for line in kept_lines(stored.events)]
    for number, words in heard.lines.items():
        assert len(words) == 1, f"told two things as number {number}: {words}"
        assert number < len(journal), f"told of number {number}, the journal has {len(journal)}"
        assert words == {journal[number]}, f"told {words} as number {number}, the journal has {journal[number]}"
    assert set(heard.lines) == set(range(heard.last)), "a gap in what was told"
    expected = 0
    for number, length in _rows(store, stored.id):
        assert number == expected, f"a row of the journal begins at {number} instead of {expected}"
        expected += length
    drawn = [event.drawn for event in stored.events if isinstance(event, Happened)]
    assert all(before < after for before, after in pairwise(drawn)), "dice were drawn twice"
    return len(heard.lines)


def _rows(store: Store, room: int) -> list[tuple[int, int]]:
    """The numbers of a table's rows, and how many events each holds."""
    rows = store.ask(lambda connection: rows_of(connection, room))
    return [(number, len(events_decoder.decode(events))) for number, events in rows.items()]
