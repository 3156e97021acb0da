"""The workers of a Dask cluster, reached through joblib. They need the same rollmops as here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, NamedTuple

import joblib

from rollmops import __version__
from rollmops.engine.errors import RollmopsError
from rollmops.engine.sources import sources_digest
from rollmops.extras import need

CONNECT_SECONDS = 10
"""How long a scheduler is waited for."""
WORKERS_SECONDS = 30
"""The same for its first worker: one that was killed takes a while to come back where much else is running."""


class _Failed(NamedTuple):
    """What came instead of a result: the cluster's own trouble, not that of the work."""

    error: BaseException


def sources() -> tuple[str, str]:
    """The version of rollmops that is installed here, and the state of its sources."""
    return __version__, sources_digest("rollmops.lab.tournament") + sources_digest("rollmops.lab.simulate")


@contextmanager
def on_cluster(address: str) -> Iterator[None]:
    """While this lasts, joblib gives its work to the cluster at this address. Raises RollmopsError where there is none, or
    where another rollmops is installed: it would play other games.
    """
    client = _connect(address)
    try:
        _check_workers(client, address)
        with joblib.parallel_config(backend=_backend(client)):
            yield
    finally:
        client.close()


def _backend(client: Any) -> Any:
    """joblib's way to Dask (joblib 1.6), but for two things: where the cluster has a single core it does the work there and
    not here, and where a worker was killed too often at some work it says so instead of waiting for ever.
    """
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]  # joblib has no types
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

        async def _collect(self) -> None:
            while self._continue:
                async for future, result in self.waiting_futures:
                    waiting, callback = self._results.pop(future), self._callbacks.pop(future)
                    if future.status == "finished":
                        waiting.set_result(result)
                        callback(result)
                    else:
                        error = result[1] if isinstance(result, tuple) else CancelledError()
                        waiting.set_exception(error)
                        callback(_Failed(error))
                await asyncio.sleep(0.01)

        def retrieve_result_callback(self, out: Any) -> Any:
            if isinstance(out, _Failed):
                raise out.error
            return super().retrieve_result_callback(out)

    return Backend(client=client, wait_for_workers_timeout=WORKERS_SECONDS)


def _connect(address: str) -> Any:
    need("dask", "a cluster")
    from distributed import Client

    try:
        return Client(address, set_as_default=False, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TypeError, MemoryError) as error:  # MemoryError: something else that speaks first
        why = str(error).partition("\n")[0] or type(error).__name__
        raise RollmopsError(
            f"no Dask scheduler answers at '{address}' ({why}); start one with `dask scheduler` and workers with "
            "`dask worker ADDRESS`, and give its address, like tcp://10.0.0.5:8786"
        ) from None


def _check_workers(client: Any, address: str) -> None:
    until = time.monotonic() + WORKERS_SECONDS
    answers: dict[str, Any] = {}
    while not answers:
        try:
            client.wait_for_workers(1, timeout=max(1.0, until - time.monotonic()))
            replies = client.run(sources, on_error="return")
        except (OSError, TimeoutError):
            replies = {}
        # Who cannot be reached any more was killed while it was asked, and says nothing about what is installed there.
        answers = {worker: answer for worker, answer in replies.items() if not isinstance(answer, OSError)}
        if not answers and time.monotonic() > until:
            raise RollmopsError(f"the cluster at '{address}' has no workers; start some with `dask worker {address}`")
    for worker, answer in answers.items():
        if isinstance(answer, Exception):
            raise RollmopsError(f"the worker at {worker} cannot use rollmops ({answer}); install it there too") from None
        if tuple(answer) != sources():
            raise RollmopsError(
                f"the worker at {worker} has another rollmops ({answer[0]}) than is here ({__version__}): it would not play "
                "the same games; install the same there"
            )


def killed_errors() -> tuple[type[Exception], ...]:
    """What is raised where workers were killed at some work again and again, or with what they kept for others."""
    need("dask", "a cluster")
    from distributed.scheduler import KilledWorker

    return KilledWorker, CancelledError
