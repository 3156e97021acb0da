"""Tokens, origins, headers, limits, hostile names; and what no frame may carry."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from rollmops.engine.logbook import clean_name
from rollmops.server.protocol.words import CLOSE_FULL
from rollmops.server.table.keys import lock_of, new_code, new_token, opened_by
from tests.server.house import House, Page, open_house
from tests.server.players import play_out

HOSTILE = "<script>alert(1)</script>\u202e\x00\n# seat B\r\nreveal 00 \U0001f41f"


def test_codes_and_tokens_are_long_and_random() -> None:
    assert len({new_code() for _ in range(1000)} | {new_token() for _ in range(1000)}) == 2000
    assert re.fullmatch(r"[\w-]{16}", new_code())
    assert re.fullmatch(r"[\w-]{32}", new_token())


def test_a_lock_opens_for_its_token_only_and_never_for_nothing() -> None:
    token = new_token()
    locks = [lock_of(new_token()), "", lock_of(token)]
    assert opened_by(token, locks) == 2
    assert opened_by(new_token(), locks) is None
    assert opened_by("", locks) is None


def test_the_store_knows_no_token(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.table("here", "link")
        table.seated("A", "B").hear("update")
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("rollmops.sqlite*"))
    assert table.code.encode() in kept
    for token in table.tokens.values():
        assert token.encode() not in kept


def test_a_strange_token_only_watches(house: House) -> None:
    table = house.table("here", "link")
    page = Page(table.url)
    page.say("hello", tokens=[new_token()])
    page.problem("unknown seat")
    assert page.hear("welcome")["seats"] == []
    page.sit("A", "Thief")
    page.problem("unknown seat")
    for kind in ("next", "let bot"):
        page.say(kind, **({"seat": "A"} if kind == "let bot" else {}))
        page.problem("unknown seat")


def test_who_only_watches_puts_no_bot_on_a_free_seat(house: House) -> None:
    table = house.table("here", "link")
    watcher = table.page()
    assert watcher.table["seats"][1]["replaceable"]
    watcher.say("let bot", seat="B")
    watcher.problem("unknown seat")
    watcher.ping()
    assert not watcher.table["seats"][1]["bot"]


def test_another_table_s_token_opens_nothing(house: House) -> None:
    one, other = house.table("here", "link"), house.table("here", "link")
    page = Page(one.url)
    page.say("hello", tokens=list(other.tokens.values()))
    page.problem("unknown seat")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"])
def test_pages_of_others_are_refused(house: House, origin: str) -> None:
    table = house.table("here", "link")
    with pytest.raises(InvalidStatus) as refused:
        Page(table.url, origin=origin)
    assert refused.value.response.status_code == 403
    status, _, _ = house.request("/api/tables", {"game": "soles", "seats": []}, {"origin": origin})
    assert status == 400
    assert house.request(f"/api/tables/{table.code}", headers={"origin": origin})[0] == 400


def test_our_own_page_is_let_in(house: House) -> None:
    page = Page(house.table("here", "link").url, origin=f"http://127.0.0.1:{house.port}")
    page.say("hello")
    page.hear("welcome")


def test_every_answer_has_the_headers_that_keep_a_browser_safe(house: House) -> None:
    for path in ("/", "/api/games", "/nothing", "/api/nothing", "/%2e%2e/%2e%2e/etc/passwd"):
        _, body, headers = house.request(path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert b"root:" not in body


def test_a_hostile_name_is_only_ever_text(house: House) -> None:
    table = house.table("here", "here", first="A")
    page = table.page("A", "B")
    page.sit("A", HOSTILE)
    page.sit("B", "Reiner")
    page.hear("update")
    name = page.table["seats"][0]["name"]
    assert "\n" not in name
    assert "#" not in name
    assert "\u202e" not in name
    assert len(name) <= 40
    _, text, headers = house.request(f"/api/tables/{table.code}/record")
    assert headers["content-type"].startswith("text/plain")
    assert text.decode().count("\nreveal ") == 0
    assert house.request("/api/replay", {"record": text.decode()})[0] == 200
    page.sit("A", "\u200b \n")
    page.problem("bad table")


def test_the_seed_stays_in_the_server_until_the_end(house: House) -> None:
    table = house.table("here", "link")
    pages = {seat: table.seated(seat) for seat in "AB"}
    watcher = table.page()
    running = house.request(f"/api/tables/{table.code}/record")[1].decode()
    play_out("soles", pages)
    watcher.ping()
    seed = watcher.table["reveal"]
    assert seed not in running
    for page in (*pages.values(), watcher):
        before = [frame for frame in page.frames if '"state":"over"' not in frame]
        assert before
        assert not any(seed in frame for frame in before)
        assert not any(token in frame for frame in page.frames for token in table.tokens.values())


def test_too_many_connections(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"per_address": 5, "per_room": 3}) as house:
        table, other = house.table("here", "link"), house.table("here", "link")
        for _ in range(3):
            table.page()
        late = Page(table.url)
        late.say("hello")
        late.problem("full")
        assert late.closed() == CLOSE_FULL
        for _ in range(2):
            other.page()
        assert Page(other.url).closed() == CLOSE_FULL


def test_too_many_tables(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"tables": 0.001, "tables_burst": 3}) as house:
        ask = {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}]}
        answers = [house.request("/api/tables", ask) for _ in range(5)]
        assert [status for status, _, _ in answers] == [201, 201, 201, 429, 429]
        assert json.loads(answers[-1][1])["kind"] == "too fast"


def test_codes_cannot_be_tried_out_quickly(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"looks": 0.001, "looks_burst": 10}) as house:
        statuses = [house.request(f"/api/tables/{new_code()}")[0] for _ in range(12)]
        assert statuses == [404] * 10 + [429] * 2


HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
)


def test_half_a_request_does_not_hold_a_connection(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"request_seconds": 0.5}) as house:
        page = house.table("here", "link").seated("A", "B")
        for sent in HALVES:
            with socket.create_connection(("127.0.0.1", house.port), timeout=20) as half:
                half.sendall(sent)
                while half.recv(1000):
                    pass  # until the server hangs up
        with socket.create_connection(("127.0.0.1", house.port), timeout=20) as whole:
            whole.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert whole.recv(12) == b"HTTP/1.1 200"
        page.hear("update")  # a table that has been open all the time is no half request
        assert not [line for line in house.said if "Traceback" in line]


def test_an_origin_that_is_no_address_is_another_page(house: House) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as odd:
        odd.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\nOrigin: http://[::1\r\nConnection: close\r\n\r\n")
        assert odd.recv(12) == b"HTTP/1.1 400"


def test_joined_signs_stay_joined_in_names() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clean_name(family) == family
    assert clean_name(f"\u200d{family}\u200d ") == family
    assert clean_name("\u200d\u200c") == ""
    assert clean_name("\u202eevil\x00") == "evil"
