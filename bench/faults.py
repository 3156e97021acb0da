"""What innocent tables feel of hostile visitors: `python -m bench faults`, or `make faults`.

A real server as `rollmops serve` starts it, with its usual limits; sixteen tables of two whose players choose four times a
second; and one attack after the other from addresses of their own, each on a fresh server. A choice counts from sending it
until both seats have its update. Besides, the server must live, keep its log free of tracebacks and its memory bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop

from bench.hostile.attacks import ATTACKS
from bench.online.tables import ScriptedTable, get
from bench.report import Report
from bench.server import CORES, Tally, open_tables, pin, resident

PACKAGES = ("uvicorn", "uvloop", "websockets")
BOUND_MS = 100.0
MOST_GROWTH_KB = 150_000
"""What an attack may make the server grow by; a flood of many GB would show long before."""
SECONDS = 8.0
TABLES = 16
PACE_SECONDS = 0.25


@dataclass(frozen=True)
class Outcome:
    """How an attack went, for those who had nothing to do with it."""

    attack: str
    tally: Tally
    stuck: int  # tables where nothing happened in the last second of it
    log: str
    grown: int  # kB, at the most
    alive: bool
    said: str  # by the attackers

    @property
    def clean(self) -> bool:
        """Whether nothing in the log needs anybody's eyes."""
        return "Traceback" not in self.log


@contextlib.contextmanager
def usual_server(folder: Path) -> Iterator[tuple[int, int, Path]]:
    """`rollmops serve` with its usual limits: its port, process number and log."""
    log = folder / "server.log"
    command = [sys.executable, "-m", "rollmops", "serve", "--port", "0", "--data", str(folder / "data")]
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, preexec_fn=lambda: pin({CORES[0]})
        )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
        while not all(lid["ready"] for lid in get(port, "/api/games")["games"]):
            time.sleep(0.2)
        yield port, process.pid, log
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()


async def watch_memory(pid: int, peak: list[int]) -> None:
    """Remember the most memory that was ever seen."""
    while True:
        with contextlib.suppress(OSError, StopIteration):
            peak[0] = max(peak[0], resident(pid))
        await asyncio.sleep(0.1)


async def suffer(
    names: Sequence[str], port: int, pid: int, seconds: float, tables: int, patience: float
) -> tuple[Tally, int, int, str]:
    """Play while the attacks go on: choices counted, tables that stand still, growth in kB, what the attackers said."""
    tally = Tally()
    innocents: list[ScriptedTable] = await open_tables(port, tally, tables, PACE_SECONDS)
    await asyncio.sleep(1)
    before = resident(pid)
    peak = [before]
    watching = asyncio.create_task(watch_memory(pid, peak))
    arguments = [",".join(names), str(port), str(seconds + 1), *(table.code for table in innocents)]
    attackers = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.hostile", *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    await asyncio.sleep(2)  # it has to start first
    tally.counting = True
    await asyncio.sleep(seconds - 1)
    marks = [table.latest[0] for table in innocents]
    await asyncio.sleep(1 + 4 * PACE_SECONDS)
    end = time.monotonic() + patience
    while stuck := sum(table.latest[0] == mark for table, mark in zip(innocents, marks, strict=True)):
        if time.monotonic() > end:
            break
        await asyncio.sleep(0.1)
    tally.counting = False
    said, _ = await attackers.communicate()
    watching.cancel()
    for table in innocents:
        table.close()
    return tally, stuck, peak[0] - before, said.decode()


def face(*names: str, seconds: float = SECONDS, tables: int = TABLES, patience: float = 0.0) -> Outcome:
    """One attack on a fresh server, or several at the same time; a table counts as stuck if it stands still for so many
    seconds longer."""
    with tempfile.TemporaryDirectory() as folder, usual_server(Path(folder)) as (port, pid, log):
        tally, stuck, grown, said = uvloop.run(suffer(names, port, pid, seconds, tables, patience))
        try:
            alive = bool(get(port, "/api/games"))
        except OSError:
            alive = False
        return Outcome(", ".join(names), tally, stuck, log.read_text(errors="replace"), grown, alive, said)


def report(names: Sequence[str] = tuple(ATTACKS)) -> Report:
    """Every attack, and what innocent tables felt of it."""
    told = Report("Innocent tables under attack (soles, two seats a table, a server with its usual limits)", PACKAGES)
    pin({CORES[-1]})
    for name in names:
        outcome = face(name)
        doc = ATTACKS[name].__doc__ or ""
        troubles = [
            *([] if outcome.clean else [f"{outcome.log.count('Traceback')} tracebacks"]),
            *([] if outcome.alive else ["the server is gone"]),
            *([f"{outcome.stuck} tables stand still"] if outcome.stuck else []),
            *([outcome.said.strip().splitlines()[-1]] if outcome.said.strip() else []),
        ]
        print(f"{name}: {outcome.tally}", file=sys.stderr)
        told.figure(name, doc)
        told.figure("", f"{len(outcome.tally.times)} choices, {outcome.tally}, memory +{outcome.grown / 1000:.0f} MB")
        if troubles:
            told.figure("", "; ".join(troubles))
        told.ratio(f"  {name}: {BOUND_MS:.0f} ms to p99", BOUND_MS / outcome.tally.quantile(0.99), 1)
        told.ratio(f"  {name}: clean, alive and small", float(not troubles and outcome.grown < MOST_GROWTH_KB), 1)
    pin(set(CORES))
    told.notes.append("Players and attackers share the other core; what other work the machine has shows in every figure.")
    return told


if __name__ == "__main__":
    report(tuple(sys.argv[1:]) or tuple(ATTACKS)).show()
