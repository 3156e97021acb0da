"""The socket: a page's messages in, the room's messages out. Plain ASGI, because every message passes here."""

from __future__ import annotations

import asyncio
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from starlette.types import Receive, Scope, Send

from rollmops.engine.errors import RollmopsError
from rollmops.server.limits import Bucket, Gate, whose
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.protocol.requests import request_decoder
from rollmops.server.protocol.words import (
    CLOSE_FULL,
    CLOSE_OLD,
    CLOSE_PROTOCOL,
    CLOSE_RESTART,
    CLOSE_TOO_FAST,
    CLOSE_UNKNOWN,
    LONGEST_MESSAGE_CHARACTERS,
    OPEN_QUERY,
    VERSION,
)
from rollmops.server.store.files import StoreError
from rollmops.server.table.archive import OldRulesError
from rollmops.server.table.connection import Connection
from rollmops.server.table.inbox import Gone, Said
from rollmops.server.table.problems import problem_of
from rollmops.server.table.room import Room
from rollmops.server.table.rooms import Rooms
from rollmops.server.web.passing import Passing
from rollmops.server.web.queue import Turns
from rollmops.server.web.transport import SocketProtocol

PRIVATE = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")
"""Ends of names that no public registry gives away."""
MOST_WAITING_MESSAGES = 4
"""Messages of a socket that may wait for their turn before it is read on."""


def header(scope: Scope, name: bytes) -> str:
    """A header of the request, empty if it is not there."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return whose(client[0]) if client else "?"


def host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    return host.rsplit(":", 1)[0].lower().strip("[]") if not host.endswith("]") else host.lower().strip("[]")


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether the host that a request asks for can be this server.

    A page elsewhere may give its own name our address and talk to us as if we were it. So: addresses, names that nobody can
    register, and the names this server was given.
    """
    name = host_name(host)
    if not name or "." not in name or name in names or name.endswith(PRIVATE):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether the page that asks is ours; tools that are no browsers name no origin."""
    origin = header(scope, b"origin")
    if not origin or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == header(scope, b"host").lower()
    except ValueError:  # no address at all, like `http://[::1`
        return False


class Socket:
    """The endpoint `/api/tables/CODE/socket`."""

    def __init__(
        self, rooms: Rooms, gate: Gate, turns: Turns, origins: frozenset[str], passing: Passing | None = None
    ) -> None:
        self.rooms = rooms
        self.passing = passing
        self.gate = gate
        self.turns = turns
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from handshake to close."""
        await receive()  # websocket.connect
        if not same_origin(scope, self.origins):
            await send({"type": "websocket.close", "code": 1008})  # before accepting: HTTP 403
            return
        await send({"type": "websocket.accept"})
        visitor = address(scope)
        if not self.gate.enter(visitor):
            await send({"type": "websocket.close", "code": CLOSE_FULL})
            return
        try:
            await self._admit(scope, receive, send, visitor)
        finally:
            self.gate.leave(visitor)

    async def _admit(self, scope: Scope, receive: Receive, send: Send, visitor: str) -> None:
        if not self.gate.may("looks", visitor):
            await send({"type": "websocket.close", "code": CLOSE_TOO_FAST})
            return

        async def visit() -> None:
            room = await self.rooms.find(scope["path_params"]["code"])
            if room is None:
                await send({"type": "websocket.close", "code": CLOSE_UNKNOWN})
            else:
                await self._visit(room, scope, receive, send, visitor)

        try:
            if self.passing is None:
                await visit()
            else:
                await self.passing.socket(scope, receive, send, visitor, visit)
        except OldRulesError:
            await send({"type": "websocket.close", "code": CLOSE_OLD})
        except StoreError as error:
            await send({"type": "websocket.send", "text": message_encoder.encode(problem_of(error)).decode()})
            await send({"type": "websocket.close", "code": CLOSE_RESTART})
        except RollmopsError:
            await send({"type": "websocket.close", "code": CLOSE_UNKNOWN})

    async def _visit(self, room: Room, scope: Scope, receive: Receive, send: Send, visitor: str) -> None:
        wire = scope["extensions"]["wire"]["protocol"]
        connection = Connection(self.gate.limits, visitor, wire, reads_open=scope["query_string"] == OPEN_QUERY)
        sending = asyncio.create_task(connection.send_rest(send))
        hello = asyncio.get_running_loop().call_later(
            self.gate.limits.hello_seconds, lambda: None if connection.welcomed else connection.close(CLOSE_PROTOCOL)
        )
        ear = Ear(room, connection, self.turns, wire)
        room.visits += 1
        try:
            wire.listen(ear.hear)
            await self._listen(ear, receive, sending)
        except OSError:  # nobody is there any more
            pass
        finally:
            wire.listen(None)
            hello.cancel()
            room.visits -= 1
            room.post(Gone(connection))
            connection.close(1000)
            sending.cancel()

    async def _listen(self, ear: Ear, receive: Receive, sending: asyncio.Task[None]) -> None:
        """What does not come through the ear: what was said before it was there, bytes, the end."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if ear.connection.closing is not None:
                await asyncio.wait([sending], timeout=1)
                return
            await self.turns.wait(ear.connection.address, ear.table)
            ear.take(message.get("text"))


class Ear:
    """Hears what a page says, when it is its turn."""

    def __init__(self, room: Room, connection: Connection, turns: Turns, wire: SocketProtocol) -> None:
        self.room = room
        self.table = room.sitting.plan.code
        self.connection = connection
        self.turns = turns
        self.wire = wire
        self.limits = connection.limits
        self.bucket = Bucket(self.limits.messages, self.limits.burst)
        self.too_many = 0
        self.waiting = 0

    def hear(self, text: str) -> None:
        """A message has come: taken up at once, or when it is its turn; the page is not read on while many wait."""
        if self.turns.is_free(self.connection.address):
            self.take(text)
            return
        self.waiting += 1
        if self.waiting == MOST_WAITING_MESSAGES:
            self.wire.pause()
        self.turns.line_up(self.connection.address, self.table, partial(self._take_later, text))

    def _take_later(self, text: str) -> bool:
        self.waiting -= 1
        heard = self.connection.closing is None
        if heard:
            self.take(text)
        if not self.waiting and self.wire.paused and self.connection.closing is None:
            self.wire.resume()
        return heard

    def take(self, text: str | None) -> None:
        """One message: understood and given to the room, or refused; None are bytes."""
        if not self.bucket.take():
            self._refuse_rate()
        elif text is None:
            self.connection.refuse(0, "bad message", "send text, not bytes")
        elif len(text) > LONGEST_MESSAGE_CHARACTERS:
            most = f"a message has {LONGEST_MESSAGE_CHARACTERS} characters at most, not {len(text)}"
            self.connection.refuse(0, "too big", most)
        else:
            try:
                ask = request_decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                why = f"this is no message of version {VERSION}: {str(error)[:300]}"
                self.connection.refuse(0, "bad message", why)
            else:
                self.room.post(Said(self.connection, ask))

    def _refuse_rate(self) -> None:
        self.too_many += 1
        if self.too_many == 1 or self.too_many % self.limits.patience == 0:
            rate = f"{self.limits.messages:.0f} messages a second are enough; this one was not read"
            self.connection.refuse(0, "too fast", rate)
        if self.too_many >= self.limits.patience:
            self.wire.pause()  # what else it has sent must not cut it off before it hears why
            self.connection.close(CLOSE_TOO_FAST)
