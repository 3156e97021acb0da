"""One attack, or several at once: `python -m bench.hostile NAME[,NAME…] PORT SECONDS CODE…`."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import uvloop

from bench.hostile.attacks import ATTACKS
from bench.hostile.visitor import Target


async def attack(names: list[str], target: Target) -> None:
    """Being cut off is what an attacker must expect; only what it has to say itself is heard."""
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    await asyncio.gather(*(ATTACKS[name](target) for name in names))


def main() -> None:
    names, port, seconds, *codes = sys.argv[1:]
    os.nice(10)  # those who are measured run on the same core
    uvloop.run(attack(names.split(","), Target(int(port), tuple(codes), time.monotonic() + float(seconds))))


if __name__ == "__main__":
    main()
