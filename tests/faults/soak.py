"""A server for hours: tables made, played and left in the middle. What it needs at the end, against what it needed early.

And against a new server right afterwards: an hour later the machine may have more or less other work, and an update costs
another time then.

`make soak` runs an hour, `make soak HOURS=24` a day; the picture is build/soak.png.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.faults.clients import Crowd
from tests.server.house import House, open_house

TABLES, PACE_SECONDS, LEAVES_AFTER = 24, 0.1, 70
EARLY_PART = 1 / 6
"""After so much of the time (ten minutes of an hour) it must have found its size."""
NEW_SECONDS = 90.0
"""For which a new server is looked at, at the end."""
MORE_MEMORY, MORE_HANDLES, MORE_THREADS, MORE_WORK, MORE_P99 = 1.1, 10, 2, 1.3, 2.0

MEASURES = {
    "megabytes": "memory / MB",
    "handles": "file handles",
    "threads": "threads",
    "microseconds": "processor / µs an update",
    "p99": "p99 / ms",
}


@dataclass(frozen=True)
class Sample:
    """What the server needs at one moment."""

    minutes: float
    megabytes: float
    handles: int
    threads: int
    p99: float  # milliseconds from choosing to being told
    microseconds: float  # of the processor for an update; unlike p99 it knows little of what else the machine does
    updates: int
    spent: float = 0.0  # seconds of the processor in all


def sample(house: House, crowd: Crowd, begun: float, last: Sample | None) -> Sample:
    """Look at the server now, and at all choices since the last look."""
    assert house.process is not None
    here = Path("/proc") / str(house.process.pid)
    status = dict(line.split(":", 1) for line in (here / "status").read_text().splitlines())
    took = sorted(seconds for client in crowd.clients for seconds in client.took)
    for client in crowd.clients:
        client.took.clear()
    user, system = (here / "stat").read_text().rpartition(")")[2].split()[11:13]
    spent, updates = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK"), crowd.updates
    new = (spent - last.spent) / max(1, updates - last.updates) if last else 0.0
    return Sample(
        minutes=(time.monotonic() - begun) / 60,
        megabytes=int(status["VmRSS"].split()[0]) / 1024,
        handles=sum(1 for _ in (here / "fd").iterdir()),
        threads=int(status["Threads"]),
        p99=1000 * took[int(0.99 * len(took))] if took else 0.0,
        microseconds=1e6 * new,
        updates=updates,
        spent=spent,
    )


def run(seconds: float) -> list[Sample]:
    """Let them play for so long."""
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory(prefix="rollmops-soak-") as folder, open_house(Path(folder), idle=20.0) as house:
        crowd = Crowd([house], TABLES, PACE_SECONDS)
        for client in crowd.clients[::3]:
            client.leaves_after = LEAVES_AFTER
        for client in crowd.clients[1::6]:
            client.seats = ("here", "easy")
        for client in crowd.clients[2::6]:
            client.game = "espresso"
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            time.sleep(min(10.0, seconds / 12))
            samples.append(sample(house, crowd, begun, samples[-1] if samples else None))
        crowd.stop()
        assert "Traceback" not in "".join(house.said), "".join(house.said)[-3000:]
    return samples


def middle(samples: list[Sample], what: str) -> float:
    return float(statistics.median(getattr(one, what) for one in samples))


def judge(samples: list[Sample], new: list[Sample]) -> list[str]:
    """A line for each measure, those that grew with a cross."""
    width = max(1, len(samples) // 6)
    early = samples[int(EARLY_PART * len(samples)) :][:width]
    late = samples[-width:]
    lines = []
    for what, times, more in (
        ("megabytes", MORE_MEMORY, 10.0),
        ("handles", 1.0, MORE_HANDLES),
        ("threads", 1.0, MORE_THREADS),
        ("microseconds", MORE_WORK, 0.0),
        ("p99", MORE_P99, 0.0),
    ):
        before, after, afresh = middle(early, what), middle(late, what), middle(new, what)
        mark = "✓" if after <= times * max(before, afresh) + more else "✗"
        lines.append(f"{mark} {what}: {before:.1f} early, {after:.1f} at the end; a new server {afresh:.1f}")
    return lines


def plot(samples: list[Sample], path: Path) -> None:
    """All of them against time."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(len(MEASURES), 1, sharex=True, figsize=(8, 10))
    for axis, (what, label) in zip(axes, MEASURES.items(), strict=True):
        axis.plot([one.minutes for one in samples], [getattr(one, what) for one in samples])
        axis.set_ylabel(label)
        axis.set_ylim(bottom=0)
    axes[-1].set_xlabel("minutes")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)


def main() -> int:
    seconds = 3600 * float(sys.argv[1]) if len(sys.argv) > 1 else 3600
    samples, new = run(seconds), run(min(NEW_SECONDS, seconds))[1:]  # nothing is known of an update at first
    plot(samples, Path("build/soak.png"))
    print(f"{samples[-1].updates} updates at {TABLES} tables at a time in {samples[-1].minutes:.0f} minutes; build/soak.png")
    lines = judge(samples, new)
    print("\n".join(lines))
    return int(any(line.startswith("✗") for line in lines))


if __name__ == "__main__":
    sys.exit(main())
