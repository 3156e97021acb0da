"""Every page in both themes, sizes and languages: axe-core finds nothing, nothing sticks out, the keyboard is enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from rollmops.games import GAMES
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import my_turn, play_now, take_turn

RULES = [f"#/rules/{game}" for game in ("soles", "espresso", "lure", "floe")]
PAGES = ["#/", "#/new/soles", "#/new/floe", *RULES, "#/replay", "#/nowhere"]
Axe = Callable[[Page], list[str]]
FOCUSED = """(() => {
    const it = document.activeElement
    return [it.getAttribute('aria-label') || it.innerText.trim(), getComputedStyle(it).outlineStyle]
})()"""


def fits(page: Page) -> None:
    """Nothing makes the page wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_page_passes_axe(theme: str, size: tuple[int, int], harbour: Harbour, guest: Guests, axe: Axe) -> None:
    page = guest(size=size, theme=theme)
    for address in PAGES:
        page.goto(harbour.url + address)
        expect(page.locator("main h1")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        fits(page)
        assert not axe(page), address
    page.get_by_role("button", name="Settings").click()
    assert not axe(page), "settings"


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_table_passes_axe(game: str, theme: str, harbour: Harbour, guest: Guests, axe: Axe) -> None:
    page = guest(size=PHONE, theme=theme)
    play_now(page, harbour.url, game)
    for _ in range(3):
        if not my_turn(page):
            break
        fits(page)
        assert not axe(page), game
        take_turn(page, game)
        page.wait_for_timeout(200)
    page.get_by_role("button", name="More").click()
    assert not axe(page), "more"
    page.get_by_role("button", name="Invite").click()
    assert not axe(page), "invite"


def test_german_from_the_first_word(harbour: Harbour, guest: Guests) -> None:
    page = guest(language="de-DE", size=PHONE)
    page.goto(harbour.url)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Sofort gegen Bots: Espresso Fishing").click()
    page.locator(".controls.active").wait_for(timeout=120_000)
    expect(page.get_by_role("button", name="Tipp")).to_be_visible()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("button", name="Hint")).to_have_count(1)


def test_a_game_by_keyboard_alone(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.goto(harbour.url)
    tab_to(page, "Play now against bots: Roll for Soles")
    page.keyboard.press("Enter")
    page.locator(".board").wait_for()
    for _ in range(3):
        if not my_turn(page):
            break
        tab_to(page, page.locator(".controls.active .button").first.inner_text())
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    expect(page.get_by_role("log").locator("p")).not_to_have_count(0)  # and a screen reader was told


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the thing of this name has the focus; it must be seen to have it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused[0] == name:
            assert focused[1] == "solid"
            return
    raise AssertionError(f"Tab never came to {name!r}")


def test_a_hint_is_given_in_words(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    play_now(page, harbour.url, "soles")
    page.locator(".controls.active").wait_for(timeout=120_000)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("The strong bot would choose")).to_be_visible(timeout=30_000)
    if page.get_by_role("button", name="Roll again").count():  # else there may be a single thing to do
        expect(page.locator(".hint li").first).to_contain_text("±")
        expect(page.locator(".hint")).to_contain_text("to come home empty")


def test_the_odds_are_shown_where_the_table_wants_them(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    play_now(page, harbour.url, "soles")
    again = page.get_by_role("button", name="Roll again")
    for _ in range(20):
        page.locator(".controls.active").wait_for(timeout=120_000)
        if again.count():
            break
        take_turn(page, "soles")
    expect(page.get_by_text("Chance to come home empty")).to_be_visible()


SKIPPING = """() => {
    const skip = [...document.querySelectorAll('header .tool')].some(tool => tool.textContent === 'Überspringen')
    return skip && [document.documentElement.scrollWidth <= innerWidth]
}"""


def test_the_header_fits_while_dice_are_in_the_air(harbour: Harbour, guest: Guests) -> None:
    page = guest(language="de", size=PHONE, still=False)

    def with_undo(line: WebSocketRoute) -> None:
        """As after a choice of one's own that nothing has followed."""
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(str(text).replace('"undo":false', '"undo":true')))

    page.route_web_socket("**/socket", with_undo)
    page.goto(harbour.url)
    page.get_by_role("button", name="Sofort gegen Bots: Roll for Soles").click()
    page.locator(".controls.active .button").first.click(timeout=120_000)
    assert page.wait_for_function(SKIPPING).json_value() == [True]
