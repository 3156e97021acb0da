"""The lab's generator: xoshiro128++ on four whole numbers, fast compiled and the same interpreted.

Not for a table where people play: their dice are `fair`. A stream is never part of a table.
"""

from __future__ import annotations

import numpy as np

from rollmops.engine.compile import rule
from rollmops.engine.table import Ints

_MASK = 0xFFFFFFFF


def stream(seed: int, *keys: int) -> Ints:
    """A stream of its own for each seed and keys (a batch number, a seat)."""
    state = np.random.SeedSequence([seed, *keys]).generate_state(4)
    return state.astype(np.int64)


@rule
def next32(rng: Ints) -> int:
    """Thirty-two random bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & _MASK
    out = ((((total << 7) | (total >> 25)) & _MASK) + a) & _MASK
    shifted = (b << 9) & _MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    rng[0], rng[1], rng[2] = a, b, c
    rng[3] = ((d << 11) | (d >> 21)) & _MASK
    return int(out)


@rule
def below(rng: Ints, n: int) -> int:
    """A number from 0 to n − 1, all equally likely (Lemire's rejection, no modulo bias)."""
    product = next32(rng) * n
    if product & _MASK < n:
        bar = (_MASK + 1 - n) % n
        while product & _MASK < bar:
            product = next32(rng) * n
    return product >> 32


@rule
def pick(rng: Ints, weights: Ints, total: int) -> int:
    """One of the open choices, by weight; `total` is the weights' sum."""
    left = below(rng, total)
    choice = 0
    while left >= weights[choice]:
        left -= weights[choice]
        choice += 1
    return choice


@rule
def fork(rng: Ints, child: Ints) -> None:
    """Start `child` as a stream of its own, and move on."""
    for i in range(4):
        child[i] = next32(rng)
