"""Thinkers: bots, hints and reviews in processes of their own choose what they would choose here, and may be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.server.table.thinking import Thinkers
from rollmops.server.table.thoughts import AbsentError, BotTask, choice
from rollmops.server.web import thinkers
from rollmops.server.web.reckoner import Reckoner
from rollmops.server.web.reckoning import THINKING_NICENESS
from rollmops.server.web.thinkers import USUAL, Thinker, renew_thinkers, start_thinkers, usual_thinkers
from tests.effort import long_only
from tests.server.house import WAIT_SECONDS, open_house
from tests.server.players import play_out
from tests.server.test_review import GAME, reckoners, review


@pytest.fixture(scope="module")
def running() -> Iterator[list[Thinker]]:
    with contextlib.ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            # What is asked of them here is compiled; a game that other tests bring may not be, and they would wait for it.
            patch.setattr(thinkers, "_is_compiling", lambda: False)
            running = stack.enter_context(start_thinkers(2))
        yield running
    assert not any(one.path.exists() for one in running)


@pytest.fixture(scope="module")
def sockets(running: list[Thinker]) -> tuple[str, ...]:
    return tuple(str(one.path) for one in running)


def table(name: str = "soles", seats: int = 2) -> Match:
    match = Match(game(name), house(name), Header(name, tuple("ABCDEFGH"[:seats]), first="A"))
    match.roll_all(LabDice(3))
    return match


def bot_task(match: Match, level: str, seed: int, seconds: float = 60.0) -> BotTask:
    (seat, *_) = match.owing
    return BotTask(match.game.name, match.components, match.view(seat), level, "bold", seed, seconds, seconds)


async def connected(sockets: tuple[str, ...], count: int = 2) -> Reckoner:
    reckoner = Reckoner(sockets)
    reckoner.start()
    while len(reckoner.lines) < count:
        await asyncio.sleep(0.02)
    return reckoner


@pytest.mark.parametrize("name", ["soles", "espresso", "lure"])
def test_the_same_seed_chooses_the_same_there_and_here(sockets: tuple[str, ...], name: str) -> None:
    """A medium bot plays so many games in its mind, however long that takes; others stop by the clock."""

    async def there(tasks: list[BotTask]) -> list[str]:
        reckoner = await connected(sockets)
        try:
            return [told.decode() for told in await asyncio.gather(*map(reckoner.do, tasks))]
        finally:
            await reckoner.close()

    match = table(name)
    tasks = [bot_task(match, "medium", seed, 600.0) for seed in range(6)]
    assert asyncio.run(there(tasks)) == [choice(task, time.monotonic()) for task in tasks]


def pid_of(socket: str) -> int:
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and socket.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                return int(folder.name)
    raise LookupError(socket)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_thinkers_leave_a_core_to_tables_and_stand_behind_them(sockets: tuple[str, ...]) -> None:
    async def think() -> None:
        reckoner = await connected(sockets)
        await asyncio.gather(*(reckoner.do(bot_task(table(), "medium", seed, 600.0)) for seed in range(4)))
        await reckoner.close()

    asyncio.run(think())
    cores, niceness = os.sched_getaffinity(0), os.getpriority(os.PRIO_PROCESS, 0)
    for pid in map(pid_of, sockets):
        assert os.sched_getaffinity(pid) == (cores - {min(cores)} or cores)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(niceness + THINKING_NICENESS, 19)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_a_thinker_that_is_killed_while_a_bot_thinks_costs_nothing_but_time(sockets: tuple[str, ...]) -> None:
    """The other is asked, with the same seed; and the one that was killed is started again."""
    task = bot_task(table(), "rollout:300000", 7, 600.0)  # half a second or more

    async def play() -> bytes:
        reckoner = await connected(sockets)
        asked = asyncio.ensure_future(reckoner.do(task))
        while not (waited_for := [line for line in reckoner.lines if line.waiting]):
            await asyncio.sleep(0.01)
        (busy,) = waited_for
        await asyncio.sleep(0.1)
        assert busy.waiting
        os.kill(pid_of(busy.address), signal.SIGKILL)
        words = await asked
        assert busy.ended
        while len(reckoner.lines) < 2:
            await asyncio.sleep(0.05)
        await reckoner.close()
        return words

    assert asyncio.run(play()).decode() == choice(task, time.monotonic())


def test_while_no_thinker_is_there_bots_and_hints_think_here(tmp_path: Path) -> None:
    match, (seat, *_) = table(), table().owing

    async def play() -> None:
        reckoner = Reckoner((str(tmp_path / "nobody"),))
        reckoner.start()
        with pytest.raises(AbsentError):
            await reckoner.do(bot_task(match, "medium", 1))
        thinkers = Thinkers(elsewhere=reckoner.do, hint_seconds=0.1)
        assert await thinkers.choose("medium", match.game, match.components, match.view(seat))
        hint = await thinkers.hint(5, match.game, match.components, match.view(seat), threading.Event())
        assert (hint.about, bool(hint.ideas)) == (5, True)
        thinkers.close()
        await reckoner.close()

    asyncio.run(play())


def test_a_hint_is_thought_about_there_and_dropped_when_nobody_wants_it(sockets: tuple[str, ...]) -> None:
    match = table("lure")  # where nothing is known at once
    (seat, *_) = match.owing

    async def play() -> None:
        reckoner = await connected(sockets)
        thinkers, stop = Thinkers(elsewhere=reckoner.do, hint_seconds=0.2), threading.Event()
        hint = await thinkers.hint(5, match.game, match.components, match.view(seat), stop)
        assert (hint.about, bool(hint.ideas)) == (5, True)
        assert not thinkers.adviser._threads  # nobody thought here
        thinkers.hint_seconds = 60.0
        asked = asyncio.ensure_future(thinkers.hint(6, match.game, match.components, match.view(seat), stop))
        await asyncio.sleep(0.2)
        stop.set()
        assert not (await asked).ideas
        assert not any(line.waiting for line in reckoner.lines)
        thinkers.close()
        await reckoner.close()

    asyncio.run(asyncio.wait_for(play(), WAIT_SECONDS))


@long_only  # in short each half is seen: above that a thinker may be killed, in test_review that it goes with the server
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_a_server_with_a_thinker_plays_on_when_it_is_killed_and_takes_it_with_it(tmp_path: Path) -> None:
    with open_house(tmp_path, thinkers=1) as house:
        assert review(house, record=GAME)[0] == 200
        (first,) = reckoners(house)
        page = house.table("here", "medium", first="A").seated("A")
        page.hear("update")
        os.kill(first, signal.SIGKILL)
        play_out("soles", {"A": page})
        assert page.table["state"] == "over"
        assert review(house, record=GAME.replace("Karen", "Carin"))[0] == 200
        (second,) = reckoners(house)
        assert house.stop() == 0
        end = time.monotonic() + 60  # where nobody was there yet, one of the server's own reckoned, which ends by itself
        while Path(f"/proc/{second}").exists():
            assert time.monotonic() < end, "it stays"
            time.sleep(0.05)
        house.start()


def test_a_single_core_has_no_thinkers_unless_asked() -> None:
    assert usual_thinkers(cores=1) == 0
    assert usual_thinkers(cores=2) == usual_thinkers(cores=64) == USUAL


def test_thinkers_wait_while_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    cold = {"soles"}
    monkeypatch.setattr(thinkers, "is_cold", cold.__contains__)
    with start_thinkers(1) as (one,):
        time.sleep(2 * thinkers.AGAIN_SECONDS)
        assert not one.path.exists()
        cold.clear()
        end = time.monotonic() + 60
        while not one.path.exists():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.1)


def test_after_an_upgrade_they_are_started_anew_one_after_the_other(running: list[Thinker]) -> None:
    def listening() -> set[int]:
        return {one.process.pid for one in running if one.path.exists() and one.process is not None}

    while len(before := listening()) < 2:
        time.sleep(0.05)
    renew_thinkers(running)
    fewest = 2
    while len(now := listening()) < 2 or now & before:
        fewest = min(fewest, len(now))
        time.sleep(0.01)
    assert fewest == 1  # somebody was always there
