"""Warming up: what is in the cache is not compiled again, and what somebody waits for comes first."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.match import Match
from rollmops.engine.sources import cache_home
from rollmops.minds.effort import Clock
from rollmops.minds.sharp.floe_play import face_mean
from rollmops.review import reasons
from rollmops.server import compilers, rehearsals, warming
from rollmops.server.compilers import FIRST, FIRST_RULES, MODULE, Compiler, Compilers, begun_early
from rollmops.server.warming import Warming, is_cold, tasks, work
from tests.effort import long_only
from tests.server.house import open_house


@pytest.fixture(scope="module", autouse=True)
def own_marks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All that is compiled, with marks of our own: servers of other tests look for those that are taken away here."""
    shared, marks, home = cache_home(), warming._mark(FIRST).parent, tmp_path_factory.mktemp("cache")
    (home / "rollmops" / marks.name).mkdir(parents=True)
    for place in (*shared.iterdir(), *(marks.iterdir() if marks.exists() else ())):
        if place != marks:
            (home / "rollmops" / place.relative_to(shared)).symlink_to(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROLLMOPS_CACHE", str(home))
        cache_home.cache_clear()
        yield
    cache_home.cache_clear()


def test_the_quick_game_is_first_each_with_its_bots_then_masters_and_reviews_follow_all_games() -> None:
    everything = tasks()
    assert everything[:2] == ["soles", "minds-soles"]
    half = len(everything) // 2
    games = everything[:half:2]
    assert everything[1:half:2] == [compilers.MINDS + name for name in games]
    assert everything[half:] == [kind + name for kind in (compilers.MASTERS, compilers.REVIEWS) for name in games]


def test_what_somebody_waits_for_is_next() -> None:
    several = Compilers(["soles", "lure", "floe"])
    several.prefer("floe")
    assert several.waiting == ["floe", "soles", "lure"]
    several.prefer("pig")  # nobody has to compile it
    assert several.waiting == ["floe", "soles", "lure"]


def test_no_game_is_compiled_by_two_processes_at_once() -> None:
    """What belongs to a game waits for what is being compiled of it, and meanwhile there is another to do."""
    several = Compilers(["soles", "minds-soles", "lure"])
    with_rules = Compiler()
    with_rules.task = several._next()
    several.waiting.remove(with_rules.task)
    several.processes.append(with_rules)
    assert with_rules.task == "soles"
    assert several._next() == "lure"
    with_rules.task = "masters-soles"
    assert several._next() == "lure", "both would compile what they share"
    with_rules.task = ""
    assert several._next() == "minds-soles"
    with_rules.stop()


@pytest.mark.timeout(600)
@long_only
def test_a_table_is_set_while_its_bots_are_still_compiled_and_a_bot_then_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for a bot is told why; nobody waits for bots to sit down among people."""
    monkeypatch.setenv("ROLLMOPS_CACHE", str(tmp_path / "cache"))
    with open_house(tmp_path / "house", packages=[tmp_path]) as house:  # nothing is loaded there before
        page = house.table("here", "medium", first="B").seated("A")
        page.hear("update")
        while page.update["owing"] != ["B"]:  # one in sixteen first throws shows no sole, and it is A's turn at once
            page = house.table("here", "medium", first="B").seated("A")
            page.hear("update")
        while not page.table["waking"]:
            page.next()
        played = page.hear("update")["parts"][0]["lines"][0]
        assert played["seat"] == "B"
        assert not page.table["waking"]


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


def test_who_looks_whether_to_begin_early_looks_for_what_warming_leaves_behind() -> None:
    assert tasks()[0] == FIRST
    assert compilers.mark_of(FIRST, FIRST_RULES) == warming._mark(FIRST)


def test_beginning_early_waits_for_nothing_heavy() -> None:
    """Numba above all: it is loaded by the process that compiles, at the same time as by the server."""
    look = "import sys, rollmops.cli.serve, rollmops.server.compilers; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "starlette", "uvicorn", "sqlalchemy"} & set(loaded)


@pytest.mark.timeout(600)
def test_the_first_game_is_begun_early_and_the_rest_follows_in_the_same_process(monkeypatch: pytest.MonkeyPatch) -> None:
    work("masters-soles")  # so that there is little to do
    warming._mark(FIRST).unlink(missing_ok=True)
    monkeypatch.setattr(compilers, "PROCESSES", 1)
    heard: list[str] = []

    async def hear(task: str) -> None:
        heard.append(task)

    with begun_early() as early:
        assert early is not None
        several = Compilers([FIRST, "masters-soles"], early)
        asyncio.run(several.run(hear))
        assert heard == [FIRST, "masters-soles"]
        assert several.processes == [early]
        assert early.process.returncode == 0
    assert not is_cold(FIRST)
    with begun_early() as early:
        assert early is None


@pytest.mark.timeout(600)
def test_a_game_that_was_begun_early_is_waited_for_and_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it was done before the server came to look."""
    monkeypatch.setattr(warming, "all_games", lambda: (FIRST,))
    monkeypatch.setattr(warming, "tasks", lambda: [FIRST])
    early = Compiler()
    early.begin(FIRST)
    while is_cold(FIRST):
        time.sleep(0.05)

    async def wait() -> None:
        warmth = Warming(early)
        warmth.start()
        await warmth.ready(FIRST)
        assert warmth.compilers.processes == [early]
        await warmth.stop()

    asyncio.run(wait())
    assert early.process.returncode is not None


def test_a_process_that_dies_at_its_task_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    early = Compiler()
    early.begin(FIRST)
    early.process.kill()

    async def hear(task: str) -> None:
        raise AssertionError(task)

    asyncio.run(Compilers([], early).run(hear))
    assert "has ended; it is compiled when it is needed" in caplog.text
    early.stop()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the processes in /proc")
def test_whoever_is_stopped_leaves_no_process_behind(tmp_path: Path) -> None:
    command, empty = [sys.executable, "-m", MODULE], os.environ | {"ROLLMOPS_CACHE": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, env=empty) as run:
        while len(_children(run.pid)) < min(2, os.cpu_count() or 1):
            time.sleep(0.05)
        run.terminate()
        assert run.communicate(timeout=60)[0].endswith("stopped; what is compiled stays\n")
        with pytest.raises(ProcessLookupError):
            os.killpg(run.pid, 0)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_what_reasons_need_is_compiled_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first catch of the day waited half a minute for it: on the floe, when one of several dice is to be kept."""
    asked = set[tuple[str, str]]()
    real = reasons.reason_of

    def listened(match: Match, seat: int, best: str, other: str) -> reasons.Reason:
        asked.add((match.game.name, match.view(seat).phase))
        return real(match, seat, best, other)

    monkeypatch.setattr(reasons, "reason_of", listened)
    for name in ("soles", "floe"):
        rehearsals.warm_reasons(name)
    assert {("floe", "keep"), ("soles", "take"), ("soles", "go on")} <= asked


def test_a_master_of_the_floe_has_thrown_once_however_long_compiling_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time was over before the first throw, so that the first player who met one waited for what weighs a throw."""
    weighed = list[float]()

    def listened(*given: Any) -> float:
        weighed.append(face_mean(*given))
        return weighed[-1]

    monkeypatch.setattr("rollmops.minds.sharp.floe.face_mean", listened)
    monkeypatch.setattr(Clock, "past", lambda clock, part=1.0: clock.seconds < math.inf)  # as slow as can be
    rehearsals.warm_masters("floe")
    assert weighed
