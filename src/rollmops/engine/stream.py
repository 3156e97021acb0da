"""The lab's generator: PCG32 (XSH-RS), one number of state, fast compiled and the same interpreted.

Not for a table where people play: their dice are `fair`. A stream is never part of a table.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rollmops.engine.compile import rule
from rollmops.engine.table import Ints, Record, blank, dtype_of

_FACTOR, _STEP = 0xD1342543DE82EF95, 0xDA3E39CB94B95BDB
_ALL = 0xFFFFFFFFFFFFFFFF
_LOW = 0xFFFFFFFF


class Stream(Record):
    """The generator's state. A record like a table, since Numba counts references to arrays and not to records."""

    state: Annotated[int, np.uint64]


STREAM = dtype_of(Stream)


def stream(seed: int, *keys: int) -> Stream:
    """A stream of its own for each seed and keys (a batch number, a seat)."""
    rng = blank(Stream)
    rng.state = int(np.random.SeedSequence([seed, *keys]).generate_state(1, np.uint64)[0])
    return rng


@rule
def next32(rng: Stream) -> int:
    """Thirty-two random bits. The masks are for Python's long numbers; compiled they cost nothing."""
    state = int(rng.state)
    rng.state = (state * _FACTOR + _STEP) & _ALL
    high: int = np.int64(((state ^ (state >> 22)) >> (22 + (state >> 61))) & _LOW)  # type: ignore[assignment]
    return high


@rule
def below(rng: Stream, n: int) -> int:
    """A number from 0 to n − 1, all equally likely (Lemire's rejection, no modulo bias)."""
    product = next32(rng) * n
    if product & _LOW < n:
        bar = (_LOW + 1 - n) % n
        while product & _LOW < bar:
            product = next32(rng) * n
    return product >> 32


@rule
def pick(rng: Stream, weights: Ints, total: int) -> int:
    """One of the open choices, by weight; `total` is the weights' sum."""
    left = below(rng, total)
    choice = 0
    while left >= weights[choice]:
        left -= weights[choice]
        choice += 1
    return choice


@rule
def fork(rng: Stream, child: Stream) -> None:
    """Start `child` as a stream of its own, and move on."""
    high = np.uint64(next32(rng))
    child.state = (high << np.uint64(32)) | np.uint64(next32(rng))  # type: ignore[assignment]


@rule
def follow(rng: Stream, other: Stream) -> None:
    """Make `rng` go on as `other` would."""
    rng.state = other.state
