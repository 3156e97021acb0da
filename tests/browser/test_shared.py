"""Several people share one device and have secrets in Lure: nobody is shown what is another's."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Guests
from tests.browser.harbour import HINT_MS, Harbour
from tests.browser.people import take_turn
from tests.browser.test_tables import new_table
from tests.effort import long_only

HERE = ["Me, on this device", "Someone else on this device"]


def handed_to(page: Page, who: str) -> None:
    expect(page.get_by_role("heading", name=f"Hand the device to {who}")).to_be_visible()
    assert not page.locator(".screen").count()


def open_curtain(page: Page, who: str) -> None:
    page.get_by_role("button", name=f"I am {who}").click()
    expect(page.locator(".screen")).to_be_visible()


@long_only
def test_a_hint_that_comes_late_is_for_nobody_else(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    late: list[str | bytes] = []
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        server.on_message(lambda text: late.append(text) if json.loads(text)["type"] == "hint" else line.send(text))

    page.route_web_socket("**/socket?open=1", through)
    new_table(page, harbour.url, "lure", HERE)
    handed_to(page, "Skipper")
    open_curtain(page, "Skipper")
    page.get_by_role("button", name="Hint").click()
    until = time.monotonic() + HINT_MS / 1000
    while not late:
        assert time.monotonic() < until, "no hint ever came"
        page.wait_for_timeout(50)
    take_turn(page, "lure")
    handed_to(page, "Guest 2")
    lines[-1].send(late[0])
    page.evaluate("() => new Promise(done => setTimeout(done))")
    assert page.locator(".hint").count() == 0
    open_curtain(page, "Guest 2")
    assert page.locator(".hint").count() == 0
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()  # they may ask for themselves


def test_what_lies_sealed_is_not_shown_to_who_shares_the_device(harbour: Harbour, guest: Guests) -> None:
    device, clara = guest(), guest()
    new_table(device, harbour.url, "lure", [*HERE, "Someone by link"])
    clara.goto(device.get_by_role("textbox", name=re.compile("Link to seat")).input_value())
    clara.get_by_label("Your name").fill("Clara")
    clara.get_by_role("button", name="Sit down").click()

    handed_to(device, "Skipper")
    open_curtain(device, "Skipper")
    take_turn(device, "lure")
    handed_to(device, "Guest 2")
    device.get_by_role("button", name="Skipper: take back").click()  # the first to cast may still think again
    handed_to(device, "Skipper")
    open_curtain(device, "Skipper")
    take_turn(device, "lure")
    handed_to(device, "Guest 2")
    open_curtain(device, "Guest 2")
    assert device.get_by_role("button", name="take back").count() == 0
    take_turn(device, "lure")

    expect(device.locator(".status", has_text="Waiting for Clara")).to_be_visible()
    assert device.locator(".controls .does").inner_text().strip() == ""
    assert device.locator(".fish .chance").count() == 0
    assert device.get_by_role("button", name="Take back", exact=True).count() == 0
    device.get_by_role("button", name="Guest 2: take back").click()
    handed_to(device, "Guest 2")
    open_curtain(device, "Guest 2")
    take_turn(device, "lure")
    expect(device.locator(".status", has_text="Waiting for Clara")).to_be_visible()

    clara.locator(".screen").wait_for()
    take_turn(clara, "lure")
    log = device.get_by_role("list", name="Logbook").locator("li")
    expect(log.filter(has_text="casts")).to_have_count(3)
    # Everybody has looked at the device meanwhile: nobody's screen is open.
    expect(device.locator(".curtain, .controls:not(.active)").first).to_be_visible()
    assert not device.locator(".screen").count()
