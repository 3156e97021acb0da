"""Every page in both themes, sizes and languages: axe-core finds nothing, nothing sticks out, the keyboard is enough."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from rollmops.games import GAMES
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import HINT_MS, Harbour
from tests.browser.people import TITLES, my_turn, play_now, take_turn
from tests.browser.rest import resize
from tests.effort import LONG, long_only, short_or_long, some_or_all

RULES = [f"#/rules/{game}" for game in GAMES]
PAGES = {
    "#/": "Rollmops",
    "#/new/soles": "A table for Roll for Soles",
    "#/new/floe": "A table for Rolling Dice",
    **{address: TITLES[game] for address, game in zip(RULES, GAMES, strict=True)},
    "#/rules/soles?table=abc": TITLES["soles"],
    "#/replay": "Replay",
    "#/nowhere": "This page does not exist.",
}
"""With their headings: a page that is still on its way has none."""
SIZES = """where => [...document.querySelectorAll(where)].filter(one => one.checkVisibility()).map(one => {
    const { width, height } = one.getBoundingClientRect()
    return [one.getAttribute('aria-label'), width, height]
})"""
"""All at once: what is drawn anew meanwhile would have no size."""
RECORDS = Path(__file__).parents[1] / "games"
Axe = Callable[[Page], list[str]]
FOCUSED = """(() => {
    const it = document.activeElement
    return [it.getAttribute('aria-label') || it.innerText.trim(), getComputedStyle(it).outlineStyle]
})()"""


def fits(page: Page) -> None:
    """Nothing makes the page wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LOOKS = [(PHONE, "light"), (DESK, "dark"), *([(PHONE, "dark"), (DESK, "light")] if LONG else [])]


@pytest.mark.parametrize(
    ("size", "theme"), LOOKS, ids=["phone-light", "desk-dark", "phone-dark", "desk-light"][: len(LOOKS)]
)
def test_every_page_passes_axe(theme: str, size: tuple[int, int], harbour: Harbour, guest: Guests, axe: Axe) -> None:
    """In short every page in one look, half of them in each."""
    page = guest(size=size, theme=theme)
    for address in PAGES if LONG else list(PAGES)[size == DESK :: 2]:
        page.goto(harbour.url + address)
        expect(page.locator("main h1")).to_have_text(PAGES[address])
        page.wait_for_load_state("networkidle")
        fits(page)
        assert not axe(page), address
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not axe(page), "settings"


@pytest.mark.parametrize("game", some_or_all(GAMES, "soles"))  # test_small_screens looks at the tables of all games
@pytest.mark.parametrize("theme", ["light", "dark"] if LONG else ["dark"])
def test_every_table_passes_axe(game: str, theme: str, harbour: Harbour, guest: Guests, axe: Axe) -> None:
    page = guest(size=PHONE, theme=theme)
    play_now(page, harbour.url, game)
    for _ in range(short_or_long(1, 3)):
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
    expect(page.get_by_text("The strong bot would choose")).to_be_visible(timeout=HINT_MS)
    expect(page.locator(".hint li").first).to_contain_text("%")
    expect(page.locator(".hint")).to_contain_text("nobody could gain more than 0.1")


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


@long_only
def test_the_header_fits_while_dice_are_in_the_air(harbour: Harbour, guest: Guests) -> None:
    page = guest(language="de", size=PHONE, still=False)

    def with_undo(line: WebSocketRoute) -> None:
        """As after a choice of one's own that nothing has followed."""
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(str(text).replace('"undo":false', '"undo":true')))

    page.route_web_socket("**/socket?open=1", with_undo)
    page.goto(harbour.url)
    page.get_by_role("button", name="Sofort gegen Bots: Roll for Soles").click()
    page.locator(".controls.active .button").first.click(timeout=120_000)
    assert page.wait_for_function(SKIPPING).json_value() == [True]


