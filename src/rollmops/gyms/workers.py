"""Threads for shares of a batch: the caller does the first share itself, the others have theirs done beside.

Waking a thread through Python takes as long as a step of a thousand tables, and one that comes back to Python while the
caller is there waits for it. So a worker stays in compiled code and watches a board for the next order, until none has
come for a while; only then it goes to sleep, and has to be woken.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple
from weakref import finalize

import numba
import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.table import Ints
from rollmops.gyms.atomics import load, store
from rollmops.gyms.batch_loop import begin_lanes, draw_open, play_lanes
from rollmops.gyms.buffers import aligned
from rollmops.gyms.encoding import Codes
from rollmops.gyms.lanes import BLOCK_LANES, CACHE_LINE_NUMBERS, Lanes, Limits, Outputs, Rules, Scratch, Sights, Start
from rollmops.gyms.specialise import specialise

LANES_A_THREAD = 1024
"""With fewer lanes each, handing out the work takes longer than it saves."""
LOOKS = 200_000
"""How often a board is looked at in vain before something else is done: some tenths of a millisecond."""

BEGIN, PLAY, DRAW = 0, 1, 2
NUMBER, KIND, NOW = 0, 1, 2
"""Places of an order: its number, what is to be done, and in which step."""


class Board(NamedTuple):
    """Where the caller writes orders, and the workers what they have done."""

    order: Ints
    finished: Ints  # for each worker the number of the last order that it has done
    asleep: Ints  # for each worker whether it has to be woken


class Batching(NamedTuple):
    """All that the work is done with: what `play_lanes`, `begin_lanes` and `draw_open` take."""

    rules: Rules
    start: Start
    lanes: Lanes
    sights: Sights
    limits: Limits
    scratch: Scratch
    outputs: Outputs
    codes: Codes
    final: Codes
    policy: Any
    actions: Ints


@loop
def attend(work: Batching, board: Board, worker: int, low: int, high: int) -> None:
    """Do the share from `low` to `high` of every order, until none has come for a while."""
    store(board.asleep, worker, 0)
    seen, looks = load(board.finished, worker), 0
    while True:
        number = load(board.order, NUMBER)
        if number != seen:
            kind = board.order[KIND]
            if kind == PLAY:
                play_lanes(
                    work.rules, work.start, work.lanes, work.sights, work.limits, work.scratch, work.outputs, work.codes,
                    work.final, work.actions, board.order[NOW], low, high,
                )  # fmt: skip
            elif kind == DRAW:
                draw_open(work.outputs.mask, work.outputs.open_count, work.policy, work.actions, low, high)
            else:
                begin_lanes(
                    work.rules, work.start, work.lanes, work.sights, work.limits, work.scratch, work.outputs,
                    work.codes, low, high,
                )  # fmt: skip
            seen, looks = number, 0
            store(board.finished, worker, number)
        looks += 1
        if looks == LOOKS:
            # First say so, then look once more: an order is either seen here, or its writer sees who sleeps.
            store(board.asleep, worker, 1)
            if load(board.order, NUMBER) == seen:
                return
            store(board.asleep, worker, 0)
            looks = 0


@loop
def give_order(board: Board, kind: int, now: int) -> bool:
    """Write the next order; returns whether somebody has to be woken for it."""
    board.order[KIND], board.order[NOW] = kind, now
    store(board.order, NUMBER, board.order[NUMBER] + 1)
    asleep = 0
    for worker in range(0, len(board.asleep), CACHE_LINE_NUMBERS):
        asleep += load(board.asleep, worker)
    return asleep > 0


@loop
def wait_for_all(board: Board) -> bool:
    """Watch until the order is done by all; False if that takes long."""
    for worker in range(0, len(board.finished), CACHE_LINE_NUMBERS):
        looks = 0
        while load(board.finished, worker) != board.order[NUMBER]:
            looks += 1
            if looks == LOOKS:
                return False
    return True


def _work(
    waiting: SimpleQueue[Any], share: Callable[[], None], board: Board, worker: int, failures: list[Exception]
) -> None:
    while waiting.get() is not None:
        try:
            share()
        except Exception as error:
            failures.append(error)
            board.finished[worker] = board.order[NUMBER]
            board.asleep[worker] = 1


def _stop(queues: list[SimpleQueue[Any]]) -> None:
    for waiting in queues:
        waiting.put(None)


class Workers:
    """Up to so many threads for lanes from 0 to `lanes`, as many as are worth it; a share is whole blocks.

    `work` has all that a share is done with; None where lanes are not compiled, and the caller does everything.
    """

    def __init__(self, lanes: int, threads: int, work: Batching | None) -> None:
        count = max(1, min(threads, lanes // LANES_A_THREAD))
        if work is None or numba.config.DISABLE_JIT:
            count = 1
        blocks = -(-lanes // BLOCK_LANES)
        bounds = np.minimum(np.linspace(0, blocks, count + 1).astype(int) * BLOCK_LANES, lanes)
        self.shares = [(int(low), int(high)) for low, high in pairwise(bounds)]
        self._waiting = [SimpleQueue[Any]() for _ in self.shares[1:]]
        self._failures: list[Exception] = []
        self._stop = finalize(self, _stop, self._waiting)
        if count > 1:
            self._start(work)

    def _start(self, work: Batching | None) -> None:
        places = CACHE_LINE_NUMBERS * len(self._waiting)
        board = self._board = Board(
            aligned(CACHE_LINE_NUMBERS, np.int64), aligned(places, np.int64), aligned(places, np.int64)
        )
        board.asleep[:] = 1
        share = specialise(attend, (work, board), 0, 0, 0)
        self._order = specialise(give_order, (board,), 0, 0)
        self._wait = specialise(wait_for_all, (board,))
        for number, (waiting, (low, high)) in enumerate(zip(self._waiting, self.shares[1:], strict=True)):
            worker = number * CACHE_LINE_NUMBERS
            own_share = partial(share, worker, low, high)
            Thread(target=_work, args=(waiting, own_share, board, worker, self._failures), daemon=True).start()

    @property
    def alone(self) -> bool:
        """Whether the caller does everything."""
        return not self._waiting

    def run(self, kind: int, now: int, work: Callable[..., Any], *arguments: Any) -> None:
        """`work(*arguments, low, high)` for the caller's share, and the same kind of work by the others for theirs."""
        if self._waiting:
            self._finish()  # what was interrupted before
            if self._order(kind, now):
                self._wake()
        work(*arguments, *self.shares[0])
        if self._waiting:
            self._finish()

    def _wake(self) -> None:
        for number, waiting in enumerate(self._waiting):
            if self._board.asleep[number * CACHE_LINE_NUMBERS]:
                waiting.put(True)

    def _finish(self) -> None:
        while not self._wait():
            time.sleep(0)
        if self._failures:
            raise self._failures.pop()

    def close(self) -> None:
        """Let the threads go; the caller does all from now on."""
        self._stop()
        self.shares, self._waiting = [(self.shares[0][0], self.shares[-1][1])], []
