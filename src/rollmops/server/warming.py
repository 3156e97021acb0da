"""Warming up: rules are compiled once for each version of the package, which takes a while and must hold nobody up.

A process of its own compiles every game into the cache; this one then loads it, game by game, in a thread. A table can be
set as soon as its game is ready: at once, but for the very first start.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from typing import Any

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.extras import hindrance
from rollmops.games import all_games, game, house
from rollmops.lab.odds import prospects
from rollmops.minds import adviser, mind
from rollmops.minds.effort import Effort
from rollmops.minds.loop import play
from rollmops.minds.uniform import Random
from rollmops.solve.advice import advise

MOST_LINES, MOST_THROWS = 800, 60
"""Lines of the log of a warming game; where dice are thrown for real, of which every third is a throw."""
COLD_SECONDS = 10.0
"""Where loading takes longer than this, rules were compiled, and the masters' minds are not in the cache either."""
log = logging.getLogger("rollmops.server")


def warm(name: str) -> None:
    """Play a game of this name by chance, think about it once and reckon the odds of every phase, so that everything it
    needs is compiled or loaded. A game that cannot be played here needs nothing."""
    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    match = Match(rules, parts, Header(name, ("A",) * rules.fewest, first="A" if rules.starter else None))
    phases = set[str]()

    def reckon(seat: int, view: Any) -> None:
        if not phases:
            adviser(rules, parts, 1, Effort(playouts=1)).choose(view)
        if view.phase not in phases:
            phases.add(view.phase)
            prospects(name, parts, view)

    most = MOST_LINES if rules.chance.by_weight else MOST_THROWS
    chancers = [Random(rules, parts, 1)] * rules.fewest
    play(match, chancers, rules.chance.source(parts, LabDice(1)), most_lines=most, watch=reckon)
    match.points()


class Warming:
    """Which games are ready."""

    def __init__(self) -> None:
        self.games: dict[str, asyncio.Event] = {name: asyncio.Event() for name in all_games()}
        self.task: asyncio.Task[None] | None = None
        self.process: asyncio.subprocess.Process | None = None

    def start(self) -> None:
        """Begin to warm up."""
        self.task = asyncio.create_task(self._run())

    async def ready(self, name: str) -> None:
        """Wait until this game is ready."""
        if name in self.games:
            await self.games[name].wait()

    def is_ready(self, name: str) -> bool:
        """Whether a table of this game can be set at once."""
        return name not in self.games or self.games[name].is_set()

    async def stop(self) -> None:
        """Leave it."""
        if self.task is not None:
            self.task.cancel()
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def _run(self) -> None:
        try:
            command = [sys.executable, "-m", "rollmops.server.warming"]
            self.process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            assert self.process.stdout is not None
            async for line in self.process.stdout:
                await self._load(line.decode().strip())
        except OSError:
            log.exception("the rules are compiled here instead of in a process of their own")
        for name in self.games:
            await self._load(name)
        # What is loaded now stays. The collector need not look through it again: a tenth of a second while tables wait.
        gc.freeze()

    async def _load(self, name: str) -> None:
        if name not in self.games or self.games[name].is_set():
            return
        try:
            await asyncio.to_thread(warm, name)
        except Exception:
            log.exception("%s could not be warmed up", name)
        self.games[name].set()


def warm_masters(name: str) -> None:
    """Let the strongest mind of a game choose once and give advice once, for two and for the most who can play."""
    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    for seats in {rules.fewest, rules.most}:
        match = Match(rules, parts, Header(name, ("A",) * seats, first="A" if rules.starter else None))
        match.roll_all(rules.chance.source(parts, LabDice(1)))
        view = match.view(match.owing[0])
        mind("master", rules, parts, 1, seconds=0.05).choose(view)
        advise(rules, parts, view, seed=1, effort=Effort(playouts=1, seconds=0.05))


def main() -> None:
    """Compile every game (or those that are named) into the cache, and name each as it is done; then the minds that only
    masters and hints need."""
    begun, names = time.monotonic(), sys.argv[1:] or list(all_games())
    for name in names:
        warm(name)
        print(name, flush=True)
    if time.monotonic() - begun > COLD_SECONDS:
        for name in names:
            warm_masters(name)


if __name__ == "__main__":
    main()
