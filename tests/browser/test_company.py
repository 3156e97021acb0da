"""The company at a table: bots have faces and a rare word, people show each other drawings and can look away."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL_DESK, Guests
from tests.browser.harbour import Harbour
from tests.browser.prepared import play_on
from tests.browser.test_endings import LAST_CHOICE
from tests.browser.test_tables import new_table
from tests.effort import long_only


def test_the_level_is_chosen_beside_play_now_and_bots_have_faces(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest(size=PHONE)
    page.goto(harbour.url)
    levels = page.get_by_role("radiogroup", name="Who plays along?")
    expect(levels.get_by_role("radio", name="Medium")).to_be_checked()
    levels.get_by_role("radio", name="Medium").focus()
    page.keyboard.press("ArrowRight")
    expect(levels.get_by_role("radio", name="Hard")).to_be_checked()
    expect(levels).to_contain_text("Hilda and friends")
    expect(levels.locator("svg")).to_have_count(4)
    assert axe(page) == []
    page.reload()
    expect(levels.get_by_role("radio", name="Hard")).to_be_checked()
    page.get_by_role("button", name="Play now against bots: Roll for Soles").click()
    expect(page.locator(".players .face svg")).to_have_count(2)
    expect(page.locator(".players")).to_contain_text("Hilda")


def end_against_a_bot(page: Page, harbour: Harbour) -> None:
    """A table whose game ends with the next choice, against a bot."""
    play_on(page, harbour.url, LAST_CHOICE.decode(), "hard")
    page.get_by_role("button", name="Take from the middle").first.click()
    expect(page.locator("#result")).to_be_visible()


BUBBLES = """
window.bubbles = []
const known = new WeakSet()
new MutationObserver(() => {
  window.celebrated ||= document.querySelector('.ending svg') !== null
  for (const one of document.querySelectorAll('.bubble')) {
    if (known.has(one) || !one.checkVisibility()) continue
    known.add(one)
    const drawn = one.querySelector('svg') !== null
    window.bubbles.push([one.closest('.slot').dataset.place, drawn, one.classList.contains('words') ? one.innerText : ''])
  }
}).observe(document, { childList: true, subtree: true })
"""
"""What was shown and said at which seat, and whether the end was celebrated: a busy machine may look when it is gone."""


@long_only
def test_a_bot_has_a_last_word_that_can_be_switched_off(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=SMALL_DESK, still=False)
    page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'brisk' })")
    page.add_init_script(BUBBLES)
    end_against_a_bot(page, harbour)
    seat, _, said = page.wait_for_function("() => window.bubbles.find((one) => one[2])").json_value()
    assert seat == "B"
    expect(page.locator("[role=log]")).to_contain_text(f"Hilda: {said}")
    assert page.get_by_role("list", name="Logbook").get_by_text(said).count() == 0  # no part of the game
    quiet = guest(size=SMALL_DESK, still=False)
    quiet.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ chatter: false, speed: 'brisk' })")
    quiet.add_init_script(BUBBLES)
    end_against_a_bot(quiet, harbour)
    quiet.wait_for_function("() => window.celebrated")
    assert quiet.evaluate("window.bubbles") == []


def wait_for_drawing(page: Page) -> None:
    """Until the next drawing has been seen at Karen's seat."""
    page.wait_for_function("() => window.bubbles.some(([seat, drawn]) => seat === 'A' && drawn)")
    page.evaluate("window.bubbles = []")


def show_something(phone: Page) -> None:
    """On a phone the drawings are under More: beside two tools the header has no room for them."""
    phone.get_by_role("button", name="Mehr").click()
    phone.get_by_role("button", name="Den anderen etwas zeigen").click()


@long_only
def test_people_show_each_other_drawings_and_can_look_away(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    karen, reiner = guest(), guest(size=PHONE, language="de")
    for page in (karen, reiner):
        page.add_init_script(BUBBLES)
    new_table(karen, harbour.url, "soles", ["Me, on this device", "Someone by link"])
    link = karen.get_by_role("textbox", name=re.compile("Link to seat")).input_value()
    reiner.goto(link)
    reiner.get_by_label("Dein Name").fill("Reiner")
    reiner.get_by_role("button", name="Hinsetzen").click()
    expect(reiner.locator(".board")).to_be_visible()
    expect(karen.locator(".board")).to_be_visible()

    karen.get_by_role("button", name="Show the others something").focus()
    karen.keyboard.press("Enter")
    dialog = karen.get_by_role("dialog", name="Show the others something")
    expect(dialog.get_by_role("button", name="Well done!")).to_be_visible()
    assert axe(karen) == []
    dialog.get_by_role("button", name="Well done!").press("Enter")
    expect(dialog).to_have_count(0)
    for page, words in ((karen, "Skipper: Well done!"), (reiner, "Skipper: Bravo!")):
        wait_for_drawing(page)
        expect(page.locator("[role=log]")).to_contain_text(words)
    for page in (karen, reiner):
        expect(page.locator(".bubble")).to_have_count(0)  # only for a moment
    assert reiner.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    show_something(reiner)
    reiner.get_by_label("Zeichnungen von Skipper").check()
    assert axe(reiner) == []
    reiner.keyboard.press("Escape")
    karen.get_by_role("button", name="Show the others something").click()
    dialog.get_by_role("button", name="Grr!").click()
    wait_for_drawing(karen)
    karen.get_by_role("button", name="Show the others something").click()
    expect(dialog.get_by_label("Drawings of Reiner")).not_to_be_checked()
    dialog.get_by_role("button", name="Hello!").click()
    expect(karen.locator("[role=log]")).to_contain_text("Skipper: Hello!")
    assert reiner.evaluate("window.bubbles") == []
    expect(reiner.locator("[role=log]")).not_to_contain_text("Skipper: Grr!")
    reiner.reload()
    show_something(reiner)
    expect(reiner.get_by_label("Zeichnungen von Skipper")).to_be_checked()  # remembered on this device


def test_nothing_is_offered_where_only_bots_would_look(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    new_table(page, harbour.url, "soles", ["Me, on this device", "A bot"])
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_role("button", name="More")).to_be_visible()
    expect(page.get_by_role("button", name="Show the others something")).to_have_count(0)
