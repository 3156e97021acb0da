"""How long the lessons take, and pictures of their steps: `make lessons`, `python scripts/lessons.py FOLDER de`.

What is read counts at READ_WORDS_A_MINUTE, what is pressed PRESS_SECONDS each, and what the page plays by its own clock,
which this script winds on: so the machine's load changes nothing.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, chromium_path  # noqa: E402
from tests.browser.harbour import Harbour  # noqa: E402
from tests.browser.test_lessons import GO_ON, card, do, right, told  # noqa: E402

GAMES = ("soles", "espresso", "lure", "floe")
PHONE = {"width": 360, "height": 640}
READ_WORDS_A_MINUTE = 200
PRESS_SECONDS = 1.5
"""To find the place and press it; the lesson has said which."""
STEP_MS = 50
SETTINGS = (
    "localStorage['rollmops.settings'] = JSON.stringify({ speed: 'normal', roll: true, sound: false, language: '%s' })"
)
WORD = re.compile(r"[^\W_]+(?:[’'.,-][^\W_]+)*")


@dataclass
class Walk:
    """What somebody reads and presses who errs nowhere, and how long the page plays meanwhile."""

    words: int = 0
    presses: int = 0
    played_ms: int = 0

    @property
    def seconds(self) -> float:
        """All in all."""
        return 60 * self.words / READ_WORDS_A_MINUTE + PRESS_SECONDS * self.presses + self.played_ms / 1000


class Counted:
    """A page whose presses are counted, for hands that press several things for one line."""

    def __init__(self, page: Page) -> None:
        page.add_init_script("addEventListener('click', () => (window.pressed = (window.pressed ?? 0) + 1), true)")
        self.page = page

    @property
    def presses(self) -> int:
        """So far."""
        return int(self.page.evaluate("window.pressed ?? 0"))


def walk(browser: Browser, harbour: Harbour, game: str, language: str, folder: Path | None) -> Walk:
    """Take a lesson on a phone as somebody does who reads all and errs nowhere."""
    context = browser.new_context(viewport=PHONE, locale=language, service_workers="block")  # type: ignore[arg-type]
    context.set_default_timeout(120_000)
    context.add_init_script(SETTINGS % language)
    page = context.new_page()
    counted, found, shown = Counted(page), Walk(), set[str]()
    tasks = iter(step for step in told(harbour, game)["steps"] if step["task"])
    page.clock.install()
    page.goto(f"{harbour.url}#/lesson/{game}")
    said = card(page, language)
    said.wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    while not said.get_by_role("button").count():  # only the end has buttons of its own
        _see(page, said.inner_text(), found, shown, f"{game}-{language}", folder)
        if not _act(page, language, tasks):
            page.clock.run_for(STEP_MS)
            found.played_ms += STEP_MS
    _see(page, said.locator("p").first.inner_text(), found, shown, f"{game}-{language}", folder)
    found.presses = counted.presses
    context.close()
    return found


def _see(page: Page, text: str, found: Walk, shown: set[str], name: str, folder: Path | None) -> None:
    if not page.locator(".card.task, .card.right, .card.says:has([aria-live] p)").count() or text in shown:
        return
    shown.add(text)
    found.words += len(WORD.findall(text))
    if folder:
        page.screenshot(path=folder / f"{name}-{len(shown):02}.png")


def _act(page: Page, language: str, tasks: Any) -> bool:
    """Press what is to be pressed, if there is anything."""
    roll, ready = page.locator(".controls .button.roll"), page.get_by_role("button", name=GO_ON[language], exact=True)
    for button in (ready, roll):
        if button.count():
            button.first.click()
            return True
    if page.locator(".card.task").count() and page.locator(".controls.active").count():
        do(page, right(next(tasks)), language)
        return True
    return False


def main(words: list[str]) -> None:
    """All lessons in both languages, or those that are named."""
    folder = Path(words[0]) if words else None
    languages = words[1:] or ["en", "de"]
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    table = Table(title=f"Lessons on a phone, {READ_WORDS_A_MINUTE} words a minute, {PRESS_SECONDS} s a press")
    for head in ("lesson", "language", "words", "presses", "the page plays", "in all"):
        table.add_column(head, justify="left" if head in ("lesson", "language") else "right")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        harbour = Harbour(Path(data))
        harbour.open()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for game in GAMES:
            for language in languages:
                one = walk(browser, harbour, game, language, folder)
                minutes = f"{int(one.seconds // 60)}:{one.seconds % 60:02.0f}"
                figures = (str(one.words), str(one.presses), f"{one.played_ms / 1000:.0f} s", minutes)
                table.add_row(game, language, *figures)
                print(game, language, *figures, flush=True)
        browser.close()
        harbour.close()
    Console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
