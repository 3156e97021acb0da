"""A lean WebSocket client for measuring: frames in, frames out, nothing else, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast


class Wire(asyncio.Protocol):
    """One socket. `hear` is called with the bytes of each text frame."""

    def __init__(self, host: str, path: str, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.host = host
        self.path = path
        self.rest = b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.closed: int | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = wire = cast(asyncio.Transport, transport)  # uvloop's own kind
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self.path} HTTP/1.1",
            f"Host: {self.host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        wire.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        if not self.ready.done():
            head, mark, data = data.partition(b"\r\n\r\n")
            if not mark:
                self.rest = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.ready.set_exception(ConnectionError(head.decode()))
                return
            self.ready.set_result(None)
        self.rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        place = 0
        while len(data) - place >= 2:
            kind, size, start = data[place] & 15, data[place + 1], place + 2
            if size == 126:
                if len(data) < start + 2:
                    break
                size, start = struct.unpack_from(">H", data, start)[0], start + 2
            elif size == 127:
                if len(data) < start + 8:
                    break
                size, start = struct.unpack_from(">Q", data, start)[0], start + 8
            if len(data) < start + size:
                break
            place = start + size
            body = data[start:place]
            if kind == 1:
                self.hear(body)
            elif kind == 8:
                self.closed = struct.unpack(">H", body[:2])[0] if size >= 2 else 1005
            elif kind == 9:
                self._send(0x8A, body)
        return data[place:]

    def send(self, body: bytes) -> None:
        """One text frame; the mask is zeros, which is legal and leaves the bytes as they are."""
        self._send(0x81, body)

    def _send(self, kind: int, body: bytes) -> None:
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
        assert self.transport is not None
        self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + body)


async def open_wire(port: int, path: str, hear: Callable[[bytes], None]) -> Wire:
    """A socket that is open."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(f"127.0.0.1:{port}", path, hear), "127.0.0.1", port)
    await wire.ready
    return wire
