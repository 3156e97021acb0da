"""boardgame.io over real sockets: its own server with its memory store, clients of its own kind (`bench/boardgame/`)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "boardgame"
MODULES = Path(__file__).parent.parent.parent / ".boardgame"
"""Where `make boardgame` installs it."""
MISSING = "boardgame.io is not measured: it is not installed; `make boardgame` does that (needs Node and npm)"
WARM_SECONDS = 1.5


def is_here() -> bool:
    """Whether it can be measured."""
    return shutil.which("node") is not None and (MODULES / "node_modules" / "boardgame.io").is_dir()


@contextmanager
def boardgame(cores: set[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Its server; gives the ports of tables and lobby, and the process number."""
    process = _node("server.js", cores=cores)
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if line.startswith("listening on"))
        port, lobby = line.split()[-2:]
        yield (int(port), int(lobby)), process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


@dataclass(frozen=True)
class Moves:
    """What a run has brought: seconds by the clock and of the server's processor, and of every move in milliseconds."""

    took: float
    cpu: float
    times: list[float]

    def quantile(self, share: float) -> float:
        """In milliseconds."""
        return self.times[min(len(self.times) - 1, int(share * len(self.times)))]

    def __str__(self) -> str:
        return f"p50 {self.quantile(0.5):.1f} ms, p99 {self.quantile(0.99):.1f} ms"


def moves(
    ports: tuple[int, int],
    pid: int,
    tables: int,
    seconds: float,
    cores: set[int],
    spent: Callable[[int], float],
    pace: float = 0.0,
) -> Moves:
    """Let so many tables play, as fast as it goes or a move every `pace` seconds each."""
    process = _node("clients.js", *ports, tables, pace, cores=cores)
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        time.sleep(WARM_SECONDS)
        print("start", file=process.stdin, flush=True)
        began, used = time.perf_counter(), spent(pid)
        time.sleep(seconds)
        took, cpu = time.perf_counter() - began, spent(pid) - used
        print("stop", file=process.stdin, flush=True)
        return Moves(took, cpu, sorted(json.loads(process.stdout.readline())))
    finally:
        process.kill()
        process.wait(timeout=20)


def _node(script: str, *arguments: float, cores: set[int]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["node", str(SOURCES / script), *(str(one) for one in arguments)],
        env=os.environ | {"BOARDGAME_MODULES": str(MODULES)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores) if hasattr(os, "sched_setaffinity") else None,
    )
