"""The server's speed over real sockets, in one run: `python -m bench server`.

Entries a second on one core with the durable store, p50 and p99 from sending a choice to the update at every seat,
boardgame.io with as many tables and clients (where `make boardgame` has installed it), a bare echo of the same messages on
uvicorn as it comes, 500 and 2,000 rooms at a human pace, memory of a room at rest. `BENCH_BEFORE=FOLDER` measures the server
of another checkout as well: both run, and play in turns of less than half a second.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvloop

from bench.online.boardgame import MISSING, boardgame, is_here, moves
from bench.online.echo import EchoTable, Sockets
from bench.online.free import FREE
from bench.online.other import in_turns
from bench.online.sockets import Wire, open_wire
from bench.online.tables import ScriptedTable, get
from bench.report import Report

PACKAGES = ("uvicorn", "uvloop", "websockets", "msgspec", "sqlalchemy")
SLICE_SECONDS = 0.4
"""For which servers of two checkouts play in turns."""
STILL_SECONDS = 1.0
"""A server that has done next to nothing for so long is ready: at the first start it compiles what bots think with."""
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0, 1]


@contextmanager
def server(data: Path, cores: set[int], idle: float = 60.0, checkout: str = "") -> Iterator[tuple[int, int]]:
    """A real server process, of this checkout or another; gives its port and process number."""
    command = [sys.executable, "-m", "bench.server", "serve", str(data), str(idle)]
    where = {"PYTHONPATH": os.pathsep.join((checkout, f"{checkout}/src"))} if checkout else {}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | where,
        cwd=checkout or None,
        preexec_fn=lambda: pin(cores),
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
        while not all(lid["ready"] for lid in get(port, "/api/games")["games"]):
            time.sleep(0.2)
        wait_until_still(process.pid)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_until_still(pid: int) -> None:
    """Until neither a server nor what it has started uses the processor."""
    while True:
        before = family_spent(pid)
        time.sleep(STILL_SECONDS)
        if family_spent(pid) - before < STILL_SECONDS / 20:
            return


def family_spent(pid: int) -> float:
    """Processor seconds of a process and of those that it has started and that still run."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return spent(pid) + sum(family_spent(int(child)) for child in children)


@contextmanager
def echo(frame: bytes, port: int, sockets: Sockets = "uvicorn") -> Iterator[tuple[int, int]]:
    """A bare echo on these sockets: those of uvicorn as it comes, ours, or others."""
    command = [sys.executable, "-m", "bench.online.echo", str(port), sockets]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, preexec_fn=lambda: pin({CORES[0]}))
    try:
        assert process.stdin is not None
        process.stdin.write(frame)
        process.stdin.close()
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def pin(cores: set[int]) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


class Tally:
    """Latencies and entries within the time that counts."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.entries = 0
        self.counting = False

    def note(self, seconds: float, entries: int) -> None:
        if self.counting:
            self.times.append(seconds)
            self.entries += entries

    def __str__(self) -> str:
        return f"p50 {self.quantile(0.5):.1f} ms, p99 {self.quantile(0.99):.1f} ms"

    def quantile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def play(pid: int, tally: Tally, seconds: float, warm: float = 1.5) -> tuple[float, float]:
    """Count for so long; returns seconds by the clock and of the server's processor time."""
    await asyncio.sleep(warm)
    tally.counting = True
    began, used = time.perf_counter(), spent(pid)
    await asyncio.sleep(seconds)
    tally.counting = False
    return time.perf_counter() - began, spent(pid) - used


async def open_tables(port: int, tally: Tally, count: int, pace: float = 0.0) -> list[ScriptedTable]:
    tables = [ScriptedTable(port, tally.note, pace) for _ in range(count)]
    for start in range(0, count, 20):
        await asyncio.gather(*(table.open() for table in tables[start : start + 20]))
    return tables


@dataclass(frozen=True)
class Run:
    """What one run has brought."""

    took: float
    cpu: float
    tally: Tally
    frame: bytes

    @property
    def choices(self) -> int:
        return len(self.tally.times)

    @property
    def entries(self) -> int:
        return self.tally.entries


