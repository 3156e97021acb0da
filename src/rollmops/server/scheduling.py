"""How soon the system gives the processor to whoever serves tables, where minds keep it busy.

A mind thinks for seconds, a table wants the processor for a fraction of a millisecond at a time. That thinkers stand behind
(`web/reckoning.py`) is not enough: whoever runs may finish its slice first, which can be milliseconds. So minds leave one
core free, where the system knows cores by number, and on the others whoever asks for short slices is let in sooner. Linux
knows those since version 6.12; older ones, and other systems, take no notice.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from struct import Struct

from rollmops.server.memory import c_library

SLICE_NANOSECONDS = 100_000
"""The shortest that can be asked for."""
SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of the system call `sched_setattr`, for which the C library has no function."""
SCHED_OTHER, RESET_ON_FORK = 0, 1
attributes = Struct("=IIQiIQQQ")
"""Size, policy, flags, niceness, priority, and what for this policy is the slice; the rest is for others."""


def be_prompt() -> None:
    """Let this thread have the processor soon, for short whiles; threads and processes that it starts ask for themselves."""
    library, number = c_library(), SET_ATTRIBUTES.get(platform.machine())
    if library is None or number is None:
        return
    niceness = os.getpriority(os.PRIO_PROCESS, 0)
    wanted = attributes.pack(attributes.size, SCHED_OTHER, RESET_ON_FORK, niceness, 0, SLICE_NANOSECONDS, 0, 0)
    library.syscall(number, 0, wanted, 0)  # where it cannot be had everything goes on as it did


def leave_a_core() -> None:
    """Keep this thread, and those that it starts, off one of the cores: a table that wakes finds it free."""
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        with contextlib.suppress(OSError):  # some containers forbid it; minds then think on all of them
            os.sched_setaffinity(0, cores[1:] or cores)
