"""Whatever comes through the door: handshakes that hang, floods, crowds, too few handles; and stopping amid all that."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import time
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from rollmops.server.limits import Limits
from rollmops.server.protocol.words import CLOSE_FULL, CLOSE_RESTART, CLOSE_TOO_FAST
from rollmops.server.web.transport import LINGER_SECONDS
from tests.server.house import House, Page, Table, open_house
from tests.server.players import any_choice
from tests.server.wires import (
    BINARY,
    CONTINUED,
    PING,
    TEXT,
    WAIT_SECONDS,
    closing,
    frame,
    handles,
    plug,
    rest,
    send_until_cut,
    shake_hands,
    sockets,
    upgrade,
)

USUAL = Limits()
PEOPLE = {
    "messages": USUAL.messages,
    "burst": USUAL.burst,
    "frames": USUAL.frames,
    "frames_burst": USUAL.frames_burst,
    "bytes": USUAL.bytes,
    "bytes_burst": USUAL.bytes_burst,
    "hellos": USUAL.hellos,
    "hellos_burst": USUAL.hellos_burst,
    "share": USUAL.share,
    "share_burst": USUAL.share_burst,
}
"""The limits that a socket has in earnest; tests that need many tables leave the others out."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with the limits people have, and little patience; its log must stay clean."""
    with open_house(tmp_path_factory.mktemp("strict"), limits=PEOPLE | {"request_seconds": 1.0}) as house:
        yield house
        assert not [line for line in house.said if "Traceback" in line or "Exception" in line], "".join(house.said)


def process(house: House) -> int:
    assert house.process is not None
    return house.process.pid


def wait_until(true: Callable[[], bool], why: str) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not true():
        assert time.monotonic() < end, why
        time.sleep(0.05)


def path_of(table: Table) -> str:
    return f"/api/tables/{table.code}/socket"


def play_a_line(pages: dict[str, Page]) -> None:
    """Whoever owes a choice makes one, and everybody hears of it."""
    for page in pages.values():
        page.ping()
    owing = pages["A"].update["owing"][0]
    before = pages["A"].update["sequence"]
    pages[owing].choose(owing, any_choice("soles", pages[owing].part(owing)))
    for page in pages.values():
        while page.update["sequence"] == before:
            page.hear("update")


