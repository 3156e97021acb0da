"""Whatever a visitor sends, the log has no traceback: messages, frames, requests, records and component files, mutated from
seeds of all that ever broke something. Long with `make fuzz`."""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rollmops.games import GAMES
from tests.server import seeds
from tests.server.house import House, Page, Table, open_house
from tests.server.players import any_choice

ROUNDS = int(os.environ.get("ROLLMOPS_FUZZ", "150"))
ODD = (
    "",
    "\x00",
    "\ud800",
    "🐟",
    "٣",
    "-1",
    "1e400",
    "9" * 400,
    "[" * 300,
    "null",
    "A",
    "cast 1",
    "\u202e",
    "'",
    '"',
    "\n",
    "=",
)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("fuzzed"), away=0.0, idle=0.3) as house:
        for name in GAMES:
            house.wait_for(name)
        yield house
        time.sleep(0.5)
        assert house.process is not None
        assert house.process.poll() is None, "it is not there any more"
        log = "".join(house.said)
        assert "Traceback" not in log, log[-3000:]
        assert "Error" not in log, log[-3000:]


@pytest.fixture(params=range(2))
def chance(request: pytest.FixtureRequest) -> random.Random:
    seed = int(os.environ.get("ROLLMOPS_FUZZ_SEED", "0")) * 1000 + int(request.param)
    print(f"seed {seed}")
    return random.Random(seed)


def mutated_text(chance: random.Random, text: str) -> str:
    """The text with something cut, doubled, swapped or put in."""
    for _ in range(chance.randint(0, 3)):
        at, to = sorted(chance.randint(0, len(text)) for _ in range(2))
        to = min(to, at + 40)
        match chance.randrange(4):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:]
            case 2:
                text = text[:at] + chance.choice(ODD) + text[to:]
            case 3:
                text = text[:at] + chance.choice(ODD) + text[at:]
    return text


def mutated(chance: random.Random, value: Any) -> Any:
    """The value with some field of it changed, in kind or in content."""
    if isinstance(value, dict):
        changed = {key: mutated(chance, one) if chance.random() < 0.3 else one for key, one in value.items()}
        if chance.random() < 0.1:
            changed.pop(chance.choice(list(changed) or [""]), None)
        return changed | ({chance.choice(ODD): 1} if chance.random() < 0.05 else {})
    if isinstance(value, list):
        return [mutated(chance, one) for one in value] * chance.choice((0, 1, 1, 1, 9))
    if chance.random() < 0.2:
        return chance.choice((None, True, -1, 2**63, 1e300, [], {}, [[]], *ODD))
    return mutated_text(chance, value) if isinstance(value, str) else value


