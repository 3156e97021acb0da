"""Lure in the page: cards of one's own box, and pieces dragged with a finger, the mouse or moved from the keyboard."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import play_now
from tests.browser.rest import resize

OWN = Path(__file__).parent.parent / "games/lure/own"


def middle_of(there: Locator) -> tuple[float, float]:
    box = there.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def swipe(page: Page, finger: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger goes down, along and up, as the browser's own input; a touch right after it would be taken for the same."""
    for kind, way in (("touchStart", 0.0), *(("touchMove", step / 5) for step in range(1, 6)), ("touchEnd", 1.0)):
        at = {"x": start[0] + (end[0] - start[0]) * way, "y": start[1] + (end[1] - start[1]) * way}
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else [at]})
    page.wait_for_timeout(300)


def test_pieces_are_dragged_by_finger_and_mouse_tapped_and_moved_from_the_keyboard(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, touch=True)
    play_now(page, harbour.url, "lure")
    hand, screen = (page.get_by_role("group", name=name) for name in ("Your hand", "Behind your screen"))
    expect(hand).to_be_visible()
    finger = page.context.new_cdp_session(page)
    screen.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")

    swipe(page, finger, middle_of(screen.locator("button").nth(1)), middle_of(hand.locator(".pieces")))
    expect(hand.locator("button.piece")).to_have_count(1)
    assert page.evaluate("scrollY") == scrolled, "a piece under the finger is not the page"
    page.wait_for_timeout(600)  # the browser takes a touch right after another for a part of it
    screen.locator("button").first.tap()
    expect(hand.locator("button.piece")).to_have_count(2)
    swipe(page, finger, middle_of(hand.locator("button.piece").first), middle_of(screen))
    expect(hand.locator("button.piece")).to_have_count(1)
    swipe(page, finger, middle_of(hand.locator("button.piece").first), (180, 200))
    expect(hand.locator("button.piece")).to_have_count(1)  # let go over the water it goes back to where it was

    page.mouse.move(*middle_of(screen.locator("button").nth(2)))
    page.mouse.down()
    page.mouse.move(*middle_of(hand.locator(".pieces")), steps=4)
    page.mouse.up()
    expect(hand.locator("button.piece")).to_have_count(2)  # the click that ends a drag does not put it back
    screen.locator("button").first.press("Enter")
    expect(hand.locator("button.piece")).to_have_count(3)

    # beside the pieces a finger scrolls the fish, where there is not room for all
    resize(page, (360, 500))
    x, y = middle_of(page.locator(".between"))
    swipe(page, finger, (x, y), (x, y - 100))
    page.wait_for_function("() => document.querySelector('.between').scrollTop > 0")


def test_a_logbook_with_own_cards_is_replayed_with_its_box(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, language="de")
    page.goto(f"{harbour.url}#/replay")
    page.get_by_text("Die Materialdatei dazu").click()
    page.get_by_label("Die Materialdatei dazu").set_input_files(OWN / "lake.toml")
    page.get_by_label("Logbuchdatei öffnen").set_input_files(OWN / "a_game_with_own_cards.rollmops")
    expect(page.get_by_role("slider")).to_be_visible()
    for _ in range(6):
        page.locator("body").press("ArrowRight")
    expect(page.locator("p.now")).to_contain_text("nilbarsch")
    expect(page.get_by_role("article", name="Bärsch")).to_be_visible()
