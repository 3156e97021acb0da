"""The very first start: how long until each game can be played, with nothing in the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.report import Report

SOLES_SECONDS, ALL_SECONDS = 5.0, 25.0
"""Promised for a machine with two cores that has nothing else to do."""
MOST_SECONDS = 900.0
QUIET_LOAD = 1.3
"""Tasks for each core, ours among them, up to which a machine counts as quiet."""


def ready_games(address: str) -> dict[str, bool]:
    """Which games the server says can be played at once."""
    with urllib.request.urlopen(f"{address}api/games", timeout=30) as answer:  # noqa: S310 - our own server
        return {one["name"]: one["ready"] for one in json.load(answer)["games"]}


def start_server(folder: str) -> tuple[dict[str, float], float, float]:
    """Start a real server with an empty cache: seconds until each game is ready, processor seconds of it all, and how busy
    the machine was besides (1.0: it had nothing else to do)."""
    environment = os.environ | {"ROLLMOPS_CACHE": folder}
    command = [sys.executable, "-m", "rollmops", "serve", "--port", "0", "--data", str(Path(folder) / "data")]
    begun, before, found = time.monotonic(), os.times(), dict[str, float]()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            while time.monotonic() - begun < MOST_SECONDS:
                for name, ready in ready_games(address).items():
                    if ready:
                        found.setdefault(name, time.monotonic() - begun)
                if found and all(ready_games(address).values()):
                    break
                time.sleep(0.1)
        finally:
            server.terminate()
            server.wait()
    after = os.times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return found, spent, load


def compile_all(folder: str) -> dict[str, float]:
    """Compile everything, the masters' minds too, as `make warm` does: processor seconds of each task."""
    command = [sys.executable, "-m", "rollmops.server.warming"]
    done = subprocess.run(command, env=os.environ | {"ROLLMOPS_CACHE": folder}, check=True, capture_output=True, text=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return {words[0]: float(words[4].lstrip("(")) for words in lines}


def report() -> Report:
    """Measure it."""
    out = Report("The first start of the server, with an empty cache")
    with tempfile.TemporaryDirectory() as folder:
        found, spent, load = start_server(folder)
    for name, seconds in sorted(found.items(), key=lambda pair: pair[1]):
        out.figure(f"{name} can be played after", f"{seconds:.1f} s")
    out.figure("until then, processor time", f"{spent:.1f} s")
    out.figure("load of the machine for each core", f"{load:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        tasks = compile_all(folder)
    for name, seconds in tasks.items():
        out.figure(f"compiling {name}, processor time", f"{seconds:.1f} s")
    out.figure("compiling everything, processor time", f"{sum(tasks.values()):.1f} s")
    if load > QUIET_LOAD:
        out.notes.append("The machine was busy: seconds by the clock say nothing, so that they are not judged.")
    else:
        out.ratio(f"soles within {SOLES_SECONDS:g} s, times faster", SOLES_SECONDS / found["soles"], 1)
        out.ratio(f"all games within {ALL_SECONDS:g} s, times faster", ALL_SECONDS / max(found.values()), 1)
    return out
