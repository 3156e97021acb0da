"""Tables shared by people: by link, at one device, over bad lines and through restarts."""

from __future__ import annotations

import datetime
import re
import signal
import time

from playwright.sync_api import FilePayload, Page, Route, WebSocket, WebSocketRoute, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import SHORT, play_now, play_on, play_out, take_turn
from tests.effort import long_only


def new_table(page: Page, url: str, game: str, kinds: list[str], box: str = "") -> None:
    """Fill in the form for a new table: each seat by what the list calls it, and a box of one's own."""
    page.goto(f"{url}#/new/{game}")
    if box:
        page.get_by_text("Own component file").click()
        file = FilePayload(name="own.toml", mimeType="text/plain", buffer=box.encode())
        page.locator("input[type=file]").set_input_files(file)
    seats = page.locator("fieldset")
    seats.first.wait_for()
    while seats.count() > max(2, len(kinds)):
        page.get_by_role("button", name="Take away").last.click()
    while seats.count() < len(kinds):
        page.get_by_role("button", name="One more seat").click()
    for place, kind in enumerate(kinds):
        seats.nth(place).locator(".kind select").select_option(label=kind)
    page.get_by_role("button", name="Open the table").click()
    seats.first.wait_for(state="detached")  # the form has a "More" of its own


def test_two_browsers_by_link(harbour: Harbour, guest: Guests) -> None:
    karen, reiner = guest(), guest(size=PHONE)
    new_table(karen, harbour.afar, "soles", ["Me, on this device", "Someone by link"], SHORT)
    karen.get_by_role("button", name="Copy").first.click()
    expect(karen.get_by_role("button", name="Copied")).to_be_visible()
    link = karen.get_by_role("textbox", name=re.compile("Link to seat")).input_value()
    expect(karen.get_by_role("img", name=re.compile("QR code: Link to seat"))).to_be_visible()

    reiner.goto(link)
    expect(reiner).to_have_url(re.compile(r"#/table/[^?]+$"))  # the secret has left the address bar
    reiner.get_by_label("Your name").fill("Reiner <b>&amp;</b>")
    reiner.get_by_role("radio", name=re.compile("plum")).check(force=True)
    reiner.get_by_role("button", name="Sit down").click()
    expect(karen.locator(".player", has_text="Reiner <b>&amp;</b>")).to_be_visible()
    play_out(karen, "soles", 200, reiner)
    expect(reiner.locator("#result")).to_be_visible()

    karen.get_by_role("button", name="Rematch").click()
    expect(karen.locator("#result")).to_have_count(0)
    reiner.get_by_role("link", name="Go along").click()
    expect(reiner.locator(".board")).to_be_visible()
    expect(karen.locator(".board")).to_be_visible()


def test_somebody_watches(harbour: Harbour, guest: Guests) -> None:
    player, watcher = guest(), guest()
    play_now(player, harbour.url, "soles")
    watcher.goto(player.url)
    expect(watcher.locator(".board")).to_be_visible()
    player.locator(".controls.active").wait_for(timeout=120_000)
    assert watcher.locator(".controls.active").count() == 0


