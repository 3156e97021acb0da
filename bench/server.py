"""The server's speed over real sockets, in one run: `python -m bench.server`.

Entries a second on one core with the durable store, p50 and p99 from sending a choice to the update at every seat, a bare
echo of the same messages on the same server, 500 rooms at a human pace, memory of a room at rest.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import uvloop
from bench.echo import EchoTable
from bench.sockets import open_wire
from bench.tables import ScriptedTable

from rollmops.server.limits import Limits

FREE = Limits(messages=1e9, burst=10**9, tables=1e9, tables_burst=10**9, looks=1e9, looks_burst=10**9, per_address=10_000)
"""Nobody is held up by limits that are made for people."""
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0, 1]


@contextmanager
def server(data: Path, cores: set[int], idle: float = 60.0) -> Iterator[tuple[int, int]]:
    """A real server process; gives its port and process number."""
    command = [sys.executable, "-m", "bench.server", "serve", str(data), str(idle)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: _pin(cores))
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield int(line.rsplit(":", 1)[1].strip().rstrip("/")), process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


@contextmanager
def echo(frame: bytes, port: int) -> Iterator[int]:
    """A bare echo on the same server."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.echo", str(port)], stdin=subprocess.PIPE, preexec_fn=lambda: _pin({CORES[0]})
    )
    try:
        assert process.stdin is not None
        process.stdin.write(frame)
        process.stdin.close()
        yield port
    finally:
        process.terminate()
        process.wait(timeout=20)


def _pin(cores: set[int]) -> None:
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


async def play(tables: list[ScriptedTable], tally: Tally, seconds: float, warm: float = 1.5) -> float:
    """Count for so long."""
    await asyncio.sleep(warm)
    tally.counting = True
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting = False
    return time.perf_counter() - began


async def open_tables(port: int, tally: Tally, count: int, pace: float = 0.0) -> list[ScriptedTable]:
    tables = [ScriptedTable(port, tally.note, pace) for _ in range(count)]
    for start in range(0, count, 20):
        await asyncio.gather(*(table.open() for table in tables[start : start + 20]))
    return tables


async def flat_out(port: int, rooms: int, seconds: float) -> tuple[float, float, Tally, bytes]:
    """As fast as it goes: choices and entries a second."""
    tally = Tally()
    tables = await open_tables(port, tally, rooms)
    took = await play(tables, tally, seconds)
    for table in tables:
        table.close()
    frames = sorted((frame for table in tables for frame in table.frames), key=len)
    return len(tally.times) / took, tally.entries / took, tally, frames[len(frames) // 2]


async def flat_echo(port: int, rooms: int, seconds: float) -> float:
    """Echoes a second."""
    tally = Tally()
    tables: list[ScriptedTable] = []
    for number in range(rooms):
        table: ScriptedTable = EchoTable(port, tally.note)
        for seat in range(2):
            for _ in range(100):
                try:
                    table.wires.append(await open_wire(port, f"/{number}", partial(table.hear, seat)))
                    break
                except OSError:
                    await asyncio.sleep(0.1)
        tables.append(table)
    for table in tables:
        table.choose()
    took = await play(tables, tally, seconds)
    for table in tables:
        table.close()
    return len(tally.times) / took


async def human_pace(port: int, rooms: int, seconds: float) -> Tally:
    """A choice every two seconds in each of many rooms."""
    tally = Tally()
    tables = await open_tables(port, tally, rooms, pace=2.0)
    await play(tables, tally, seconds, warm=3.0)
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


def main() -> None:
    """Run everything and print it."""
    _pin({CORES[-1]})
    seconds = float(os.environ.get("BENCH_SECONDS", "6"))
    with tempfile.TemporaryDirectory() as folder:
        with server(Path(folder) / "flat", {CORES[0]}) as (port, _):
            choices, entries, tally, frame = uvloop.run(flat_out(port, 64, seconds))
        print(f"one core, 64 tables of soles, durable: {entries:,.0f} entries/s, {choices:,.0f} choices/s to two seats each")
        print(f"  from a choice to its update at every seat: {tally}")
        with server(Path(folder) / "few", {CORES[0]}) as (port, _):
            _, _, tally, _ = uvloop.run(flat_out(port, 4, seconds / 2))
        print(f"  with 4 tables: {tally}")
        with echo(frame, 8991) as port:
            echoes = uvloop.run(flat_echo(port, 64, seconds))
        print(f"bare echo of the same messages ({len(frame)} bytes to two seats): {echoes:,.0f}/s")
        print(f"  the durable table does {choices / echoes:.2f} of it")
        with server(Path(folder) / "human", set(CORES)) as (port, _):
            _pin(set(CORES))
            tally = uvloop.run(human_pace(port, 500, 2 * seconds))
        print(f"500 rooms on two cores, a choice every 2 s each ({len(tally.times)} choices): {tally}")
        with server(Path(folder) / "rest", set(CORES), 3600) as (port, pid):
            print(f"a room at rest: {uvloop.run(at_rest(port, pid, 200)):.0f} kB in memory, nothing once it is unloaded")


def serve_free(folder: str, idle: str) -> None:
    """The server as it is, without limits that are made for people."""
    from rollmops.server.serve import serve

    serve("127.0.0.1", 0, Path(folder), limits=FREE, idle=float(idle))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve_free(sys.argv[2], sys.argv[3])
    else:
        main()
