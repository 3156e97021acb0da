"""Ctrl-C that is not lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Iterator[Callable[[], None]]:
    """While this lasts, Ctrl-C raises KeyboardInterrupt as ever; called from time to time, what this gives raises it again
    where it was swallowed, as it is in a library's callbacks (Numba's, while it compiles)."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    heard = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        heard.set()
        raise KeyboardInterrupt

    def check() -> None:
        if heard.is_set():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