def send_raw(house: House, method: str, path: str, body: bytes, headers: bytes = b"") -> bytes:
    """One request as bytes; the first line of the answer, or nothing."""
    with socket.create_connection(("127.0.0.1", house.port), 10) as wire, contextlib.suppress(OSError):
        length = b"content-length: %d\r\n" % len(body) if method == "POST" else b""
        wire.sendall(f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n".encode() + headers + length + b"\r\n" + body)
        return wire.recv(200).partition(b"\r\n")[0]
    return b""


def answered(line: bytes) -> None:
    assert not line or int(line.split()[1]) < 500 or int(line.split()[1]) == 503, line


def table_in_play(house: House, chance: random.Random) -> tuple[Table, Page, str]:
    name = chance.choice(list(GAMES))
    kinds = ["here", *chance.choices(["here", "easy"], k=1)]
    table = house.table(*kinds, game=name, odds=True)
    page = table.seated(*table.tokens)
    page.hear("update")
    for _ in range(chance.randint(0, 6)):
        page.ping()
        mine = [seat for seat in page.update["owing"] if seat in page.welcome["seats"]]
        if mine and page.table["state"] == "play":
            page.choose(mine[0], any_choice(name, page.part(mine[0])))
    return table, page, name


def test_messages(fuzzed: House, chance: random.Random) -> None:
    table, page, name = table_in_play(fuzzed, chance)
    for number in range(ROUNDS):
        try:
            if number % 20 == 19:  # a little further in the game, with its seats again
                page.say("hello", tokens=list(table.tokens.values()))
                page.ping()
                owed = page.update.get("owing", ())
                for seat in [seat for seat in owed if seat in page.welcome["seats"]][:1]:
                    page.choose(seat, any_choice(name, page.part(seat)))
            seed = chance.choice(seeds.MESSAGES)
            message = mutated(chance, dict(seed)) if chance.random() < 0.8 else dict(seed)
            if "sequence" in message and chance.random() < 0.7 and page.update:
                message["sequence"] = page.update["sequence"]
            text = json.dumps(message)
            page.socket.send(mutated_text(chance, text) if chance.random() < 0.2 else text)
        except (ConnectionClosed, TimeoutError):
            table, page, name = table_in_play(fuzzed, chance)
    fuzzed.table("here", "here").seated("A", "B").hear("update")


def test_frames(fuzzed: House, chance: random.Random) -> None:
    for _ in range(max(5, ROUNDS // 10)):
        table = fuzzed.table("here", "here")
        page = table.page("A")
        frame = bytearray(chance.choice(seeds.FRAMES))
        for _ in range(chance.randint(0, 2)):
            frame[chance.randrange(len(frame))] = chance.randrange(256)
        with contextlib.suppress(OSError, ConnectionClosed):
            page.socket.socket.sendall(bytes(frame))
            page.socket.socket.sendall(bytes(chance.choice(seeds.FRAMES)))
        with contextlib.suppress(Exception):
            page.close()


def test_requests(fuzzed: House, chance: random.Random) -> None:
    code = fuzzed.table("here", "here").code
    for _ in range(ROUNDS):
        path = chance.choice(seeds.PATHS).replace("CODE", chance.choice((code, "x" * 16, "x")))
        if chance.random() < 0.3:
            path = "/" + "".join(mark for mark in mutated_text(chance, path) if "!" <= mark <= "~")
        method = chance.choice(("GET", "GET", "GET", "POST", "HEAD", "PUT", "OPTIONS"))
        headers = chance.choice(
            (b"", b"authorization: Bearer \xff\xfe\r\n", b"origin: http://[::1\r\n", b"upgrade: websocket\r\n")
        )
        body = chance.choice((b"", b"{", b"\xff\xfe", b'{"record":"\xff"}', b"[" * 50_000))
        answered(send_raw(fuzzed, method, path, body, headers))


def test_records(fuzzed: House, chance: random.Random) -> None:
    for _ in range(ROUNDS // 2):
        text = mutated_text(chance, chance.choice(seeds.RECORD_SEEDS))
        body: dict[str, Any] = {"record": text, "start": chance.choice((0, 0, 3, 10**5))}
        if chance.random() < 0.3:
            body["components"] = mutated_text(chance, chance.choice(seeds.FILES))
        answered(send_raw(fuzzed, "POST", "/api/replay", json.dumps(body).encode()))
        broken = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        answered(send_raw(fuzzed, "POST", "/api/replay", broken))


def test_component_files(fuzzed: House, chance: random.Random) -> None:
    for _ in range(ROUNDS // 2):
        name = chance.choice(list(GAMES))
        text = seeds.HOUSE_FILES[name] if chance.random() < 0.6 else chance.choice(seeds.FILES)
        body = seeds.table_body(mutated_text(chance, text), name)
        if chance.random() < 0.2:
            body = mutated(chance, body)
        answered(send_raw(fuzzed, "POST", "/api/tables", json.dumps(body).encode()))
        broken = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        answered(send_raw(fuzzed, "POST", "/api/tables", broken))


@pytest.mark.parametrize("text", seeds.FILES)
def test_every_file_of_the_seeds(fuzzed: House, text: str) -> None:
    for name in GAMES:
        answered(send_raw(fuzzed, "POST", "/api/tables", json.dumps(seeds.table_body(text, name)).encode()))


@pytest.mark.parametrize("text", seeds.RECORD_SEEDS)
def test_every_record_of_the_seeds(fuzzed: House, text: str) -> None:
    answered(send_raw(fuzzed, "POST", "/api/replay", json.dumps({"record": text}).encode()))
