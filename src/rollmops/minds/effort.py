"""How much a mind thinks about a decision."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Playouts (or throws) for each line, or seconds, or both, whichever ends first; and how many lines stay in to the end,
    so that they can be compared. Whoever sets `stop` from another thread ends it early."""

    playouts: int | None = None
    seconds: float | None = None
    keep: int = 2
    stop: threading.Event | None = None

    def clock(self) -> Clock:
        """The time for a decision begins."""
        return Clock(math.inf if self.seconds is None else self.seconds, self.stop)


class Clock:
    """The time for a decision."""

    def __init__(self, seconds: float, stop: threading.Event | None = None) -> None:
        self.begin = time.monotonic()
        self.seconds = seconds
        self.stop = stop

    def past(self, part: float = 1.0) -> bool:
        """Whether this part of the time is over."""
        if self.stop is not None and self.stop.is_set():
            return True
        return time.monotonic() - self.begin > part * self.seconds
