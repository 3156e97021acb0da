"""What a message costs below the tables: `python -m bench sockets`.

A bare echo, one message in and two out as with a choice at a table of two seats: on uvicorn's own sockets, on ours
(`server/web/transport.py`), and on picows, which is written in Cython. In turns, so that a slow minute hits all of them.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from statistics import median

import uvloop

from bench.online.echo import SOCKETS
from bench.report import Report
from bench.server import CORES, PACKAGES, Run, echo, flat_echo, pin

FRAME_BYTES = 900
"""An update of soles, as `python -m bench server` finds it."""
TABLES, TURNS, FIRST_PORT = 64, 5, 8992


def microseconds(run: Run) -> float:
    """Of the processor for an echo to both seats."""
    return 1e6 * run.cpu / run.choices


def report() -> Report:
    """Run everything."""
    seconds = float(os.environ.get("BENCH_SECONDS", "6")) / 4
    told = Report(f"Sockets: a message in, two of {FRAME_BYTES} bytes out", (*PACKAGES, "picows"))
    mine = os.sched_getaffinity(0)
    pin({CORES[-1]})
    frame = b"x" * FRAME_BYTES
    with ExitStack() as stack:
        servers = {name: stack.enter_context(echo(frame, FIRST_PORT + place, name)) for place, name in enumerate(SOCKETS)}
        turns = [
            {name: microseconds(uvloop.run(flat_echo(*server, TABLES, seconds))) for name, server in servers.items()}
            for _ in range(TURNS)
        ]
    pin(mine)
    for name in SOCKETS:
        times = [turn[name] for turn in turns]
        told.figure(name, f"{median(times):.0f} µs of the processor ({min(times):.0f} to {max(times):.0f})")
    told.ratio("uvicorn's to ours", median(turn["uvicorn"] / turn["ours"] for turn in turns), 1.7)
    told.notes.append("Why not picows: docs/server.md.")
    return told
