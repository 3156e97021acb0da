"""Warming up: rules are compiled once for each version of the package, which takes a while and must hold nobody up.

Processes of their own (`compilers.py`), one for each core, compile the games into the cache, what somebody waits for first;
this one then loads them in a thread. A table can be set as soon as its game is ready: at once, but for the very first start.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from rollmops.engine.compile import prepare
from rollmops.engine.dice import FairDice, LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.extras import hindrance
from rollmops.games import all_games, game, house
from rollmops.lab.odds import prospects
from rollmops.minds import adviser, mind
from rollmops.minds.effort import Effort
from rollmops.minds.loop import play
from rollmops.minds.uniform import Random
from rollmops.server.compilers import FIRST, Compiler, Compilers, mark_of

MOST_LINES, MOST_THROWS = 800, 60
"""Lines of the log of a warming game; where dice are thrown for real, of which every third is a throw."""
ORDER = (FIRST, "lure", "floe", "espresso")
"""The quick one first, then so that two processes end at about the same time; other games follow."""
MASTERS = "masters-"
"""Before a game's name: the minds that only masters and hints need, compiled when all games can be played."""
REVIEWS = "reviews-"
"""Before a game's name: what only reviews and what-ifs need, compiled last."""
REVIEWED_LINES = 12
"""Of a warming game that is reviewed."""
REASONED_LINES = 100
"""Of a warming game whose lines are compared."""
GARBAGE = (5_000, 20, 10)
"""New objects before the collector looks through them, and how often it does before it looks further back. Journals and logs
grow with every choice and are never garbage: with Python's own numbers a tenth of a choice was spent on them."""
COMPILING_GARBAGE = (50_000, 20, 10)
"""The same where rules are compiled: nearly all that is made then is needed to the end."""
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
    random_minds = [Random(rules, parts, 1)] * rules.fewest
    play(match, random_minds, rules.chance.source(parts, LabDice(1)), most_lines=most, watch=reckon)
    match.points()
    if rules.chance.by_weight:
        Match(rules, parts, match.header).roll_all(FairDice("00", {}))


def warm_masters(name: str) -> None:
    """Let the strongest mind of a game choose once and give advice once, for two and for the most who can play."""
    from rollmops.solve.advice import advise  # later than what the first game needs

    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    for seats in {rules.fewest, rules.most}:
        match = Match(rules, parts, Header(name, ("A",) * seats, first="A" if rules.starter else None))
        match.roll_all(rules.chance.source(parts, LabDice(1)))
        view = match.view(match.owing[0])
        mind("master", rules, parts, 1, seconds=0.05).choose(view)
        advise(rules, parts, view, seed=1, effort=Effort(playouts=1, seconds=0.05))


def warm_reviews(name: str) -> None:
    """Review a few lines of a game, quickly and as usual, and ask once what if, for two and for the most who can play."""
    from rollmops.review.effort import QUICK, USUAL
    from rollmops.review.endings import what_if
    from rollmops.review.ledger import review

    rules, parts = game(name), house(name)
    if hindrance(rules):
        return
    warm_reasons(name)
    for seats in (rules.fewest, rules.most):
        record = _few_lines(name, seats)
        for effort in (QUICK, USUAL):
            reviewed = review(record, parts, effort=effort)
        place = next(number for number, step in enumerate(reviewed.entries) if step.kind != "luck")
        what_if(record, place, components=parts, games=1)


def warm_reasons(name: str) -> None:
    """Say once in every phase why a line may be better than another, as reviews and the daily catch do."""
    from rollmops.review.reasons import reason_of

    rules, parts = game(name), house(name)
    match = Match(rules, parts, Header(name, ("A",) * rules.fewest, first="A" if rules.starter else None))
    phases = set[str]()

    def ask(seat: int, view: Any) -> None:
        if view.phase in phases:
            return
        lines = legal_words(rules, match.table, seat, 2)
        if len(lines) > 1:
            phases.add(view.phase)
            reason_of(match, seat, *lines)

    random_minds, dice = [Random(rules, parts, 1)] * rules.fewest, rules.chance.source(parts, LabDice(1))
    play(match, random_minds, dice, most_lines=REASONED_LINES if rules.chance.by_weight else MOST_THROWS, watch=ask)


def load_reviews(name: str) -> None:
    """Load what first figures of a game need."""
    from rollmops.review.effort import QUICK
    from rollmops.review.ledger import review

    if not hindrance(game(name)):
        review(_few_lines(name, game(name).fewest), house(name), effort=QUICK)


def _few_lines(name: str, seats: int) -> Record:
    """The beginning of a game, with every phase of a first round."""
    rules, parts = game(name), house(name)
    match = Match(rules, parts, Header(name, ("A",) * seats, first="A" if rules.starter else None))
    random_minds, dice = [Random(rules, parts, 1)] * seats, rules.chance.source(parts, LabDice(1))
    play(match, random_minds, dice, most_lines=REVIEWED_LINES if rules.chance.by_weight else 2)
    return match.record()


