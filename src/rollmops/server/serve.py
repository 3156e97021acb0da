"""Run the server: uvicorn with uvloop and sans-io websockets, one process."""

from __future__ import annotations

import importlib.util
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from rollmops.engine.errors import RollmopsError
from rollmops.server.app import HOUSE_LIMITS, make_app
from rollmops.server.hurry import hurried
from rollmops.server.limits import Limits

LARGEST_FRAME = 65_536
GRACE = 5


class Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()


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


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    origins: frozenset[str] = frozenset(),
    limits: Limits = HOUSE_LIMITS,
    away: float = 30.0,
    idle: float = 60.0,
    browse: bool = False,
) -> None:
    """Serve tables until somebody stops it; SIGTERM finishes the entry and sends the pages away to come back."""
    bound = listen(host, port)
    port = bound.getsockname()[1]
    name = reached_at(host)
    address = f"http://{f'[{name}]' if ':' in name else name}:{port}/"

    def ready() -> None:
        print(f"The table is set: {address}", flush=True)
        if browse and has_desktop():
            webbrowser.open(address)

    app = make_app(data, limits=limits, origins=origins, away=away, idle=idle)
    config = uvicorn.Config(
        app,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        http=hurried(limits.request_seconds),
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )
    Server(config, ready).run(sockets=[bound])
