"""HTTP for which a request must arrive within its time: half a request holds a connection no longer than a whole one."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Hurried(H11Protocol):
    """uvicorn's own protocol with a clock; it has one for the time between requests only."""

    patience = 10.0
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The clock begins."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """It runs until a request is complete; more bytes of the same request do not wind it up again."""
        super().data_received(data)
        if self.transport.get_protocol() is self and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self.late is None:
            self.late = self.loop.call_later(self.patience, self.transport.close)

    def _stop(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None


def hurried(seconds: float) -> type[Hurried]:
    """The protocol with so many seconds for a request."""
    return type("HurriedHttp", (Hurried,), {"patience": seconds})
