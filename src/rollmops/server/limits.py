"""How much one visitor may ask for: rates, sizes, connections."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """The limits of a server; the defaults suit a house with friends, `rollmops serve` raises none of them."""

    messages: float = 20.0  # a second, on a socket, on average
    burst: int = 60
    patience: int = 100  # messages too many before the socket is closed
    tables: float = 0.5  # new tables and replays a second and address, on average
    tables_burst: int = 40
    looks: float = 10.0  # other requests for tables a second and address
    looks_burst: int = 100
    connections: int = 5_000
    per_address: int = 200
    per_room: int = 64
    hello_seconds: float = 10.0
    request_seconds: float = 10.0  # for a request to arrive whole
    outbox: int = 256  # messages a slow page may lag behind
    replays: int = 2  # at the same time


class Bucket:
    """A measure that fills with time: each request takes one."""

    __slots__ = ("burst", "filled", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.filled = time.monotonic()

    def take(self) -> bool:
        """Whether there was one left to take."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.filled) * self.rate)
        self.filled = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self.left + (time.monotonic() - self.filled) * self.rate >= self.burst


@dataclass
class Gate:
    """Counts what every address does."""

    limits: Limits
    open: Counter[str] = field(default_factory=Counter)
    total: int = 0
    buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    def enter(self, address: str) -> bool:
        """A new connection; False when there are too many."""
        if self.total >= self.limits.connections or self.open[address] >= self.limits.per_address:
            return False
        self.total += 1
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was entered is gone."""
        self.total -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def may(self, what: str, address: str) -> bool:
        """Whether this address may do this now: `tables` or `looks`."""
        if len(self.buckets) > 10_000:
            self.buckets = {key: bucket for key, bucket in self.buckets.items() if not bucket.full}
        key = (what, address)
        if key not in self.buckets:
            limits = self.limits
            rate, burst = (limits.tables, limits.tables_burst) if what == "tables" else (limits.looks, limits.looks_burst)
            self.buckets[key] = Bucket(rate, burst)
        return self.buckets[key].take()
