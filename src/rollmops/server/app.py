"""The application: store, rooms, API, socket and page put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rollmops.server.api import Api
from rollmops.server.limits import Gate, Limits
from rollmops.server.page import SAFETY, Page
from rollmops.server.rooms import AWAY, IDLE, Rooms
from rollmops.server.socket import Socket
from rollmops.server.store import Store
from rollmops.server.thinking import Thinkers
from rollmops.server.warming import Warming

HOUSE_LIMITS = Limits()


class Safely:
    """Puts the headers that keep a browser safe on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFETY)
            await send(message)

        await self.app(scope, receive, send_safely if scope["type"] == "http" else send)


def make_app(
    data: Path,
    *,
    limits: Limits = HOUSE_LIMITS,
    origins: frozenset[str] = frozenset(),
    away: float = AWAY,
    idle: float = IDLE,
) -> Starlette:
    """The server's application, with its tables in this data folder."""
    store = Store.in_folder(data)
    thinkers = Thinkers()
    warming = Warming()
    rooms = Rooms(store, thinkers, warming, away=away, idle=idle, per_room=limits.per_room)
    gate = Gate(limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming.start()
        sweeping = asyncio.create_task(rooms.keep_sweeping())
        yield
        sweeping.cancel()
        await warming.stop()
        await rooms.close()
        thinkers.close()
        await asyncio.to_thread(store.close)

    routes = [
        WebSocketRoute("/api/tables/{code}/socket", Socket(rooms, gate, origins)),
        *Api(rooms, gate, origins).routes(),
        Route("/{path:path}", Page().answer, methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(Safely)
    app.state.rooms = rooms
    app.state.store = store
    return app
