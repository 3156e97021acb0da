"""The C library's heaps: it makes one for each thread and keeps what was freed, so that a server only ever grows."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

ARENA_MAX = -8
"""The C library's name for how many heaps there may be (M_ARENA_MAX)."""
MALLOC_ARENAS = 2


def share_heaps() -> None:
    """Let all threads share a few heaps, where the C library is one that can."""
    library = c_library()
    if library is not None and hasattr(library, "mallopt"):
        library.mallopt(ARENA_MAX, MALLOC_ARENAS)


def give_back() -> None:
    """Give what is free to the system. Takes milliseconds, so in a thread."""
    library = c_library()
    if library is not None and hasattr(library, "malloc_trim"):
        library.malloc_trim(0)


@cache  # each time makes types that only the garbage collector can get rid of
def c_library() -> ctypes.CDLL | None:
    """The C library, where its functions may be called past Python's own: on Linux."""
    return ctypes.CDLL(None) if sys.platform == "linux" else None
