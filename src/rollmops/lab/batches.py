"""Work in several processes: results come in the order of the work, so that sums are the same for any number of them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import joblib

R = TypeVar("R")


def run_batches(work: Callable[..., R], arguments: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[R]:
    """The results of `work` for each of these arguments, in order, as they are done."""
    if jobs == 1 or len(arguments) <= 1:
        yield from (work(*one) for one in arguments)
        return
    calls = (joblib.delayed(work)(*one) for one in arguments)
    with _workers_undisturbed():
        done = joblib.Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="4*n_jobs")(calls)
    yield from done


@contextmanager
def _workers_undisturbed() -> Iterator[None]:
    """Processes started now do not hear Ctrl-C, which is for us alone: theirs would be so many complaints."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
