"""A game that the page has never heard of: its view and its lines are shown by the generic board, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import finished, my_turn
from tests.conftest import FIFTH


@pytest.fixture(scope="module")
def pigsty(pages_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """A server with a package that brings Pig."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(FIFTH))
        server = Harbour(tmp_path_factory.mktemp("pigsty"), from_nothing=True)
        server.open()
        yield server
        server.close()


def test_pig_is_played_by_clicking_from_the_home_page_to_the_replay(
    pigsty: Harbour, guest: Guests, axe: Callable[[Page], list[str]], tmp_path: Path
) -> None:
    page = guest(size=PHONE)
    page.goto(pigsty.url)
    expect(page.get_by_role("heading", name="Pig", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play now against bots: Pig").click()
    board = page.locator(".board")
    expect(board).to_be_visible(timeout=120_000)
    assert my_turn(page)
    expect(board.locator("dl")).to_contain_text("goal")
    expect(board.locator("dl")).to_contain_text("100")
    assert axe(page) == []
    for _ in range(600):
        if finished(page) or not my_turn(page):
            break
        # What lies in the pot goes home once it is worth it.
        pot = int(board.locator("dl div", has=page.get_by_text("pot", exact=True)).locator("dd").inner_text())
        button = page.locator(".controls.active .button", has_text="hold" if pot >= 15 else "again")
        if button.count():
            button.first.click()
        page.wait_for_timeout(30)
    expect(page.get_by_role("heading", name="win")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the logbook").click()
    record = tmp_path / "pig.rollmops"
    download.value.save_as(record)
    assert record.read_text(encoding="utf-8").startswith("rollmops 1\ngame pig\n")
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.locator("body").press("End")
    expect(page.locator("#result")).to_be_visible()


def test_its_table_is_set_and_its_rules_are_told_in_german_too(pigsty: Harbour, guest: Guests) -> None:
    page = guest(language="de")
    page.goto(f"{pigsty.url}#/new/pig")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pig")
    page.get_by_role("button", name="Tisch eröffnen").click()
    expect(page.get_by_role("heading", name="Andere an den Tisch holen")).to_be_visible()
    page.goto(f"{pigsty.url}#/about/pig")
    expect(page.get_by_role("heading", name="Pig", exact=True)).to_be_visible()
    expect(page.locator("main")).to_contain_text("Everybody rolls one die")


def test_leaving_while_something_is_played_leaves_nothing_behind(pigsty: Harbour, guest: Guests) -> None:
    page = guest(still=False)  # whatever is on the console, a warning of what still reads a closed table included, fails
    held: list[Route] = []
    page.route("**/assets/qr-*.js", lambda route: held.append(route))
    page.goto(f"{pigsty.url}#/new/pig")
    with page.expect_request("**/assets/qr-*.js"):
        page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Bring others to the table")).to_be_visible()
    page.goto(f"{pigsty.url}#/about/pig")  # while what draws the links' codes is still on its way
    expect(page.get_by_role("heading", name="Pig", exact=True)).to_be_visible()
    with page.expect_event("requestfinished", lambda request: "/qr-" in request.url):
        for route in held:
            route.continue_()
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
    for _ in range(2):
        page.goto(pigsty.url)
        page.get_by_role("button", name="Play now against bots: Pig").click()
        expect(page.locator(".board")).to_be_visible(timeout=120_000)
        page.goto(f"{pigsty.url}#/about/pig")
        expect(page.get_by_role("heading", name="Pig", exact=True)).to_be_visible()


def test_its_lesson_is_offered_and_played(pigsty: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    page.goto(pigsty.url)
    page.get_by_role("link", name="New here? Two minutes: Pig").click()
    for line in ("again", "hold"):
        for _ in range(10):
            page.locator(".card.task, .next").first.wait_for()
            if page.locator(".card.task").count():
                break
            page.get_by_role("button", name="Go on", exact=True).click()
        page.locator(".controls.active").get_by_role("button", name=line).click()
    for _ in range(2):
        page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_role("region", name="The lesson")).to_contain_text("Whoever holds with 100 points wins.")
