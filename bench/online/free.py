"""Limits that hold nobody up: those of the house are made for people."""

from __future__ import annotations

from typing import Any

from rollmops.server.limits import Limits

RATES = ("messages", "frames", "bytes", "share", "tables", "looks", "requests", "connects")
BURSTS = ("burst", *(f"{rate}_burst" for rate in RATES[1:]))
UNLIMITED: dict[str, Any] = {**dict.fromkeys(RATES, 1e9), **dict.fromkeys(BURSTS, 10**9)}
FREE = Limits(
    **UNLIMITED,
    connections_per_address=10_000,
    per_address=10_000,
    changes=1e6,
    changes_burst=10**6,
    reviews_per_address=24,
)
