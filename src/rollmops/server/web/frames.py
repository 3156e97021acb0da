"""WebSocket frames as nearly all of them are: one short text, whole and masked. Everything else is the library's.

Every message passes here, and the library takes four times as long for it: it makes objects of every frame and is resumed
for every part of it. So whole frames are cut off here; plain texts are read here, all others are handed on uncut.
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part for this platform
    from websockets.utils import apply_mask

FINAL_TEXT = 0x81
CONTROL_OR_DATA = frozenset((0x81, 0x82, 0x88, 0x89, 0x8A))
"""First bytes of frames that are a message each: text, binary, close, ping, pong."""
MASKED = 0x80
SHORT_BYTES = 125
LONG = 126
"""Instead of a length: it stands in the next two bytes."""
HEAD_BYTES, LONG_HEAD_BYTES = 6, 8
long_head = Struct(">BBH").pack


class Whole(NamedTuple):
    """A frame that lies whole in the data: where it ends, and its text if it is a plain one."""

    end: int
    text: str | None


def next_frame(data: bytes, start: int) -> Whole | None:
    """The frame that begins here; None while it is not complete.

    ValueError where it is none for here: a piece of a message, more than 64 kB, not masked, text that is not UTF-8.
    """
    there = len(data) - start
    if there < 2:
        return None
    first, size = data[start], data[start + 1] - MASKED
    if first not in CONTROL_OR_DATA or not 0 <= size <= LONG:
        raise ValueError("not one of ours")
    body = start + HEAD_BYTES
    if size == LONG:
        if there < LONG_HEAD_BYTES:
            return None
        body = start + LONG_HEAD_BYTES
        size = data[start + 2] << 8 | data[start + 3]
    end = body + size
    if end > len(data):
        return None
    return Whole(end, apply_mask(data[body:end], data[body - 4 : body]).decode() if first == FINAL_TEXT else None)


def only_text(data: bytes) -> str | None:
    """The text of data that is one short, whole text frame and nothing else, as nearly all is; None for `next_frame`."""
    if len(data) < HEAD_BYTES or data[0] != FINAL_TEXT or data[1] != len(data) - HEAD_BYTES + MASKED:
        return None
    try:
        return apply_mask(data[HEAD_BYTES:], data[2:HEAD_BYTES]).decode()
    except UnicodeDecodeError:
        return None


def text_frame(message: bytes) -> bytes:
    """A message of the server as a frame."""
    size = len(message)
    if size <= SHORT_BYTES:
        return bytes((FINAL_TEXT, size)) + message
    if size < 1 << 16:
        return long_head(FINAL_TEXT, LONG, size) + message
    return b"\x81\x7f" + size.to_bytes(8, "big") + message
