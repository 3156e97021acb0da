"""A real server in a process of its own, that tests can stop, kill and start again on the same port and data."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.server.forked import ForkedModule

AFAR = "harbour.test"
AWAY_SECONDS = 1
"""Seconds after which a bot may play on; a test is not as patient as people are."""


HINT_MS = 120_000
"""How long a hint may take here: the first one of a game may have to wait for its mind to be compiled."""


class Harbour:
    """`rollmops serve`, as a person would start it; forked from a process that has loaded everything already, unless it is
    to be started from nothing (with packages that this one does not know)."""

    def __init__(self, data: Path, *program: str, from_nothing: bool = False) -> None:
        self.data = data
        self.from_nothing = from_nothing
        self.program = program or ("rollmops",)
        """What is run: ours, or one that a test has made of it."""
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | ForkedModule | None = None

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def afar(self) -> str:
        """Its address for another device in the same network: no https, so browsers withhold some of their powers."""
        return f"http://{AFAR}:{self.port}/"

    def open(self) -> None:
        """Start it and wait until it answers."""
        options = ["--port", str(self.port), "--data", str(self.data), "--away", str(AWAY_SECONDS)]
        words, log = [*self.program, "serve", "--thinkers", "0", *options], self.data / "server.log"
        if self.from_nothing:
            with log.open("ab") as said:
                self.process = subprocess.Popen([sys.executable, "-m", *words], stdout=said, stderr=said)
        else:
            self.process = ForkedModule(*words, log=log)
        until = time.monotonic() + 240
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}api/games", timeout=5) as answer:  # noqa: S310 - our own address
                    # On a new machine the rules are compiled first; bots play on before that, but slowly.
                    if all(game["ready"] for game in json.load(answer)["games"]):
                        return
                time.sleep(0.2)
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError(f"the server did not come up:\n{(self.data / 'server.log').read_text()[-3000:]}")

    def close(self, sign: int = signal.SIGTERM) -> None:
        """Stop it as told."""
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(60)
            self.process = None


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
