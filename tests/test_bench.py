"""The bench measures what it says it measures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench.report import Report, race

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel's own mark of a process is Linux's")
def test_memory_is_the_childs_own_however_large_its_parent_was() -> None:
    """A parent that once held 600 MB more does not change what a child is said to need."""
    fill = "{0} = bytearray({1}); {0}[::4096] = bytes(len({0}[::4096]))"
    hoard = fill.format("hoard", "int(sys.argv[1])")
    held = fill.format("held", "50_000_000")
    script = f"import sys; {hoard}; del hoard; from bench.memory import peak_of; print(peak_of({held!r}))"
    small, large = (
        float(subprocess.check_output([sys.executable, "-c", script, str(size)], text=True, cwd=ROOT))
        for size in (1, 600_000_000)
    )
    assert 50 < small < 150
    assert abs(large - small) < 10


def test_the_best_of_each_side_counts_turn_by_turn() -> None:
    order: list[str] = []
    speeds = {"ours": iter([1.0, 5.0, 2.0]), "theirs": iter([3.0, 2.0, 1.0])}

    def side(name: str) -> float:
        order.append(name)
        return next(speeds[name])

    assert race(lambda: side("ours"), lambda: side("theirs")) == [5.0, 3.0]
    assert order == ["ours", "theirs"] * 3


@pytest.mark.parametrize(("value", "missed"), [(2.0, 0), (1.85, 0), (1.7, 1)])
def test_a_ratio_has_a_margin(value: float, missed: int) -> None:
    report = Report("of a test")
    report.ratio("ours / theirs", value, 2)
    assert report.missed == missed