@pytest.mark.parametrize(
    "head",
    [
        upgrade("/api/tables/x/socket?" + "q" * 9_000),
        upgrade("/api/tables/x/socket?" + "q" * 14_000),
        upgrade("/api/tables/x/socket", "POST"),
        upgrade("/api/tables/x/socket", "BREW"),
        upgrade("/api/tables/x/socket", "GET", "X-Long: " + "x" * 9_000),
        upgrade("/api/tables/x/socket", "GET", *[f"X-{number}: x" for number in range(200)]),
        upgrade("/api/tables/x/socket", "POST", "Content-Length: 100"),
        upgrade("/api/tables/x/socket").replace(b"Sec-WebSocket-Key", b"Sec-WebSocket-Kex"),
        upgrade("/api/tables/x/socket")[:-2],
        upgrade("/api/tables/x/socket")[:40],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_a_handshake_that_cannot_end_is_ended(strict: House, head: bytes) -> None:
    with plug(strict.port) as wire:
        wire.sendall(head)
        said = rest(wire)
        assert not said or said.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5")), said


def test_bytes_after_a_failed_handshake_change_nothing(strict: House) -> None:
    with plug(strict.port) as wire:
        wire.sendall(upgrade("/api/tables/x/socket?" + "q" * 9_000))
        send_until_cut(wire, frame(TEXT, b"{}"))


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING),
        frame(PING, b"x" * 125),
        frame(0x8A),
        frame(0x01, b"a") + frame(CONTINUED) * 200,
        frame(CONTINUED),
        frame(TEXT, b'{"type":"ping"}'),
        frame(TEXT, b"x" * 60_000),
        frame(BINARY),
        frame(BINARY, b"x" * 4_000),
        frame(0x83),
        b"\xff" * 1_000,
    ],
    ids=[
        "pings",
        "long pings",
        "pongs",
        "continued",
        "stray",
        "text",
        "long text",
        "bytes",
        "long bytes",
        "unknown",
        "noise",
    ],
)
def test_a_flood_of_frames_ends_the_socket(strict: House, flood: bytes) -> None:
    table = strict.table("here", "link")
    pages = {seat: table.seated(seat) for seat in "AB"}
    with shake_hands(strict.port, path_of(table)) as wire:
        wire.sendall(frame(TEXT, b'{"type":"hello"}'))
        if flood == frame(0x01, b"a") + frame(CONTINUED) * 200:
            wire.sendall(frame(0x01, b"a"))
            flood = frame(CONTINUED) * 200
        assert send_until_cut(wire, flood * max(1, 20_000 // len(flood))) < 20_000_000
    play_a_line(pages)


def test_text_after_too_fast_ends_the_socket(strict: House) -> None:
    table = strict.table("here", "link")
    with shake_hands(strict.port, path_of(table)) as wire:
        wire.sendall(frame(TEXT, b'{"type":"hello"}') + frame(TEXT, b'{"type":"ping"}') * 161)
        wire.settimeout(WAIT_SECONDS)
        heard = b""
        while b"too fast" not in heard:
            heard += wire.recv(65536)
        send_until_cut(wire, frame(TEXT, b'{"type":"ping"}') * 100)


def test_a_page_at_a_lively_pace_is_no_flood(strict: House) -> None:
    table = strict.table("here", "link")
    page = table.seated("A", "B")
    for _ in range(40):
        page.ping()
    play_a_line({"A": page, "B": page})


def test_text_that_is_not_utf8_leaves_no_trace_in_the_log(strict: House) -> None:
    table = strict.table("here", "link")
    for body in (b"\xff\xfe", b'{"type":"ping","id":"\xc3"}', b"\xed\xa0\x80"):
        with shake_hands(strict.port, path_of(table)) as wire:
            wire.sendall(frame(TEXT, body))
            assert b"\x03\xef" in rest(wire)  # 1007
    with shake_hands(strict.port, path_of(table)) as wire:
        wire.sendall(frame(0x88, b"\x03\xe8\xff"))  # a farewell that is no text
        rest(wire)


def test_hello_again_and_again_is_answered_a_few_times(strict: House) -> None:
    table = strict.table("here", "link")
    page = table.seated("A", "B")
    for _ in range(12):
        page.say("hello", tokens=list(table.tokens.values()))
    page.ping()
    assert sum('"type":"welcome"' in text for text in page.frames) <= USUAL.hellos_burst + 2
    assert sum('"too fast"' in text for text in page.frames) >= 12 - USUAL.hellos_burst - 2
    play_a_line({"A": page, "B": page})


def test_whoever_holds_a_seat_gets_in_however_many_watch(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"per_room": 3}) as house:
        table = house.table("here", "link")
        watchers = [table.page() for _ in range(3)]
        late = Page(table.url)
        late.say("hello")
        late.problem("full")
        assert late.closed() == CLOSE_FULL
        pages = {seat: table.seated(seat) for seat in "AB"}
        play_a_line(pages)
        pages["A"].close()
        pages["A"] = table.page("A")
        play_a_line(pages)
        assert pages["A"].table["watchers"] == 3
        # Who loses the seat to another page watches only if there is room.
        again = table.page("A")
        assert pages["A"].closed() == CLOSE_FULL
        pages["A"] = again
        play_a_line(pages)
        watchers[0].close()
        wait_until(lambda: table.get()["watchers"] == 2, "a place is free")
        assert table.page("A").welcome["seats"] == ["A"]
        assert again.hear("taken")["seats"] == ["A"]
        assert again.hear("welcome")["seats"] == []


def test_watchers_who_say_hello_are_no_news_to_the_others(strict: House) -> None:
    table = strict.table("here", "link")
    pages = {seat: table.seated(seat) for seat in "AB"}
    watchers = [table.page() for _ in range(5)]
    while pages["A"].table["watchers"] < len(watchers):  # that they have come is news, a moment later
        pages["A"].hear("table")
    before = len(pages["A"].frames)
    for watcher in watchers:
        watcher.say("hello")
        watcher.ping()
    pages["A"].ping()
    assert not [text for text in pages["A"].frames[before:] if '"type":"table"' in text]


def test_a_page_that_reads_nothing_gives_its_handle_back(tmp_path: Path) -> None:
    limits = {"outbox": 20, "stalled_seconds": 1.0}
    with open_house(tmp_path, limits=limits) as house:
        table = house.table("here", "link")
        pages = {seat: table.seated(seat) for seat in "AB"}
        play_a_line(pages)
        before = sockets(process(house))
        wires = []
        for _ in range(10):
            wire = socket.socket()
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect(("127.0.0.1", house.port))
            wire.sendall(upgrade(path_of(table)))
            wires.append(wire)
        with closing(wires):
            time.sleep(0.2)
            for wire in wires:
                with contextlib.suppress(OSError):  # it may be shown out before it has said all of it
                    wire.sendall(frame(TEXT, b'{"type":"hello"}') * 3_000)
            wait_until(lambda: sockets(process(house)) <= before, "the handles are still held")
        play_a_line(pages)


def test_half_an_answer_holds_no_handle(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"stalled_seconds": 0.5}) as house:
        before = sockets(process(house))
        wires = [socket.socket() for _ in range(10)]
        with closing(wires):
            for wire in wires:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                wire.connect(("127.0.0.1", house.port))
                wire.sendall(b"GET /api/games/floe/rules HTTP/1.1\r\nHost: x\r\n\r\n" * 3_000)
            for wire in wires:
                wire.settimeout(WAIT_SECONDS)
                assert wire.recv(1, socket.MSG_PEEK), "an answer has begun"
            wait_until(lambda: sockets(process(house)) <= before, "the handles are still held")


