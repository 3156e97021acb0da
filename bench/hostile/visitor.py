"""A hostile visitor's means: its own address, raw connections, requests; and no offence taken at being cut off."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import struct
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from rollmops.engine.dice import new_salt, salt_promise

PING, CONTINUED, TEXT, BEGUN = 0x89, 0x00, 0x81, 0x01
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class Target:
    """The server that is attacked, the codes of the innocents' tables, and when to stop."""

    port: int
    codes: tuple[str, ...]
    end: float

    @property
    def going(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end


def address(number: int) -> str:
    """An address of one's own: the whole of 127.0.0.0/8 is this machine, and the innocents come from 127.0.0.1."""
    return f"127.0.0.{2 + number}"


async def plug(target: Target, source: str) -> Wire:
    """A connection that has said nothing yet."""
    return await asyncio.open_connection("127.0.0.1", target.port, local_addr=(source, 0))


def upgrade(path: str, method: str = "GET") -> bytes:
    """The first half of a handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    return f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame; the mask is zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
    return bytes([kind]) + size + b"\0\0\0\0" + body


def say(kind: str, **fields: Any) -> bytes:
    """A message in a frame."""
    return frame(TEXT, json.dumps({"type": kind, **fields}).encode())


async def open_socket(target: Target, code: str, source: str) -> Wire:
    """A socket at a table."""
    reader, writer = await plug(target, source)
    writer.write(upgrade(f"/api/tables/{code}/socket"))
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head:
        writer.close()
        raise ConnectionError(head.decode())
    return reader, writer


async def request(target: Target, source: str, path: str, body: Any = None) -> tuple[int, bytes]:
    """One request: the status and the body of the answer; 0 if none comes."""
    data = b"" if body is None else json.dumps(body).encode()
    method = "GET" if body is None else "POST"
    try:
        reader, writer = await plug(target, source)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        answer = await asyncio.wait_for(reader.read(), max(0.1, target.end - time.monotonic()))
        writer.close()
    except (OSError, TimeoutError):
        return 0, b""
    head_bytes, _, rest = answer.partition(b"\r\n\r\n")
    return (int(head_bytes.split()[1]) if head_bytes else 0), rest


async def set_table(target: Target, source: str, game: str = "soles") -> tuple[str, list[dict[str, str]]] | None:
    """A table of one's own: its code and keys; None if the server has had enough."""
    status, body = await request(target, source, "/api/tables", {"game": game, "seats": [{"kind": "here"}] * 2})
    if status != 201:
        return None
    made = json.loads(body)
    return made["code"], made["keys"]


def sit_down(keys: list[dict[str, str]]) -> bytes:
    """Sit down on all seats at once: promises first, then the salts."""
    salts = {key["seat"]: new_salt() for key in keys}
    sits = [say("sit", seat=seat, name="Mallory", promise=salt_promise(salt)) for seat, salt in salts.items()]
    return b"".join(sits + [say("open", seat=seat, salt=salt) for seat, salt in salts.items()])


async def again_and_again(target: Target, many: int, act: Callable[[int], Awaitable[None]]) -> None:
    """Do this many times at once and again as soon as it is over, until time is up."""

    async def keep_on(number: int) -> None:
        while target.going:
            with contextlib.suppress(OSError, EOFError, TimeoutError, RuntimeError):  # uvloop's word for a line that was cut
                await asyncio.wait_for(act(number), max(0.1, target.end - time.monotonic()))
            await asyncio.sleep(0.02)

    await asyncio.gather(*(keep_on(number) for number in range(many)))


async def swallow(reader: asyncio.StreamReader) -> None:
    """Read to the end."""
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass
