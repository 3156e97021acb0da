"""Seeds for many lanes at once: the numbers that `engine.stream.stream(seed, lane, *keys)` begins with, for a run of lanes.

`stream` asks numpy's SeedSequence, which takes ten microseconds a lane. Its mixing of 32-bit words is fixed for good (numpy
promises the same streams), so here it is done for all lanes together, word by word; a test compares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]

_POOL = 4
_XOR_SHIFT = np.uint32(16)
_INIT_A, _MULT_A = 0x43B0D7E5, 0x931E8875
_INIT_B, _MULT_B = 0x8B51F9DD, 0x58F38DED
_MIX_LEFT, _MIX_RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)
_ALL = 0xFFFFFFFF


class _Hash:
    """numpy's running hash: every word is mixed with a constant that changes from word to word."""

    def __init__(self, start: int, factor: int) -> None:
        self._constant, self._factor = start, factor

    def __call__(self, words: Words) -> Words:
        mixed = words ^ np.uint32(self._constant)
        self._constant = self._constant * self._factor & _ALL
        mixed = mixed * np.uint32(self._constant)
        return mixed ^ (mixed >> _XOR_SHIFT)


def _mix(one: Words, other: Words) -> Words:
    mixed: Words = _MIX_LEFT * one - _MIX_RIGHT * other
    return mixed ^ (mixed >> _XOR_SHIFT)


def _words_of(number: int) -> list[int]:
    """A whole number as 32-bit words, the lowest first."""
    words = [number & _ALL]
    while number := number >> 32:
        words.append(number & _ALL)
    return words


def lane_seeds(seed: int, lanes: NDArray[np.uint32], *keys: int) -> NDArray[np.uint64]:
    """What the streams of (seed, lane, *keys) begin with, one for each lane."""
    parts = [*_words_of(seed), None, *(word for key in keys for word in _words_of(key))]
    entropy = [lanes if part is None else np.full(lanes.shape, part, np.uint32) for part in parts]
    entropy += [np.zeros(lanes.shape, np.uint32)] * (_POOL - len(entropy))
    hashed = _Hash(_INIT_A, _MULT_A)
    pool = [hashed(words) for words in entropy[:_POOL]]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mix(pool[target], hashed(pool[source]))
    for words in entropy[_POOL:]:
        for target in range(_POOL):
            pool[target] = _mix(pool[target], hashed(words))
    finish = _Hash(_INIT_B, _MULT_B)
    low, high = finish(pool[0]), finish(pool[1])
    return low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)
