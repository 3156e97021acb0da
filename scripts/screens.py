"""Take the pictures of every page that docs/ and the README show: `make screens`. Needs what the browser tests need."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, NODE, chromium_path  # noqa: E402
from tests.browser.harbour import Harbour, free_port  # noqa: E402
from tests.browser.people import finished, play_now, take_turn  # noqa: E402
from tests.browser.test_tables import new_table  # noqa: E402

SIZES = {"phone": (360, 640), "desk": (1280, 800)}
SIDEWAYS = (844, 390)
PAGES = {
    "home": "#/",
    "new-table": "#/new/lure",
    "rules": "#/rules/soles",
    "lesson": "#/lesson/soles",
    "daily": "#/daily",
    "replay-open": "#/replay",
    "lost": "#/nowhere",
}
BOARDS = {"lesson", "daily"}
"""Pages whose board comes a moment later."""
AT_ONCE = "localStorage['rollmops.settings'] ??= JSON.stringify({ speed: 'once', roll: false })"
TURNS = {"soles": 4, "espresso": 4, "lure": 3, "floe": 4}


def settle(page: Page) -> None:
    """Let pictures and fonts come to rest."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)


def shoot(page: Page, path: Path, *, whole: bool = False) -> None:
    """A picture of the page at rest, of all of it where that is more than fits the screen."""
    settle(page)
    page.screenshot(path=path, full_page=whole)


def review(page: Page, folder: Path, size: str) -> None:
    """The review of a game, below its replay."""
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("slider", name="Chances over the game").wait_for()
    page.wait_for_timeout(1500)  # bars grow one after the other
    page.locator(".reviewed").screenshot(path=folder / f"review-{size}.png")


def table(page: Page, url: str, game: str, folder: Path, size: str) -> None:
    """A table in mid-game, and for soles the end and its replay."""
    play_now(page, url, game)
    for _ in range(TURNS[game]):
        page.locator(".controls.active").wait_for(timeout=120_000)
        take_turn(page, game)
        page.wait_for_timeout(300)
    page.locator(".controls.active").wait_for(timeout=120_000)
    if game == "lure":
        for _ in range(3):
            page.locator(".screen button.piece").first.click()
    shoot(page, folder / f"{game}-{size}.png")
    if size == "phone":  # the same on its side
        (width, height), (across, up) = SIDEWAYS, SIZES["phone"]
        page.set_viewport_size({"width": width, "height": height})
        shoot(page, folder / f"{game}-side.png")
        page.set_viewport_size({"width": across, "height": up})
    if game != "soles":
        return
    while not finished(page):
        take_turn(page, game)
        page.wait_for_timeout(50)
    shoot(page, folder / f"result-{size}.png")
    page.get_by_role("link", name="Replay", exact=True).click()
    page.get_by_role("slider").wait_for()
    for _ in range(12):
        page.locator("body").press("ArrowRight")
    shoot(page, folder / f"replay-{size}.png")
    review(page, folder, size)


def before_the_game(page: Page, guest: Page, url: str, folder: Path, size: str) -> None:
    """The waiting room, the door as a guest by link sees it, and the curtain between people at one device."""
    new_table(page, url, "lure", ["Me, on this device", "Someone else on this device", "Someone by link"])
    link = page.get_by_role("textbox", name=re.compile("Link to seat")).first.input_value()
    shoot(page, folder / f"waiting-room-{size}.png")
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").wait_for()
    shoot(guest, folder / f"door-{size}.png")
    guest.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name=re.compile("I am")).wait_for()
    shoot(page, folder / f"curtain-{size}.png")


@contextmanager
def workshop() -> Iterator[str]:
    """Vite's own server: the gallery of all drawings is for those who draw, and not part of the built page."""
    port = free_port()
    command = [str(NODE), "node_modules/vite/bin/vite.js", "--port", str(port), "--strictPort", "--host", "127.0.0.1"]
    vite = subprocess.Popen(command, cwd=ROOT / "web", stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.2)
        yield address
    finally:
        vite.terminate()
        vite.wait(10)


def context(browser: Browser, size: str, theme: str) -> BrowserContext:
    """A browser of this size by day or by night, without movement."""
    width, height = SIZES[size]
    opened = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale="en",
        reduced_motion="reduce",
        service_workers="block",  # nothing here is looked at twice
    )
    opened.add_init_script(AT_ONCE)
    opened.set_default_timeout(240_000)
    return opened


def pages(browser: Browser, url: str, folder: Path, games: list[str]) -> None:
    """All pages in both sizes by day; the home page by night too."""
    for size in SIZES:
        for theme in ("light", "dark"):
            opened = context(browser, size, theme)
            page = opened.new_page()
            for name, address in PAGES.items():
                if theme == "light" or name == "home":
                    page.goto(url + address)
                    if name in BOARDS:
                        page.locator(".board").wait_for()
                    shoot(page, folder / f"{name}-{size}{'-night' * (theme == 'dark')}.png")
            if theme == "light":
                guest = context(browser, size, theme)
                before_the_game(page, guest.new_page(), url, folder, size)
                guest.close()
                for game in games:
                    table(page, url, game, folder, size)
            opened.close()


def gallery(browser: Browser, folder: Path) -> None:
    """Every drawing, in both sizes by day and by night."""
    with workshop() as address:
        for size in SIZES:
            for theme in ("light", "dark"):
                opened = context(browser, size, theme)
                page = opened.new_page()
                page.goto(f"{address}#/gallery")
                page.locator("main h1").wait_for()
                shoot(page, folder / f"gallery-{size}{'-night' * (theme == 'dark')}.png", whole=True)
                opened.close()


def main() -> None:
    """Take them all, or with games named the pages and the tables of these, without the gallery."""
    folder = ROOT / "docs/screens"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Harbour(Path(data))
        server.open()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        pages(browser, server.url, folder, sys.argv[1:] or list(TURNS))
        if not sys.argv[1:]:
            gallery(browser, folder)
        browser.close()
        server.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