async def flat_out(port: int, pid: int, rooms: int, seconds: float) -> Run:
    """As fast as it goes."""
    tally = Tally()
    tables = await open_tables(port, tally, rooms)
    took, cpu = await play(pid, tally, seconds)
    for table in tables:
        table.close()
    frames = sorted((frame for table in tables for frame in table.frames), key=len)
    return Run(took, cpu, tally, frames[len(frames) // 2])


async def flat_echo(port: int, pid: int, rooms: int, seconds: float) -> Run:
    """The bare echo, as fast as it goes."""
    tally = Tally()
    tables: list[ScriptedTable] = [EchoTable(port, tally.note) for _ in range(rooms)]
    for number, table in enumerate(tables):
        for seat in range(2):
            table.wires.append(await patiently(port, f"/{number}", partial(table.hear, seat)))
    for table in tables:
        table.choose()
    took, cpu = await play(pid, tally, seconds)
    for table in tables:
        table.close()
    return Run(took, cpu, tally, b"")


async def patiently(port: int, path: str, hear: Callable[[bytes], None]) -> Wire:
    """A socket to a server that may still be starting."""
    for _ in range(200):
        try:
            return await open_wire(port, path, hear)
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("the echo did not start")


async def human_pace(port: int, rooms: int, seconds: float) -> Tally:
    """A choice every two seconds in each of many rooms."""
    tally = Tally()
    tables = await open_tables(port, tally, rooms, pace=2.0)
    await play(os.getpid(), tally, seconds, warm=3.0)
    for table in tables:
        table.close()
    return tally


def resident(pid: int) -> int:
    """Memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def at_rest(port: int, pid: int, rooms: int) -> float:
    """kB of a room in mid-game that nobody looks at, still in memory."""
    first = Tally()
    warm = await open_tables(port, first, 40)
    await asyncio.sleep(3)
    for table in warm:
        table.close()
    await asyncio.sleep(1)
    before = resident(pid)
    tables = await open_tables(port, Tally(), rooms, pace=0.02)
    await asyncio.sleep(4)
    for table in tables:
        table.close()
    await asyncio.sleep(2)
    return (resident(pid) - before) / rooms


def spent(pid: int) -> float:
    """Processor seconds that a process has used so far, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report() -> Report:
    """Run everything."""
    seconds = float(os.environ.get("BENCH_SECONDS", "6"))
    told = Report("The server, over real sockets (soles, two seats a table, durable store)", PACKAGES)
    mine = os.sched_getaffinity(0)
    pin({CORES[-1]})
    with tempfile.TemporaryDirectory() as folder:
        with server(Path(folder) / "flat", {CORES[0]}) as (port, pid):
            flat = uvloop.run(flat_out(port, pid, 64, seconds))
        told.figure(
            "64 tables on one core", f"{flat.entries / flat.took:,.0f} entries/s, {flat.choices / flat.took:,.0f} choices/s"
        )
        told.figure(
            "  of processor time", f"{flat.entries / flat.cpu:,.0f} entries/s, {flat.choices / flat.cpu:,.0f} choices/s"
        )
        told.figure("  a choice to its update at every seat", str(flat.tally))
        compare_before(told, Path(folder), 2 * seconds)
        compare_boardgame(told, flat, seconds)
        with server(Path(folder) / "few", {CORES[0]}) as (port, pid):
            told.figure("  the same with 4 tables", str(uvloop.run(flat_out(port, pid, 4, seconds / 2)).tally))
        with echo(flat.frame, 8991) as (port, pid):
            bare = uvloop.run(flat_echo(port, pid, 64, seconds))
        told.figure(f"bare echo of uvicorn, {len(flat.frame)} bytes to two seats", f"{bare.choices / bare.took:,.0f}/s")
        told.figure("  of processor time", f"{bare.choices / bare.cpu:,.0f}/s")
        told.ratio("entries to echoes, by processor time", (flat.entries / flat.cpu) / (bare.choices / bare.cpu), 0.2)
        told.figure("choices to echoes, by processor time", f"{(flat.choices / flat.cpu) / (bare.choices / bare.cpu):.2f}")
        pin(set(CORES))
        for rooms in (500, 2000):
            with server(Path(folder) / f"human{rooms}", set(CORES)) as (port, pid):
                tally = uvloop.run(human_pace(port, rooms, 3 * seconds))
            told.figure(f"{rooms:,} rooms, a choice every 2 s each ({len(tally.times)} choices)", str(tally))
            told.ratio("  50 ms to their p99", 50 / tally.quantile(0.99), 1)
        if is_here():
            with boardgame(set(CORES)) as (ports, pid):
                many = moves(ports, pid, 2000, 3 * seconds, set(CORES), spent, pace=2.0)
            told.figure(f"  boardgame.io with 2,000 ({len(many.times)} moves)", str(many))
        with server(Path(folder) / "rest", set(CORES), 3600) as (port, pid):
            size = uvloop.run(at_rest(port, pid, 200))
        told.figure("a room at rest, before it is unloaded", f"{size:.0f} kB")
        told.ratio("  200 kB to it", 200 / size, 1)
    pin(mine)
    told.notes.append("Clients run on the other core; rates by the clock suffer when the machine has other work.")
    return told


def compare_before(told: Report, folder: Path, seconds: float) -> None:
    """The same with the server of another checkout, say of an older commit, if one is named."""
    checkout = os.environ.get("BENCH_BEFORE", "")
    if not checkout:
        return
    here = str(Path(__file__).resolve().parents[1])
    with server(folder / "ours", {CORES[0]}) as ours, server(folder / "before", {CORES[0]}, checkout=checkout) as before:
        mine, theirs = in_turns(
            [(here, *ours), (checkout, *before)], 64, SLICE_SECONDS, round(seconds / SLICE_SECONDS), {CORES[-1]}
        )
    told.figure("64 tables, in turns with the other checkout", str(mine))
    told.figure("  the other checkout", str(theirs))
    told.ratio("choices to its choices, by processor time", mine.choices / mine.cpu / (theirs.choices / theirs.cpu), 3)


def compare_boardgame(told: Report, flat: Run, seconds: float) -> None:
    """boardgame.io with as many tables and clients, on the same cores."""
    if not is_here():
        told.notes.append(MISSING)
        return
    with boardgame({CORES[0]}) as (ports, pid):
        theirs = moves(ports, pid, 64, seconds, {CORES[-1]}, spent)
    count = len(theirs.times)
    told.figure("64 tables of boardgame.io, in memory", f"{count / theirs.took:,.0f} moves/s, {theirs}")
    told.figure("  of processor time", f"{count / theirs.cpu:,.0f} moves/s")
    told.ratio("choices to its moves, by processor time", (flat.choices / flat.cpu) / (count / theirs.cpu), 1)
    told.ratio("choices to its moves, by the clock", (flat.choices / flat.took) / (count / theirs.took), 1)
    told.ratio("its p99 to ours", theirs.quantile(0.99) / flat.tally.quantile(0.99), 2)


def serve_free(folder: str, idle: str) -> None:
    """The server as it is, without limits that are made for people."""
    from rollmops.server.web.serve import serve

    serve("127.0.0.1", 0, Path(folder), limits=FREE, idle=float(idle))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve_free(sys.argv[2], sys.argv[3])
    else:
        report().show()
