"""`rollmops serve` with settings that a test may choose."""

from __future__ import annotations

import json
import multiprocessing
import resource
import sys
from pathlib import Path
from typing import Any

from rollmops.server import logs
from rollmops.server.limits import Limits
from rollmops.server.store import engines, uptime
from rollmops.server.table import clock, delivery, rooms, turns
from rollmops.server.web import processes
from rollmops.server.web.serve import serve

RATES = ("tables", "looks", "changes", "boxes", "requests", "connects", "share", "hellos", "frames", "bytes")


def main() -> None:
    data, port, text = sys.argv[1:]
    settings: dict[str, Any] = json.loads(text)
    handles = settings.pop("handles", None)
    if handles:
        resource.setrlimit(resource.RLIMIT_NOFILE, (handles, handles))
    quick: dict[str, Any] = dict.fromkeys((*RATES, "messages"), 1e6) | {f"{rate}_burst": 1_000_000 for rate in RATES}
    limits = Limits(**(quick | {"burst": 1_000_000, "connections_per_address": 5_000} | settings.pop("limits", {})))
    if settings.pop("push_anywhere", False):  # a push service of the test's own is on this machine
        delivery.may_reach = lambda address: True
    turns.AWAY_GRACE_SECONDS = settings.pop("push_grace", turns.AWAY_GRACE_SECONDS)
    clock.QUICK_SECONDS = settings.pop("quick_seconds", clock.QUICK_SECONDS)
    rooms.CLOCKS_SECONDS = settings.pop("clocks", rooms.CLOCKS_SECONDS)
    engines.ANSWER_SECONDS = settings.pop("answer", engines.ANSWER_SECONDS)
    if settings.pop("forked", False):  # all is loaded once; the real thing loads it anew for each
        processes.spawning = multiprocessing.get_context("forkserver")  # type: ignore[assignment]
        processes.spawning.set_forkserver_preload(["tests.server.preloaded"])
    uptime.BEAT_SECONDS = settings.pop("beat", uptime.BEAT_SECONDS)
    for name, kind in {"proxies": tuple, "origins": frozenset}.items():
        if name in settings:
            settings[name] = kind(settings[name])
    if settings.pop("json_log", False):
        logs.ask_for_json()  # as the command does
    serve("127.0.0.1", int(port), Path(data), limits=limits, **settings)


if __name__ == "__main__":
    main()
