"""Installed and offline: what opens without the server, what says that it cannot, and an upgrade while people play."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollmops.games import GAMES
from rollmops.server.store.events import Clock
from tests.browser import other_version
from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.prepared import open_at, seed_for, set_at, sit_at
from tests.browser.test_endings import LAST_CHOICE, end_game

RECORD = Path(__file__).parents[1] / "games/soles/records/three_double_ups_multiply_by_eight.rollmops"
WAITING = "navigator.serviceWorker.getRegistration().then((it) => Boolean(it.waiting))"
LESSONS = (
    f"Promise.all({list(GAMES)}.map((game) => caches.match(`api/lessons/${{game}}`))).then((all) => all.every(Boolean))"
)


def until(page: Page, promise: str, wanted: object = True) -> None:
    """Wait for what a promise comes to; Playwright's own waiting takes the promise itself for true."""
    for _ in range(600):
        if page.evaluate(promise) == wanted:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{promise} never was {wanted}")


def with_worker(page: Page, url: str) -> None:
    """Open the page and wait until it is kept, lessons too."""
    page.goto(url)
    until(page, LESSONS)


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline.")).to_have_count(1)


def test_rules_lessons_and_replays_open_without_the_network(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest(size=PHONE, worker=True)
    with_worker(page, harbour.url)
    page.goto(harbour.url + "#/replay")
    page.get_by_label("Open a logbook file").set_input_files(RECORD)
    expect(page.locator(".board")).to_be_visible()
    go_offline(page)

    page.goto(harbour.url)
    page.reload()
    expect(page.get_by_role("heading", name="Rollmops")).to_be_visible()
    expect(page.get_by_text("You are offline.")).to_have_count(1)
    assert axe(page) == []
    for game in GAMES:
        page.goto(f"{harbour.url}#/rules/{game}")
        expect(page.locator("main section h2").first).to_be_visible()
        page.goto(f"{harbour.url}#/lesson/{game}")
        expect(page.get_by_role("region", name="The lesson")).to_be_visible()

    page.goto(harbour.url + "#/replay")
    page.reload()
    page.get_by_label("Open a logbook file").set_input_files(RECORD)
    expect(page.locator(".board")).to_be_visible()  # as it was opened here before
    page.reload()
    expect(page.get_by_role("heading", name="Games kept on this device")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("region", name="Games kept on this device").get_by_role("button").first.click()
    expect(page.locator(".board")).to_be_visible()

    # What needs the server says so, and says it once.
    page.goto(harbour.url)
    page.get_by_role("button", name="Play now against bots: Roll for Soles").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.context.set_offline(False)
    expect(page.get_by_text("You are offline.")).to_have_count(0)


def test_a_logbook_never_opened_here_says_what_it_needs(harbour: Harbour, guest: Guests) -> None:
    page = guest(worker=True, language="de")
    with_worker(page, harbour.url + "#/replay")
    page.context.set_offline(True)
    page.get_by_label("Logbuchdatei öffnen").set_input_files(RECORD)
    expect(page.get_by_role("alert")).to_contain_text("Um ein Logbuch zum ersten Mal zu lesen")


def test_a_game_that_ended_here_is_kept_and_a_table_offline_says_what_becomes_of_it(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, worker=True)
    with_worker(page, harbour.url)
    page.goto(harbour.url + "icon.svg")
    open_at(page, harbour, LAST_CHOICE, mine="A")
    code = page.url.rpartition("/")[2]
    end_game(page)
    until(page, SHELVED, 1)
    page.goto(harbour.url + "#/replay")
    expect(page.get_by_role("region", name="Games kept on this device")).to_contain_text("Roll for Soles: Karen")
    text = urllib.request.urlopen(f"{harbour.url}api/tables/{code}/record").read()  # noqa: S310 - our own address
    page.context.set_offline(True)
    page.goto(f"{harbour.url}#/table/{code}")
    page.reload()
    expect(page.get_by_text("The connection is gone.")).to_have_count(1)
    expect(page.get_by_text("You are offline.")).to_have_count(0)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".board")).to_be_visible()
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    # The logbook that was downloaded is the same game.
    page.goto(harbour.url + "#/replay")
    page.reload()
    page.get_by_label("Open a logbook file").set_input_files(
        {"name": "a.rollmops", "mimeType": "text/plain", "buffer": text}
    )
    expect(page.locator(".board")).to_be_visible()


