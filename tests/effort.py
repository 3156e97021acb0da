"""How much a test does: little in `make test`, so that it stays quick, and all of it in `make test LONG=1`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")
LONG = os.environ.get("ROLLMOPS_LONG") == "1"
long_only = pytest.mark.skipif(not LONG, reason="takes long: make test LONG=1")


def short_or_long(short: int, long: int) -> int:
    """A number of games, throws or examples."""
    return long if LONG else short


def some_or_all(every: Iterable[T], *some: T) -> list[T]:
    """The parameters of a test that takes seconds for each: in short those that stand for the others."""
    return list(every) if LONG else list(some)
