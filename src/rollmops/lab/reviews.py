"""Many games reviewed at once, in processes or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollmops.engine.components import Components
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import read_record
from rollmops.lab.batches import run_batches
from rollmops.review import Review, review

Logbook = tuple[str, bytes, Components | None]
"""The name of a file, what is in it, and the components it was played with where they are not the house's."""


def review_one(name: str, data: bytes, components: Components | None, effort: str) -> Review:
    """Review one game. Raises RollmopsError, which names the file."""
    try:
        return review(read_record(data), components, effort=effort)
    except RollmopsError as error:
        raise RollmopsError(f"{name}: {error}") from None


def review_all(
    books: Sequence[Logbook], *, effort: str = "usual", jobs: int = 1, cluster: str | None = None
) -> Iterator[Review]:
    """The reviews of these games, in order, as they are done."""
    return run_batches(review_one, [(*book, effort) for book in books], jobs, cluster)
