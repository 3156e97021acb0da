"""The process in which reviews and what-ifs are reckoned: `python -m rollmops.server.web.reckoning`, started by the server.

Whatever is reckoned here takes nothing from the interpreter that serves tables, and the system gives it the processor
after them. Tasks come on standard input and answers go to standard output, each pickled, with its length before it. First
figures have a thread of their own, so that they do not wait for somebody's closer look.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

from rollmops.engine.errors import RollmopsError
from rollmops.review import review
from rollmops.review.endings import Endings, played_otherwise
from rollmops.server.protocol.messages import Problem, message_encoder
from rollmops.server.table.problems import problem_of
from rollmops.server.warming import load_reviews
from rollmops.server.web.tasks import LENGTH_BYTES, Answer, DropTask, Lane, ReviewTask, Task, WarmTask, WhatIfTask, packed

NICENESS = 10
"""How far behind the tables it stands."""
SWITCH_SECONDS = 0.002
WHAT_IF_SECONDS = 1.2
"""After so long an answer is given with what is known by then."""
MOST_KEPT_ENDINGS = 200

log = logging.getLogger("rollmops.server")


class TooLongError(RollmopsError):
    """A review that this server has no time for."""


class DroppedError(RollmopsError):
    """Nobody waits for this any more."""


class Reckoning:
    """Does tasks, and can be told that nobody waits for one."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self.send = send
        self.lanes: dict[Lane, ThreadPoolExecutor] = {"first": ThreadPoolExecutor(1), "closer": ThreadPoolExecutor(1)}
        self.dropped: dict[int, threading.Event] = {}
        self.endings: OrderedDict[str, Endings] = OrderedDict()

    def take(self, number: int, task: Task) -> None:
        """Begin a task as soon as its lane is free."""
        if isinstance(task, DropTask):
            if number in self.dropped:
                self.dropped[number].set()
            return
        dropped = self.dropped[number] = threading.Event()
        self.lanes[task.lane].submit(self._do, number, task, dropped)

    def _do(self, number: int, task: ReviewTask | WhatIfTask | WarmTask, dropped: threading.Event) -> None:
        try:
            answer = Answer(number, self._told(task, dropped))
        except RollmopsError as error:
            answer = Answer(number, problem=problem_of(error))
        except Exception:
            log.exception("a review failed")
            answer = Answer(
                number, problem=Problem(0, "illegal", "this game cannot be reviewed here; the server's log says why")
            )
        del self.dropped[number]
        self.send(packed(answer))

    def _told(self, task: ReviewTask | WhatIfTask | WarmTask, dropped: threading.Event) -> bytes:
        if dropped.is_set():
            raise DroppedError
        match task:
            case ReviewTask():
                return review_told(task, dropped)
            case WhatIfTask():
                return self._what_if(task, dropped)
            case WarmTask():
                load_reviews(task.game)
                return b""

    def _what_if(self, task: WhatIfTask, dropped: threading.Event) -> bytes:
        until = time.monotonic() + WHAT_IF_SECONDS
        endings = self._endings(task, dropped)
        while not endings.exact and endings.games < task.ask.games and not dropped.is_set():
            endings.more(1, dropped.is_set)
            if time.monotonic() > until:
                break
        return message_encoder.encode(endings.told())

    def _endings(self, task: WhatIfTask, dropped: threading.Event) -> Endings:
        """Those that were begun before, if there are any. Only the thread of first figures touches them."""
        ask = task.ask
        told = f"{ask.entries} {ask.seat} {ask.words}\n{ask.components or ''}\n{task.record.text()}"
        key = hashlib.sha256(told.encode()).hexdigest()
        endings = self.endings.get(key)
        if endings is None:
            endings = Endings(played_otherwise(task.record, ask.entries, ask.words, task.components, ask.seat))
            endings.list_all(dropped.is_set)
            self.endings[key] = endings
            while len(self.endings) > MOST_KEPT_ENDINGS:
                self.endings.popitem(last=False)
        self.endings.move_to_end(key)
        return endings


def review_told(task: ReviewTask, dropped: threading.Event) -> bytes:
    """A review as JSON. It stops when nobody waits for it, and when it takes too long."""
    began = time.monotonic()

    def go_on(done: int, of: int) -> None:
        if dropped.is_set():
            raise DroppedError
        if time.monotonic() - began > task.seconds and done < of:
            raise TooLongError(
                f"after {task.seconds:.0f} seconds this review had come to entry {done} of {of};"
                " `rollmops review FILE` takes the time it needs"
            )

    return message_encoder.encode(review(task.record, task.components, go_on, effort=task.effort))


def read_packed(source: BinaryIO) -> bytes | None:
    """The next thing that was packed; None at the end."""
    head = source.read(LENGTH_BYTES)
    data = source.read(int.from_bytes(head, "big")) if len(head) == LENGTH_BYTES else b""
    return data or None


def main() -> None:
    """Take tasks until the server closes the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears Ctrl-C and ends this process
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    sys.setswitchinterval(SWITCH_SECONDS)
    source, target, sending = sys.stdin.buffer, sys.stdout.buffer, threading.Lock()

    def send(data: bytes) -> None:
        with sending:
            target.write(data)
            target.flush()

    reckoning = Reckoning(send)
    while (data := read_packed(source)) is not None:
        number, task = pickle.loads(data)  # noqa: S301 - the server's own
        reckoning.take(number, task)
    os._exit(0)  # whatever is still being reckoned is for nobody


if __name__ == "__main__":
    main()
