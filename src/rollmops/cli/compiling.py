"""A word to whoever waits while rules are compiled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def say_once(game: str, say: Callable[[str], object]) -> Iterator[None]:
    """While this lasts, say that rules are being compiled as soon as one is; the next start finds them in the cache."""
    from rollmops.engine.compile import hear_compiling

    said: list[str] = []

    def tell(name: str) -> None:
        if not said:
            said.append(name)
            say(f"Compiling the rules of {game}, once: this takes some seconds …")

    with hear_compiling(tell):
        yield


def says_when_compiling(command: Callable[P, R]) -> Callable[P, R]:
    """A command that says so where it has to compile rules first."""

    @wraps(command)
    def wrapped(*args: P.args, **options: P.kwargs) -> R:
        with say_once("this game", say_aside):
            return command(*args, **options)

    return wrapped


def say_aside(words: str) -> None:
    """Tell whoever waits, beside what the command prints."""
    print(words, file=sys.stderr, flush=True)
