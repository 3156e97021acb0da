"""One attack: `python -m bench.hostile NAME PORT SECONDS CODE…`."""

from __future__ import annotations

import os
import sys
import time

import uvloop

from bench.hostile.attacks import ATTACKS
from bench.hostile.visitor import Target


def main() -> None:
    name, port, seconds, *codes = sys.argv[1:]
    os.nice(10)  # those who are measured run on the same core
    uvloop.run(ATTACKS[name](Target(int(port), tuple(codes), time.monotonic() + float(seconds))))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
