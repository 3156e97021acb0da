"""Connections, below requests and messages: counted and timed from their first byte on, and cut rather than argued with.

uvicorn's own protocols with bounds. It waits for ever for half a request, for a handshake that its socket code has given up,
and for somebody who takes nothing of what is sent; and it parses whatever comes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event

from rollmops.server.limits import Bucket, Gate, Refusal
from rollmops.server.web.frames import next_frame, only_text
from rollmops.server.web.outgoing import Outgoing

SLICE_BYTES = 256
"""So much of what has come is parsed before its frames are counted."""
ODD_FRAME_COST = 10
"""What a frame that is no whole message counts for: browsers send hardly any."""
LONGEST_TARGET_BYTES = 4_000
LINGER_SECONDS = 1.0
"""For which a connection that was answered may still send what nobody reads, so that it can read the answer."""
LINGER_BYTES = 3_000_000
MOST_LINGERING_CONNECTIONS = 32
"""Connections beyond the most there can be that may wait to hear that the house is full."""

REFUSALS: dict[Refusal, tuple[str, str]] = {
    "full": ("503 Service Unavailable", "this server has all the visitors it has room for; try again in a minute"),
    "too many": ("429 Too Many Requests", "there are too many connections from your address; close some"),
}


def answer(status: str, text: str) -> bytes:
    """A short answer, after which the connection is closed."""
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\nconnection: close\r\n"
    return f"{head}content-length: {len(text) + 1}\r\n\r\n{text}\n".encode()


class NotOurs(logging.Filter):
    """Keeps what uvicorn has to say about somebody's odd request out of the log: it is answered, and nobody's fault here."""

    ODD = ("Invalid HTTP request received.", "Unsupported upgrade request.")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is worth keeping."""
        return record.msg not in self.ODD


if TYPE_CHECKING:

    class Base(asyncio.Protocol):
        """What `Bounded` is put before: one of uvicorn's protocols."""

        loop: asyncio.AbstractEventLoop
        transport: asyncio.Transport

else:
    Base = object


class Bounded(Base):
    """A connection with clocks; half a request or a full buffer holds it no longer than a whole one."""

    gate: Gate
    deadline: asyncio.TimerHandle | None = None
    stalled: asyncio.TimerHandle | None = None
    full = False  # nothing more is taken at the other end for now

    def expect(self, seconds: float) -> None:
        """Cut the connection unless `met` is called in time; more bytes do not wind the clock up again."""
        if self.deadline is None:
            self.deadline = self.loop.call_later(seconds, self.transport.abort)

    def met(self) -> None:
        """What was expected has come."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def pause_writing(self) -> None:
        """Nothing more is taken at the other end; that may last a while, not for ever."""
        super().pause_writing()
        self.full = True
        if self.stalled is None:
            self.stalled = self.loop.call_later(self.gate.limits.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It is taken again."""
        super().resume_writing()
        self.full = False
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self.met()
        super().connection_lost(exc)
        self.full = False
        if self.stalled is not None:
            self.stalled.cancel()


class Answering:
    """The line while a request is answered. Who wants it closed afterwards (so do some proxies) and still sends would read
    nothing of an answer if it were closed at once: then it is left to `HttpProtocol.on_response_complete`."""

    def __init__(self, protocol: H11Protocol) -> None:
        self.protocol = protocol
        self.write = protocol.transport.write
        self.is_closing = protocol.transport.is_closing

    def close(self) -> None:
        """Unless somebody still sends."""
        if self.protocol.conn.their_state is not h11.SEND_BODY:
            self.protocol.transport.close()


class HttpProtocol(Bounded, H11Protocol):
    """A connection from its first moment to its end, or until it becomes a socket."""

    lingering = 0  # of all connections together, on the class made by `protocols`
    peer = ""  # set when counted
    refusal = b""
    dropping = False
    dropped = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it; the clock begins."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else "?"
        why = self.gate.connect(peer)
        if not why:
            self.peer = peer
            self.expect(self.gate.limits.request_seconds)
        elif why in REFUSALS and type(self).lingering < MOST_LINGERING_CONNECTIONS:
            type(self).lingering += 1
            self.refusal = answer(*REFUSALS[why])
            self.expect(LINGER_SECONDS)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """The clock runs until a request is complete."""
        if self.refusal:
            self.transport.write(self.refusal)
            self.transport.close()
        elif self.dropping:
            self.dropped += len(data)
            if self.dropped > LINGER_BYTES:
                self.transport.abort()
        else:
            super().data_received(data)
            if self.dropping or self.transport.get_protocol() is not self:
                return
            if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                self.expect(self.gate.limits.request_seconds)
            else:
                self.met()

    def handle_events(self) -> None:
        """A request that begins is answered on a line that is not closed too soon."""
        super().handle_events()
        if self.cycle is not None:
            self.cycle.transport = Answering(self)  # type: ignore[assignment] # all that it uses of one

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Only what can become a socket; the socket code answers nothing else."""
        if event.method != b"GET" or len(event.target) > LONGEST_TARGET_BYTES:
            self.send_400_response("A socket is opened by GET and a short address.")
            return
        self.met()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        assert isinstance(socket, SocketProtocol)
        socket.peer, self.peer = self.peer, ""

    def send_400_response(self, msg: str) -> None:
        """Unless an answer is under way already; nobody else answers this request any more."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Who was answered before all was sent, or is to go, need not send the rest."""
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            self.dropping = True
            self.met()
            self.expect(LINGER_SECONDS)
            self.flow.resume_reading()
            self.transport.write_eof()
        elif self.scope.get("hang up"):
            self.transport.close()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        if self.peer:
            self.gate.disconnect(self.peer)
        elif self.refusal:
            type(self).lingering -= 1
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Answer what was asked, else hang up."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:
            self.cycle.keep_alive = False


