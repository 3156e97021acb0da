"""Push notices, taken by a real push service: one a turn, for who wants it and does not look, and nowhere it must not go."""

from __future__ import annotations

import asyncio
import stat
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rollmops.server.store.pushes import Push
from rollmops.server.table.delivery import UndeliverableError, deliver, may_reach
from tests.server.house import House, Page, Table, open_house
from tests.server.push_service import Browser, PushService, claims_of, open_service

GRACE_SECONDS = 0.3


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PushService, House]]:
    with open_service(tmp_path_factory.mktemp("push")) as (service, trusted), pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(trusted))
        with open_house(tmp_path_factory.mktemp("house"), push_anywhere=True, push_grace=GRACE_SECONDS, idle=0.3) as house:
            yield service, house
            assert "Traceback" not in "".join(house.said)


@pytest.fixture(autouse=True)
def nothing_yet(service: tuple[PushService, House]) -> None:
    service[0].notices.clear()


def begun(house: House, *kinds: str, **more: Any) -> tuple[Table, Page, Page]:
    """A table at which A is to choose, with the pages of A and of the last seat.

    One in sixteen first throws shows no sole: then A's turn is over at once, and another table is set.
    """
    kinds = kinds or ("link", "link")
    while True:
        table = house.table(*kinds, first="A", **more)
        one, other = table.seated("A"), table.seated("ABCDEFGH"[len(kinds) - 1])
        one.ping()
        other.ping()
        while not one.update:
            one.next()
        if one.update["owing"] == ["A"]:
            return table, one, other


def subscribe(page: Page, seat: str, service: PushService, path: str, language: str = "en") -> Browser:
    browser = Browser()
    page.say("subscribe", seat=seat, language=language, **browser.subscription(service.url + path))
    page.ping()
    return browser


def pass_on(page: Page, seat: str) -> None:
    """Play until the turn is somebody else's."""
    page.ping()
    while any(part["owes"] for part in page.update["parts"]):
        words = page.part(seat)["choices"]
        page.choose(seat, "secure" if "secure" in words else words[0])
        page.hear("update")


def test_who_is_gone_is_told_once_in_words_that_only_their_browser_reads(service: tuple[PushService, House]) -> None:
    push, house = service
    table, one, other = begun(house)
    browser = subscribe(other, "B", push, "/b", "de")
    other.close()
    time.sleep(0.5)
    pass_on(one, "A")
    ((path, headers, body),) = push.wait()
    assert path == "/b"
    notice = browser.read(body)
    assert notice == {"code": table.code, "game": "soles", "title": "Roll for Soles", "names": ["Karen"], "language": "de"}
    assert (headers["content-encoding"], headers["topic"]) == ("aes128gcm", table.code)
    assert int(headers["ttl"]) > 3600
    claims = claims_of(headers["authorization"], push.url)
    assert claims["key"] == house.get("/api/push")["key"]
    key = house.data / "vapid.pem"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    one.ping()
    back = table.page("B")  # comes, looks and goes without a choice: it is the same turn
    back.close()
    time.sleep(1)
    assert len(push.notices) == 1
    back = table.page("B")
    pass_on(back, "B")
    back.close()
    time.sleep(0.5)
    pass_on(one, "A")
    assert len(push.wait(2)) == 2  # the next turn is another


def test_who_looks_at_the_table_is_not_told_and_who_looked_away_is(service: tuple[PushService, House]) -> None:
    push, house = service
    _, one, other = begun(house)
    subscribe(other, "B", push, "/looks")
    pass_on(one, "A")
    other.ping()
    pass_on(other, "B")
    assert not push.notices
    other.say("seen", visible=False)
    other.ping()
    pass_on(one, "A")
    assert [path for path, *_ in push.wait()] == ["/looks"]


def test_a_page_that_is_loaded_again_is_not_told(service: tuple[PushService, House]) -> None:
    push, house = service
    for number in count():
        table, one, other = begun(house)
        subscribe(other, "B", push, f"/again{number}")
        left = time.monotonic()
        other.close()
        pass_on(one, "A")
        again = table.page("B")
        if time.monotonic() - left < GRACE_SECONDS:
            break  # else a busy machine took so long for it that it is right to tell
    time.sleep(1)
    assert f"/again{number}" not in [path for path, *_ in push.notices]
    again.close()


