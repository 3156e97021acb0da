"""What can come into a room's inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rollmops.server.protocol.requests import PageRequest
from rollmops.server.table.connection import Connection


@dataclass(frozen=True)
class Said:
    """A page said something."""

    connection: Connection
    ask: PageRequest


@dataclass(frozen=True)
class Gone:
    """A page's socket is closed."""

    connection: Connection


@dataclass(frozen=True)
class Thought:
    """A bot has made up its mind."""

    seat: int
    words: str
    sequence: int


@dataclass(frozen=True)
class Look:
    """Something may have become possible by the passing of time."""


@dataclass(frozen=True)
class Read:
    """Somebody wants to read the sitting as it is on disk."""

    read: Callable[[Any], Any]
    done: asyncio.Future[Any]


Item = Said | Gone | Thought | Look | Read
