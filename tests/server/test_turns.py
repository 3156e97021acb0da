"""Whose message is heard next, and what counts as one visitor."""

from __future__ import annotations

import asyncio
import ipaddress
import time

import pytest

from rollmops.engine.errors import RollmopsError
from rollmops.server.limits import Bucket, Gate, Limits, networks, whose
from rollmops.server.web.queue import MESSAGES_AT_ONCE, Turns


async def order_of(turns: Turns, asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """In which order those are heard who ask all at once."""
    heard: list[tuple[str, str]] = []

    async def ask(address: str, table: str) -> None:
        await turns.wait(address, table)
        heard.append((address, table))

    await asyncio.gather(*(ask(address, table) for address, table in asked))
    return heard


def test_one_address_after_the_other() -> None:
    asked = [("loud", "one")] * 200 + [("quiet", "two")] + [("loud", "one")] * 50 + [("calm", "three")]
    heard = asyncio.run(order_of(Turns(Gate(Limits())), asked))
    assert sorted(heard) == sorted(asked)
    assert heard.index(("quiet", "two")) <= 2 * MESSAGES_AT_ONCE
    assert heard.index(("calm", "three")) <= 2 * MESSAGES_AT_ONCE


def test_of_an_address_one_table_after_the_other() -> None:
    asked = [("home", "loud")] * 200 + [("home", "quiet")]
    heard = asyncio.run(order_of(Turns(Gate(Limits())), asked))
    assert heard.index(("home", "quiet")) <= 2 * MESSAGES_AT_ONCE


def test_everything_else_on_the_loop_comes_in_between() -> None:
    async def count() -> int:
        turns = Turns(Gate(Limits()))
        passes = 0
        everyone = asyncio.create_task(order_of(turns, [("loud", "one")] * 100))
        while not everyone.done():
            passes += 1
            await asyncio.sleep(0)
        return passes

    assert asyncio.run(count()) >= 100 // MESSAGES_AT_ONCE


def test_who_has_used_up_the_share_waits_and_others_do_not() -> None:
    async def play() -> list[tuple[str, str]]:
        turns = Turns(Gate(Limits(share=100, share_burst=10)))
        return await order_of(turns, [("loud", "one")] * 30 + [("quiet", "two")] * 8)

    began = time.monotonic()
    heard = asyncio.run(play())
    assert time.monotonic() - began >= 0.15  # twenty of them at a hundred a second, less what is rounded
    assert heard[-1] == ("loud", "one")
    assert ("quiet", "two") not in heard[20:]


def test_who_goes_while_waiting_holds_nobody_up() -> None:
    async def play() -> list[tuple[str, str]]:
        turns = Turns(Gate(Limits(share=50, share_burst=1)))
        await turns.wait("loud", "one")
        waiting = [asyncio.create_task(turns.wait("loud", "one")) for _ in range(20)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        return await asyncio.wait_for(order_of(turns, [("quiet", "two")]), 5)

    assert asyncio.run(play()) == [("quiet", "two")]


@pytest.mark.parametrize(
    ("host", "one"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("no:address", "no:address"),
        ("?", "?"),
    ],
)
def test_what_counts_as_one_address(host: str, one: str) -> None:
    assert whose(host) == one


def test_connections_of_a_proxy_are_counted_in_all_only() -> None:
    gate = Gate(Limits(connections=10, connections_per_address=2, connects_burst=3), networks(("10.0.0.0/8", "::1")))
    assert [gate.connect("192.0.2.1") for _ in range(3)] == ["", "", "too many"]
    assert [gate.connect("10.1.2.3") for _ in range(9)] == [""] * 8 + ["full"]
    gate.disconnect("192.0.2.1")
    assert gate.connect("192.0.2.1") == ""
    gate.disconnect("192.0.2.1")
    assert gate.connect("192.0.2.1") == "too fast"
    assert gate.total == 9


def test_proxies_are_addresses() -> None:
    assert networks(("127.0.0.1",)) == (ipaddress.ip_network("127.0.0.1/32"),)
    with pytest.raises(RollmopsError, match="like 127"):
        networks(("proxy.example",))


def test_a_bucket_gives_what_is_in_it() -> None:
    bucket = Bucket(0.001, 10)
    assert bucket.take(7)
    assert not bucket.take(4)
    assert bucket.take(3)
    assert not bucket.full
