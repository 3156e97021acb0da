"""A benchmark's report: figures, the ratios that were promised, versions and machine."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table


def processor() -> str:
    """What the processor calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def cpu_seconds(run: Callable[[], object]) -> float:
    """Processor time of one run: what else the machine is doing hardly changes it."""
    start = time.process_time()
    run()
    return time.process_time() - start


def rate(run: Callable[[], int], seconds: float = 1.0, rounds: int = 3) -> float:
    """Things a second of processor time: the best of a few rounds, since noise only ever slows down."""
    run()
    best = 0.0
    for _ in range(rounds):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += run()
        best = max(best, done / spent)
    return best


def race(*sides: Callable[[], float], rounds: int = 3) -> list[float]:
    """The best of each side, measured turn by turn: other work on the machine then slows none of them alone."""
    best = [0.0] * len(sides)
    for _ in range(rounds):
        best = [max(sofar, side()) for sofar, side in zip(best, sides, strict=True)]
    return best


MARGIN = 0.9
"""A ratio is missed below this part of what was promised: caches and memory are shared with whatever else is running. What
does not depend on the machine, like shares of the win, has no margin."""
NO_MARGIN = 1.0


@dataclass
class Report:
    """One part's table."""

    title: str
    packages: tuple[str, ...] = ("numpy", "numba")
    margin: float = MARGIN
    figures: list[tuple[str, str]] = field(default_factory=list)
    ratios: list[tuple[str, float, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def figure(self, name: str, value: str) -> None:
        self.figures.append((name, value))

    def ratio(self, name: str, value: float, at_least: float) -> None:
        self.ratios.append((name, value, at_least))

    @property
    def missed(self) -> int:
        return sum(value < self.margin * least for _, value, least in self.ratios)

    def show(self) -> None:
        console = Console(highlight=False, width=110)
        table = Table(title=self.title, title_justify="left", show_header=False)
        for name, told in self.figures:
            table.add_row(name, told)
        table.add_section()
        for name, value, least in self.ratios:
            kept = "  met" if value >= least else "  MISSED" if value < self.margin * least else "  within the margin"
            table.add_row(name, f"{value:.2f} (promised: at least {least:g}){kept}")
        console.print(table)
        packages = ", ".join(f"{name} {version(name)}" for name in self.packages)
        console.print(f"Python {platform.python_version()}, {packages}; {platform.system()}, {processor()}")
        for note in self.notes:
            console.print(note)
        console.print()
