"""What a server counts of itself: how much it does and how quickly. Nothing about people, nothing about games."""

from __future__ import annotations

from bisect import bisect_left

BOUNDS_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Latencies:
    """How long something took, counted in classes."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_SECONDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """It took so long once more."""
        self.counts[bisect_left(BOUNDS_SECONDS, seconds)] += 1
        self.seconds += seconds

    @property
    def total(self) -> int:
        """How often it was measured."""
        return sum(self.counts)


class Measures:
    """Counted since the process began."""

    def __init__(self) -> None:
        self.choices = Latencies()  # from when a room takes a choice up until its pages are sent what followed
        self.messages = 0
