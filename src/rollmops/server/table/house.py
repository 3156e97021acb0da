"""The house that a room is in, as far as the room needs to know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rollmops.server.limits import Gate
from rollmops.server.measures import Measures
from rollmops.server.protocol import requests
from rollmops.server.store.store import Store
from rollmops.server.table.choosing import Choosing
from rollmops.server.table.hours import Span
from rollmops.server.table.pushing import Pusher
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import Thinkers

if TYPE_CHECKING:
    from rollmops.server.table.room import Room


class House(Protocol):
    """What a room needs of the house it is in."""

    store: Store
    thinkers: Thinkers
    pusher: Pusher | None
    down: Sequence[Span]
    gate: Gate
    measures: Measures
    choosing: Choosing
    away: float
    per_room: int

    async def next_table(self, sitting: Sitting, ask: requests.NextGame) -> str:
        """Set a table for the same people; returns its code."""

    async def read_again(self, code: str) -> tuple[Sitting, int]:
        """A table as the store has it, and how many events that are."""

    def drop(self, room: Room) -> None:
        """Forget a room that cannot go on; it will be read from the store again."""

    async def let_go(self, room: Room) -> None:
        """Let other processes have the table; nothing more is written here."""
