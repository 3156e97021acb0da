"""Our own dice in a real browser: the phone in the middle of the table asks what they show."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.rest import comes_to_rest


def set_table(page: Page, harbour: Harbour, game: str) -> None:
    page.goto(f"{harbour.url}#/new/{game}")
    page.get_by_label("Our own dice").check()
    kinds = page.locator("fieldset.card .kind select")
    for place in range(kinds.count()):
        kinds.nth(place).select_option("here")
    page.get_by_role("button", name=re.compile("Open the table|Open")).last.click()
    expect(page.locator(".board")).to_be_visible(timeout=60_000)


def test_faces_are_tapped_and_taken_back(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    """With the settings that everybody has at first: whoever has thrown need not press for it on the screen."""
    page = guest(size=PHONE, touch=True, still=False)
    set_table(page, harbour, "soles")
    hand = page.locator(".hand")
    expect(hand.get_by_role("status")).to_contain_text("What do the dice show? Die 1 of 4")
    faces = hand.get_by_role("group")
    expect(faces.get_by_role("button")).to_have_count(5)
    one = faces.get_by_role("button", name="one sole", exact=True)
    one.click()
    one.click()
    expect(hand.get_by_role("status")).to_contain_text("Die 3 of 4")
    assert not axe(page)
    hand.get_by_role("button", name="Take back").click()
    expect(hand.get_by_role("status")).to_contain_text("Die 2 of 4")
    for _ in range(3):
        one.click()
    again = page.get_by_role("button", name=re.compile("Roll again|again"))
    expect(again.first).to_be_visible()
    expect(hand).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(hand.get_by_role("status")).to_contain_text("Die 1 of 4")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_the_floe_one_taps_where_dice_lie(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    page = guest(size=PHONE, touch=True)
    set_table(page, harbour, "floe")
    hand = page.locator(".hand")
    hand.get_by_role("button", name="We have thrown").click()
    status = hand.get_by_role("status")
    expect(status).to_contain_text("Die 1 of 4")
    ice = hand.get_by_role("img", name="The floe from above")
    expect(ice).to_be_visible()
    hand.get_by_role("button", name="shows 3").click()
    expect(status).to_contain_text("Now tap where it lies")
    tap_ice(page, ice, 0.5, 0.4)
    expect(status).to_contain_text("Die 2 of 4")
    tap_ice(page, ice, 0.35, 0.5)  # the other way round
    expect(status).to_contain_text("Now tap its number")
    hand.get_by_role("button", name="Take back").click()  # there is but one, and it takes back the last tap
    expect(status).to_contain_text("Die 2 of 4")
    expect(status).not_to_contain_text("Now tap")
    tap_ice(page, ice, 0.35, 0.5)
    hand.get_by_role("button", name="shows 6").click()
    expect(status).to_contain_text("Die 3 of 4")
    assert not axe(page)
    hand.get_by_role("button", name="Take back").click()
    into_the_water(hand, 2, 3, 4)
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_visible()
    expect(status).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    back.click()
    into_the_water(hand, 1, 2, 3, 4)
    expect(hand.get_by_role("button", name="We have thrown")).to_be_visible()  # nothing to keep: the next throw
    expect(back).to_have_count(1)


def into_the_water(hand: Locator, *dice: int) -> None:
    """These dice are lost."""
    for die in dice:
        expect(hand.get_by_role("status")).to_contain_text(f"Die {die} of 4")
        expect(hand.get_by_role("button", name="In the water")).to_be_in_viewport()
        hand.get_by_role("button", name="In the water").click()
        hand.get_by_role("button", name="shows 2").click()


def tap_ice(page: Page, ice: Locator, across: float, ahead: float) -> None:
    """A finger on the map, so far across it and so far down."""
    ice.scroll_into_view_if_needed()
    comes_to_rest(page)
    box = ice.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + ahead * box["height"])


def test_in_lure_cards_are_said_behind_a_cover(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    page = guest(size=PHONE, touch=True)
    set_table(page, harbour, "lure")
    hand = page.locator(".hand")
    for lure in ("adjust", "5", "boast"):
        expect(hand).to_contain_text(re.compile("Only .+ may see the next card"))
        expect(hand.get_by_role("group")).to_have_count(0)
        back = page.get_by_role("button", name=re.compile("take back", re.IGNORECASE))
        expect(back).to_have_count(0 if lure == "adjust" else 1)
        hand.get_by_role("button", name=re.compile("^I am ")).click()
        faces = hand.get_by_role("group")
        assert not axe(page)
        faces.get_by_role("button", name=re.compile(lure)).first.click()
    expect(hand.get_by_role("status")).to_contain_text("Turn up a fish. Which one is it?")
    fish = hand.get_by_role("group").get_by_role("button")
    assert fish.count() > 10
    fish.first.click()
    expect(hand.get_by_role("status")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