def test_rules_that_are_not_there(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    for address in ("#/rules/nope", "#/rules/", "#/rules/Soles"):
        page.goto(harbour.url + address)
        expect(page.get_by_role("heading", name="This page does not exist")).to_be_visible()
    page.goto(f"{harbour.url}#/rules/lure")
    expect(page.get_by_role("heading", name="Lure", exact=True)).to_be_visible()


def test_from_the_rules_back_to_the_table(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    play_now(page, harbour.url, "soles")
    table = page.url
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(2)  # at both ends of a long page
    expect(page.get_by_role("heading", name="Roll for Soles")).to_be_visible()
    page.get_by_role("link", name="Back to the table").first.click()
    expect(page.locator(".board")).to_be_visible()
    assert page.url == table


def test_pictures_of_the_rules_have_a_size(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    for address, heading in ((address, PAGES[address]) for address in RULES):
        page.goto(harbour.url + address)
        expect(page.locator("main h1")).to_have_text(heading)  # what is measured belongs to these rules
        page.locator("figure svg:visible").first.wait_for()
        for size in (PHONE, DESK):
            resize(page, size)
            for label, width, height in page.evaluate(SIZES, "figure svg"):
                assert min(width, height) >= 16, f"{address}: {label}"
            if address == RULES[-1]:
                assert min(width for _, width, _ in page.evaluate(SIZES, "figure .map svg")) >= 180


def test_too_large_a_file_never_leaves_the_device(harbour: Harbour, guest: Guests, tmp_path: Path) -> None:
    page = guest()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    large = tmp_path / "large.rollmops"
    large.write_bytes(b"rollmops 1\n" + b"# and so on\n" * 200_000)
    page.goto(f"{harbour.url}#/replay")
    page.locator("input[type=file][accept*=rollmops]").set_input_files(large)
    expect(page.get_by_role("alert")).to_contain_text("large.rollmops is too large")
    assert not sent


def test_a_lost_line_is_told_once(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    lines: list[WebSocketRoute] = []

    def once(line: WebSocketRoute) -> None:
        if not lines:
            line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket?open=1", once)  # after the first there is no answer any more
    play_now(page, harbour.url, "soles")
    page.locator(".controls.active").wait_for(timeout=120_000)
    lines[0].close(code=4999, reason="the cable was pulled")
    expect(page.locator(".notice")).to_have_count(1)
    page.locator(".controls.active .button").first.click()
    expect(page.locator(".notice")).to_have_text("The connection is gone. Trying again…")


def test_equal_losers_share_their_place(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    record = RECORDS / "soles/records/ends_by_a_hook_that_takes_from_the_middle.rollmops"
    page.goto(f"{harbour.url}#/replay")

    def level(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        names = {"A": "Ann", "B": "Ben", "C": "Cleo", "D": "Dora"}
        told["names"] = names
        told["result"] = {
            "points": {"A": 7, "B": 20, "C": 9, "D": 7},
            "shares": {"A": 0, "B": 1, "C": 0, "D": 0},
            "winners": ["B"],
        }
        route.fulfill(response=answer, json=told)

    page.route("**/api/replay", level)
    page.locator("input[type=file][accept*=rollmops]").set_input_files(record)
    expect(page.get_by_role("slider")).to_be_visible()
    page.locator("body").press("End")
    rows = page.locator("section.card tbody tr")
    expect(rows).to_have_count(4)
    found = [" ".join(row.locator("td").all_inner_texts()).split() for row in rows.all()]
    assert found == [["1.", "Ben", "20"], ["2.", "Cleo", "9"], ["3.", "Ann", "7"], ["3.", "Dora", "7"]]


def test_leaving_a_table_before_it_has_opened(harbour: Harbour, guest: Guests) -> None:
    """A browser complains about a line that is closed before it is open."""
    page = guest()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(harbour.url)
    page.wait_for_load_state("networkidle")
    for _ in range(5):
        page.evaluate("location.hash = '#/table/abcdefgh12345678'")
        page.wait_for_function("() => document.querySelector('.room')")
        page.evaluate("location.hash = '#/'")
        page.wait_for_timeout(100)
    assert not [text for text in said if "closed before" in text]


HASTE = ("lesson/soles", "rules/lure", "new/soles", "replay", "lesson/lure", "daily", "rules/floe", "lesson/floe", "")


def test_pages_left_while_they_load_say_nothing(harbour: Harbour, guest: Guests) -> None:
    """Whoever taps on before a page has come leaves nothing behind: no complaint, and no question for nothing."""
    page = guest()
    slow = {"offline": False, "latency": 60, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
    asked: list[str] = []
    page.on("response", lambda answer: asked.append(answer.url) if answer.status >= 400 else None)
    page.goto(harbour.url)
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    for place in HASTE:
        page.evaluate("hash => { location.hash = hash }", f"/{place}")
        page.wait_for_timeout(80)
    expect(page.get_by_role("heading", name="Rollmops")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not asked
