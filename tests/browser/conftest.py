"""Browser tests: a real server, a real Chromium, and eyes on everything that goes over the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.browser.chromium import FLAGS, alone, chromium_path
from tests.browser.harbour import AFAR, Harbour

ROOT = Path(__file__).parents[2]
PHONE = (360, 640)
DESK = (1280, 800)
SMALL_DESK = (960, 600)
"""The smallest with the logbook beside the board, unless a test wants another: the processor draws here, and draws less."""
QUICK = """try {
  localStorage['rollmops.settings'] ??= JSON.stringify({ speed: 'once', roll: false })
} catch {}"""
CHANGED = """Promise.all(
  document.getAnimations()
    .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity)
    .map((one) => one.finished.catch(() => {}))
).then(() => {})"""
"""Colours that are changing have come to rest."""
HOME = ("http://127.0.0.1:", "ws://127.0.0.1:", f"http://{AFAR}:", f"ws://{AFAR}:", "blob:", "data:")
expect.set_options(timeout=60_000)  # a machine may have other work


class Guests(Protocol):
    """Somebody opens a browser of their own."""

    def __call__(
        self,
        size: tuple[int, int] = ...,
        theme: str = ...,
        language: str = ...,
        still: bool = ...,
        touch: bool = ...,
        worker: bool = ...,
    ) -> Page: ...


@pytest.fixture(scope="session")
def pages_built(hook: ModuleType) -> None:
    """The page as the wheel would carry it; nothing happens when the sources have not changed."""
    with alone():
        hook.build(ROOT)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for these tests alone: while Playwright is at work its event loop runs, and no other can start."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def harbour(pages_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """The server that most tests share."""
    server = Harbour(tmp_path_factory.mktemp("data"))
    server.open()
    yield server
    server.close()


@pytest.fixture
def own_harbour(pages_built: None, tmp_path: Path) -> Iterator[Harbour]:
    """A server that a test may stop and kill."""
    server = Harbour(tmp_path)
    server.open()
    yield server
    server.close()


@pytest.fixture
def quarrels() -> list[str]:
    """What went wrong in any page: console errors, exceptions, requests to elsewhere."""
    return []


@pytest.fixture
def guest(browser: Browser, quarrels: list[str]) -> Iterator[Guests]:
    """Open browsers for as many people as a test needs; at the end none of them may have complained."""
    contexts: list[BrowserContext] = []

    def come(
        size: tuple[int, int] = SMALL_DESK,
        theme: str = "light",
        language: str = "en",
        still: bool = True,
        touch: bool = False,
        worker: bool = False,
    ) -> Page:
        options: dict[str, Any] = {
            "has_touch": touch,
            "color_scheme": theme,
            "locale": language,
            "reduced_motion": "reduce" if still else "no-preference",
            # A worker would fetch every file of the page in each of these browsers, and nobody could look into what it asks.
            "service_workers": "allow" if worker else "block",
        }
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        context.set_default_timeout(60_000)
        if still:  # whoever wants nothing to move here wants it at once as well, without a press before every throw
            context.add_init_script(QUICK)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complain(quarrels, said))
        page.on("pageerror", lambda error: quarrels.append(f"exception: {error}"))
        page.on("request", lambda request: stay_home(quarrels, request))
        return page

    yield come
    for context in contexts:
        context.close()
    assert not quarrels


def complain(quarrels: list[str], said: ConsoleMessage) -> None:
    # A lost connection is reported by the browser itself, whatever the page does about it.
    lost = (
        "ERR_CONNECTION" in said.text or "ERR_INTERNET_DISCONNECTED" in said.text or "WebSocket connection to" in said.text
    )
    slow = "GL Driver Message" in said.text and "Performance" in said.text  # the pretended graphics card is slow
    no_worker = "Service Worker registration blocked by Playwright" in said.text
    if said.type in ("error", "warning") and not (lost or slow or no_worker):
        quarrels.append(f"{said.type}: {said.text}")


def stay_home(quarrels: list[str], request: Request) -> None:
    if not request.url.startswith(HOME):
        quarrels.append(f"request to elsewhere: {request.url}")


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """axe-core's opinion of a page: what breaks the rules, in words."""
    script = (ROOT / "tests/browser/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

    def look(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):  # reading half a megabyte of script costs as much as half a look
            page.evaluate(script)
        page.evaluate(CHANGED)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{rule['id']}: {[node['target'] for node in rule['nodes'][:3]]} {rule['nodes'][0].get('failureSummary', '')}"
            for rule in found["violations"]
        ]

    return look
