"""Anderson's acceleration: from the last sweeps guess where they are leading, instead of walking there step by step.

Plain sweeps of these games come nearer by a quarter each time at best, since soles and fish change hands over and over
before the middle or the lake is empty. The mix of the last few sweeps whose changes cancel out best is nearer by far.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from rollmops.engine.table import Floats

LOOK_BACK_SWEEPS = 10
"""Sweeps that are looked back at."""
RESTART_FACTOR = 20.0
"""If the changes grow to so many times the smallest, the guess was bad: forget, and walk on plainly."""
REGULARISATION = 1e-14
"""Keeps the small system of equations from being read more exactly than it is known."""


class Anderson:
    """Keeps the last tables and what a sweep made of them."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, as when the temperature has changed."""
        self.steps: deque[Floats] = deque(maxlen=LOOK_BACK_SWEEPS)
        self.turns: deque[Floats] = deque(maxlen=LOOK_BACK_SWEEPS)
        self.last: tuple[Floats, Floats] | None = None
        self.smallest = np.inf

    def next(self, x: Floats, swept: Floats) -> Floats:
        """The table to sweep next, after a sweep made `swept` of `x`."""
        change = swept - x
        size = float(np.abs(change).max(initial=0.0))
        if size > RESTART_FACTOR * self.smallest:
            self.forget()
        self.smallest = min(self.smallest, size)
        if self.last is not None:
            self.steps.append(x - self.last[0])
            self.turns.append(change - self.last[1])
        self.last = (x, change)
        if not self.turns:
            return swept
        turns = np.array([turn.ravel() for turn in self.turns])
        square = turns @ turns.T
        square += REGULARISATION * np.trace(square) / len(square) * np.eye(len(square))
        parts = np.linalg.lstsq(square, turns @ change.ravel(), rcond=None)[0]
        ahead = swept.copy()
        for part, step, turn in zip(parts, self.steps, self.turns, strict=True):
            ahead -= part * (step + turn)
        return ahead
