"""A small network that says what a turn start is worth to every seat.

It looks at one seat after the other with the same eyes: some numbers about the seat and its table become one figure, and a
seat's share is its part of all seats' exp(figure). So shares are positive and sum to 1, and seats only differ by how far
they are from their turn.
"""

from __future__ import annotations

import math

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.table import Floats, Ints

HIDDEN_UNITS = 24
FORGET_MEAN, FORGET_SQUARE = 0.9, 0.999
"""How slowly Adam forgets gradients and their squares."""


def size(inputs: int) -> int:
    """How many numbers a network with so many inputs has."""
    return inputs * HIDDEN_UNITS + 2 * HIDDEN_UNITS + inputs


def new_net(inputs: int, guess: dict[int, float], seed: int) -> Floats:
    """A network before any game: a seat's figure is a guess by some of its inputs."""
    net = np.zeros(size(inputs))
    net[: inputs * HIDDEN_UNITS] = np.random.default_rng(seed).normal(0, inputs**-0.5, inputs * HIDDEN_UNITS)
    for place, weight in guess.items():
        net[(inputs + 2) * HIDDEN_UNITS + place] = weight
    return net


@loop
def put_shares(seen: Floats, net: Floats, shares: Floats, row: int) -> None:
    """The share of every seat into a row of `shares`, from what is seen of each (a row of `seen`)."""
    seats, inputs = seen.shape
    hidden = np.zeros(HIDDEN_UNITS)
    outward, straight = (inputs + 1) * HIDDEN_UNITS, (inputs + 2) * HIDDEN_UNITS
    top = -math.inf
    for seat in range(seats):
        for unit in range(HIDDEN_UNITS):
            hidden[unit] = net[inputs * HIDDEN_UNITS + unit]
        figure = 0.0
        for place in range(inputs):
            x = seen[seat, place]
            figure += x * net[straight + place]
            for unit in range(HIDDEN_UNITS):
                hidden[unit] += x * net[place * HIDDEN_UNITS + unit]
        for unit in range(HIDDEN_UNITS):
            figure += net[outward + unit] * hidden[unit] / (1.0 + abs(hidden[unit]))
        shares[row, seat] = figure
        top = max(top, figure)
    total = 0.0
    for seat in range(seats):
        shares[row, seat] = math.exp(shares[row, seat] - top)
        total += shares[row, seat]
    for seat in range(seats):
        shares[row, seat] /= total


@loop
def judge_all(seen: Floats, net: Floats, shares: Floats) -> None:
    """The same for many turn starts."""
    for row in range(len(seen)):
        put_shares(seen[row], net, shares, row)


@loop
def learn(seen: Floats, targets: Floats, order: Ints, net: Floats, mean: Floats, square: Floats, steps: int, rate: float,
          batch: int) -> int:  # fmt: skip
    """Go through these turn starts once, in this order, and lead the network towards their targets (Adam, cross-entropy);
    returns how many steps it has gone in all."""
    seats, inputs = seen.shape[1:]
    outward, straight = (inputs + 1) * HIDDEN_UNITS, (inputs + 2) * HIDDEN_UNITS
    gradient, hidden, shares = np.zeros(len(net)), np.zeros((seats, HIDDEN_UNITS)), np.zeros((1, seats))
    for place in range(len(order)):
        row = order[place]
        put_shares(seen[row], net, shares, 0)
        for seat in range(seats):
            for unit in range(HIDDEN_UNITS):
                hidden[seat, unit] = net[inputs * HIDDEN_UNITS + unit]
            for k in range(inputs):
                for unit in range(HIDDEN_UNITS):
                    hidden[seat, unit] += seen[row, seat, k] * net[k * HIDDEN_UNITS + unit]
            wrong = shares[0, seat] - targets[row, seat]
            for k in range(inputs):
                gradient[straight + k] += wrong * seen[row, seat, k]
            for unit in range(HIDDEN_UNITS):
                bent = 1.0 / (1.0 + abs(hidden[seat, unit]))
                gradient[outward + unit] += wrong * hidden[seat, unit] * bent
                hidden[seat, unit] = wrong * net[outward + unit] * bent * bent
                gradient[inputs * HIDDEN_UNITS + unit] += hidden[seat, unit]
            for k in range(inputs):
                for unit in range(HIDDEN_UNITS):
                    gradient[k * HIDDEN_UNITS + unit] += seen[row, seat, k] * hidden[seat, unit]
        if (place + 1) % batch == 0 or place + 1 == len(order):
            steps += 1
            for k in range(len(net)):
                slope = gradient[k] / batch
                mean[k] = FORGET_MEAN * mean[k] + (1 - FORGET_MEAN) * slope
                square[k] = FORGET_SQUARE * square[k] + (1 - FORGET_SQUARE) * slope * slope
                along = mean[k] / (1 - FORGET_MEAN**steps)
                net[k] -= rate * along / (math.sqrt(square[k] / (1 - FORGET_SQUARE**steps)) + 1e-8)
                gradient[k] = 0.0
    return steps
