"""The very first start: how long from `make play` until each game can be played, with no compiled rules in the cache.

Soles is ready when a visitor who asked for a table as soon as the page was there sits at it and its dice have rolled; its
bots, when one has made the first choice at a table that was asked for at the same moment. Any other game is ready when the
server says that a table of it is set at once, and all are when their bots are compiled too. Python's own bytecode is there,
as `make play` keeps it and as pip leaves it. `BENCH_RUNS=9 python -m bench cold` starts it nine times.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from bench.online.sockets import open_wire
from bench.online.tables import ScriptedTable, post
from bench.report import NO_MARGIN, Report
from rollmops.engine.dice import new_salt, salt_promise
from rollmops.server.compilers import MINDS

ROOT = Path(__file__).parents[1]
SOLES_SECONDS, ALL_SECONDS = 5.0, 25.0
"""Promised for a machine with two cores that has nothing else to do."""
RUNS = int(os.environ.get("BENCH_RUNS", "5"))
MOST_SECONDS = 900.0
QUIET_LOAD = 1.3
"""Tasks for each core, ours among them, up to which a machine counts as quiet."""
ROLLED = "a visitor's dice have rolled at soles"
ANSWERED = "a bot has played at soles"
BOTS = "bots of all games"


@dataclass
class Start:
    """One start: seconds until each thing could be done, processor seconds of it all, tasks for each core at its end."""

    after: dict[str, float] = field(default_factory=dict)
    spent: float = 0.0
    load: float = 0.0


def ready_games(port: int) -> dict[str, bool]:
    """Which games the server says can be played at once."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=30) as answer:
        return {one["name"]: one["ready"] for one in json.load(answer)["games"]}


async def meet_bots(port: int) -> None:
    """Play now: a table with two bots, of which the first begins, until one has chosen."""
    bots = [{"kind": "bot", "level": "medium"}] * 2
    ask = {"game": "soles", "seats": [{"kind": "here"}, *bots], "first": "B"}
    made = await asyncio.to_thread(post, port, "/api/tables", ask)
    salt, chosen = new_salt(), asyncio.Event()

    def hear(body: bytes) -> None:
        message = json.loads(body)
        if message.get("opening"):
            wire.send(json.dumps({"type": "open", "seat": "A", "salt": salt}).encode())
        if message["type"] != "update":
            return
        seen = message["open"]
        mine = next((turn for turn in seen["turns"] if turn["seat"] == "A" and turn["owes"]), None)
        if any(line["seat"] in "BC" and not line["words"].startswith("roll") for line in seen["lines"]):
            chosen.set()
        elif mine is not None:  # the dice have left the bots no choice yet
            choice = {"type": "choose", "seat": "A", "words": mine["choices"][0], "sequence": message["sequence"]}
            wire.send(json.dumps(choice).encode())

    wire = await open_wire(port, f"/api/tables/{made['code']}/socket?open=1", hear)
    for said in (
        {"type": "hello", "tokens": [made["keys"][0]["token"]]},
        {"type": "sit", "seat": "A", "name": "Ann", "promise": salt_promise(salt)},
    ):
        wire.send(json.dumps(said).encode())
    await chosen.wait()
    if wire.transport is not None:
        wire.transport.close()


async def visit(port: int, start: Start, begun: float, cache: Path) -> None:
    """Ask for tables at once and sit down; meanwhile look which games are ready, until all are, and their bots."""

    async def roll() -> None:
        table = ScriptedTable(port, lambda seconds, entries: None, pace=60.0)
        await table.open()
        start.after[ROLLED] = time.monotonic() - begun
        table.close()

    async def meet() -> None:
        await meet_bots(port)
        start.after[ANSWERED] = time.monotonic() - begun

    visiting = [asyncio.create_task(one()) for one in (roll, meet)]
    ready = {"": False}
    while BOTS not in start.after and time.monotonic() - begun < MOST_SECONDS:
        ready = await asyncio.to_thread(ready_games, port)
        for name in (name for name in ready if ready[name]):
            start.after.setdefault(name, time.monotonic() - begun)
        if all(ready.values()) and len(list(cache.rglob(f"{MINDS}*.ready"))) == len(ready):
            start.after[BOTS] = time.monotonic() - begun
        await asyncio.sleep(0.1)
    await asyncio.gather(*visiting)


def as_make_does() -> dict[str, str]:
    """The environment that the Makefile gives: bytecode is kept beside the packages, whatever this shell wants."""
    told = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return told | {"PYTHONPYCACHEPREFIX": str(Path(sys.prefix) / "bytecode")}


def start_server(folder: str) -> Start:
    """What `make play` does where pages are built, with an empty cache and a visitor."""
    environment = as_make_does() | {"ROLLMOPS_CACHE": folder}
    command = [sys.executable, "-m", "rollmops", "serve", "--port", "0", "--data", str(Path(folder) / "data")]
    start, begun, before = Start(), time.monotonic(), os.times()
    subprocess.run([sys.executable, "hatch_build.py", "--compile"], env=environment, cwd=ROOT, check=True)
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
            start.after["the page"] = time.monotonic() - begun
            asyncio.run(visit(port, start, begun, Path(folder)))
        finally:
            server.terminate()
            server.wait()
    after = os.times()
    start.spent = after.children_user - before.children_user + after.children_system - before.children_system
    start.load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return start


def compile_all(folder: str) -> dict[str, float]:
    """Compile everything, the masters' minds too, as `make warm` does: processor seconds of each task."""
    command = [sys.executable, "-m", "rollmops.server.warming"]
    environment = as_make_does() | {"ROLLMOPS_CACHE": folder}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return {words[0]: float(words[4].lstrip("(")) for words in lines}


def report() -> Report:
    """Measure it."""
    out = Report(f"The first start of the server, with an empty cache, {RUNS} times", margin=NO_MARGIN)
    starts = []
    for module in ("rollmops.server.warming", "rollmops.server.web.serve"):  # so that there is bytecode of it
        subprocess.run([sys.executable, "-c", f"import {module}"], env=as_make_does(), check=True)
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            starts.append(start_server(folder))
    for name in sorted(starts[0].after, key=starts[0].after.__getitem__):
        times = [one.after[name] for one in starts]
        out.figure(f"{name}, after", f"{statistics.median(times):.1f} s (median), {max(times):.1f} s (worst)")
    spent, load = (statistics.median(getattr(one, what) for one in starts) for what in ("spent", "load"))
    out.figure("until then, processor time", f"{spent:.1f} s (median)")
    out.figure("load of the machine for each core", f"{load:.1f} (median)")
    with tempfile.TemporaryDirectory() as folder:
        tasks = compile_all(folder)
    for name, seconds in tasks.items():
        out.figure(f"compiling {name}, processor time", f"{seconds:.1f} s")
    out.figure("compiling everything, processor time", f"{sum(tasks.values()):.1f} s")
    if load > QUIET_LOAD:
        out.notes.append("The machine was busy: seconds by the clock say nothing, so that they are not judged.")
        return out
    rolled, everything = [one.after[ROLLED] for one in starts], [max(one.after.values()) for one in starts]
    for what, of in (("median", statistics.median), ("worst", max)):
        out.ratio(f"soles within {SOLES_SECONDS:g} s, times faster, {what}", SOLES_SECONDS / of(rolled), 1)
        out.ratio(f"all games within {ALL_SECONDS:g} s, times faster, {what}", ALL_SECONDS / of(everything), 1)
    return out
