"""Scripted players at many tables over real sockets: how fast choices come back to every seat."""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from bench.online.sockets import Wire, open_wire
from rollmops.engine.dice import new_salt, salt_promise
from rollmops.games import house_text


class Turn(msgspec.Struct, frozen=True):
    """What a scripted player reads of what a seat may do."""

    seat: str
    owes: bool
    choices: list[str]


class Open(msgspec.Struct, frozen=True):
    """What a scripted player reads of a game in which nothing is secret."""

    turns: tuple[Turn, ...]


class Message(msgspec.Struct):
    """What a scripted player reads of a message."""

    type: str
    sequence: int = 0
    open: Open = Open(())


LONG = (
    house_text("soles")
    .replace("yellow = 40 ", "yellow = 1000 ")
    .replace("2 = 8\n", "2 = 100\n")
    .replace("red_value = 5", "red_value = 100")
)
"""A box with so many soles that a game outlasts the measuring; everything else as in the house's."""

decode = msgspec.json.Decoder(Message).decode


def post(port: int, path: str, body: Any) -> Any:
    """POST and read JSON."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def get(port: int, path: str) -> Any:
    """GET JSON."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        return json.load(answer)


class ScriptedTable:
    """Two seats, two sockets. A choice counts when both seats have its update."""

    def __init__(self, port: int, note: Callable[[float, int], None], pace: float = 0.0) -> None:
        self.port = port
        self.note = note
        self.pace = pace
        self.code = ""
        self.wires: list[Wire] = []
        self.keys: list[dict[str, str]] = []
        self.salts: dict[str, str] = {}
        self.latest = [0, 0]
        self.sent = 0.0
        self.from_sequence = 0
        self.waiting = False
        self.running = True
        self.owed: tuple[int, str, str, int] | None = None
        self.began = asyncio.Event()
        self.frames: list[bytes] = []

    async def open(self) -> None:
        """Set the table and sit down."""
        ask = {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}], "first": "A", "components": LONG}
        made = await asyncio.to_thread(post, self.port, "/api/tables", ask)
        self.keys, self.code = made["keys"], made["code"]
        self.salts = {key["seat"]: new_salt() for key in self.keys}
        self.wires = [
            await open_wire(self.port, f"/api/tables/{self.code}/socket?open=1", partial(self.hear, seat))
            for seat in range(2)
        ]
        for wire, key in zip(self.wires, self.keys, strict=True):
            wire.send(json.dumps({"type": "hello", "tokens": [key["token"]]}).encode())
            promise = salt_promise(self.salts[key["seat"]])
            sit = {"type": "sit", "seat": key["seat"], "name": f"Player {key['seat']}", "promise": promise}
            wire.send(json.dumps(sit).encode())
        await self.began.wait()

    def hear(self, seat: int, body: bytes) -> None:
        """An update counts once both have it; then whoever owes a choice makes one."""
        if not body.startswith(b'{"type":"update"'):
            if body.startswith(b'{"type":"problem"'):
                raise RuntimeError(body.decode())
            if b'"opening":true' in body:  # everybody has promised a salt
                letter = self.keys[seat]["seat"]
                self.wires[seat].send(json.dumps({"type": "open", "seat": letter, "salt": self.salts[letter]}).encode())
            return
        if len(self.frames) < 8:
            self.frames.append(body)
        message = decode(body)
        self.latest[seat] = message.sequence
        for turn in message.open.turns:
            if turn.owes and turn.seat == self.keys[seat]["seat"]:
                self.owed = (seat, turn.seat, random.choice(turn.choices), message.sequence)
        if self.latest[0] != self.latest[1]:
            return
        if self.waiting:
            self.waiting = False
            self.note(time.perf_counter() - self.sent, message.sequence - self.from_sequence)
        self.began.set()
        if self.pace:
            asyncio.get_running_loop().call_later(random.uniform(0.5, 1.5) * self.pace, self.choose)
        else:
            self.choose()

    def choose(self) -> None:
        """Send the choice that is owed."""
        if self.owed is None or not self.running:
            return
        seat, letter, words, sequence = self.owed
        self.owed, self.waiting, self.from_sequence = None, True, sequence
        self.sent = time.perf_counter()
        body = f'{{"type":"choose","seat":"{letter}","words":"{words}","sequence":{sequence}}}'
        self.wires[seat].send(body.encode())

    def close(self) -> None:
        """Play no more."""
        self.running = False
        for wire in self.wires:
            if wire.transport is not None:
                wire.transport.close()
