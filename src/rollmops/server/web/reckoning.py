"""The process in which reviews and what-ifs are reckoned, and bots and hints think where that is wanted: `python -m
rollmops.server.web.reckoning`, started by the server.

Whatever is reckoned here takes nothing from the interpreter that serves tables, leaves them a core, and the system gives it
the others after them. Tasks come on standard input and answers go to standard output, each pickled, with its length before
it; with the path of a socket they come and go there, for all processes of the server. What somebody waits for has threads of
its own.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

import msgspec

from rollmops.engine.errors import RollmopsError
from rollmops.games import all_games
from rollmops.review import review
from rollmops.review.endings import Endings, played_otherwise
from rollmops.server import logs
from rollmops.server.compilers import MINDS
from rollmops.server.protocol.messages import Problem, message_encoder
from rollmops.server.rehearsals import load_reviews, warm_minds, warm_rules
from rollmops.server.scheduling import leave_a_core
from rollmops.server.table.problems import OutOfTimeError, problem_of
from rollmops.server.table.thoughts import AdviceTask, BotTask, advice, choice
from rollmops.server.warming import is_cold
from rollmops.server.web.tasks import (
    LENGTH_BYTES,
    REVIEW_LANES,
    Answer,
    DropTask,
    Lane,
    ReviewTask,
    Task,
    WarmTask,
    WhatIfTask,
    Work,
    packed,
)

THINKING_NICENESS, NICENESS = 5, 8
"""How far behind the tables bots and hints stand, and reviews; no further: on a full machine they must still think."""
THREADS: dict[Lane, int] = {"quick": 1, "bot": 2, "hint": 1, "first": 1, "closer": 1}
SWITCH_SECONDS = 0.002
WHAT_IF_SECONDS = 1.2
"""After so long an answer is given with what is known by then."""
MOST_KEPT_ENDINGS = 200

log = logging.getLogger("rollmops.server")


class DroppedError(RollmopsError):
    """Nobody waits for this any more."""


class Reckoning:
    """Does tasks, each in its lane."""

    def __init__(self) -> None:
        self.lanes = {lane: ThreadPoolExecutor(count, initializer=_behind(lane)) for lane, count in THREADS.items()}
        self.endings: OrderedDict[str, Endings] = OrderedDict()

    def done(self, task: Work, since: float, dropped: threading.Event) -> bytes:
        """What comes of a task that was given at `since`."""
        if dropped.is_set():
            raise DroppedError
        match task:
            case BotTask():
                return choice(task, since).encode()
            case AdviceTask():
                return msgspec.json.encode(advice(task, dropped))
            case ReviewTask():
                return review_body(task, dropped)
            case WhatIfTask():
                return self._what_if(task, dropped)
            case WarmTask():
                load_reviews(task.game)
                return b""

    def _what_if(self, task: WhatIfTask, dropped: threading.Event) -> bytes:
        until = time.monotonic() + WHAT_IF_SECONDS
        endings = self._endings(task, dropped)
        endings.more(task.ask.games - endings.games, lambda: dropped.is_set() or time.monotonic() > until)
        return message_encoder.encode(endings.summary())

    def _endings(self, task: WhatIfTask, dropped: threading.Event) -> Endings:
        """Those that were begun before, if there are any. Only the thread of first figures touches them."""
        ask = task.ask
        question = f"{ask.entries} {ask.seat} {ask.words}\n{ask.components or ''}\n{task.record.text()}"
        key = hashlib.sha256(question.encode()).hexdigest()
        endings = self.endings.get(key)
        if endings is None:
            endings = Endings(played_otherwise(task.record, ask.entries, ask.words, task.components, ask.seat))
            endings.list_all(dropped.is_set)
            self.endings[key] = endings
            while len(self.endings) > MOST_KEPT_ENDINGS:
                self.endings.popitem(last=False)
        self.endings.move_to_end(key)
        return endings


class Visitor:
    """One who gives tasks, and can say that nobody waits for one."""

    def __init__(self, reckoning: Reckoning, send: Callable[[bytes], None]) -> None:
        self.reckoning = reckoning
        self.send = send
        self.dropped: dict[int, threading.Event] = {}

    def take(self, number: int, task: Task) -> None:
        """Begin a task as soon as its lane is free."""
        if isinstance(task, DropTask):
            if number in self.dropped:
                self.dropped[number].set()
            return
        dropped = self.dropped[number] = threading.Event()
        self.reckoning.lanes[task.lane].submit(self._do, number, task, time.monotonic(), dropped)

    def _do(self, number: int, task: Work, since: float, dropped: threading.Event) -> None:
        try:
            answer = Answer(number, self.reckoning.done(task, since, dropped))
        except RollmopsError as error:
            answer = Answer(number, problem=problem_of(error))
        except Exception:
            log.exception("%s failed", type(task).__name__)
            answer = Answer(
                number, problem=Problem(0, "illegal", "this game cannot be reviewed here; the server's log says why")
            )
        del self.dropped[number]
        with contextlib.suppress(OSError):  # gone meanwhile
            self.send(packed(answer))

    def leave(self) -> None:
        """Nobody waits for anything any more."""
        for dropped in list(self.dropped.values()):
            dropped.set()


def _behind(lane: Lane) -> Callable[[], None]:
    """Lets a thread of this lane stand where it belongs."""

    def behind() -> None:
        if lane in REVIEW_LANES and sys.platform == "linux":  # elsewhere threads stand where their process does
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))

    return behind


def review_body(task: ReviewTask, dropped: threading.Event) -> bytes:
    """A review as JSON. It stops when nobody waits for it, and when it takes too long."""
    began = time.monotonic()

    def go_on(done: int, of: int) -> None:
        if dropped.is_set():
            raise DroppedError
        if time.monotonic() - began > task.seconds and done < of:
            raise OutOfTimeError(
                f"after {task.seconds:.0f} seconds this review had come to entry {done} of {of};"
                " `rollmops review FILE` takes the time it needs"
            )

    return message_encoder.encode(review(task.record, task.components, go_on, effort=task.effort))


def read_packed(source: BinaryIO) -> bytes | None:
    """The next thing that was packed; None at the end."""
    head = source.read(LENGTH_BYTES)
    data = source.read(int.from_bytes(head, "big")) if len(head) == LENGTH_BYTES else b""
    return data or None


def attend(reckoning: Reckoning, source: BinaryIO, target: BinaryIO) -> None:
    """Take tasks until whoever gives them has gone."""
    sending = threading.Lock()

    def send(data: bytes) -> None:
        with sending:
            target.write(data)
            target.flush()

    visitor = Visitor(reckoning, send)
    with contextlib.suppress(OSError):
        while (data := read_packed(source)) is not None:
            number, task = pickle.loads(data)  # noqa: S301 - the server's own
            visitor.take(number, task)
    visitor.leave()


def listen(reckoning: Reckoning, path: str) -> None:
    """Attend to whoever comes to this socket, until the one who started us is gone."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()

    def attend_to(line: socket.socket) -> None:
        with line, line.makefile("rb") as source, line.makefile("wb") as target:
            attend(reckoning, source, target)

    def welcome() -> None:
        while True:
            threading.Thread(target=attend_to, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=welcome, daemon=True).start()
    reckoning.lanes["closer"].submit(load_games)
    sys.stdin.buffer.read()


def load_games() -> None:
    """Load what bots need of games that are compiled; the others are loaded when they are wanted."""
    for name in all_games():
        if not is_cold(name) and not is_cold(MINDS + name):
            warm_rules(name)
            warm_minds(name)


def main() -> None:
    """Take tasks until the server closes the pipe or is gone."""
    logs.begin()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears Ctrl-C and ends this process
    path = sys.argv[1] if len(sys.argv) > 1 else ""
    if hasattr(os, "nice"):
        os.nice(THINKING_NICENESS if path else NICENESS)
    leave_a_core()
    sys.setswitchinterval(SWITCH_SECONDS)
    if path:
        listen(Reckoning(), path)
    else:
        attend(Reckoning(), sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # whatever is still being reckoned is for nobody


if __name__ == "__main__":
    main()
