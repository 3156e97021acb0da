"""Threads that wait for shares of a batch: the caller does the first share itself, so nobody waits for a thread to wake.

A pool of Python's own takes fifty microseconds to hand out work, as long as a whole step of a thousand tables.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

import numpy as np

from rollmops.gyms.batch_loop import BLOCK_LANES

LANES_A_THREAD = 1024
"""With fewer lanes each, handing out the work takes longer than it saves."""


def _work(waiting: SimpleQueue[Any], done: SimpleQueue[None]) -> None:
    while (share := waiting.get()) is not None:
        run, arguments = share
        run(*arguments)
        done.put(None)


def _stop(queues: list[SimpleQueue[Any]]) -> None:
    for waiting in queues:
        waiting.put(None)


class Workers:
    """Up to so many threads for lanes from 0 to `lanes`, as many as are worth it; a share is whole blocks."""

    def __init__(self, lanes: int, threads: int) -> None:
        count = max(1, min(threads, lanes // LANES_A_THREAD))
        blocks = -(-lanes // BLOCK_LANES)
        bounds = np.minimum(np.linspace(0, blocks, count + 1).astype(int) * BLOCK_LANES, lanes)
        self.shares = [(int(low), int(high)) for low, high in pairwise(bounds)]
        self._done: SimpleQueue[None] = SimpleQueue()
        self._waiting = [SimpleQueue[Any]() for _ in self.shares[1:]]
        for waiting in self._waiting:
            Thread(target=_work, args=(waiting, self._done), daemon=True).start()
        self._stop = finalize(self, _stop, self._waiting)

    def run(self, work: Callable[..., Any], *arguments: Any) -> None:
        """`work(*arguments, low, high)` for every share; returns when all are done."""
        for waiting, share in zip(self._waiting, self.shares[1:], strict=True):
            waiting.put((work, (*arguments, *share)))
        work(*arguments, *self.shares[0])
        for _ in self._waiting:
            self._done.get()

    def close(self) -> None:
        """Let the threads go; the caller does all from now on."""
        self._stop()
        self.shares, self._waiting = [(self.shares[0][0], self.shares[-1][1])], []
