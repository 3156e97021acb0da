"""Kernel regression: a throw tells about its own gesture and, the less the further away they aim, about its neighbours.

As in KR-UCT for curling (Yee, Lisý and Bowling, 2016), with two differences: the gestures are given, and what is
regressed is how much better or worse the throws went than the library of open ice foretold. That itself counts like a few
throws.
"""

from __future__ import annotations

import numpy as np

from rollmops.engine.table import Floats


class Kernel:
    """Gestures as points, and what was learnt of each."""

    def __init__(self, points: Floats, foretold: Floats, noise: float, worth_throws: float) -> None:
        """`points`: where each gesture lies, in units in which neighbours inform each other (rows) · `foretold`: its value
        before any throw, worth so many throws · `noise`: the standard deviation of a single throw's value, until throws
        tell better."""
        apart = ((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)
        self.near: Floats = np.exp(-0.5 * apart)
        self.foretold = foretold
        self.worth_throws = worth_throws
        self.noise = noise
        self.counts = np.zeros(len(points))
        self.surplus = np.zeros(len(points))
        self._squares = 0.0

    def add(self, gesture: int, value: float) -> None:
        """A throw of this gesture brought so much."""
        surplus = value - float(self.foretold[gesture])
        self.counts[gesture] += 1
        self.surplus[gesture] += surplus
        self._squares += surplus * surplus

    def weights(self) -> Floats:
        """How many throws speak about each gesture, the foretelling included."""
        return self.worth_throws + self.near @ self.counts

    def means(self) -> Floats:
        """What each gesture is worth: foretold, and corrected by the throws in its neighbourhood."""
        return np.asarray(self.foretold + self.near @ self.surplus / self.weights())

    def spread(self) -> float:
        """The standard deviation of a single throw's value; what was assumed of it counts like the foretelling."""
        total = self._squares + self.worth_throws * self.noise**2
        return float(np.sqrt(total / (self.worth_throws + self.counts.sum())))

    def errors(self) -> Floats:
        """The standard error of each mean."""
        parts = self.worth_throws + self.near**2 @ self.counts
        return np.asarray(self.spread() * np.sqrt(parts) / self.weights())
