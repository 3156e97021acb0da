"""Tables at a human pace, in turns alone and beside others that keep the machine busy."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import dataclass, field
from statistics import median

from bench.report import Report
from bench.server import Tally, open_tables
from rollmops.server.scheduling import be_prompt

ROOMS = 200
"""So many that a handful of choices or more decide about p99 in each turn."""
TURNS = 7
"""Times that tables are measured alone, and as often beside others."""
PACE_SECONDS = 2.0
GO, WAIT = "go\n", "wait\n"


@dataclass
class Phase:
    """All turns of one kind."""

    turns: list[Tally] = field(default_factory=list)

    def __str__(self) -> str:
        times = [time for turn in self.turns for time in turn.times]
        whole = Tally()
        whole.times = times
        turns = ", ".join(f"{turn.quantile(0.99):.1f}" for turn in self.turns)
        return f"{whole} ({len(times)} choices; p99 of the turns {turns})"

    def p99(self) -> float:
        """Of the middle turn: now and then a disk stands still for a tenth of a second, whatever else is done."""
        return median(turn.quantile(0.99) for turn in self.turns)


@dataclass
class Beside:
    """What came of it."""

    told: str
    alone: Phase
    beside: Phase

    def report(self, report: Report, what: str, promised: float | None = None) -> None:
        """Write it down; with a promise p99 may at most grow so far."""
        report.figure(f"{ROOMS} tables alone", str(self.alone))
        report.figure(f"  while {what} ({self.told})", str(self.beside))
        kept = self.alone.p99() / self.beside.p99()
        if promised is None:
            report.figure("  p99 alone to p99 then, middle turns", f"{kept:.2f}")
        else:
            report.ratio(f"  p99 alone to p99 then, middle turns ({promised} allowed)", kept, promised)


async def in_turns(port: int, seconds: float, module: str, end_seconds: float, first: str = "") -> Beside:
    """A choice every two seconds in each room; some time alone, some time beside the others, and again.

    The others are `python -m MODULE ask PORT`: it hears `first`, then `go` and `wait`, and tells at the end how it went.
    After `wait` it has some seconds to end what is under way.
    """
    be_prompt()  # whoever measures stands for people elsewhere, whose machines do not think
    alone, beside = Phase(), Phase()
    tables = await open_tables(port, Tally(), ROOMS, pace=PACE_SECONDS)
    others = subprocess.Popen(
        [sys.executable, "-m", module, "ask", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert others.stdin is not None
    others.stdin.write(first)
    await asyncio.sleep(PACE_SECONDS)
    for _ in range(TURNS):
        for phase in (alone, beside):
            others.stdin.write(GO if phase is beside else WAIT)
            others.stdin.flush()
            await asyncio.sleep(PACE_SECONDS if phase is beside else end_seconds)
            tally = Tally()
            phase.turns.append(tally)
            for table in tables:
                table.note = tally.note
            tally.counting = True
            await asyncio.sleep(seconds)
            tally.counting = False
    told, _ = await asyncio.to_thread(others.communicate)
    for table in tables:
        table.close()
    return Beside(told.strip(), alone, beside)
