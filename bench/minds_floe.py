"""The sharp mind on the floe against today's aiming mind, two players: at the same processor time, and with as many throws.

python -m bench.minds_floe [--games 100] [--seconds 1.2] [--throws 60]

Games come in pairs with the same seeds of the table, seats swapped; the interval is that of the pairs' means. Time is the
processor's, so that a busy machine makes neither weaker. With `--throws` the sharp mind may throw so often a decision
and the other a little more often (it throws in rounds; both figures are shown).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bench.report import NO_MARGIN, Report
from rollmops.arena.dice import ThrownDice
from rollmops.arena.throw import Arena, Request, Thrown
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.lab.ladder import mean_of_strata
from rollmops.minds.aim import Aim
from rollmops.minds.effort import Clock, Effort
from rollmops.minds.loop import play
from rollmops.minds.sharp.floe import Sharp

GAMES, SECONDS, THROWS = 100, 1.2, 60
LEAST_SHARE = 0.6
FEWER = 0.6
"""The other mind's throws for each idea are counted before its rounds; with this part of the sharp mind's throws it really
throws a little more often."""
SHARP, RIVAL = "sharp", "rollout"


class ProcessorClock(Clock):
    """The time for a decision, by what the processor did for it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.begin = time.process_time()

    def past(self, part: float = 1.0) -> bool:
        return time.process_time() - self.begin > part * self.seconds


class ProcessorEffort(Effort):
    """Effort by the processor's clock."""

    def clock(self) -> Clock:
        return ProcessorClock(float(self.seconds or 0))


class CountedArena(Arena):
    """Counts the throws that a mind tries."""

    def __init__(self, arena: Arena, work: Work) -> None:
        super().__init__(arena.map, arena.feel)
        self.inner = arena
        self.work = work

    def throws(self, requests: Sequence[Request], threads: int = 1) -> list[Thrown]:
        self.work.throws += len(requests)
        return self.inner.throws(requests, threads)


@dataclass
class Work:
    """What a mind did."""

    throws: int = 0
    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        count = max(1, len(self.seconds))
        return f"{self.throws / count:.0f} throws and {np.mean(self.seconds):.2f} s a decision"


class Watched:
    """A mind whose work is noted."""

    def __init__(self, name: str, seed: int, effort: Effort, work: Work) -> None:
        self.mind = (Sharp if name == SHARP else Aim)(game("floe"), house("floe"), seed, effort)
        self.mind.arena = CountedArena(self.mind.arena, work)
        self.work = work

    def choose(self, view: Any) -> str:
        start = time.process_time()
        words = self.mind.choose(view)
        if view.phase == "throw":
            self.work.seconds.append(time.process_time() - start)
        return words


def one_game(names: tuple[str, str], efforts: dict[str, Effort], seed: int, works: dict[str, Work]) -> list[float]:
    """One game; each seat's share of the win."""
    match = Match(game("floe"), house("floe"), Header("floe", names, first="AB"[seed % 2]))
    minds = [Watched(name, 2 * seed + seat, efforts[name], works[name]) for seat, name in enumerate(names)]
    play(match, minds, ThrownDice(house("floe"), LabDice(seed, 0, 0)))
    return match.shares()


def duel(efforts: dict[str, Effort], pairs: int, works: dict[str, Work], tell: Callable[[str], None] | None) -> list[float]:
    """The sharp mind's mean share of the win in each pair of games."""
    shares: list[float] = []
    for seed in range(1, pairs + 1):
        first = one_game((SHARP, RIVAL), efforts, seed, works)[0]
        shares.append((first + one_game((RIVAL, SHARP), efforts, seed, works)[1]) / 2)
        if tell:
            tell(f"{len(shares)} pairs: {np.mean(shares):.3f} ± {half(shares):.3f}; {works[SHARP]} against {works[RIVAL]}")
    return shares


def half(shares: list[float]) -> float:
    """Half of the 95 % interval of a mean, by Student's t."""
    return min(1.0, mean_of_strata([np.asarray(shares)])[1])


def by_time(seconds: float) -> dict[str, Effort]:
    """Both think as long."""
    return dict.fromkeys((SHARP, RIVAL), ProcessorEffort(seconds=seconds))


def by_throws(throws: int) -> dict[str, Effort]:
    """Both throw about as often."""
    return {SHARP: Effort(playouts=throws), RIVAL: Effort(playouts=round(FEWER * throws))}


def measure(table: Report, name: str, efforts: dict[str, Effort], games: int, tell: Callable[[str], None] | None) -> None:
    """Add a duel to the report."""
    works = {SHARP: Work(), RIVAL: Work()}
    shares = duel(efforts, games // 2, works, tell)
    low = float(np.mean(shares)) - half(shares)
    table.figure(f"{name}: share of the win in {2 * len(shares)} games", f"{np.mean(shares):.1%} ± {half(shares):.1%}")
    for mind, work in works.items():
        table.figure(f"{name}: {mind}", str(work))
    table.ratio(f"{name}: lower end of the share / {LEAST_SHARE:.0%}", low / LEAST_SHARE, 1)


def report(games: int = GAMES, seconds: float | None = SECONDS, throws: int | None = None, told: bool = False) -> Report:
    """The target of the issue, in one run."""
    table = Report("Rolling Dice: the sharp mind against the aiming one", ("mujoco-core", "numpy", "numba"), NO_MARGIN)
    tell = (lambda words: print(words, flush=True)) if told else None
    if seconds is not None:
        measure(table, f"{seconds:g} s each", by_time(seconds), games, tell)
    if throws is not None:
        measure(table, f"about {throws} throws each", by_throws(throws), games, tell)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--throws", type=int)
    given = parser.parse_args()
    seconds = SECONDS if given.seconds is None and given.throws is None else given.seconds
    report(given.games, seconds, given.throws, told=True).show()


if __name__ == "__main__":
    main()
