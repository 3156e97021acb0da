"""How long a review takes once warm: `python -m bench reviewing`, by the clock and by the processor.

Two-player soles of 70 entries in less than a second, three players in less than two, espresso with two in less than three;
where playouts or throws are needed first figures within two seconds, and so the first answer to "what if". The slowest of a
few games counts. Run it on a machine that has nothing else to do: the promises are of the clock.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import replace

import rollmops
from bench.report import Report
from rollmops.engine.logbook import Record
from rollmops.games import game
from rollmops.games.records import fold
from rollmops.review.effort import QUICK
from rollmops.review.endings import Endings, played_otherwise
from rollmops.server.web.reckoning import WHAT_IF_SECONDS

GAMES = int(os.environ.get("BENCH_GAMES", "3"))
KNOWN = (("soles", 2, 70, 1.0), ("soles", 3, None, 2.0), ("espresso", 2, None, 3.0))
"""Games whose values are known: players, entries (None: the whole game) and the seconds that were promised."""
FIRST_SECONDS = 2.0
PLAYED_ON_SECONDS = 1.0
"""For which games are played on, to see how many that are."""


def played(name: str, players: int, seed: int, entries: int | None = None) -> Record:
    """A game by random minds, which is longer than people's."""
    match = rollmops.open(name, [f"P{seat}" for seat in range(players)], seed=seed)
    record = rollmops.play(match, rollmops.mind("random", seed)).record()
    return record if entries is None else Record(replace(record.header, result=None), record.entries[:entries])


def clocked(work: Callable[[Record], object], records: list[Record]) -> tuple[float, float, int]:
    """Seconds by the clock and by the processor for the slowest of these games, and its entries; all code is warm."""
    work(records[0])
    slowest = (0.0, 0.0, 0)
    for record in records:
        processor, clock = time.process_time(), time.perf_counter()
        work(record)
        took = (time.perf_counter() - clock, time.process_time() - processor, len(record.entries))
        slowest = max(slowest, took)
    return slowest


def first_answer(record: Record) -> None:
    """What if something else had been played in the middle of this game: as the server answers it."""
    until = time.monotonic() + WHAT_IF_SECONDS
    endings = Endings(played_otherwise(record, decision_after(record, len(record.entries) // 2)))
    if not endings.list_all():
        endings.more(40, lambda: time.monotonic() > until)
    endings.summary()


def played_on(record: Record) -> float:
    """Games that are played on from the middle of this one in a second of the processor; infinite where all are listed."""
    endings = Endings(played_otherwise(record, decision_after(record, len(record.entries) // 2)))
    if endings.list_all():
        return math.inf
    endings.more(1)
    began = time.process_time()
    until = time.monotonic() + PLAYED_ON_SECONDS
    endings.more(10_000, lambda: time.monotonic() > until)
    return (endings.games - 1) / (time.process_time() - began)


def decision_after(record: Record, entries: int) -> int:
    """Where somebody decides next."""
    header = replace(record.header, result=None)
    return next(n for n in range(entries, len(record.entries)) if fold(Record(header, record.entries[:n])).owing)


def tell(told: Report, name: str, took: tuple[float, float, int], promised: float) -> None:
    """A line of the report, and whether it was quick enough."""
    clock, processor, entries = took
    told.figure(f"{name}, {entries} entries", f"{clock:.2f} s ({processor:.2f} s of a processor)")
    told.ratio(f"{promised:.0f} s to {name}", promised / clock, 1)


def report() -> Report:
    """Run everything."""
    told = Report(f"Reviews once warm, the slowest of {GAMES} games", ("numpy", "numba"))
    for name, players, entries, promised in KNOWN:
        records = [played(name, players, seed, entries) for seed in range(1, 1 + GAMES)]
        tell(told, f"review of {name}-{players}", clocked(rollmops.review, records), promised)
    known = {(name, players) for name, players, *_ in KNOWN}
    for name in ("soles", "espresso", "lure", "floe"):
        for players in range(game(name).fewest, game(name).most + 1):
            records = [played(name, players, seed) for seed in range(1, 1 + GAMES)]
            if (name, players) not in known:
                took = clocked(lambda record: rollmops.review(record, effort=QUICK), records)
                tell(told, f"first figures of {name}-{players}", took, FIRST_SECONDS)
            tell(told, f"first answer to what if, {name}-{players}", clocked(first_answer, records), FIRST_SECONDS)
            told.figure(
                f"  games played on, {name}-{players}", f"{min(map(played_on, records)):.0f} a second of a processor"
            )
    return told


if __name__ == "__main__":
    report().show()
