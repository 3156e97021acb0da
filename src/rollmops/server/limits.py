"""How much one visitor may ask for: rates, sizes, connections."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal

from rollmops.engine.errors import RollmopsError

Network = IPv4Network | IPv6Network
Refusal = Literal["", "full", "too many", "too fast"]


@dataclass(frozen=True)
class Limits:
    """The limits of a server; the defaults suit a house with friends, `rollmops serve` raises none of them."""

    messages: float = 20.0  # a second, on a socket, on average
    burst: int = 60
    patience: int = 100  # messages too many before the socket is closed
    frames: float = 30.0  # of every kind a second and socket; a ping, a pong or a piece of a message counts as ten
    frames_burst: int = 200
    bytes: float = 64_000.0  # a second and socket
    bytes_burst: int = 512_000
    hellos: float = 0.5  # a second and socket: each is answered with the whole table
    hellos_burst: int = 5
    share: float = 400.0  # messages and requests a second of an address, all together; more wait for their turn
    share_burst: int = 400
    tables: float = 0.5  # new tables and replays a second and address, on average
    tables_burst: int = 40
    looks: float = 10.0  # other requests for tables a second and address
    looks_burst: int = 100
    requests: float = 50.0  # of any kind a second and address, the files of the page included
    requests_burst: int = 400
    changes: float = 0.5  # names, locks, stand-ins and choices taken back a second and address: the journal only grows
    changes_burst: int = 120
    emotes: float = 0.25  # drawings shown at a seat a second and socket
    emotes_burst: int = 3
    boxes: float = 50 / 86_400  # component files that are new here a second and address
    boxes_burst: int = 50
    connects: float = 20.0  # new connections a second and address
    connects_burst: int = 200
    connections: int = 5_000  # of any kind; fewer where the system gives fewer file handles
    connections_per_address: int = 300  # of any kind
    per_address: int = 200  # sockets at tables
    per_room: int = 64  # watchers at a table; whoever holds a seat always gets in
    hello_seconds: float = 10.0
    request_seconds: float = 10.0  # for a request or a handshake to be complete
    stalled_seconds: float = 20.0  # for which somebody may take nothing of what is sent
    outbox: int = 256  # messages a slow page may lag behind
    outbox_bytes: int = 4_000_000
    replays: int = 2  # at the same time
    review_seconds: float = 60.0  # for which one review may be reckoned
    reviews_per_address: int = 3  # that may be under way; all but one or two of them wait


class Bucket:
    """A measure that fills with time: each request takes one, or what it weighs."""

    __slots__ = ("burst", "filled", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.filled = time.monotonic()

    def take(self, amount: int = 1) -> bool:
        """Whether there was so much left to take."""
        now = time.monotonic()
        left = self.left + (now - self.filled) * self.rate
        if left > self.burst:
            left = self.burst
        self.filled = now
        enough = left >= amount
        self.left = left - amount if enough else left
        return enough

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self.left + (time.monotonic() - self.filled) * self.rate >= self.burst


def networks(proxies: tuple[str, ...]) -> tuple[Network, ...]:
    """The addresses of proxies, each one address or a network like 10.0.0.0/8."""
    try:
        return tuple(ip_network(proxy) for proxy in proxies)
    except ValueError as error:
        raise RollmopsError(f"{error}; name a proxy by its address, like 127.0.0.1 or 10.0.0.0/8") from None


@lru_cache(maxsize=4096)
def whose(host: str) -> str:
    """What counts as one address: with IPv6 the whole /64, because that is what one visitor is given."""
    if ":" not in host or len(host) > 64:
        return host[:64]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return str(getattr(address, "ipv4_mapped", None) or address)


@dataclass
class Gate:
    """Counts what every address does."""

    limits: Limits
    proxies: tuple[Network, ...] = ()
    most: int = 0  # connections of any kind; as many as the limits say unless set
    connected: Counter[str] = field(default_factory=Counter)  # connections of any kind, by who is at the other end
    open: Counter[str] = field(default_factory=Counter)  # sockets at tables, by whom they are for
    total: int = 0  # connections of any kind
    buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    peers: frozenset[str] = frozenset()  # other processes of this house: each passes on what is for many

    def __post_init__(self) -> None:
        self.most = self.most or self.limits.connections

    def connect(self, host: str) -> Refusal:
        """A new connection, before it has said anything: counted unless there is a reason to refuse it.

        A proxy stands for many; what those may is counted when their requests name them.
        """
        one = whose(host)
        if self.total >= self.most:
            return "full"
        if not self._is_proxy(host):
            if self.connected[one] >= self.limits.connections_per_address:
                return "too many"
            if not self.may("connects", one):
                return "too fast"
        self.total += 1
        self.connected[one] += 1
        return ""

    def disconnect(self, host: str) -> None:
        """A connection that was counted is gone."""
        self.total -= 1
        _count_down(self.connected, whose(host))

    def enter(self, address: str) -> bool:
        """A new socket at a table; False when this address has too many."""
        if self.open[address] >= self.limits.per_address:
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A socket that was entered is gone."""
        _count_down(self.open, address)

    def may(self, what: str, address: str) -> bool:
        """Whether this address may do this now: `what` is the name of a rate that has a burst."""
        bucket = self.buckets.get((what, address))
        if bucket is None:
            if len(self.buckets) > 10_000:
                self.buckets = {key: bucket for key, bucket in self.buckets.items() if not bucket.full}
            rate, burst = getattr(self.limits, what), getattr(self.limits, f"{what}_burst")
            bucket = self.buckets[what, address] = Bucket(rate, burst)
        return bucket.take()

    def _is_proxy(self, host: str) -> bool:
        if host in self.peers:
            return True
        if not self.proxies:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
