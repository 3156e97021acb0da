"""Whatever a page sends, it gets a typed answer or a closed socket, and the room goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from rollmops.server.protocol.words import CLOSE_PROTOCOL, CLOSE_TOO_FAST, CLOSE_UNKNOWN, LONGEST_MESSAGE_CHARACTERS
from tests.effort import long_only
from tests.server.house import House, Page, Table, open_house
from tests.server.players import any_choice

SIT = '{"type":"sit","seat":"A","name":"K","promise":"' + "0" * 64 + '"'
NONSENSE = [
    "",
    "hello",
    "null",
    "[]",
    "{}",
    "[" * 4000,
    '{"type":"conquer"}',
    '{"type":"choose"}',
    '{"type":"choose","seat":"A","words":3,"sequence":0}',
    '{"type":"choose","seat":"Z","words":"again","sequence":0}',
    '{"type":"choose","seat":"A","words":"again","sequence":-1}',
    '{"type":"choose","seat":"A","words":"again","sequence":1e400}',
    '{"type":"choose","seat":"A","words":"again","sequence":0,"extra":1}',
    '{"type":"hello","tokens":["short"]}',
    '{"type":"hello","tokens":[' + ",".join(['"' + "x" * 32 + '"'] * 9) + "]}",
    SIT + ',"colour":"infrared"}',
    SIT.replace("0" * 32, "0" * 31) + "}",
    '{"type":"ping","id":-4}',
    '{"type":"ping"} trailing',
    "\x00",
    '{"type":"ping","id":' + "9" * 400 + "}",
]


@pytest.fixture
def table(house: House) -> Table:
    """A table at which A has just rolled and owes a choice."""
    while True:
        table = house.table("here", "link", first="A")
        karen, page = table.seated("A"), table.seated("B")
        page.hear("update")
        karen.close()
        if page.update["owing"] == ["A"]:
            return table


@pytest.fixture
def karen(table: Table) -> Page:
    return table.page("A")


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_a_bad_message(karen: Page, text: str) -> None:
    karen.socket.send(text)
    karen.problem("bad message")
    karen.ping()


def test_bytes_are_a_bad_message(karen: Page) -> None:
    karen.socket.send(b'{"type":"ping"}')
    karen.problem("bad message")


def test_text_that_is_not_utf8_closes_the_socket_only(table: Table, karen: Page) -> None:
    stranger = table.page()
    stranger.socket.socket.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # a text frame of two bytes
    assert stranger.closed() in (1006, 1007)
    karen.ping()


def test_words_that_do_not_exist_and_words_that_do_not_fit(karen: Page) -> None:
    karen.choose("A", "fly", id=3)
    assert karen.problem("illegal")["about"] == 3
    karen.choose("A", "")
    karen.problem("illegal")
    karen.choose("A", "again and again")
    problem = karen.hear("problem")
    assert problem["kind"] in ("bad words", "illegal")
    assert "legal is" in problem["message"]


def test_no_player_rolls_the_dice(karen: Page) -> None:
    karen.choose("A", "roll 2 2 2 2")
    karen.problem("illegal")


def test_anothers_seat_and_anothers_turn(table: Table, karen: Page) -> None:
    karen.choose("B", "again")
    karen.problem("unknown seat")
    karen.choose("H", "again")
    karen.problem("unknown seat")
    reiner = table.page("B")
    reiner.choose("B", "again")
    assert "not B's turn" in reiner.problem("not your turn")["message"]


def test_a_choice_for_a_table_that_has_moved_on(karen: Page) -> None:
    karen.choose("A", "secure", sequence=karen.update["sequence"] + 1)
    assert "look again" in karen.problem("stale")["message"]
    karen.choose("A", "secure", sequence=0)
    karen.problem("stale")


def test_the_same_choice_twice_counts_once(karen: Page) -> None:
    words = karen.part("A")["choices"][0]
    sequence = karen.update["sequence"]
    karen.choose("A", words)
    karen.choose("A", words, sequence=sequence)
    karen.problem("stale")


def test_nothing_before_hello(table: Table) -> None:
    page = Page(table.url)
    page.say("choose", seat="A", words="again", sequence=0)
    assert "hello" in page.problem("bad message")["message"]


def test_who_does_not_say_hello_is_shown_out(tmp_path: Path) -> None:
    with open_house(tmp_path, limits={"hello_seconds": 0.3}) as house:
        assert Page(house.table("here", "here").url).closed() == CLOSE_PROTOCOL


def test_too_big_a_message(karen: Page) -> None:
    karen.socket.send('{"type":"ping","id":' + "0" * LONGEST_MESSAGE_CHARACTERS + "}")
    karen.problem("too big")
    karen.ping()


def test_far_too_big_a_message_closes_the_socket(table: Table, karen: Page) -> None:
    stranger = table.page()
    stranger.socket.send("x" * 200_000)
    assert stranger.closed() == 1009
    karen.ping()


@long_only
def test_ten_thousand_messages_in_a_second(tmp_path: Path) -> None:
    people = {"messages": 20, "burst": 60}
    with open_house(tmp_path, limits=people) as house:
        table = house.table("here", "link", first="A")
        karen, flood = table.seated("A"), table.seated("B")
        try:
            for _ in range(10_000):
                flood.socket.send('{"type":"ping"}')
        except ConnectionClosed:
            pass
        assert flood.closed() == CLOSE_TOO_FAST
        assert sum('"too fast"' in frame for frame in flood.frames) <= 3
        assert sum('"pong"' in frame for frame in flood.frames) < 200
        karen.ping()
        back = table.page("B")
        owing = karen.update["owing"][0]
        {"A": karen, "B": back}[owing].choose(owing, any_choice("soles", {"A": karen, "B": back}[owing].part(owing)))
        karen.hear("update")


def test_an_unknown_table(house: House, table: Table) -> None:
    for code in ("x" * 16, "short", table.code[:-1] + ("A" if table.code[-1] != "A" else "B")):
        assert Page(table.url.replace(table.code, code)).closed() == CLOSE_UNKNOWN
        status, body, _ = house.request(f"/api/tables/{code}")
        assert (status, json.loads(body)["kind"]) in ((404, "unknown table"), (404, "not found"))


BODIES = [
    (b"", "bad message"),
    (b"{", "bad message"),
    (b"[" * 100_000, "bad message"),
    (b'{"game":"soles"}', "bad message"),
    (b'{"game":"chess","seats":[{"kind":"here"},{"kind":"here"}]}', "bad table"),
    (b'{"game":"soles","seats":[{"kind":"here"}]}', "bad table"),
    (b'{"game":"soles","seats":[{"kind":"here"},{"kind":"ghost"}]}', "bad message"),
    (b'{"game":"soles","seats":[{"kind":"here"},{"kind":"bot","level":"god"}]}', "bad table"),
    (b'{"game":"soles","seats":[{"kind":"here"},{"kind":"here"}],"first":"C"}', "bad table"),
    (b'{"game":"soles","seats":[{"kind":"here"},{"kind":"here"}],"options":{"jokers":"yes"}}', "bad message"),
    (b'{"game":"soles","seats":[{"kind":"here"},{"kind":"here"}],"components":"= ="}', "bad components"),
    (b'{"game":"soles","seats":[{"kind":"here"},{"kind":"here"}],"components":"game = \'lure\'"}', "bad components"),
]


@pytest.mark.parametrize(("body", "kind"), BODIES)
def test_a_table_that_cannot_be_set(house: House, body: bytes, kind: str) -> None:
    status, answer, _ = house.request("/api/tables", raw=body)
    problem = json.loads(answer)
    assert (status, problem["kind"]) == (400, kind), problem


def test_too_big_a_body(house: House) -> None:
    status, answer, _ = house.request("/api/replay", raw=b'{"record":"' + b"x" * 2_000_000 + b'"}')
    assert (status, json.loads(answer)["kind"]) == (413, "too big")
