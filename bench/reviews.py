"""Reviews do not slow tables: `python -m bench reviews`.

Tables at a human pace on a real server, in turns alone and while ten reviews of games that take estimates are under way, so
that whatever else the machine does troubles both alike: p99 from sending a choice to the update at every seat may at most
double. And how soon first figures come.

The server has the limits of a host who lets one address ask for more than three reviews at a time; nothing else of it is
changed.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.error import HTTPError

import uvloop

import rollmops
from bench.online.beside import GO, in_turns
from bench.online.tables import post
from bench.report import Report
from bench.server import CORES, PACKAGES, server

REVIEWS = 10
END_SECONDS = 8.0
"""Until those under way are done."""
FIRST_GAMES = (("soles", 5), ("lure", 3), ("floe", 2), ("espresso", 3))
"""Games and players whose first figures are waited for."""
FIRST_SECONDS = 2.0


def game_of(name: str, players: int, seed: int) -> str:
    """A logbook that cannot be looked up."""
    match = rollmops.open(name, [f"P{seat}" for seat in range(players)], seed=seed)
    return rollmops.play(match, rollmops.mind("random", seed), most_lines=90).record().text()


class Asking:
    """Ten clients, each of which asks for one review after the other while it may. In a process of its own: what is done
    with an answer there must not delay those who measure."""

    def __init__(self, port: int, games: list[str]) -> None:
        self.port = port
        self.made = self.refused = 0
        self.may = threading.Event()
        self.ended = threading.Event()
        self.clients = [threading.Thread(target=self._client, args=(text,)) for text in games]
        for client in self.clients:
            client.start()

    def _client(self, text: str) -> None:
        number = 0
        while True:
            self.may.wait()
            if self.ended.is_set():
                return
            number += 1  # another name, so that no review comes from the shelf
            body = {"record": text.replace("seat A P0", f"seat A P0 {number}"), "effort": ("quick", "usual")[number % 2]}
            try:
                post(self.port, "/api/review", body)
                self.made += 1
            except HTTPError:
                self.refused += 1
                time.sleep(0.2)

    def close(self) -> None:
        """No more."""
        self.ended.set()
        self.may.set()
        for client in self.clients:
            client.join()


def ask(port: int) -> None:
    """The clients' process: games on its first line, then `go` and `wait` until nothing more comes; says how it went."""
    asking = Asking(port, json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        (asking.may.set if line == GO else asking.may.clear)()
    asking.close()
    print(f"{asking.made} were made, {asking.refused} refused")


def first_figures(port: int, told: Report) -> None:
    """How soon they come once this game has been reviewed here."""
    for name, players in FIRST_GAMES:
        text = game_of(name, players, 7)
        began = time.perf_counter()
        post(port, "/api/review", {"record": text, "effort": "quick"})
        warm = time.perf_counter()
        post(port, "/api/review", {"record": text.replace("seat A P0", "seat A Q0"), "effort": "quick"})
        took = time.perf_counter() - warm
        lines = text.count("\n")
        told.figure(
            f"first figures of {name}-{players}, {lines} lines", f"{took:.1f} s ({warm - began:.1f} s the first time)"
        )
        told.ratio(f"  {FIRST_SECONDS:.0f} s to them", FIRST_SECONDS / took, 1)


def report() -> Report:
    """Run everything."""
    seconds = float(os.environ.get("BENCH_SECONDS", "6"))
    told = Report("Reviews beside tables (soles, two seats a table, a choice every 2 s each)", PACKAGES)
    games = [game_of(*(("lure", 3) if number % 2 else ("soles", 5)), number) for number in range(REVIEWS)]
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), set(CORES)) as (port, _):
        first_figures(port, told)
        made = uvloop.run(in_turns(port, seconds, "bench.reviews", END_SECONDS, json.dumps(games) + "\n"))
    made.report(told, f"{REVIEWS} reviews are under way", 0.5)
    return told


if __name__ == "__main__":
    if sys.argv[1:2] == ["ask"]:
        ask(int(sys.argv[2]))
    else:
        report().show()