def test_three_at_one_device_hand_it_over_behind_a_curtain(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    new_table(
        page, harbour.url, "lure", ["Me, on this device", "Someone else on this device", "Someone else on this device"]
    )
    handed = set()
    for _ in range(3):
        title = page.get_by_role("heading", name=re.compile("Hand the device to"))
        expect(title).to_be_visible()
        handed.add(title.inner_text())
        assert not page.locator(".screen").count()
        page.get_by_role("button", name=re.compile("I am")).click()
        expect(page.locator(".screen")).to_be_visible()
        take_turn(page, "lure")
        page.wait_for_timeout(300)
    assert len(handed) == 3
    expect(page.get_by_role("list", name="Logbook").locator("li").filter(has_text="casts")).not_to_have_count(0)


def test_a_cast_can_be_taken_back_until_the_last_is_in(harbour: Harbour, guest: Guests) -> None:
    karen, reiner = guest(), guest()
    new_table(karen, harbour.url, "lure", ["Me, on this device", "Someone by link"])
    reiner.goto(karen.get_by_role("textbox", name=re.compile("Link to seat")).input_value())
    reiner.get_by_role("button", name="Sit down").click()
    karen.locator(".screen").wait_for()
    take_turn(karen, "lure")
    karen.get_by_role("button", name="Take back").click()
    expect(karen.locator(".screen")).to_be_visible()
    take_turn(karen, "lure")
    reiner.locator(".screen").wait_for()
    take_turn(reiner, "lure")
    log = karen.get_by_role("list", name="Logbook").locator("li")
    expect(log.filter(has_text="casts")).to_have_count(2)


@long_only
def test_a_second_device_takes_the_seat_over(harbour: Harbour, guest: Guests) -> None:
    laptop, phone = guest(), guest(size=PHONE)
    play_now(laptop, harbour.url, "soles")
    laptop.get_by_role("button", name="More").click()
    laptop.get_by_role("button", name="Invite").click()
    phone.goto(laptop.get_by_role("textbox", name=re.compile("Your own seat")).input_value())
    expect(phone.locator(".board")).to_be_visible()
    laptop.keyboard.press("Escape")
    expect(laptop.get_by_role("button", name="Take it back here")).to_be_visible()
    play_on(phone, "soles")


def test_what_happens_while_the_board_still_loads_is_not_missed(harbour: Harbour, guest: Guests) -> None:
    player, watcher = guest(), guest()
    new_table(player, harbour.url, "soles", ["Me, on this device", "Someone else on this device"])
    player.locator(".controls.active").wait_for()
    waiting: list[Route] = []
    lines: list[WebSocket] = []
    loading = True

    def linger(route: Route) -> None:
        if loading and lines:
            waiting.append(route)
        else:
            route.continue_()

    watcher.on("websocket", lambda line: lines.append(line))
    watcher.route(re.compile(r"/assets/[^/]+\.js$"), linger)
    watcher.goto(player.url)
    until = time.monotonic() + 30
    while not waiting and time.monotonic() < until:
        watcher.wait_for_timeout(50)
    watcher.wait_for_timeout(300)  # the welcome has come
    for _ in range(3):
        take_turn(player, "soles")
        player.wait_for_timeout(200)
    loading = False
    for route in waiting:
        route.continue_()
    expect(watcher.locator(".board")).to_be_visible()
    logs = [page.get_by_role("list", name="Logbook") for page in (player, watcher)]
    until = time.monotonic() + 60
    while logs[0].inner_text() != logs[1].inner_text() and time.monotonic() < until:
        player.wait_for_timeout(100)
    assert logs[0].inner_text() == logs[1].inner_text()


def board_in_words(page: Page) -> str:
    """All that the board says; odds are asked for and come when they come."""
    script = "board => [...board.querySelectorAll('*')].filter(one => !one.closest('.odds') && !one.children.length)"
    return str(page.locator(".board").evaluate(f"{script}.map(one => one.textContent.trim()).join(' ')"))


def test_reload_and_network_loss_in_mid_game(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket?open=1", through)
    play_now(page, harbour.url, "soles")
    page.locator(".controls.active").wait_for(timeout=120_000)
    before = board_in_words(page)
    for _ in range(3):
        count = len(lines)
        lines[-1].close(code=4999, reason="the cable was pulled")
        page.wait_for_function("() => document.querySelector('.notice')")
        expect(page.locator(".notice")).to_have_count(0)
        assert len(lines) > count
    assert board_in_words(page) == before
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    assert board_in_words(page) == before
    page.goto(harbour.url)
    page.get_by_role("link", name=re.compile("Roll for Soles with")).click()
    expect(page.locator(".board")).to_be_visible()
    play_on(page, "soles")


NOTICED = """
window.noticed = []
new MutationObserver(() => {
  const said = document.querySelector('.notice')?.textContent
  if (said) window.noticed.push(said)
}).observe(document, { childList: true, subtree: true })
"""


def test_a_table_that_moves_to_another_process_is_back_without_a_word(harbour: Harbour, guest: Guests) -> None:
    """As an upgrade does it: closed with 1012, open again at once. Only where it stays away is that told."""
    page = guest()
    lines: list[WebSocketRoute] = []
    away = False

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        if away:
            line.close(code=1012, reason="not yet")
        else:
            line.connect_to_server()

    page.route_web_socket("**/socket?open=1", through)
    page.clock.install()
    play_now(page, harbour.url, "soles")
    page.locator(".controls.active").wait_for(timeout=120_000)
    before = board_in_words(page)
    page.evaluate(NOTICED)
    # From here on the page's time is ours: no machine is too slow.
    page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(hours=1))
    lines[-1].close(code=1012, reason="handed over")
    page.clock.run_for(400)
    expect(page.locator(".board")).to_be_visible()
    until = time.monotonic() + 60
    while len(lines) < 2 and time.monotonic() < until:  # the page has opened it, and we hear of it soon
        page.wait_for_timeout(20)
    assert len(lines) == 2
    page.wait_for_timeout(500)
    page.clock.resume()
    take_turn(page, "soles")
    page.wait_for_function("before => document.querySelector('.board').textContent !== before", arg=before)
    assert page.evaluate("window.noticed") == []

    away = True
    lines[-1].close(code=1012, reason="handed over, and nobody takes it")
    expect(page.locator(".notice", has_text="The connection is gone")).to_be_visible()
    away = False
    expect(page.locator(".notice")).to_have_count(0, timeout=60_000)


def test_the_server_restarts_in_mid_game(own_harbour: Harbour, guest: Guests) -> None:
    page = guest()
    play_now(page, own_harbour.url, "soles")
    for sign in (signal.SIGTERM, signal.SIGKILL):
        page.locator(".controls.active").wait_for(timeout=90_000)
        before = board_in_words(page)
        own_harbour.close(sign)
        expect(page.locator(".notice", has_text="The connection is gone")).to_be_visible()
        own_harbour.open()
        expect(page.locator(".notice")).to_have_count(0, timeout=60_000)
        assert board_in_words(page) == before
        take_turn(page, "soles")
        expect(page.locator(".notice")).to_have_count(0)
    play_on(page, "soles")
