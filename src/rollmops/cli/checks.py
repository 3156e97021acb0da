"""Numbers that people give on the command line."""

from __future__ import annotations

from rollmops.engine.errors import BadTableError

MOST_JOBS = 256


def check_jobs(jobs: int) -> None:
    """Refuse a number of processes that makes no sense."""
    if not 1 <= jobs <= MOST_JOBS:
        raise BadTableError(f"jobs: give a number from 1 to {MOST_JOBS}, not {jobs}")


def check_cluster(cluster: str | None) -> None:
    """What the cluster's library logs about its own connections is not for whoever waits for games."""
    if cluster is not None:
        import logging

        for name in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def check_seed(seed: int) -> None:
    """Refuse a seed that is no seed."""
    if seed < 0:
        raise BadTableError(f"seed: give a whole number from 0, not {seed}")
