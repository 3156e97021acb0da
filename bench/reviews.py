"""Reviews do not slow tables: `python -m bench reviews`.

Tables at a human pace on a real server, first alone, then while ten reviews run, of games that take estimates: p99 from
sending a choice to the update at every seat may at most double. And how soon first figures come.

All ten come from one address, so three are under way at a time and the others are told to wait and ask again; a server
reckons one at a time.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

import uvloop

import rollmops
from bench.online.tables import post
from bench.report import Report
from bench.server import CORES, PACKAGES, Tally, open_tables, play, server

ROOMS = 40
REVIEWS = 10


def records() -> list[str]:
    """Ten games that cannot be looked up: Lure with three players, soles with five."""
    games = []
    for number in range(REVIEWS):
        name, players = ("lure", 3) if number % 2 else ("soles", 5)
        match = rollmops.open(name, [f"P{seat}" for seat in range(players)], seed=number)
        games.append(rollmops.play(match, rollmops.mind("random", number), most_lines=90).record().text())
    return games


async def at_human_pace(port: int, seconds: float, reviewing: list[str]) -> tuple[Tally, int]:
    """A choice every two seconds in each room, while these are reviewed over and over; latencies, and reviews made."""
    tally, made, going = Tally(), 0, True

    async def keep_reviewing(text: str) -> None:
        nonlocal made
        while going:
            try:
                await asyncio.to_thread(post, port, "/api/review", {"record": f"# {made}\n{text}", "effort": "usual"})
                made += 1
            except OSError:  # as many as are allowed are under way
                await asyncio.sleep(0.2)

    tables = await open_tables(port, tally, ROOMS, pace=2.0)
    tasks = [asyncio.create_task(keep_reviewing(text)) for text in reviewing]
    await play(os.getpid(), tally, seconds, warm=3.0)
    going = False
    for task in tasks:
        task.cancel()
    for table in tables:
        table.close()
    return tally, made


def report() -> Report:
    """Run both."""
    seconds = 4 * float(os.environ.get("BENCH_SECONDS", "6"))
    told = Report("Reviews beside tables (soles, two seats a table, a choice every 2 s each)", PACKAGES)
    games = records()
    for text in games[:2]:
        rollmops.review(rollmops.read(text), effort="quick")  # compiled into the cache that servers share
    with tempfile.TemporaryDirectory() as folder:
        with server(Path(folder) / "alone", set(CORES)) as (port, _):
            alone, _made = uvloop.run(at_human_pace(port, seconds, []))
        with server(Path(folder) / "beside", set(CORES)) as (port, _):
            for text in games[:2]:
                began = time.perf_counter()
                post(port, "/api/review", {"record": text, "effort": "quick"})
                warm = time.perf_counter()
                post(port, "/api/review", {"record": text.replace("seat A P0", "seat A Q0"), "effort": "quick"})
                told.figure(
                    f"first figures of {text.split()[3]}, {text.count(chr(10))} lines",
                    f"{time.perf_counter() - warm:.1f} s ({warm - began:.1f} s the first time)",
                )
            beside, made = uvloop.run(at_human_pace(port, seconds, games))
    told.figure(f"{ROOMS} tables alone", str(alone))
    told.figure(f"  while {REVIEWS} reviews run ({made} were made)", str(beside))
    told.ratio("  p99 alone to p99 then (a half allowed)", alone.quantile(0.99) / beside.quantile(0.99), 0.5)
    return told


if __name__ == "__main__":
    report().show()
