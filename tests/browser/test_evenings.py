"""Evenings at a table: people go and come back, play on with others, bring their own box, want odds or silence."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import play_now, play_out, take_turn
from tests.browser.test_tables import new_table
from tests.effort import long_only

COUNT_EARS = """
    window.ears = 0
    window.AudioContext = class extends AudioContext { constructor() { super(); window.ears += 1 } }
"""


def two_by_link(karen: Page, reiner: Page, url: str, game: str = "soles") -> None:
    """Karen sets a table, Reiner sits down at it by link."""
    new_table(karen, url, game, ["Me, on this device", "Someone by link"])
    sit_down(reiner, karen)


def sit_down(guest: Page, host: Page) -> None:
    guest.goto(host.get_by_role("textbox", name=re.compile("Link to seat")).input_value())
    guest.get_by_label("Your name").fill("Reiner")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".board")).to_be_visible()
    expect(host.locator(".board")).to_be_visible()


def card(page: Page, name: str) -> Locator:
    return page.locator(".player", has_text=name)


def switch(page: Page, name: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(name).click()
    page.keyboard.press("Escape")


def test_a_bot_plays_on_for_who_is_gone_until_they_come_back(harbour: Harbour, guest: Guests) -> None:
    karen, reiner = guest(), guest(size=PHONE)
    two_by_link(karen, reiner, harbour.url)
    table = reiner.url
    reiner.goto("about:blank")
    expect(card(karen, "Reiner")).to_contain_text("away")
    karen.get_by_role("button", name="Let a bot play for Reiner").click()
    expect(card(karen, "Reiner")).to_contain_text("a bot plays on")
    log = karen.get_by_role("list", name="Logbook").locator("li")
    chosen = log.filter(has_text=re.compile("Reiner (takes|brings|rolls again)"))
    while not chosen.count():  # a first throw without a sole leaves a bot nothing to choose
        karen.locator(".controls.active").or_(chosen).first.wait_for()
        take_turn(karen, "soles")
    reiner.goto(table)
    expect(card(karen, "Reiner")).not_to_contain_text("a bot plays on")
    expect(card(reiner, "Reiner")).to_contain_text("you")


def test_leaving_hands_the_seat_to_a_bot_and_the_link_at_home_brings_one_back(harbour: Harbour, guest: Guests) -> None:
    karen, reiner = guest(), guest()
    two_by_link(karen, reiner, harbour.url)
    reiner.once("dialog", lambda dialog: dialog.accept())
    reiner.get_by_role("button", name="More").click()
    reiner.get_by_role("button", name="Leave the table").click()
    expect(reiner.get_by_role("heading", name="Rollmops")).to_be_visible()
    expect(card(karen, "Reiner")).to_contain_text("a bot plays on")
    reiner.get_by_role("link", name=re.compile("Roll for Soles with")).first.click()
    expect(card(reiner, "Reiner")).to_contain_text("you")
    expect(card(karen, "Reiner")).not_to_contain_text("a bot plays on")


def test_own_box_then_another_game_with_the_same_people(harbour: Harbour, guest: Guests, tmp_path: Path) -> None:
    """A box with very few soles, brought by the setup page, is played to its end; then all go on with Lure."""
    karen, reiner = guest(), guest()
    text = karen.request.get(f"{harbour.url}api/games/soles/components").text()
    box = tmp_path / "pond.toml"
    box.write_text(text.replace('"house"', '"pond"', 1).replace("yellow = 40", "yellow = 6").replace("2 = 8", "2 = 0"))
    karen.goto(f"{harbour.url}#/new/soles")
    karen.get_by_text("Own component file").click()
    karen.locator("input[type=file]").set_input_files(box)
    karen.get_by_role("button", name="Take away").last.click()
    karen.get_by_role("button", name="Open the table").click()
    sit_down(reiner, karen)
    play_out(karen, "soles", 200, reiner)
    karen.get_by_role("button", name="Another game").click()
    karen.get_by_role("dialog").get_by_role("button", name="Lure").click()
    reiner.get_by_role("link", name="Go along").click()
    for page in (karen, reiner):
        expect(page.locator(".screen")).to_be_visible()
        expect(card(page, "Reiner")).to_be_visible()


def test_a_box_that_cannot_be_is_refused_with_its_field(
    harbour: Harbour, guest: Guests, quarrels: list[str], tmp_path: Path
) -> None:
    page = guest()
    box = tmp_path / "odd.toml"
    text = page.request.get(f"{harbour.url}api/games/soles/components").text()
    box.write_text(text.replace("yellow = 40", "yellow = -1"))
    page.goto(f"{harbour.url}#/new/soles")
    page.get_by_text("Own component file").click()
    page.locator("input[type=file]").set_input_files(box)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("soles.yellow")
    quarrels.clear()  # the browser itself notes the refused request


@long_only
def test_silence_is_kept_and_makes_no_sound(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.add_init_script(COUNT_EARS)
    page.goto(harbour.url)
    switch(page, "Sounds")
    page.reload()
    play_now(page, harbour.url, "soles")
    page.locator(".controls.active").wait_for(timeout=60_000)
    take_turn(page, "soles")
    page.locator(".controls.active").wait_for(timeout=60_000)
    assert page.evaluate("window.ears") == 0
    switch(page, "Sounds")
    take_turn(page, "soles")
    page.wait_for_function("() => window.ears === 1")


@long_only
def test_the_odds_of_espresso_can_be_switched_off(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    play_now(page, harbour.url, "espresso")
    odds = page.get_by_role("table", name=re.compile("The odds"))
    page.get_by_role("button", name="Leave them").wait_for(timeout=120_000)  # a turn begins with what one rolls again
    expect(odds.get_by_role("row", name=re.compile("Leave them"))).to_have_text(re.compile(r"\d\.\d\d$"))
    switch(page, "Show the odds")
    expect(odds).to_have_count(0)
    page.reload()
    page.locator(".controls.active").wait_for()
    expect(odds).to_have_count(0)
    switch(page, "Show the odds")
    expect(odds).to_have_count(1)


def test_lure_shows_what_casts_bring_and_the_fish_of_a_sealed_one(harbour: Harbour, guest: Guests) -> None:
    karen, reiner = guest(), guest()
    two_by_link(karen, reiner, harbour.url, "lure")
    expect(karen.get_by_text(re.compile(r"if nobody fishes before you: 1 die \d\.\d · 2 dice"))).to_be_visible()
    take_turn(karen, "lure")
    expect(karen.locator(".fish .chance").first).to_have_text(re.compile("%"))
    expect(reiner.locator(".fish .chance")).to_have_count(0)


def test_a_table_without_odds(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.goto(f"{harbour.url}#/new/espresso")
    page.get_by_label("Show the odds at this table").uncheck()
    page.locator("fieldset").nth(1).locator(".kind select").select_option(label="A bot")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".controls.active").wait_for(timeout=60_000)
    expect(page.get_by_role("table", name=re.compile("The odds"))).to_have_count(0)
