"""How much memory a piece of Python needs, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

MARK = """
from pathlib import Path
status = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def peak_of(code: str) -> float:
    """Megabytes at the peak of a process that runs this and nothing else (on Linux).

    It is the kernel's mark of this process's own memory: what `getrusage` tells begins with the peak of whoever started it.
    """
    return int(subprocess.check_output([sys.executable, "-c", code + MARK], text=True)) / 1024
