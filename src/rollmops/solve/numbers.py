"""How holdings become numbers: pieces put into places, counted off."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import rule
from rollmops.engine.table import Ints

Whole = NDArray[np.integer[Any]]
"""Whole numbers of any size: where there are many, small ones are kept."""


def combinations(pieces: int, places: int) -> Ints:
    """How many ways there are to put fewer than `n` pieces into `k` places, by n and k: what `rank` adds up."""
    return np.array([[comb(n + k - 1, k) if k else 0 for k in range(places + 1)] for n in range(pieces + 2)], np.int64)


@rule
def rank(v: Ints, combs: Ints) -> int:
    """The number of these pieces in their places; those with fewer pieces in all come first."""
    places = len(v)
    number = 0
    left = 0
    for place in range(places - 1, -1, -1):
        left += v[place]
        number += combs[left, places - place]
    return int(number)


def ranks(rows: Ints, combs: Ints) -> Ints:
    """The numbers of many holdings, one a row."""
    places = rows.shape[1]
    numbers, left = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for place in range(places - 1, -1, -1):
        left += rows[:, place]
        numbers += combs[left, places - place]
    return numbers


def holdings(pieces: int, places: int) -> Ints:
    """What lies in the places with at most so many pieces in all, by its number."""
    found = np.zeros((1, 0), np.int64)
    for _ in range(places):
        rest = [found[found.sum(1) <= pieces - own] for own in range(pieces + 1)]
        found = np.vstack([np.hstack([np.full((len(some), 1), own), some]) for own, some in enumerate(rest)])
    by_number = np.empty_like(found)
    by_number[ranks(found, combinations(pieces, places))] = found
    return by_number
