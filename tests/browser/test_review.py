"""The review in a real browser: chances, luck and skill, moments with their board, another try."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, ROOT, Guests
from tests.browser.harbour import HINT_MS, Harbour
from tests.browser.prepared import open_at
from tests.effort import long_only
from tests.server.house import open_house

RECORDS = ROOT / "tests/games"
GAME = RECORDS / "soles/records/ends_with_a_haul_larger_than_the_middle.rollmops"
SLIP = RECORDS / "soles/records/no_sole_loses_the_net_to_the_middle.rollmops"
FLOE = RECORDS / "floe/records/in_the_hole.rollmops"


def open_file(page: Page, harbour: Harbour, path: object) -> None:
    page.goto(f"{harbour.url}#/replay")
    page.locator("input[type=file]").first.set_input_files(str(path))
    expect(page.locator(".board")).to_be_visible(timeout=60_000)


def figures(page: Page, place: int) -> list[float]:
    """The figures beside a player's bars, in per cent."""
    shown = page.locator(".one").nth(place).locator(".figure").all_inner_texts()
    return [float(text.replace("−", "-").replace(",", ".").rstrip("%\u00a0 ")) for text in shown]


def test_after_a_game_the_review_adds_up_and_leads_to_the_board(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest()
    open_at(page, harbour, GAME.read_bytes(), mine="A")
    page.get_by_role("link", name="Review", exact=True).click()
    chart = page.get_by_role("slider", name="Chances over the game")
    expect(chart).to_be_visible(timeout=HINT_MS)
    expect(chart.locator("path.way")).to_have_count(2)
    for place in (0, 1):
        *parts, result = figures(page, place)
        assert len(parts) == 5
        assert abs(sum(parts) - result) <= 0.3, "each figure is rounded"
    assert [figures(page, place)[-1] for place in (0, 1)] == [100, 0]
    expect(page.locator(".one").first).to_contain_text("real decisions: too few for a rating")

    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuenow", "1")
    expect(chart).to_have_attribute(
        "aria-valuetext", re.compile(r"^1: Reiner .*Karen \d+\.\d\s%(?:,| and) Reiner \d+\.\d\s%$")
    )
    expect(page.get_by_text("Entry 0 of 12")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_text("What if …?").click()
    expect(page.get_by_role("row").filter(has_text="Roll again (played)")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Secure 16")).to_be_visible()
    chart.focus()
    page.keyboard.press("End")
    expect(page.locator(".said li").first).to_have_text(re.compile(r"Karen 100\.0\s%"))
    chart.hover(position={"x": 2, "y": 40})
    expect(chart).to_have_attribute("aria-valuenow", "0")
    page.get_by_text("As a table").click()
    expect(page.locator(".scroll tbody tr")).to_have_count(13)
    assert not axe(page)

    moments = page.locator(".moments li")
    expect(moments).to_have_count(3)
    expect(moments.first).to_contain_text(re.compile(r"It brought Karen \d+\.\d\s%"))
    entry = int(moments.first.locator("b span").inner_text())
    moments.first.get_by_role("button").click()
    expect(page.get_by_text(f"Entry {entry} of 12")).to_be_in_viewport()
    expect(page.get_by_role("group", name="Timeline")).to_be_focused()


def test_a_decision_is_tried_again(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    page = guest(size=PHONE, theme="dark", touch=True)
    open_file(page, harbour, GAME)
    expect(page.get_by_role("slider", name="Chances over the game")).to_have_count(0)
    page.get_by_role("button", name="Review", exact=True).click()
    retry = page.get_by_role("region", name="Try again")
    retry.get_by_role("button", name="Karen").click()
    expect(retry.get_by_text("Decision 1 of 2")).to_be_visible()
    lines = retry.get_by_role("group", name="Karen, what would you play?")
    lines.get_by_role("button", name="again").click()
    expect(retry.get_by_role("status")).to_contain_text("less than the best. Have another look.")
    expect(retry.get_by_role("table")).to_have_count(0)
    lines.get_by_role("button", name=re.compile("Secure")).click()
    expect(retry.get_by_role("status")).to_contain_text("as good as it gets")
    expect(retry.get_by_role("status")).to_contain_text(re.compile(r"The next roll goes wrong \d+\s% of the time"))
    expect(retry.get_by_role("row").filter(has_text="(played)")).to_have_count(1)
    retry.get_by_role("button", name="Next decision").click()
    expect(retry.get_by_text("Decision 2 of 2")).to_be_visible()
    expect(retry.get_by_role("status")).to_have_text("")
    retry.get_by_role("button", name="Reiner").click()
    expect(retry.get_by_text("Decision 1 of 1")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing sticks out of a phone"
    assert not axe(page)


def test_the_review_speaks_german(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, language="de")
    open_file(page, harbour, SLIP)
    page.get_by_role("button", name="Rückblick").click()
    expect(page.get_by_role("slider", name="Aussichten im Lauf des Spiels")).to_be_visible()
    expect(page.locator(".moments")).to_contain_text("mehr wert gewesen")
    expect(page.locator(".one").first).to_contain_text("Eigene Patzer")
    expect(page.get_by_text("Das Logbuch endet vor dem Schluss")).to_be_visible()
    page.get_by_role("button", name="Reiner", exact=True).click()
    expect(page.get_by_text("Gut gespielt!")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@long_only
def test_the_floe_is_reviewed_quickly_and_then_more_closely(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    open_file(page, harbour, FLOE)
    page.get_by_role("button", name="Review", exact=True).click()
    chart = page.get_by_role("slider", name="Chances over the game")
    expect(chart).to_be_visible(timeout=HINT_MS)
    expect(page.locator(".one").first).to_contain_text("Estimation")
    expect(page.get_by_role("button", name="Look more closely")).to_be_visible(timeout=HINT_MS)
    chart.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("img", name=re.compile(r"The same gesture thrown \d+ times"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_what_if_another_line_and_play_on_from_there(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest(size=PHONE, touch=True)
    open_file(page, harbour, GAME)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_text("What if …?").click()
    lines = page.get_by_role("group", name="Line", exact=True)
    expect(lines.get_by_role("button")).to_have_count(2)
    expect(lines.get_by_role("button", name="(played)")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(re.compile(r"played on from here with the best lines"))).to_be_visible()
    lines.get_by_role("button", name=re.compile("Secure")).click()
    expect(page.get_by_role("heading", name=re.compile("After “Secure"))).to_be_visible()
    rows = page.locator(".whatif tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("%")
    expect(page.get_by_role("img", name=re.compile(r"Points of Karen at the end: \d"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not axe(page)

    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_text("after 4 entries of the game of Karen and Reiner")).to_be_visible()
    expect(page.locator("fieldset.card")).to_have_count(2)
    assert not axe(page)
    page.get_by_role("button", name=re.compile("Open the table|Open")).click()
    expect(page.locator(".board")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name=re.compile("Secure"))).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Logbook").click()
    expect(page.locator(".log li").first).to_be_visible()


def test_a_second_colour_of_the_floe_is_its_players_decision(harbour: Harbour, guest: Guests) -> None:
    """Two players have two colours each: C is Ann's. The line that was played has a figure, and Ann is who plays on."""
    page = guest()
    open_file(page, harbour, RECORDS / "floe/records/two_players_two_colours_each.rollmops")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_text("What if …?").click()
    expect(page.get_by_text("Ann decides here.")).to_be_visible()
    played = page.get_by_role("group", name="Line", exact=True).get_by_role("button", name="(played)")
    expect(played).to_contain_text(re.compile(r"\d\s%\s*±"), timeout=HINT_MS)
    page.get_by_role("button", name="Play on from here").click()
    kinds = page.locator("fieldset.card .kind select")
    expect(kinds.nth(0)).to_have_value("me")
    expect(kinds.nth(1)).to_have_value("bot")


@long_only
def test_a_closer_look_at_the_floe_goes_on_until_all_throws_are_made(
    guest: Guests, quarrels: list[str], pages_built: None, tmp_path: Path
) -> None:
    """A server that has less time for a look than a thousand throws take: what was thrown is kept, and the page asks on."""
    with open_house(tmp_path, limits={"review_seconds": 12.0}) as house:
        page, looks = guest(size=PHONE), list[int]()
        page.on("response", lambda told: looks.append(told.status) if "full" in (told.request.post_data or "") else None)
        page.goto(f"http://127.0.0.1:{house.port}/#/replay")
        page.locator("input[type=file]").first.set_input_files(str(FLOE))
        page.get_by_role("button", name="Review", exact=True).click()
        page.get_by_role("button", name="Look more closely").click(timeout=HINT_MS)
        page.get_by_role("button", name="That is close enough").click()
        expect(page.get_by_role("button", name="Look more closely")).to_be_visible()
        assert looks == [], "who has seen enough is not told of a failure"
        page.get_by_role("button", name="Look more closely").click()
        expect(page.get_by_text("Looking more closely")).to_be_visible()
        expect(page.get_by_text("Looking more closely")).to_be_hidden(timeout=600_000)
        expect(page.get_by_role("button", name="Look more closely")).to_be_hidden()
        chart = page.get_by_role("slider", name="Chances over the game")
        chart.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("img", name=re.compile(r"The same gesture thrown 1[,.]?000 times"))).to_be_visible()
    assert looks[-1] == 200
    assert set(looks[:-1]) == {503}, "the server stopped, and the page went on"
    quarrels[:] = [said for said in quarrels if "status of 503" not in said]
