"""Messages on their way out: those of one pass of the loop are written right after each other.

A write wakes whoever waits at the other end, which takes longer than the write itself. One who has just been woken and still
reads need not be woken again.
"""

from __future__ import annotations

import asyncio

from rollmops.server.web.frames import text_frame


class Outgoing:
    """What was said in this pass of the loop, in the order in which it was said."""

    def __init__(self) -> None:
        self.frames: list[tuple[asyncio.Transport, bytes]] = []
        self.last, self.last_frame = b"", text_frame(b"")

    def put(self, transport: asyncio.Transport, message: bytes) -> None:
        """Write this text as soon as everything else that is due now is done. What is said to several, one right after the
        other, is made a frame once."""
        if not self.frames:
            asyncio.get_running_loop().call_soon(self.write)
        if message is not self.last:
            self.last, self.last_frame = message, text_frame(message)
        self.frames.append((transport, self.last_frame))

    def write(self) -> None:
        """Write all that waits."""
        frames, self.frames = self.frames, []
        for transport, frame in frames:
            if not transport.is_closing():
                transport.write(frame)
