"""Another checkout's server, played at by that checkout's own clients: an older one may speak another protocol."""

from __future__ import annotations

import os
import subprocess
import sys

CLIENTS = """
import sys, uvloop
from bench.server import flat_out
port, pid, rooms, seconds = sys.argv[1:]
run = uvloop.run(flat_out(int(port), int(pid), int(rooms), float(seconds)))
print(run.choices, run.took, run.cpu)
"""


def clients_of(
    checkout: str, port: int, pid: int, rooms: int, seconds: float, cores: set[int]
) -> tuple[float, float, float]:
    """As fast as it goes: choices, seconds by the clock, seconds of the server's processor time."""
    done = subprocess.run(
        [sys.executable, "-c", CLIENTS, str(port), str(pid), str(rooms), str(seconds)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((checkout, f"{checkout}/src"))},
        cwd=checkout,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores) if hasattr(os, "sched_setaffinity") else None,
    )
    choices, took, cpu = (float(word) for word in done.stdout.split())
    return choices, took, cpu