HANDLES = 160


def test_more_sockets_than_handles(tmp_path: Path) -> None:
    """The house says that it is full, goes on, and lets people in again as soon as there is room."""
    with open_house(tmp_path, handles=HANDLES) as house:
        table = house.table("here", "link")
        pages = {seat: table.seated(seat) for seat in "AB"}
        with closing([plug(house.port) for _ in range(HANDLES + 100)]) as wires:
            for wire in wires[-20:]:
                wire.settimeout(WAIT_SECONDS)
            play_a_line(pages)
            assert handles(process(house)) < HANDLES
            late = plug(house.port)
            late.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
            said = rest(late)
            assert said.startswith(b"HTTP/1.1 503") or not said, said
            late.close()
            play_a_line(pages)
        wait_until(lambda: handles(process(house)) < HANDLES // 2, "the handles are still held")
        other = house.table("here", "link")
        play_a_line({seat: other.seated(seat) for seat in "AB"})
        play_a_line(pages)
        assert not [line for line in house.said if "Traceback" in line or "Too many open" in line], "".join(house.said)


def test_one_more_than_there_is_room_for_hears_why(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"connections": 5, "request_seconds": 60.0}) as house:
        wait_until(lambda: house.request("/api/games")[0] == 200, "it does not answer")
        with closing([plug(house.port) for _ in range(5)]), plug(house.port) as late:
            late.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
            said = rest(late)
            assert said.startswith(b"HTTP/1.1 503"), said
            assert b"try again" in said
        wait_until(lambda: house.request("/api/games")[0] == 200, "it lets nobody in any more")


def test_connections_are_counted_by_address_from_the_first_byte_on(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"connections_per_address": 4, "request_seconds": 60.0}) as house:
        table = house.table("here", "link")
        with closing([plug(house.port, "127.0.0.2") for _ in range(4)]):
            with plug(house.port, "127.0.0.2") as late:
                late.sendall(upgrade(path_of(table)))
                assert rest(late).startswith(b"HTTP/1.1 429")
            page = table.page("A")
            page.ping()


def test_a_refused_request_need_not_be_sent_to_its_end(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"tables": 0.01, "tables_burst": 1, "request_seconds": 60.0}) as house:
        ask = {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}]}
        assert house.request("/api/tables", ask)[0] == 201
        with plug(house.port) as wire:
            wire.sendall(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 1400000\r\n\r\n")
            assert rest(wire).startswith(b"HTTP/1.1 429")
        with plug(house.port) as wire:  # who wants the connection closed afterwards can read why all the same
            wire.sendall(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1400000\r\n\r\n")
            for _ in range(4):
                time.sleep(0.1)
                wire.sendall(b"x" * 50_000)
            assert rest(wire).startswith(b"HTTP/1.1 429")
        with plug(house.port) as wire:
            wire.sendall(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\nzz\r\n")
            assert rest(wire).startswith(b"HTTP/1.1 4")
        began = time.monotonic()
        try:
            status, answer, _ = house.request("/api/replay", raw=b"x" * 1_400_000)
            assert (status, json.loads(answer)["kind"]) == (429, "too fast")
        except urllib.error.URLError:  # who sends for longer than that is cut off
            assert time.monotonic() - began > LINGER_SECONDS
        assert not [line for line in house.said if "Traceback" in line], "".join(house.said)


def test_too_many_requests_of_any_kind(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"requests": 0.01, "requests_burst": 100}) as house:
        statuses = [house.request("/")[0] for _ in range(102)]
        assert statuses[-1] == 429
        with pytest.raises(InvalidStatus):
            Page(f"ws://127.0.0.1:{house.port}/api/tables/{'x' * 16}/socket")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "1.2.3.4.5"])
