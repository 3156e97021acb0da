"""Frames that are cut off below the library are those that the library would have read."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from rollmops.server.web.frames import next_frame, only_text, text_frame

TEXTS = ["", "a", "käse" * 20, "x" * 125, "x" * 126, "x" * 65_535]


def masked(opcode: Opcode, body: bytes, *, fin: bool = True) -> bytes:
    """A frame as the library of a client writes it."""
    return Frame(opcode, body, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{len(text.encode())} bytes")
def test_a_text_is_read_whole(text: str) -> None:
    frame = masked(Opcode.TEXT, text.encode())
    for data, start in ((frame, 0), (b"before" + frame + b"after", 6)):
        whole = next_frame(data, start)
        assert whole is not None
        assert (whole.text, whole.end) == (text, start + len(frame))


@pytest.mark.parametrize("text", TEXTS[:5], ids=lambda text: f"{len(text.encode())} bytes")
def test_a_frame_waits_for_its_last_byte(text: str) -> None:
    frame = masked(Opcode.TEXT, text.encode())
    assert all(next_frame(frame[:end], 0) is None for end in range(len(frame)))


@pytest.mark.parametrize("opcode", [Opcode.BINARY, Opcode.CLOSE, Opcode.PING, Opcode.PONG])
def test_what_is_no_text_is_cut_off_unread(opcode: Opcode) -> None:
    frame = masked(opcode, b"\x03\xe8")
    assert next_frame(frame + frame, 0) == (len(frame), None)


@pytest.mark.parametrize(
    "frame",
    [
        masked(Opcode.TEXT, b"half", fin=False),
        masked(Opcode.CONT, b"the rest"),
        masked(Opcode.TEXT, b"x" * 65_536),
        masked(Opcode.TEXT, b"\xff\xfe"),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"\xc1" + masked(Opcode.TEXT, b"a reserved bit")[1:],
        b"\x83" + masked(Opcode.TEXT, b"no such kind")[1:],
    ],
    ids=["piece", "rest of a piece", "too long", "not UTF-8", "not masked", "reserved bit", "unknown kind"],
)
def test_everything_else_is_for_the_library(frame: bytes) -> None:
    with pytest.raises(ValueError, match=r"not one of ours|utf-8"):
        next_frame(frame, 0)


@pytest.mark.parametrize("text", [*TEXTS, "x" * 65_536], ids=lambda text: f"{len(text.encode())} bytes")
def test_a_message_is_framed_as_the_library_does(text: str) -> None:
    assert text_frame(text.encode()) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{len(text.encode())} bytes")
def test_a_short_text_alone_is_read_at_once(text: str) -> None:
    frame = masked(Opcode.TEXT, text.encode())
    assert only_text(frame) == (text if len(text.encode()) <= 125 else None)
    for other in (frame[:-1], frame + b"x", frame + frame, b""):
        assert only_text(other) is None
    assert only_text(masked(Opcode.TEXT, b"\xff\xfe")) is None
    assert only_text(masked(Opcode.BINARY, text.encode())) is None
    assert only_text(Frame(Opcode.TEXT, b"not masked").serialize(mask=False)) is None
