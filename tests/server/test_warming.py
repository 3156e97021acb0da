"""Warming up: what is in the cache is not compiled again, and what somebody waits for comes first."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rollmops.server import warming
from rollmops.server.warming import Compilers, Warming, is_cold, tasks, work


def test_the_quick_game_is_first_then_masters_and_reviews_follow_all_games() -> None:
    everything = tasks()
    assert everything[0] == "soles"
    games = everything[: len(everything) // 3]
    assert everything[len(games) :] == [kind + name for kind in (warming.MASTERS, warming.REVIEWS) for name in games]


def test_what_somebody_waits_for_is_next() -> None:
    compilers = Compilers(["soles", "lure", "floe"])
    compilers.prefer("floe")
    assert compilers.waiting == ["floe", "soles", "lure"]
    compilers.prefer("pig")  # nobody has to compile it
    assert compilers.waiting == ["floe", "soles", "lure"]


@pytest.mark.timeout(600)  # where the cache is empty, soles is compiled
def test_a_process_of_its_own_compiles_and_marks_what_is_done() -> None:
    mark = warming._mark("soles")
    mark.unlink(missing_ok=True)
    assert is_cold("soles")
    heard: list[str] = []

    async def hear(task: str) -> None:
        heard.append(task)

    asyncio.run(Compilers(["soles"]).run(hear))
    assert heard == ["soles"]
    assert not is_cold("soles")


@pytest.mark.timeout(600)
def test_a_game_is_ready_at_once_where_the_cache_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process is started for it."""
    work("soles")
    monkeypatch.setattr(warming, "all_games", lambda: ("soles",))
    monkeypatch.setattr(warming, "tasks", lambda: ["soles"])

    async def wait() -> None:
        warmth = Warming()
        warmth.start()
        await warmth.ready("soles")
        assert warmth.is_ready("soles")
        assert not warmth.compilers.processes
        await warmth.stop()

    asyncio.run(wait())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the processes in /proc")
def test_whoever_is_stopped_leaves_no_process_behind(tmp_path: Path) -> None:
    command, empty = [sys.executable, "-m", warming.MODULE], os.environ | {"ROLLMOPS_CACHE": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, env=empty) as run:
        while len(_children(run.pid)) < min(2, os.cpu_count() or 1):
            time.sleep(0.05)
        run.terminate()
        assert run.communicate(timeout=60)[0].endswith("stopped; what is compiled stays\n")
        with pytest.raises(ProcessLookupError):
            os.killpg(run.pid, 0)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