def test_a_name_that_is_not_ours(house: House, host: str) -> None:
    assert house.request("/api/games", headers={"host": host, "origin": f"http://{host}"})[0] == 421
    table = house.table("here", "link")
    with plug(house.port) as wire:
        wire.sendall(upgrade(path_of(table), "GET", f"Origin: http://{host}", host=host))
        assert rest(wire).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:80", "[fe80::1]", "pi", "pi.local:80", "10.0.0.7"]
)
def test_names_that_can_be_ours(house: House, host: str) -> None:
    assert house.request("/api/games", headers={"host": host})[0] == 200


def test_a_name_that_was_given(tmp_path: Path) -> None:
    with open_house(tmp_path, origins=["https://games.example", "http://other.example:8080"]) as house:
        for host in ("games.example", "other.example:8080"):
            assert house.request("/api/games", headers={"host": host})[0] == 200
        assert house.request("/api/games", headers={"host": "evil.example"})[0] == 421


def test_who_is_no_proxy_cannot_speak_for_others(tmp_path: Path) -> None:
    limits = {"looks": 0.01, "looks_burst": 3}
    with open_house(tmp_path / "plain", limits=limits) as house:
        looks = [house.request("/api/tables/x", headers={"x-forwarded-for": f"10.0.0.{n}"})[0] for n in range(5)]
        assert looks == [404, 404, 404, 429, 429]
    with open_house(tmp_path / "proxied", limits=limits, proxies=["127.0.0.0/8"]) as house:
        looks = [house.request("/api/tables/x", headers={"x-forwarded-for": f"10.0.0.{n}"})[0] for n in range(5)]
        assert looks == [404] * 5
        looks = [house.request("/api/tables/x", headers={"x-forwarded-for": f"{n}.0.0.1, 10.0.0.9"})[0] for n in range(1, 6)]
        assert looks == [404, 404, 404, 429, 429]  # only the last is the proxy's own word


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_stopping_with_hundreds_of_sockets_in_all_states(tmp_path: Path, how: signal.Signals) -> None:
    patient = {"request_seconds": 600.0, "hello_seconds": 600.0, "stalled_seconds": 600.0}  # whoever waits for them is seen
    with open_house(tmp_path, limits={"per_room": 1_000, "per_address": 1_000} | patient) as house:
        table = house.table("here", "link")
        pages = {seat: table.seated(seat) for seat in "AB"}
        play_a_line(pages)
        path = path_of(table)
        starts: list[bytes] = [
            b"",
            b"GET / HT",
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
            b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n",
            upgrade(path + "?" + "q" * 9_000),
            upgrade(path, "POST"),
            upgrade(path)[:-2],
            upgrade(path),
        ]
        wires = []
        for number in range(240):
            wire = plug(house.port)
            wire.sendall(starts[number % len(starts)])
            wires.append(wire)
        halves = (b"\x81", frame(0x01, b"half"), frame(TEXT, b'{"type":"hello"}') * 300, frame(0x88, b"\x03\xe8"))
        for number in range(80):
            wire = shake_hands(house.port, path)
            wire.sendall(frame(TEXT, b'{"type":"hello"}') + halves[number % len(halves)])
            wires.append(wire)
        with closing(wires):
            began = time.monotonic()
            code = house.stop(how)
            took = time.monotonic() - began
        assert code in (0, -how)
        assert took < 40, "two seconds on a machine with nothing else to do"
        assert pages["A"].closed() in (CLOSE_RESTART, 1006)
        assert not [line for line in house.said if "Traceback" in line or "Error" in line], "".join(house.said)


def test_too_fast_is_still_said(strict: House) -> None:
    table = strict.table("here", "link")
    with shake_hands(strict.port, path_of(table)) as wire:
        # As many as the limit on frames lets through: a second's worth more than are taken and borne with.
        pings = USUAL.frames_burst - 5
        assert pings > USUAL.burst + USUAL.patience + USUAL.messages
        wire.sendall(frame(TEXT, b'{"type":"hello"}') + frame(TEXT, b'{"type":"ping"}') * pings)
        said = rest(wire)
        assert b"too fast" in said
        assert CLOSE_TOO_FAST.to_bytes(2, "big") in said
