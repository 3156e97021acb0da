"""Take the pictures of every page that docs/ and the README show: `make screens`. Needs what the browser tests need."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, chromium_path  # noqa: E402
from tests.browser.harbour import Harbour  # noqa: E402
from tests.browser.people import finished, play_now, take_turn  # noqa: E402

SIZES = {"phone": (360, 640), "desk": (1280, 800)}
PAGES = {"home": "#/", "new-table": "#/new/lure", "rules": "#/rules/soles"}
TURNS = {"soles": 4, "espresso": 4, "lure": 3, "floe": 4}


def settle(page: Page) -> None:
    """Let pictures and fonts come to rest."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)


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
    settle(page)
    page.screenshot(path=folder / f"{game}-{size}.png")
    if game != "soles":
        return
    while not finished(page):
        take_turn(page, game)
        page.wait_for_timeout(50)
    settle(page)
    page.screenshot(path=folder / f"result-{size}.png")
    page.get_by_role("link", name="Replay", exact=True).click()
    page.get_by_role("slider").wait_for()
    for _ in range(12):
        page.locator("body").press("ArrowRight")
    settle(page)
    page.screenshot(path=folder / f"replay-{size}.png")


def main() -> None:
    """All pages in both sizes by day; the home page and a table by night too."""
    folder = ROOT / "docs/screens"
    folder.mkdir(parents=True, exist_ok=True)
    games = sys.argv[1:] or list(TURNS)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Harbour(Path(data))
        server.open()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for size, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    locale="en",
                    reduced_motion="reduce",
                )
                context.set_default_timeout(60_000)
                page = context.new_page()
                for name, address in PAGES.items():
                    if theme == "light" or name == "home":
                        page.goto(server.url + address)
                        settle(page)
                        page.screenshot(path=folder / f"{name}-{size}{'-night' * (theme == 'dark')}.png")
                if theme == "light":
                    for game in games:
                        table(page, server.url, game, folder, size)
                context.close()
        browser.close()
        server.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