class SocketProtocol(Bounded, WebSocketsSansIOProtocol):
    """A socket from its handshake on: frames and bytes of every kind count, and too many of them end it at once."""

    outgoing: Outgoing  # of all sockets, on the class made by `protocols`
    peer = ""
    framed = True  # frames are cut off here
    rest = b""  # what has come and is not cut yet
    paused = False
    listener: Callable[[str], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The clock begins anew."""
        super().connection_made(transport)
        limits = self.gate.limits
        self.spare_frames = Bucket(limits.frames, limits.frames_burst)
        self.spare_bytes = Bucket(limits.bytes, limits.bytes_burst)
        self.close_timeout = LINGER_SECONDS
        self.expect(limits.request_seconds)

    def data_received(self, data: bytes) -> None:
        """Frame by frame: texts to whoever listens, everything else to the library."""
        listener = self.listener
        if listener is None or self.paused or self.rest or not self.framed or (text := only_text(data)) is None:
            self._take(data)
        elif not self.spare_frames.take():  # which spares counting the bytes: they are few
            self.transport.abort()
        elif not self.close_sent:
            listener(text)

    def _take(self, data: bytes) -> None:
        """Everything but one short text that somebody listens for."""
        if not self.spare_bytes.take(len(data)):
            self.transport.abort()
        elif not self.framed or not self.handshake_initiated or self.close_sent:
            self._parse(data)
        elif self.paused:
            self.rest += data
        else:
            self._cut(self.rest + data)

    def _cut(self, data: bytes) -> None:
        """Cut whole frames off; what is not complete waits for the rest of it."""
        start = 0
        while True:
            try:
                whole = next_frame(data, start)
            except ValueError:  # from now on the library does it all
                self.framed, self.rest = False, b""
                self._parse(data[start:])
                return
            if whole is None:
                self.rest = data[start:]
                return
            if whole.text is None or self.listener is None:
                super().data_received(data[start : whole.end])
            elif self.spare_frames.take():
                self.listener(whole.text)
            else:
                self.transport.abort()
            start = whole.end
            if self.close_sent or self.transport.is_closing():
                return
            if self.paused:
                self.rest = data[start:]
                return

    def _parse(self, data: bytes) -> None:
        """A slice at a time, so that a thousand frames are not parsed before they are counted."""
        for start in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE_BYTES])
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or answer("400 Bad Request", "this opens no socket"))
            self.transport.close()

    # -- the wire of a connection (`table/connection.py`) --

    def listen(self, listener: Callable[[str], None] | None) -> None:
        """From now on texts go here, without the way through the application's queue."""
        self.listener = listener

    def pause(self) -> None:
        """Nothing more is read, nor given to the listener of what was."""
        self.paused = True
        self.transport.pause_reading()

    def resume(self) -> None:
        """It goes on."""
        self.paused = False
        if not self.transport.is_closing():
            self.transport.resume_reading()
            rest, self.rest = self.rest, b""
            self.data_received(rest)

    def write_text(self, message: bytes) -> bool:
        """Write a whole message, unless the line is busy with earlier ones."""
        if self.full:
            return False
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.outgoing.put(self.transport, message)
        return True

    async def wait_writable(self) -> None:
        """Until the line takes more."""
        await self.writable.wait()
        if self.disconnected:
            raise ConnectionResetError

    def abort(self) -> None:
        """Cut the line."""
        self.transport.abort()

    # -- bounds --

    def handle_events(self) -> None:
        """Count what was parsed, then deal with it."""
        if self.spare_frames.take(sum(map(weight, self.conn.events))):
            super().handle_events()
        else:
            self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """The application may use the line itself."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"]["wire"] = {"protocol": self}

    def handle_parser_exception(self) -> None:
        """What comes before the handshake is done is no reason to say anything."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Text must be text."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(1007, "text is UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def start_keepalive(self) -> None:
        """The handshake is done."""
        self.met()
        super().start_keepalive()

    def keepalive_timeout(self) -> None:
        """Nobody is there to read a farewell."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        if self.peer:
            self.gate.disconnect(self.peer)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Say that the server restarts to whoever can hear it; messages that nobody has heard yet are dropped."""
        self.outgoing.write()
        while not self.queue.empty():
            self.queue.get_nowait()
        if self.handshake_complete and not self.transport.is_closing():
            super().shutdown()
        else:
            self.transport.abort()


def weight(event: Event) -> int:
    """What an event counts for: a message in one piece as one, everything else as many."""
    if isinstance(event, Frame) and event.fin and event.opcode in (Opcode.TEXT, Opcode.BINARY):
        return 1
    return ODD_FRAME_COST


def protocols(gate: Gate) -> tuple[type[HttpProtocol], type[SocketProtocol]]:
    """Both protocols behind this gate."""
    return (
        type("GatedHttp", (HttpProtocol,), {"gate": gate, "lingering": 0}),
        type("GatedSocket", (SocketProtocol,), {"gate": gate, "outgoing": Outgoing()}),
    )
