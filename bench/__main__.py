"""Run the benchmarks and print their tables."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

PARTS = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if path.stem not in ("__init__", "__main__", "report", "peers", "memory", "temper")
)


LONG = ("minds_", "margins")
"""Games between minds take long (`make bench-minds` plays them), and so do many reviews: run where they are named."""


def main() -> int:
    """Measure the parts that are named, `minds` for all games between minds, or all the others."""
    wanted = sys.argv[1:] or [part for part in PARTS if not part.startswith(LONG)]
    if wanted == ["minds"]:
        wanted = [part for part in PARTS if part.startswith("minds_")]
    for part in wanted:
        if part not in PARTS:
            print(f"bench: there is no part '{part}'; there are {', '.join(PARTS)}", file=sys.stderr)
            return 2
    missed = 0
    for part in wanted:
        report = import_module(f"bench.{part}").report()
        report.show()
        missed += report.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