def work(task: str) -> None:
    """Do one task, and mark it as done for every later start."""
    kind, name = _parts(task)
    {MASTERS: warm_masters, REVIEWS: warm_reviews, "": warm}[kind](name)
    mark = _mark(task)
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        log.info("%s cannot be written; the next start looks through the cache again", mark)


def is_cold(task: str) -> bool:
    """Whether a task was never done with these sources, this Numba and this processor."""
    return not _mark(task).exists()


def _parts(task: str) -> tuple[str, str]:
    """What kind of task, and for which game."""
    kind = next((kind for kind in (MASTERS, REVIEWS) if task.startswith(kind)), "")
    return kind, task.removeprefix(kind)


def _mark(task: str) -> Path:
    return mark_of(task, game(_parts(task)[1]).setup.__module__)


def absent() -> dict[str, str]:
    """Games that cannot be played here, and why: an extra is not installed, or the package that brings a game is broken."""
    found = {}
    for name in all_games():
        try:
            why = hindrance(game(name))
        except BadTableError as error:
            why = str(error)
        if why:
            found[name] = why
    return found


def tasks() -> list[str]:
    """Everything there is to do: the games first, then their masters, then reviews."""
    gone = absent()
    here = [name for name in all_games() if name not in gone]
    names = sorted(here, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    return [*names, *(MASTERS + name for name in names), *(REVIEWS + name for name in names)]


class Warming:
    """Which games are ready. With `early` one of them is being compiled already."""

    def __init__(self, early: Compiler | None = None) -> None:
        self.games: dict[str, asyncio.Event] = {name: asyncio.Event() for name in all_games()}
        self.task: asyncio.Task[None] | None = None
        self.compilers = Compilers([], early)
        self.begun = time.monotonic()

    def start(self) -> None:
        """Begin to warm up."""
        gc.set_threshold(*GARBAGE)
        self.task = asyncio.create_task(self._run())

    async def ready(self, name: str) -> None:
        """Wait until this game is ready; it is the next to be compiled."""
        if name in self.games:
            self.compilers.prefer(name)
            await self.games[name].wait()

    def is_ready(self, name: str) -> bool:
        """Whether a table of this game can be set at once."""
        return name not in self.games or self.games[name].is_set()

    async def stop(self) -> None:
        """Leave it."""
        if self.task is not None:
            self.task.cancel()
        await self.compilers.stop()

    async def _run(self) -> None:
        early = self.compilers.early.task if self.compilers.early else ""
        cold = await asyncio.to_thread(lambda: [task for task in tasks() if is_cold(task) or task == early])
        self.compilers.waiting = [task for task in cold if task != early]
        games = [task for task in cold if task in self.games]
        if games:
            _say(f"Compiling the rules of {', '.join(games)}, once; each can be played as soon as it is ready.")
        loading = [asyncio.create_task(self._load(name)) for name in tasks() if name in self.games and name not in games]
        if games:  # meanwhile, so that the first that is compiled is loaded at once
            loading.append(asyncio.create_task(asyncio.to_thread(prepare)))
        try:
            await self.compilers.run(self._done)
        except OSError:
            log.exception("the rules are compiled here instead of in processes of their own")
        await asyncio.gather(*loading)
        for name in self.games:
            await self._load(name)
        # What is loaded now stays. The collector need not look through it again: a tenth of a second while tables wait.
        gc.freeze()

    async def _done(self, task: str) -> None:
        if task in self.games:
            await self._load(task)
            _say(f"{game(task).title} is ready after {time.monotonic() - self.begun:.0f} s.")

    async def _load(self, name: str) -> None:
        if self.games[name].is_set():
            return
        try:
            await asyncio.to_thread(warm, name)
        except Exception:
            log.exception("%s could not be warmed up", name)
        self.games[name].set()


def _say(words: str) -> None:
    """Tell whoever has started the server, beside its other output."""
    print(words, file=sys.stderr, flush=True)


def serve_tasks() -> None:
    """Do the tasks that come line by line on standard input, and name each when it is done, with its processor seconds."""
    gc.freeze()
    gc.set_threshold(*COMPILING_GARBAGE)
    gentle = not hasattr(os, "nice")
    for line in sys.stdin:
        task, begun = line.strip(), time.process_time()
        if task != FIRST and not gentle:  # whoever sits at a table comes first; before the first game nobody does
            os.nice(5)
            gentle = True
        try:
            work(task)
        except Exception:
            log.exception("%s could not be compiled", task)
        print(f"{task} {time.process_time() - begun:.1f}", flush=True)


async def warm_all() -> None:
    """Compile what is not in the cache, and name each task as it is done."""
    begun = time.monotonic()

    async def tell(task: str) -> None:
        print(f"{task} after {time.monotonic() - begun:.1f} s ({compilers.spent[task]:.1f} s of a processor)", flush=True)

    compilers = Compilers([task for task in tasks() if is_cold(task)])
    running = asyncio.ensure_future(compilers.run(tell))
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        print("stopped; what is compiled stays", flush=True)
    finally:
        await compilers.stop()


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        serve_tasks()
    else:
        asyncio.run(warm_all())