def test_a_bot_between_two_people_plays_on_though_nobody_is_there(service: tuple[PushService, House]) -> None:
    push, house = service
    _, one, other = begun(house, "link", "easy", "link")
    subscribe(one, "A", push, "/a")
    subscribe(other, "C", push, "/c")
    other.close()
    time.sleep(0.5)
    pass_on(one, "A")
    one.close()
    ((path, *_),) = push.wait()
    assert path in ("/c", "/a")  # A's again, if C's first throw shows no sole


def test_a_subscription_that_is_gone_is_dropped_and_outlives_a_restart_otherwise(tmp_path: Path) -> None:
    with open_service(tmp_path / "push") as (push, trusted), pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(trusted))
        with open_house(tmp_path / "data", push_anywhere=True, push_grace=0.2) as house:
            table, one, other = begun(house)
            subscribe(other, "B", push, "/stays")
            subscribe(other, "B", push, "/gone")
            push.answers["/gone"] = 410
            other.close()
            one.close()
            house.stop()
            house.start()
            one = table.page("A")
            time.sleep(0.4)
            pass_on(one, "A")
            assert sorted(path for path, *_ in push.wait(2)) == ["/gone", "/stays"]
            back = table.page("B")
            pass_on(back, "B")
            back.close()
            time.sleep(0.5)
            pass_on(one, "A")
            assert [path for path, *_ in push.wait(3)[2:]] == ["/stays"]
            assert not [path for path, *_ in push.notices if path == "/elsewhere"]


def test_a_push_service_that_never_answers_slows_nobody(service: tuple[PushService, House]) -> None:
    push, house = service
    push.slow.add("/slow")
    _, one, other = begun(house)
    subscribe(other, "B", push, "/slow")
    other.close()
    time.sleep(0.5)
    pass_on(one, "A")
    begin = time.monotonic()
    for _ in range(20):
        one.ping()
    assert time.monotonic() - begin < 5  # milliseconds, where one wait for the service would be ten seconds
    _, second, third = begun(house)
    subscribe(third, "B", push, "/quick")
    third.close()
    time.sleep(0.5)
    pass_on(second, "A")
    assert "/quick" in [path for path, *_ in push.wait()]


def test_nobody_subscribes_for_another_and_a_new_lock_ends_it(service: tuple[PushService, House]) -> None:
    push, house = service
    table, one, other = begun(house)
    one.say("subscribe", seat="B", **Browser().subscription(push.url + "/thief"))
    one.problem("unknown seat")
    for endpoint in ("http://localhost/x", "ftp://localhost/x", "https://a b/", "https://localhost/\r\nx: y"):
        other.say("subscribe", seat="B", **(Browser().subscription(push.url) | {"endpoint": endpoint}))
        other.problem("bad message")
    subscribe(other, "B", push, "/old-lock")
    other.say("renew", seat="B")
    token = other.hear("renewed")["token"]
    other.close()
    time.sleep(0.5)
    pass_on(one, "A")
    time.sleep(1)
    assert not push.notices
    table.tokens["B"] = token
    table.page("B").close()


INSIDE = ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"]
INSIDE += ["::1", "fe80::1", "fc00::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::"]


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_inside_is_reached(address: str) -> None:
    assert not may_reach(address)


def test_addresses_of_the_internet_are() -> None:
    assert may_reach("9.9.9.9")
    assert may_reach("2620:fe::fe")


def test_an_endpoint_inside_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    with open_service(tmp_path) as (push, _):
        given = Browser().subscription(push.url + "/inside")
        there = Push(1, 0, given["endpoint"], given["p256dh"], given["auth"], "en")
        with pytest.raises(UndeliverableError, match="no address of the open internet"):
            asyncio.run(deliver(there, b"{}", None, "mailto:a@example.org", "x"))
        assert not push.notices
