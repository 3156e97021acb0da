"""Raw connections for tests: what no well-behaved client would send, and what comes back."""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

WAIT_SECONDS = 60.0
PING, CONTINUED, TEXT, BINARY = 0x89, 0x00, 0x81, 0x82


def plug(port: int, source: str = "127.0.0.1") -> socket.socket:
    """A connection that has said nothing yet."""
    return socket.create_connection(("127.0.0.1", port), timeout=WAIT_SECONDS, source_address=(source, 0))


def upgrade(path: str, method: str = "GET", *more: str, host: str = "127.0.0.1") -> bytes:
    """The first half of a handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade", *more]
    return ("\r\n".join([*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]) + "\r\n\r\n").encode()


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame of a client; the mask is zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
    return bytes([kind]) + size + b"\0\0\0\0" + body


def shake_hands(port: int, path: str, source: str = "127.0.0.1") -> socket.socket:
    """A socket that is open, and nothing more."""
    wire = plug(port, source)
    wire.sendall(upgrade(path))
    head = b""
    while b"\r\n\r\n" not in head:
        more = wire.recv(1)
        assert more, head
        head += more
    assert b" 101 " in head, head
    return wire


def rest(wire: socket.socket, patience: float = WAIT_SECONDS) -> bytes:
    """All that still comes until the other end hangs up, politely or not; fails if it does not."""
    wire.settimeout(patience)
    heard = b""
    with contextlib.suppress(ConnectionError):
        while more := wire.recv(65536):
            heard += more
    return heard


def send_until_cut(wire: socket.socket, chunk: bytes, seconds: float = WAIT_SECONDS) -> int:
    """Send this again and again until the other end has had enough; returns the bytes that went out."""
    sent, end = 0, time.monotonic() + seconds
    wire.settimeout(1)
    while time.monotonic() < end:
        try:
            sent += wire.send(chunk)
        except TimeoutError:
            continue  # it reads no more for now
        except OSError:
            return sent
    raise AssertionError(f"{sent} bytes were taken and the connection is still there")


@contextlib.contextmanager
def closing(wires: list[socket.socket]) -> Iterator[list[socket.socket]]:
    """Sockets that are closed at the end."""
    try:
        yield wires
    finally:
        for wire in wires:
            wire.close()


def handles(pid: int) -> int:
    """File handles a process holds."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def sockets(pid: int) -> int:
    """Sockets among them; the store opens files of its own as it needs them."""
    found = 0
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed just now
            found += str(handle.readlink()).startswith("socket:")
    return found
