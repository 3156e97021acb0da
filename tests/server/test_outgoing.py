"""What is said in one pass of the loop is written at its end, in the order in which it was said."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest
import uvloop

from rollmops.server.web.frames import text_frame
from rollmops.server.web.outgoing import Outgoing

Talk = Callable[[Outgoing, list[asyncio.Transport]], Awaitable[None]]


def heard(talk: Talk, loop_factory: Callable[[], asyncio.AbstractEventLoop]) -> list[bytes]:
    """What two ends of real connections have heard after such a talk."""
    ours, theirs = zip(*(socket.socketpair() for _ in range(2)), strict=True)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        lines = [(await loop.create_connection(asyncio.Protocol, sock=end))[0] for end in ours]
        await talk(Outgoing(), lines)
        for line in lines:
            line.close()
        await asyncio.sleep(0.01)

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(main())
    found = []
    for end in theirs:
        end.settimeout(5)
        parts = []
        while part := end.recv(1000):
            parts.append(part)
        found.append(b"".join(parts))
        end.close()
    return found


def frames(*messages: bytes) -> bytes:
    """These messages as they go over the line."""
    return b"".join(map(text_frame, messages))


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop])
def loop_factory(request: pytest.FixtureRequest) -> Callable[[], asyncio.AbstractEventLoop]:
    factory: Callable[[], asyncio.AbstractEventLoop] = request.param
    return factory


def test_everybody_hears_all_in_order(loop_factory: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def talk(outgoing: Outgoing, lines: list[asyncio.Transport]) -> None:
        for number in range(3):
            for name, line in zip(b"ab", lines, strict=True):
                outgoing.put(line, b"%c%d" % (name, number))
        assert len(outgoing.frames) == 6, "nothing is written before everything else that is due is done"
        await asyncio.sleep(0)
        assert not outgoing.frames
        outgoing.put(lines[0], b"more")
        await asyncio.sleep(0)

    assert heard(talk, loop_factory) == [frames(b"a0", b"a1", b"a2", b"more"), frames(b"b0", b"b1", b"b2")]


def test_what_is_said_to_several_is_the_same_for_all(loop_factory: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def talk(outgoing: Outgoing, lines: list[asyncio.Transport]) -> None:
        for message in (b"to all", b"", b"to all again"):
            for line in lines:
                outgoing.put(line, message)
        await asyncio.sleep(0)

    assert heard(talk, loop_factory) == [frames(b"to all", b"", b"to all again")] * 2


def test_who_hangs_up_meanwhile_holds_nobody_up(loop_factory: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def talk(outgoing: Outgoing, lines: list[asyncio.Transport]) -> None:
        outgoing.put(lines[0], b"too late")
        outgoing.put(lines[1], b"in time")
        lines[0].abort()
        await asyncio.sleep(0)

    assert heard(talk, loop_factory) == [b"", frames(b"in time")]
