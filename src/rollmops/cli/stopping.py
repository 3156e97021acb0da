"""Ctrl-C that is not lost."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Iterator[Callable[[], None]]:
    """While this lasts, Ctrl-C raises KeyboardInterrupt as ever; called from time to time, what this gives raises it again
    where it was swallowed, as it is in a library's callbacks (Numba's), and nobody reads that it was."""
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

    def swallowed(what: sys.UnraisableHookArgs) -> None:
        if not issubclass(what.exc_type, KeyboardInterrupt):
            tell(what)

    before, tell = signal.signal(signal.SIGINT, stop), sys.unraisablehook
    sys.unraisablehook = swallowed
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = tell
