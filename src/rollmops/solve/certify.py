"""How good a policy is that was not proven to be perfect: freeze it, find out exactly what it is worth to everyone, let each
seat in turn reply to it as well as it can, and look what that gains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from rollmops.engine.table import Floats
from rollmops.solve.accelerate import Anderson
from rollmops.solve.turns import Turns

CONVERGED_CHANGE = 1e-8
"""A policy's values and the best replies to it are known when no turn start moves by more."""
MOST_SWEEPS = 500


@dataclass
class Certificate:
    """A frozen policy, and what is known of it so far."""

    policy: Floats
    temperature: float
    answers: Floats  # by turn start: shares of every seat, then what each gets by its best replies
    sweeps: int = 0
    residual: float = 1.0
    gain: float = 0.0

    @property
    def figures(self) -> Floats:
        """The figures that move."""
        return self.answers

    @property
    def done(self) -> bool:
        """Whether the figures have settled."""
        return self.residual < CONVERGED_CHANGE or self.sweeps >= MOST_SWEEPS


def freeze(starts: Floats, temperature: float) -> Certificate:
    """The policy that these values make. It is kept in half as many digits, so they are rounded first."""
    policy = starts.astype(np.float32).astype(np.float64)
    policy[:, -1] = 1 - policy[:, :-1].sum(1)
    return Certificate(policy, temperature, np.hstack([starts, starts]))


def certify(turns: Turns, so_far: Certificate, tell: Callable[[Certificate], None] = lambda _: None) -> Certificate:
    """Sweep until values and best replies have settled; `tell` hears of every sweep."""
    anderson, seats = Anderson(), turns.seats
    turns.sweep(so_far.policy, so_far.temperature, CONVERGED_CHANGE * CONVERGED_CHANGE)  # leaves the policy within turns
    while not so_far.done:
        answers = turns.reply(so_far.policy, so_far.temperature, so_far.answers, min(1e-9, so_far.residual / 100))
        residual = float(np.abs(answers - so_far.answers).max())
        ahead = answers if residual < CONVERGED_CHANGE else anderson.next(so_far.answers, answers)
        first = answers[turns.first]
        gain = max(0.0, float((first[seats:] - first[:seats]).max()))
        so_far = replace(so_far, answers=ahead, sweeps=so_far.sweeps + 1, residual=residual, gain=gain)
        tell(so_far)
    return so_far
