"""How a mover chooses between lines whose shares are known: the best, or nearly so (logit)."""

from __future__ import annotations

import math

import numpy as np

from rollmops.engine.compile import rule
from rollmops.engine.table import Floats

IGNORED_TEMPERATURES = 40.0
"""A line so many temperatures behind the best is not played."""


@rule
def mix(shares: Floats, lines: int, mover: int, temperature: float, out: Floats, row: int) -> None:
    """What the mover's choice between these lines is worth to everyone, into a row of `out`: the line that is best for the
    mover, or at a temperature each line weighted by exp(own share / temperature).

    Rows instead of slices: Numba counts references to each slice, which costs more than the sums.
    """
    seats = shares.shape[1]
    best = 0
    for line in range(1, lines):
        if shares[line, mover] > shares[best, mover]:
            best = line
    for seat in range(seats):
        out[row, seat] = shares[best, seat]
    if temperature > 0:
        total = 1.0
        top = shares[best, mover]
        for line in range(lines):
            behind = top - shares[line, mover]
            if line != best and behind < IGNORED_TEMPERATURES * temperature:
                weight = math.exp(-behind / temperature)
                total += weight
                for seat in range(seats):
                    out[row, seat] += weight * shares[line, seat]
        if total > 1.0:
            for seat in range(seats):
                out[row, seat] /= total


@rule
def put_weights(own: Floats, lines: int, temperature: float, weights: Floats, row: int) -> float:
    """How often the mover plays each of these lines, given its own share of each, into a row of `weights`; returns the
    share that it has of that."""
    best = 0
    for line in range(1, lines):
        if own[line] > own[best]:
            best = line
    total = 0.0
    share = 0.0
    for line in range(lines):
        behind = own[best] - own[line]
        weight = 1.0 if line == best else 0.0
        if temperature > 0 and line != best and behind < IGNORED_TEMPERATURES * temperature:
            weight = math.exp(-behind / temperature)
        weights[row, line] = weight
        total += weight
        share += weight * own[line]
    for line in range(lines):
        weights[row, line] /= total
    return share / total


def mixed(shares: Floats, temperature: float) -> Floats:
    """The same for whoever comes first in these shares."""
    out: Floats = np.zeros((1, shares.shape[1]))
    mix(np.ascontiguousarray(shares), len(shares), 0, temperature, out, 0)
    return np.asarray(out[0])
