"""Servers of several checkouts side by side, played at in turns by the clients of their own benches: an older one may speak
another protocol, and a machine that has other work slows all of them, not the one whose turn it is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

CLIENTS = """
import asyncio, sys, time
import uvloop
from bench.server import Tally, open_tables, spent
port, pid, rooms = map(int, sys.argv[1:])

async def main():
    tally = Tally()
    tables = await open_tables(port, tally, rooms)
    for table in tables:
        table.running = False
    await asyncio.sleep(0.5)
    print("ready", flush=True)
    while seconds := await asyncio.to_thread(sys.stdin.readline):
        before, began, used = len(tally.times), time.perf_counter(), spent(pid)
        tally.counting = True
        for table in tables:
            table.running = True
            table.choose()
        await asyncio.sleep(float(seconds))
        for table in tables:
            table.running = False
        took, end = time.perf_counter() - began, time.perf_counter() + 2
        while any(table.waiting for table in tables) and time.perf_counter() < end:
            await asyncio.sleep(0.005)
        tally.counting = False
        print(len(tally.times) - before, took, spent(pid) - used, flush=True)

uvloop.run(main())
"""


@dataclass
class Played:
    """What a server has done in all its turns."""

    choices: float = 0.0
    took: float = 0.0
    cpu: float = 0.0

    def __str__(self) -> str:
        return f"{self.choices / self.took:,.0f} choices/s, {self.choices / self.cpu:,.0f} of processor time"


def in_turns(
    servers: Sequence[tuple[str, int, int]], rooms: int, seconds: float, rounds: int, cores: set[int]
) -> list[Played]:
    """As fast as it goes: servers, each given as its checkout, port and process number, play for `seconds` in each round."""
    with ExitStack() as stack:
        clients = [stack.enter_context(_clients(*server, rooms, cores)) for server in servers]
        try:
            for client in clients:
                _heard(client)
            found = [Played() for _ in servers]
            for turn in range(rounds + 1):
                for client, played in zip(clients, found, strict=True):
                    client.stdin.write(f"{seconds}\n")
                    client.stdin.flush()
                    choices, took, cpu = map(float, _heard(client).split())
                    if turn:  # the first is to warm up
                        played.choices += choices
                        played.took += took
                        played.cpu += cpu
        finally:
            for client in clients:
                client.kill()
    return found


def _clients(checkout: str, port: int, pid: int, rooms: int, cores: set[int]) -> Any:
    return subprocess.Popen(
        [sys.executable, "-c", CLIENTS, str(port), str(pid), str(rooms)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((checkout, f"{checkout}/src"))},
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores) if hasattr(os, "sched_setaffinity") else None,
    )


def _heard(client: Any) -> str:
    line: str = client.stdout.readline()
    if not line:
        raise RuntimeError("the clients of a checkout have ended; what they said is above")
    return line
