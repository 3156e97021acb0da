"""The application: store, rooms, API, socket and page put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rollmops.games import all_games, house_text, rules_text
from rollmops.games.lessons import lesson_text
from rollmops.server.compilers import Compiler
from rollmops.server.limits import Gate, Limits, networks
from rollmops.server.memory import share_heaps
from rollmops.server.scheduling import be_prompt
from rollmops.server.store.owners import LEASE_SECONDS
from rollmops.server.store.store import Store
from rollmops.server.store.uptime import Uptime
from rollmops.server.table.dailies import Dailies
from rollmops.server.table.deals import Deals
from rollmops.server.table.ownership import Ownership
from rollmops.server.table.pushing import Pusher
from rollmops.server.table.rooms import AWAY_SECONDS, IDLE_SECONDS, Rooms
from rollmops.server.table.thinking import Thinkers, share_interpreter
from rollmops.server.warming import Warming
from rollmops.server.web.api import Api, Services
from rollmops.server.web.deals import DealsApi
from rollmops.server.web.handles import sockets_at_most
from rollmops.server.web.health import Health
from rollmops.server.web.pages import SAFETY, Page
from rollmops.server.web.passing import Passed, Passing
from rollmops.server.web.queue import Turns
from rollmops.server.web.reckoner import Reckoner
from rollmops.server.web.reviews import Reviews
from rollmops.server.web.socket import Socket, address, header, host_name, is_ours
from rollmops.server.web.whatifs import WhatIfs

HOUSE_LIMITS = Limits()


class Safely:
    """Puts the headers that keep a browser safe on every answer, and answers only who calls us by a name of ours."""

    def __init__(self, app: ASGIApp, gate: Gate, turns: Turns, names: frozenset[str]) -> None:
        self.app = app
        self.gate = gate
        self.turns = turns
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFETY)
            await send(message)

        with contextlib.suppress(asyncio.CancelledError):  # the server stops, and has waited long enough
            await self.turns.wait(address(scope), scope["path"][:60])
            app = self._refusal(scope) or self.app
            await app(scope, receive, send_safely if scope["type"] == "http" else send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        name = header(scope, b"host")
        if not is_ours(name, self.names):
            text = f"This server is not known as {name[:100]!r}; start it with --origin if it is.\n"
            return refuse(421, text)
        if not self.gate.may("requests", address(scope)):
            scope["hang up"] = True
            return refuse(429, "Too many requests from your address; wait a little and try again.\n")
        return None


def refuse(status: int, text: str) -> ASGIApp:
    """Answers with this, a socket before it is one."""

    async def refused(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse(text, status, {"cache-control": "no-store"})(scope, receive, send)

    return refused


def make_app(
    data: Path,
    *,
    store_url: str = "",
    address: str = "",
    lease: float = LEASE_SECONDS,
    limits: Limits = HOUSE_LIMITS,
    origins: frozenset[str] = frozenset(),
    names: frozenset[str] = frozenset(),
    proxies: tuple[str, ...] = (),
    away: float = AWAY_SECONDS,
    idle: float = IDLE_SECONDS,
    keep_days: int | None = None,
    metrics: bool = False,
    thinkers_at: Sequence[str] = (),
    early: Compiler | None = None,
) -> Starlette:
    """The server's application, with its tables in this data folder, or in the PostgreSQL database at
    `store_url`, where other processes that share it reach this one at `address`. Bots think in the processes whose sockets
    are given, or here. `early` compiles a game already."""
    gate = Gate(limits, networks(proxies), sockets_at_most(limits.connections))
    turns = Turns(gate)
    for name in all_games():  # what belongs to the house is read now, while there is a file handle for it
        house_text(name)
        rules_text(name)
        lesson_text(name)
    if store_url:  # days of the daily catch that are made here are files there
        with contextlib.suppress(OSError):
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = Store.at(store_url) if store_url else Store.in_folder(data)
    warming = Warming(early)
    reckoner = Reckoner(thinkers_at)
    thinkers = Thinkers(elsewhere=reckoner.do if thinkers_at else None, warming=warming)
    reviews, whatifs = Reviews(limits, reckoner), WhatIfs(reckoner)
    dailies = Dailies(data)
    pusher = Pusher(store, data, origins)
    uptime = Uptime(data, store)
    ownership = Ownership(store, address, gate, lease) if store.shared else None
    passing = Passing(ownership) if ownership else None
    rooms = Rooms(
        store,
        thinkers,
        warming,
        gate,
        pusher=pusher,
        down=uptime.down,
        away=away,
        idle=idle,
        keep_days=keep_days,
        ownership=ownership,
    )

    deals = DealsApi(Deals(rooms), reckoner)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        be_prompt()
        share_interpreter()
        share_heaps()
        warming.start()
        reckoner.start()
        if ownership is not None:
            await asyncio.to_thread(ownership.renew)
        tasks = (
            rooms.keep_sweeping(),
            rooms.keep_owning(),
            rooms.keep_clocks(),
            dailies.keep_making(),
            uptime.keep_beating(),
        )
        upkeep = [asyncio.create_task(task) for task in tasks]
        yield
        for task in upkeep:
            task.cancel()
        uptime.beat()
        await warming.stop()
        await rooms.close()
        pusher.close()
        thinkers.close()
        await deals.close()
        await reckoner.close()
        await asyncio.to_thread(store.close)

    routes = [
        WebSocketRoute("/api/tables/{code}/socket", Socket(rooms, gate, turns, origins, passing)),
        *Api(Services(rooms, gate, origins, reviews, whatifs, dailies, pusher, deals, passing)).routes(),
        *Health(rooms, gate, metrics=metrics).routes(),
        Route("/{path:path}", Page().answer, methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(
        Safely, gate=gate, turns=turns, names=names | {host_name(origin.partition("://")[2]) for origin in origins}
    )
    if ownership is not None:
        app.add_middleware(Passed, ownership=ownership)
    app.state.gate = gate
    app.state.rooms = rooms
    app.state.store = store
    return app
