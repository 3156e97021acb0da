"""Our own dice in a real browser: the phone in the middle of the table asks what they show."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour


def set_table(page: Page, harbour: Harbour, game: str) -> None:
    page.goto(f"{harbour.url}#/new/{game}")
    page.get_by_label("Our own dice").check()
    kinds = page.locator("fieldset.card .kind select")
    for place in range(kinds.count()):
        kinds.nth(place).select_option("here")
    page.get_by_role("button", name=re.compile("Open the table|Open")).last.click()
    expect(page.locator(".board")).to_be_visible(timeout=60_000)


def test_faces_are_tapped_and_taken_back(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    page = guest(size=PHONE, touch=True)
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
