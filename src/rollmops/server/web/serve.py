"""Run the server: uvicorn with uvloop and sans-io websockets."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from rollmops.engine.errors import RollmopsError
from rollmops.server import logs
from rollmops.server.compilers import Compiler
from rollmops.server.limits import Limits
from rollmops.server.store.owners import LEASE_SECONDS
from rollmops.server.table.rooms import Rooms
from rollmops.server.warming import absent
from rollmops.server.web.app import HOUSE_LIMITS, make_app
from rollmops.server.web.thinkers import renew_thinkers, start_thinkers
from rollmops.server.web.transport import NotOurs, protocols

LARGEST_FRAME_BYTES = 65_536
LARGEST_HEAD_BYTES = 16_384
BACKLOG = 128
"""Connections that the system takes for us while we look elsewhere; fewer than the handles kept in reserve."""
FAREWELL_SECONDS = 0.6
"""For pages to hear that the server stops; then their connections are cut."""
GRACE_SECONDS = 1
"""For what is under way to end once nobody listens any more."""
THREADS_SECONDS = 0.4
"""For threads to end that still compute when everything else is done."""
LAST_RESORT_SECONDS = 8.0
"""After which a stop that hangs, in a store that cannot be written say, is ended."""


class Server(uvicorn.Server):
    """Says when it listens, lets nobody hang on, and stops in time."""

    closing: frozenset[Any] = frozenset()

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], rooms: Rooms) -> None:
        super().__init__(config)
        self.ready = ready
        self.rooms = rooms

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        """About once a second: who was closed the last time and still has not taken what was sent is cut off."""
        if counter % 10 == 0:
            closing = frozenset(one for one in self.server_state.connections if one.transport.is_closing())
            for one in closing & self.closing:
                one.transport.abort()
            self.closing = closing
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then hang up; what still computes after that has nobody to tell. Tables are let go before their pages
        are sent away: these come back at once, to whichever process takes them."""
        leave_within(LAST_RESORT_SECONDS, 1)  # as good as a kill: nobody was told of anything that is not on disk
        for server in self.servers:
            server.close()
        await self.rooms.close()
        cut = asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self._cut_all)
        await super().shutdown(sockets)
        cut.cancel()
        leave_within(THREADS_SECONDS, 0)

    def _cut_all(self) -> None:
        for one in list(self.server_state.connections):
            one.transport.abort()


def leave_within(seconds: float, code: int) -> None:
    """End the process after this time unless it has ended by itself."""
    last = threading.Timer(seconds, os._exit, (code,))
    last.daemon = True
    last.start()


def has_desktop() -> bool:
    """Whether a browser could show itself here."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int) -> socket.socket:
    """A bound socket, or a message that says why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise RollmopsError(f"cannot listen on {host} port {port} ({error.strerror}); try another with --port") from None
    return bound


def reached_at(host: str) -> str:
    """The host in the address that others are given: who listens everywhere is found at its own place in the network."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - asked for by name
        return host
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))  # nothing is sent; it only says which way it would go
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


@dataclass(frozen=True)
class Options:
    """How a server is to be, wherever it listens; whatever process it runs in is told the same."""

    data: Path
    store: str = ""
    lease: float = LEASE_SECONDS
    names: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    limits: Limits = HOUSE_LIMITS
    away: float = 30.0
    idle: float = 60.0
    keep_days: int | None = None
    metrics: bool = False
    thinkers_at: tuple[str, ...] = ()


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    browse: bool = False,
    processes: int = 1,
    thinkers: int = 0,
    early: Compiler | None = None,
    **more: Any,
) -> None:
    """Serve tables until somebody stops it; SIGTERM finishes the entry and sends the pages away to come back.

    `early` compiles the first game already; `more` are options by name.
    """
    name = reached_at(host)
    options = Options(data, names=frozenset({host.lower(), name.lower()}), **more)
    if processes > 1 and not options.store:
        raise RollmopsError(
            "several processes need a store that they can share: give a PostgreSQL database with --store; SQLite is for one"
        )
    bound = listen(host, port)
    address = f"http://{f'[{name}]' if ':' in name else name}:{bound.getsockname()[1]}"

    def ready() -> None:
        logs.say(f"The table is set: {address}/", sys.stdout)
        for name, why in absent().items():
            logs.say(f"Without {name}: {why}", sys.stdout)
        if browse and has_desktop():
            webbrowser.open(f"{address}/")

    if thinkers:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that they end too, whenever it comes
    with start_thinkers(thinkers) as running:
        options = replace(options, thinkers_at=tuple(str(one.path) for one in running))
        if processes > 1:
            from rollmops.server.web.processes import Processes

            Processes(options, bound, processes, ready, lambda: renew_thinkers(running)).run()
        else:
            serve_on([bound], address, options, ready, early)


def serve_on(
    sockets: list[socket.socket], address: str, options: Options, ready: Callable[[], None], early: Compiler | None = None
) -> None:
    """Serve in this process on these sockets; other processes that share the store reach it at `address`."""
    app = make_app(
        options.data,
        store_url=options.store,
        address=address,
        lease=options.lease,
        limits=options.limits,
        origins=options.origins,
        names=options.names,
        proxies=options.proxies,
        away=options.away,
        idle=options.idle,
        keep_days=options.keep_days,
        metrics=options.metrics,
        thinkers_at=options.thinkers_at,
        early=early,
    )
    http, ws = protocols(app.state.gate)
    logging.getLogger("uvicorn.error").addFilter(NotOurs())
    config = uvicorn.Config(
        app,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        http=http,
        ws=ws,
        h11_max_incomplete_event_size=LARGEST_HEAD_BYTES,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=list(options.proxies),
        backlog=BACKLOG,
        ws_max_size=LARGEST_FRAME_BYTES,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
        log_config=None if logs.is_json() else LOGGING_CONFIG,
    )
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C has stopped it as it should
        Server(config, ready, app.state.rooms).run(sockets=sockets)
