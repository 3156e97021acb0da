"""The socket: a page's messages in, the room's messages out. Plain ASGI, because every message passes here."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from ipaddress import ip_address
from typing import Any
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

PRIVATE = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")
"""Ends of names that no public registry gives away."""


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
        connection = Connection(self.gate.limits, visitor, scope["extensions"]["abort"]["call"])
        sending = asyncio.create_task(connection.send_all(send))
        hello = asyncio.get_running_loop().call_later(
            self.gate.limits.hello_seconds, lambda: None if connection.welcomed else connection.close(CLOSE_PROTOCOL)
        )
        room.visits += 1
        try:
            await self._listen(room, connection, receive, sending)
        except OSError:  # nobody is there any more
            pass
        finally:
            hello.cancel()
            room.visits -= 1
            room.post(Gone(connection))
            connection.close(1000)
            sending.cancel()

    async def _listen(self, room: Room, connection: Connection, receive: Receive, sending: asyncio.Task[None]) -> None:
        limits = self.gate.limits
        bucket = Bucket(limits.messages, limits.burst)
        too_many = 0
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if connection.closing is not None:
                await asyncio.wait([sending], timeout=1)
                return
            await self.turns.wait(connection.address, room.sitting.plan.code)
            if not bucket.take():
                too_many += 1
                if too_many == 1 or too_many % limits.patience == 0:
                    rate = f"{limits.messages:.0f} messages a second are enough; this one was not read"
                    connection.refuse(0, "too fast", rate)
                if too_many >= limits.patience:
                    connection.close(CLOSE_TOO_FAST)
                continue
            hear(room, connection, message)


def hear(room: Room, connection: Connection, message: MutableMapping[str, Any]) -> None:
    """One message of a page: understood and given to the room, or refused."""
    text = message.get("text")
    if text is None:
        connection.refuse(0, "bad message", "send text, not bytes")
        return
    if len(text) > LONGEST_MESSAGE_CHARACTERS:
        connection.refuse(0, "too big", f"a message has {LONGEST_MESSAGE_CHARACTERS} characters at most, not {len(text)}")
        return
    try:
        ask = request_decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        connection.refuse(0, "bad message", f"this is no message of version {VERSION}: {str(error)[:300]}")
        return
    room.post(Said(connection, ask))