SHELVED = """new Promise((done) => {
  const opening = indexedDB.open('rollmops')
  opening.onupgradeneeded = () => opening.transaction.abort()
  opening.onerror = () => done(0)
  opening.onsuccess = () => {
    const counting = opening.result.transaction('games').objectStore('games').count()
    counting.onsuccess = () => (opening.result.close(), done(counting.result))
  }
})"""
OFFER = """addEventListener('load', () => {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  offer.prompt = () => (window.prompted = true, Promise.resolve({ outcome: 'accepted' }))
  window.refrained = !dispatchEvent(offer)
})"""


def test_installing_is_offered_once_after_a_finished_game(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest(size=PHONE)
    page.add_init_script(OFFER)
    page.goto(harbour.url)
    assert page.evaluate("window.refrained")  # the browser's own bar does not come in the middle of anything
    expect(page.get_by_role("button", name="Install")).to_have_count(0)
    page.goto(harbour.url + "icon.svg")
    open_at(page, harbour, LAST_CHOICE, mine="A")
    end_game(page)
    expect(page.get_by_role("button", name="Install")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Install").click()
    assert page.evaluate("window.prompted")
    page.goto(harbour.url + "icon.svg")
    open_at(page, harbour, LAST_CHOICE, mine="A")
    end_game(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("button", name="Install")).to_have_count(0)


def test_the_manifest_is_what_browsers_ask_for(harbour: Harbour) -> None:
    def get(path: str) -> tuple[bytes, str]:
        with urllib.request.urlopen(harbour.url + path) as answer:  # noqa: S310 - our own address
            return answer.read(), answer.headers["content-type"]

    text, kind = get("rollmops.webmanifest")
    manifest = json.loads(text)
    assert kind.startswith("application/manifest+json")
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        picture, kind = get(icon["src"])
        assert kind == icon["type"]
        if kind == "image/png":
            width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


@pytest.fixture
def upgrade(pages_built: None, tmp_path: Path) -> Iterator[Callable[[], Harbour]]:
    """A server, and with the second call the next version of it at the same address with the same tables."""
    data, folder = tmp_path / "data", tmp_path / "pages"
    data.mkdir()
    servers = [Harbour(data), Harbour(data, "tests.browser.other_version", str(folder))]
    servers[1].port = servers[0].port
    made: list[Harbour] = []

    def start() -> Harbour:
        if made:
            other_version.make(folder)
            made[-1].close()
        made.append(servers[len(made)])
        made[-1].open()
        return made[-1]

    yield start
    if made:
        made[-1].close()


PAGES_OPEN = "navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.startsWith('rollmops page')).length)"
TABLES_OPEN = "navigator.locks.query().then(({ held }) => held.filter(({ name }) => name === 'rollmops table').length)"
MAIN = "document.querySelector('script[src]').getAttribute('src')"
VERSIONS = """(async () => {
  const caught = []
  for (const name of await caches.keys()) {
    const keys = await (await caches.open(name)).keys()
    caught.push(keys.some((key) => /assets\\/index-[^/]*2\\.js/.test(key.url)) ? 'new' : 'old')
  }
  return caught.sort().join(' ')
})()"""


def until_taken_over(page: Page) -> None:
    """Wait until no new version waits. If the old worker had something to do when the new one was to take over, it is
    stopped here: browsers do that once it has rested for half a minute, but never to one that a debugger watches, and
    whoever drives this browser is one."""
    versions: dict[str, str] = {}

    def note(told: Any) -> None:
        versions.update({one["versionId"]: one["status"] for one in told["versions"]})

    talk = page.context.new_cdp_session(page)
    talk.on("ServiceWorker.workerVersionUpdated", note)
    talk.send("ServiceWorker.enable")
    for _ in range(30):
        page.wait_for_timeout(2000)
        if not page.evaluate(WAITING):
            return
        for version in [version for version, status in versions.items() if status == "activated"]:
            talk.send("ServiceWorker.stopWorker", {"versionId": version})
    raise AssertionError(f"no new version took over: {versions}")


def test_an_upgrade_leaves_a_running_game_its_page(upgrade: Callable[[], Harbour], guest: Guests) -> None:
    server = upgrade()
    page = guest(worker=True)
    with_worker(page, server.url)
    old = page.evaluate(MAIN)
    page.goto(server.url + "icon.svg")
    open_at(page, server, LAST_CHOICE, mine="A")
    upgrade()
    expect(page.get_by_role("status").get_by_text("The connection is gone.")).to_have_count(0)

    # Somebody comes again in another tab: there the new page is shown, and it is kept; nobody's game is touched.
    other = page.context.new_page()
    other.goto(server.url)
    assert other.evaluate(MAIN) == old.replace(".js", "2.js")
    until(other, VERSIONS, "new old")
    until(other, WAITING)
    other.reload()
    until(other, PAGES_OPEN, 2)
    other.wait_for_timeout(500)
    assert other.evaluate(WAITING)

    # The old page goes on to its end and opens parts that it had not loaded and the server no longer has.
    end_game(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".board")).to_be_visible()
    until(page, TABLES_OPEN, 0)  # the table's own board is still there for a moment
    assert page.evaluate(MAIN) == old

    # With no table open the next load takes the new version over. What the old page uses stays as long as it is open.
    other.reload()
    until_taken_over(other)
    page.goto(server.url + "#/rules/lure")
    expect(page.locator("main section h2").first).to_be_visible()
    assert page.evaluate(MAIN) == old
    page.close()
    other.reload()
    until(other, VERSIONS, "new")


WRITTEN_DOWN = """(() => {
  self.asked = []
  const there = new Map()
  ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
    self.asked.push([title, options.body, options.tag])
    there.set(options.tag, { title, ...options, close: () => there.delete(options.tag) })
    return Promise.resolve()
  }
  ServiceWorkerRegistration.prototype.getNotifications = () => Promise.resolve([...there.values()])
  self.there = there
  if (self.Notification) {
    self.permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => self.permission })
    Notification.requestPermission = () => Promise.resolve((self.permission = self.answer ?? 'granted'))
  }
})()"""
"""This browser has no screen to show notices on, and refuses them all: what it is asked to show is written down instead."""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
OTHERS_TURN = LAST_CHOICE[: LAST_CHOICE.index(b"B secure")]


def say_push(page: Page, harbour: Harbour, notice: dict[str, object]) -> None:
    """What a browser does when its push service has something for the page."""
    talk = page.context.new_cdp_session(page)
    seen: list[str] = []

    def note(told: Any) -> None:
        seen.extend(one["registrationId"] for one in told["registrations"])

    talk.on("ServiceWorker.workerRegistrationUpdated", note)
    talk.send("ServiceWorker.enable")
    while not seen:
        page.wait_for_timeout(50)
    origin = harbour.url.rstrip("/")
    talk.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": seen[-1], "data": json.dumps(notice)})


def test_a_push_notice_is_shown_once_and_never_to_who_looks(harbour: Harbour, guest: Guests) -> None:
    page = guest(worker=True)
    with_worker(page, harbour.url)
    worker = page.context.service_workers[0]
    worker.evaluate(WRITTEN_DOWN)
    page.goto(harbour.url + "icon.svg")
    open_at(page, harbour, LAST_CHOICE, mine="A")
    code = page.url.rpartition("/")[2]
    notice: dict[str, object] = {"code": code, "title": "Roll for Soles", "names": ["Reiner"], "language": "de"}
    seen = f"navigator.locks.query().then((it) => it.held.some(({{ name }}) => name === 'rollmops sees {code}'))"
    until(page, seen)
    say_push(page, harbour, notice)
    say_push(page, harbour, notice | {"code": "another", "language": "en"})
    said = [["Your turn: Roll for Soles", "With Reiner", "turn another"]]  # the other table lies before them
    wait_for(lambda: worker.evaluate("self.asked") == said, page)
    page.goto(harbour.url + "#/")
    until(page, seen, False)
    say_push(page, harbour, notice)
    say_push(page, harbour, notice)
    wait_for(lambda: len(worker.evaluate("self.asked")) == 3, page)
    assert worker.evaluate("self.asked.at(-1)") == ["Du bist dran: Roll for Soles", "Mit Reiner", f"turn {code}"]
    assert worker.evaluate("self.there.size") == 2  # the second of a turn takes the first one's place


def wait_for(is_so: Callable[[], bool], page: Page) -> None:
    for _ in range(600):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came")


def test_a_page_in_the_background_says_whose_turn_it_is(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page, other = guest(worker=True), guest()
    page.add_init_script(WRITTEN_DOWN)
    with_worker(page, harbour.url)
    assert page.evaluate("self.permission") == "default"  # nobody is asked before a tap
    page.get_by_role("button", name="Settings").click()
    choice = page.get_by_role("combobox", name="When it is my turn")
    expect(page.get_by_text("which is a third party")).to_be_visible()
    page.evaluate("self.answer = 'denied'")
    choice.select_option("page")
    expect(page.get_by_role("alert")).to_contain_text("Your browser shows no notices")
    expect(choice).to_have_value("off")
    page.evaluate("self.answer = 'granted'")
    choice.select_option("page")
    wait_for(lambda: page.evaluate("localStorage['rollmops.notices']") == "page", page)
    assert axe(page) == []
    page.goto(harbour.url + "icon.svg")
    code, tokens = set_at(harbour, OTHERS_TURN, seed=seed_for(OTHERS_TURN, ("secure",), "home", "haul"))
    sit_at(page, harbour, OTHERS_TURN, code, tokens, "A")
    page.evaluate("self.permission = 'granted'")
    page.evaluate(HIDE, True)
    sit_at(other, harbour, OTHERS_TURN, code, tokens, "B")
    assert page.evaluate("self.asked") == []
    other.get_by_role("button", name="Secure").click()
    wait_for(lambda: page.evaluate("self.asked.length") == 1, page)
    assert page.evaluate("self.asked") == [["Your turn: Roll for Soles", "With Reiner", f"turn {code}"]]
    expect(page).to_have_title(re.compile("Your turn"))
    page.evaluate(HIDE, False)
    wait_for(lambda: page.evaluate("self.there.size") == 0, page)  # whoever looks has seen it
    assert page.evaluate("self.asked.length") == 1


def test_a_table_with_a_clock_is_set_shown_and_found_again(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest(size=PHONE)
    page.clock.install()
    page.goto(harbour.url + "#/new/soles")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("combobox", name="Clock").select_option("slow")
    page.get_by_role("combobox", name="Time for a choice").select_option("24 hours")
    expect(page.get_by_text("Time runs only within playing hours")).to_be_visible()
    page.get_by_role("combobox", name="Clock").select_option("quick")
    page.get_by_role("combobox", name="Time for a choice").select_option("20 seconds")
    assert axe(page) == []
    page.get_by_role("combobox", name="2nd seat", exact=True).select_option("bot")
    page.get_by_role("combobox", name="Who begins").select_option(index=1)
    page.get_by_role("button", name="Open the table").click()
    clock = page.locator(".clock")
    expect(clock).to_contain_text(re.compile(r"You have \d+ seconds"))
    assert axe(page) == []
    page.clock.fast_forward(11_000)
    expect(page.get_by_role("log").first).to_contain_text(re.compile(r"\d+ seconds left"))  # said once, near the end
    expect(page.locator("aside ol li")).not_to_have_count(0)
    page.goto(harbour.url + "#/")
    expect(page.locator(".continue")).to_contain_text(re.compile("Your turn|to move"))


TOPS = """
window.tops = new Set()
const look = () => {
  const [area, board] = ['.area', '.board'].map((one) => document.querySelector(one)?.getBoundingClientRect().top)
  if (document.querySelector('.area .time') && board !== undefined) window.tops.add(Math.round(board - area))
  requestAnimationFrame(look)
}
look()
"""


def test_a_bot_moves_on_where_a_slow_clock_has_run_out(harbour: Harbour, guest: Guests) -> None:
    """The log says that it was a bot, and nothing jumps whether the line of the clock has something to say or not."""
    day = Clock(seconds=24 * 3600, level="medium", zone="Europe/Berlin")
    code, tokens = set_at(
        harbour,
        OTHERS_TURN,
        seed=seed_for(OTHERS_TURN, ("secure",), "home", "haul"),
        clock=day,
        since=time.time() - 24 * 3600 - 5,
    )
    page = guest(size=(844, 390), language="de", still=False)
    page.add_init_script(TOPS)
    sit_at(page, harbour, OTHERS_TURN, code, tokens, "A")
    log = page.get_by_role("list", name="Logbuch", include_hidden=True)
    expect(log.locator("li").filter(has_text=re.compile(r"^\s*Reiner .* \(Bot\)$")).first).to_be_attached()
    expect(page.get_by_role("button", name="Würfeln")).to_be_visible()
    expect(page.locator(".clock")).to_contain_text("Du hast Zeit bis")  # the dice have fallen, so her time runs
    assert page.evaluate("[...window.tops]") == [24]
