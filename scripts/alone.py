"""One at a time: `make play` and `make test` may be begun in two windows of a fresh clone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Wait until nobody else in this clone is at anything that must be done alone."""
    with (Path(__file__).parent.parent / "Makefile").open() as door:
        if fcntl is not None:
            try:
                fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"{what}: waiting for another that is at it in this clone", flush=True)
                fcntl.flock(door, fcntl.LOCK_EX)
        yield
