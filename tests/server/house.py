"""A real server in a process of its own, and pages that talk to it over real sockets."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect

from rollmops.engine.dice import salt_promise
from rollmops.games import GAMES
from tests.server.forked import Forked

ROOT = Path(__file__).resolve().parents[2]
WAIT_SECONDS = 120.0
"""What a machine may take that has a lot else to do; nobody waits so long for nothing but in a test that fails."""
PAGES: list[Page] = []
"""Every page that was opened; `close_pages` closes them after a test."""


def with_parts(update: dict[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """As a page does: where everybody is sent the same, a part for each of these seats, or a watcher's."""
    if "open" not in update:
        return update
    seen = dict(update["open"])
    turns = {turn["seat"]: turn for turn in seen.pop("turns")}
    idle = {"owes": False, "verbs": [], "choices": [], "sealed": None, "undo": False}

    def mine(seat: str | None) -> dict[str, Any]:
        views = {name: {**seen[name], "seat": seat} for name in ("view", "before") if name in seen}
        return {**idle, **turns.get(seat or "", {}), **seen, **views, "seat": seat}

    held: Sequence[str | None] = seats or (None,)
    return {**update, "parts": [mine(seat) for seat in held]}


class House:
    """A server process with its data folder; it can be stopped, killed and started again."""

    def __init__(self, data: Path, settings: dict[str, Any] | None = None, packages: Sequence[Path] = ()) -> None:
        self.data = data
        self.packages = packages  # folders with packages that bring games
        self.settings = settings or {}
        self.port = 0
        self.process: subprocess.Popen[str] | Forked | None = None
        self.said: list[str] = []

    def start(self) -> None:
        """Start and wait until it listens, on the same port as before."""
        self.close_pipes()
        words = (str(self.data), str(self.port), json.dumps(self.settings))
        if self.packages:  # what is loaded already knows nothing of them
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.run", *words],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT, *self.packages)))},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        else:
            self.process = Forked(*words)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?:(\d+)/", line)
        if found is None:
            assert self.process.stderr is not None
            raise RuntimeError(f"the server did not start: {line}{self.process.stderr.read()}")
        self.port = int(found[1])
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()
        self.wait_for("soles")

    def wait_for(self, game: str) -> None:
        """Wait until tables of this game can be set: the very first start compiles."""
        while game not in [lid["name"] for lid in self.get("/api/games")["games"] if lid["ready"]]:
            time.sleep(0.1)

    def _listen(self, process: subprocess.Popen[str] | Forked) -> None:
        assert process.stderr is not None
        with contextlib.suppress(ValueError):  # closed by stop()
            for line in process.stderr:
                self.said.append(line)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the process; returns its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(timeout=WAIT_SECONDS)
        self.close_pipes()
        return code

    def close_pipes(self) -> None:
        """Hear nothing more of a process that has ended."""
        for pipe in (self.process.stdout, self.process.stderr) if self.process else ():
            assert pipe is not None
            pipe.close()

    def request(
        self, path: str, body: Any = None, headers: dict[str, str] | None = None, raw: bytes | None = None
    ) -> tuple[int, bytes, dict[str, str]]:
        """One HTTP request: status, body, headers."""
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:  # noqa: S310
                return answer.status, answer.read(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), dict(error.headers)

    def get(self, path: str, **headers: str) -> Any:
        """GET JSON that must be there."""
        status, body, _ = self.request(path, headers=headers)
        assert status == 200, body
        return json.loads(body)

    def table(self, *kinds: str, game: str = "soles", **more: Any) -> Table:
        """Set a table with these seats: `here`, `link`, or a bot's level."""
        if game in GAMES:
            self.wait_for(game)
        seats = [{"kind": kind} if kind in ("here", "link") else {"kind": "bot", "level": kind} for kind in kinds]
        status, body, _ = self.request("/api/tables", {"game": game, "seats": seats, **more})
        assert status == 201, body
        made = json.loads(body)
        return Table(self, made["code"], {key["seat"]: key["token"] for key in made["keys"]})


class Table:
    """A table that was set: its code and tokens."""

    def __init__(self, house: House, code: str, tokens: dict[str, str]) -> None:
        self.house = house
        self.code = code
        self.tokens = tokens

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.house.port}/api/tables/{self.code}/socket?open=1"

    def get(self, what: str = "", **headers: str) -> Any:
        return self.house.get(f"/api/tables/{self.code}{what}", **headers)

    def page(self, *seats: str, sequence: int | None = None) -> Page:
        """A page that holds these seats and has said hello."""
        page = Page(self.url)
        page.say("hello", tokens=[self.tokens[seat] for seat in seats], sequence=sequence)
        page.hear("welcome")
        return page

    def seated(self, *seats: str, names: str = "Karen Reiner Ada Bo Cy Di Ed Flo") -> Page:
        """A page that holds these seats and has sat down on each."""
        page = self.page(*seats)
        for seat in seats:
            page.sit(seat, names.split()[ord(seat) - 65])
        return page


