"""Work in several processes or on a cluster: results come in the order of the work, so that nothing depends on how many
work. Who is killed at it costs what was being worked on, which is done again.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from rollmops.engine.errors import RollmopsError

R = TypeVar("R")

MOST_DEATHS = 3
"""Workers that may be killed in a row while nothing gets done: then it is the work itself that kills them."""
MOST_DEATHS_THERE = 2
"""On a cluster, which has tried several times by itself before it says so."""
log = logging.getLogger(__name__)


def run_batches(
    work: Callable[..., R], arguments: Sequence[tuple[Any, ...]], jobs: int = 1, cluster: str | None = None
) -> Iterator[R]:
    """The results of `work` for each of these arguments, in order, as they are done: here, in so many processes, or by the
    workers of the Dask cluster at this address. Raises RollmopsError where they are killed again and again.
    """
    if cluster is None and (jobs == 1 or len(arguments) <= 1):
        yield from (work(*one) for one in arguments)
        return
    done, deaths = 0, 0
    while done < len(arguments):
        try:
            for result in _run(work, arguments[done:], jobs, cluster):
                done, deaths = done + 1, 0
                yield result
        except _killed(cluster) as error:
            deaths += 1
            if deaths == (MOST_DEATHS if cluster is None else MOST_DEATHS_THERE):
                raise RollmopsError(
                    f"worker processes were killed {deaths} times at the same work, {done} of {len(arguments)} parts being "
                    "done; is there enough memory? Try fewer at once"
                ) from error
            log.warning("a worker process was killed; what it was doing is done again")


def _run(work: Callable[..., R], arguments: Sequence[tuple[Any, ...]], jobs: int, cluster: str | None) -> Iterator[R]:
    calls = (joblib.delayed(work)(*one) for one in arguments)
    if cluster is not None:
        from rollmops.lab.cluster import on_cluster

        with on_cluster(cluster):
            yield from joblib.Parallel(return_as="generator", pre_dispatch="4*n_jobs")(calls)
        return
    with _workers_undisturbed():
        done = joblib.Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="4*n_jobs")(calls)
    yield from done


def _killed(cluster: str | None) -> tuple[type[Exception], ...]:
    """What is raised where a worker was killed."""
    if cluster is None:
        return (TerminatedWorkerError,)
    from rollmops.lab.cluster import killed_errors

    return killed_errors()


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
