"""Sweeps until nothing moves: two players to the exact optimum, more of them with a temperature that falls.

With three players choices that are equal for the mover decide between the others, and best replies to best replies never
converge. So every choice is weighted by exp(own share / temperature), and the temperature falls. A few turn starts may swing
on all the same; so in the end the policy is frozen as it is, and `certify` finds out what exactly that is worth.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from rollmops.engine.table import Floats
from rollmops.solve.accelerate import Anderson
from rollmops.solve.turns import Turns

TEMPERATURES = (0.004, 0.002, 0.001)
COOL_BELOW_TEMPERATURES = 3.0
"""The temperature falls once no turn start moves by more than so many temperatures."""
CONVERGED_CHANGE = 2e-15
"""Sweeps end when nothing moves by more: about what floats can tell."""
ACCEPTABLE_CHANGE = 1e-11
"""They also end when below this they have not come nearer for STALLED_SWEEPS sweeps."""
STALLED_SWEEPS = 12
FREEZE_BELOW_CHANGE = 1e-7
"""A policy that moves by no more is frozen at once."""
FREEZE_BELOW_TEMPERATURES = 2.0
"""A policy is frozen once no turn start moves by more than so many temperatures, and no nearer for the sweeps named next."""
FREEZE_AFTER_STALLED_SWEEPS = 6
MOST_SWEEPS = 5000
INNER_CHANGE_PART = 1e-4
"""Values found in rounds within a sweep are found to this part of what the last sweep moved."""


@dataclass
class Progress:
    """How far the sweeps have come."""

    starts: Floats
    stage: int = 0
    sweeps: int = 0
    residual: float = 1.0
    seconds: float = 0.0
    temperatures: tuple[float, ...] = TEMPERATURES
    history: list[float] = field(default_factory=list)  # residuals of this temperature

    @property
    def figures(self) -> Floats:
        """The figures that move."""
        return self.starts

    @property
    def temperature(self) -> float:
        """The temperature of the sweeps now."""
        return self.temperatures[self.stage]

    @property
    def last(self) -> bool:
        """Whether the temperature falls no more."""
        return self.stage + 1 == len(self.temperatures)

    @property
    def done(self) -> bool:
        """Whether the values have settled."""
        if not self.last or not self.history:
            return False
        if self.temperature:
            return self.residual < FREEZE_BELOW_CHANGE or (
                self.residual < FREEZE_BELOW_TEMPERATURES * self.temperature and self._stuck(FREEZE_AFTER_STALLED_SWEEPS)
            )
        return self.residual < CONVERGED_CHANGE or (self.residual < ACCEPTABLE_CHANGE and self._stuck(STALLED_SWEEPS))

    def _stuck(self, sweeps: int) -> bool:
        """Whether so many sweeps have come no nearer."""
        return len(self.history) > sweeps and min(self.history[-sweeps:]) >= 0.5 * min(self.history[:-sweeps])

    def seconds_left(self) -> float | None:
        """As long as the residual goes on falling as it did in the last sweeps; None while that cannot be said."""
        recent = self.history[-10:]
        if len(recent) < 5 or not self.sweeps or recent[-1] >= recent[0]:
            return None
        falling = np.log(recent[0] / recent[-1]) / (len(recent) - 1)
        sweeps = np.log(self.residual / (FREEZE_BELOW_CHANGE if self.temperature else CONVERGED_CHANGE)) / falling
        return float(max(0.0, sweeps) * self.seconds / self.sweeps)


def begin(turns: Turns, temperatures: tuple[float, ...] | None = None) -> Progress:
    """Before the first sweep everyone's share is the same."""
    if temperatures is None:
        temperatures = (0.0,) if turns.seats == 2 else TEMPERATURES
    return Progress(np.full((turns.count, turns.seats), 1 / turns.seats), temperatures=temperatures)


def converge(turns: Turns, progress: Progress, tell: Callable[[Progress], None] = lambda _: None) -> Progress:
    """Sweep until the values have settled; `tell` hears of every sweep."""
    anderson = Anderson()
    while not progress.done and progress.sweeps < MOST_SWEEPS:
        began = time.monotonic()
        still = max(CONVERGED_CHANGE / 10, INNER_CHANGE_PART * progress.residual)
        swept = turns.sweep(progress.starts, progress.temperature, still)
        residual = float(np.abs(swept - progress.starts).max())
        progress = replace(
            progress,
            starts=anderson.next(progress.starts, swept),
            sweeps=progress.sweeps + 1,
            residual=residual,
            history=[*progress.history, residual],
            seconds=progress.seconds + time.monotonic() - began,
        )
        if progress.done:
            progress = replace(progress, starts=swept)
        elif not progress.last and residual < COOL_BELOW_TEMPERATURES * progress.temperature:
            anderson.forget()
            progress = replace(progress, stage=progress.stage + 1, history=[])
        tell(progress)
    return progress