class Page:
    """A page's socket. Everything it ever heard is in `frames`."""

    def __init__(self, url: str, **headers: str) -> None:
        self.opened = connect(url, additional_headers=headers, open_timeout=WAIT_SECONDS, close_timeout=1, max_size=None)
        self.socket: ClientConnection = self.opened.__enter__()
        PAGES.append(self)
        self.frames: list[str] = []
        self.welcome: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.code = url.split("/")[-2]
        self.salts: dict[str, str] = {}
        self.opened_salts: set[str] = set()
        self.opens = True

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def say_at_once(self, *messages: dict[str, Any]) -> None:
        """Several messages in one write: whatever the machine does meanwhile, nothing comes between them."""
        frames = (Frame(Opcode.TEXT, json.dumps(message).encode()) for message in messages)
        self.socket.socket.sendall(b"".join(frame.serialize(mask=True) for frame in frames))

    def sit(self, seat: str, name: str, **more: Any) -> None:
        """Sit down with the promise of a salt, which is opened as a page does it: by itself, when everybody has promised."""
        salt = self.salts.setdefault(seat, secrets.token_hex(16))
        self.say("sit", seat=seat, name=name, promise=salt_promise(salt), **more)

    def open_salts(self) -> None:
        """Open the salts of this page's seats, each once."""
        for seat, salt in self.salts.items():
            if seat not in self.opened_salts:
                self.say("open", seat=seat, salt=salt)
                self.opened_salts.add(seat)

    def next(self, timeout: float = WAIT_SECONDS) -> dict[str, Any]:
        """The next message, whatever it is."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        match message["type"]:
            case "welcome":
                self.welcome, self.table = message, message["table"]
                self.update = message["update"] = with_parts(message["update"] or {}, message["seats"])
            case "update":
                message = self.update = with_parts(message, self.welcome["seats"])
            case "table":
                self.table = message
        if message["type"] in ("welcome", "table") and self.table["opening"]:
            # A test listens to one page at a time; the others hear of it too and do what pages do.
            for page in PAGES:
                if page.code == self.code and page.opens and page.alive:
                    page.open_salts()
        return message

    @property
    def alive(self) -> bool:
        return self.socket.state is State.OPEN

    def hear(self, kind: str, timeout: float = WAIT_SECONDS) -> dict[str, Any]:
        """The next message of this kind; others are heard on the way."""
        end = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, end - time.monotonic()))
            if message["type"] == kind:
                return message

    def part(self, seat: str) -> dict[str, Any]:
        """The last update for one of its seats."""
        found: dict[str, Any] = next(part for part in self.update["parts"] if part["seat"] == seat)
        return found

    def choice(self, seat: str, words: str, **more: Any) -> dict[str, Any]:
        """The message that makes this choice."""
        return {"type": "choose", "seat": seat, "words": words, "sequence": self.update["sequence"], **more}

    def choose(self, seat: str, words: str, **more: Any) -> None:
        self.socket.send(json.dumps(self.choice(seat, words, **more)))

    def problem(self, kind: str) -> dict[str, Any]:
        """The next problem, which must be of this kind."""
        problem = self.hear("problem")
        assert problem["kind"] == kind, problem
        assert problem["message"]
        return problem

    def ping(self) -> None:
        """Hear everything that was said before now, and where salts are being opened, the beginning of the game."""
        about = secrets.randbelow(2**31)
        self.say("ping", id=about)
        while self.hear("pong")["about"] != about:
            pass
        if self.opens and self.table.get("opening"):
            self.hear("update")

    def closed(self) -> int:
        """Hear to the end; returns the closing code."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self.socket.close()


def close_pages() -> None:
    """Nobody stays behind after a test."""
    while PAGES:
        PAGES.pop().opened.__exit__(None, None, None)


@contextmanager
def open_house(data: Path, packages: Sequence[Path] = (), **settings: Any) -> Iterator[House]:
    """A house that is closed at the end."""
    house = House(data, settings, packages)
    house.start()
    try:
        yield house
    finally:
        assert house.process is not None
        if house.process.poll() is None:
            house.stop()
        house.close_pipes()
