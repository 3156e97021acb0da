"""A word to whoever waits while rules are compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def say_once(game: str, say: Callable[[str], object]) -> Iterator[None]:
    """While this lasts, say that rules are being compiled as soon as one is; the next start finds them in the cache."""
    from rollmops.engine.compile import told_of_compiling

    said: list[str] = []

    def tell(name: str) -> None:
        if not said:
            said.append(name)
            say(f"Compiling the rules of {game}, once: this takes some seconds …")

    with told_of_compiling(tell):
        yield
