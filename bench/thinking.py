"""Bots and hints do not slow tables: `python -m bench thinking`.

Tables at a human pace on a real server, in turns alone and while twenty bots and ten hints think, so that whatever else the
machine does troubles both alike: p99 from sending a choice to the update at every seat may at most double. As `rollmops
serve` is where there is more than one core, with two thinkers; and, to compare, with `--thinkers 0`, minds in its threads.

Those who ask for hints come from addresses of their own, as people do; of ten at a time the server takes up eight, and the
others ask again.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import uvloop
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench.online.beside import GO, in_turns
from bench.online.free import FREE
from bench.online.tables import LONG, get, post
from bench.report import Report
from bench.server import PACKAGES, wait_until_still
from rollmops.engine.dice import new_salt, salt_promise
from rollmops.server.web.thinkers import USUAL

BOTS, HINTS = 20, 10
END_SECONDS = 6.0
"""Until the last bot has chosen."""


@contextmanager
def server(data: Path, thinkers: int) -> Iterator[int]:
    """A real server process without limits that are made for people; gives its port."""
    command = [sys.executable, "-m", "bench.thinking", "serve", str(data), str(thinkers)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
        while not all(lid["ready"] for lid in get(port, "/api/games")["games"]):
            time.sleep(0.2)
        wait_until_still(process.pid)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=20)


class Minds:
    """Twenty people who play against a hard bot as fast as it does, and ten who ask for one hint after the other, while they
    may. In a process of their own: what is done with an answer there must not delay those who measure."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lines = self.hints = self.refused = 0
        self.may = threading.Event()
        self.ended = threading.Event()
        self.pool = ThreadPoolExecutor(BOTS + HINTS)
        self.clients = [self.pool.submit(self._client, number) for number in range(BOTS + HINTS)]

    def _client(self, number: int) -> None:
        asks = number >= BOTS
        seats = [{"kind": "here"}, {"kind": "here"} if asks else {"kind": "bot", "level": "hard"}]
        made = post(self.port, "/api/tables", {"game": "soles", "seats": seats, "first": "A", "components": LONG})
        url = f"ws://127.0.0.1:{self.port}/api/tables/{made['code']}/socket?open=1"
        with (
            contextlib.suppress(ConnectionClosed),
            connect(url, source_address=(f"127.0.0.{number + 2}", 0), ping_interval=None, max_size=None) as socket,
        ):
            tokens = {key["seat"]: key["token"] for key in made["keys"]}
            self._say(socket, "hello", tokens=list(tokens.values()))
            salts = {seat: new_salt() for seat in tokens}
            for seat, salt in salts.items():
                self._say(socket, "sit", seat=seat, name=f"Player {seat}", promise=salt_promise(salt))
            self._attend(socket, salts, asks)

    def _attend(self, socket: ClientConnection, salts: dict[str, str], asks: bool) -> None:
        wanted = ""  # the seat for which a hint is asked
        while not self.ended.is_set():
            with contextlib.suppress(TimeoutError):
                message = json.loads(socket.recv(timeout=1.0))
                match message["type"]:
                    case "table" if message["opening"]:
                        for seat, salt in salts.items():
                            self._say(socket, "open", seat=seat, salt=salt)
                    case "update":
                        self.lines += 0 if asks else len(message["open"]["lines"])
                        owing = next(
                            (turn for turn in message["open"]["turns"] if turn["owes"] and turn["seat"] in salts), None
                        )
                        if owing is not None:
                            self.may.wait()
                            wanted, words = owing["seat"], owing["choices"][0]
                            if asks:
                                self._say(socket, "hint", seat=wanted)
                            else:
                                self._say(socket, "choose", seat=wanted, words=words, sequence=message["sequence"])
                    case "hint":
                        self.hints += 1
                        self.may.wait()
                        self._say(socket, "hint", seat=wanted)
                    case "problem" if asks and message["kind"] == "too fast":
                        self.refused += 1
                        time.sleep(0.2)
                        self._say(socket, "hint", seat=wanted)

    def _say(self, socket: ClientConnection, kind: str, **fields: object) -> None:
        socket.send(json.dumps({"type": kind, **fields}))

    def close(self) -> None:
        """No more."""
        self.ended.set()
        self.may.set()
        self.pool.shutdown(wait=True)


def ask(port: int) -> None:
    """The minds' process: `go` and `wait` until nothing more comes; says how it went."""
    minds = Minds(port)
    for line in sys.stdin:
        (minds.may.set if line == GO else minds.may.clear)()
    minds.close()
    print(f"{minds.lines} lines, {minds.hints} hints, {minds.refused} asked again")


def report() -> Report:
    """Run everything."""
    seconds = float(os.environ.get("BENCH_SECONDS", "6"))
    told = Report("Bots and hints beside tables (soles, two seats a table, a choice every 2 s each)", PACKAGES)
    for thinkers, where in ((USUAL, f"in {USUAL} thinkers, as usual"), (0, "in threads of the server, with --thinkers 0")):
        with tempfile.TemporaryDirectory() as folder, server(Path(folder), thinkers) as port:
            made = uvloop.run(in_turns(port, seconds, "bench.thinking", END_SECONDS))
        made.report(told, f"{BOTS} bots and {HINTS} hints think {where}", 0.5 if thinkers else None)
    return told


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        from rollmops.server.web.serve import serve

        serve("127.0.0.1", 0, Path(sys.argv[2]), limits=FREE, thinkers=int(sys.argv[3]))
    elif sys.argv[1:2] == ["ask"]:
        ask(int(sys.argv[2]))
    else:
        report().show()
