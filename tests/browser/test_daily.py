"""The daily catch in a real browser: five decisions on the real boards by taps, kept, shared, proven, without a net."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rollmops.daily import Decision
from rollmops.daily.score import share_text
from rollmops.daily.shelf import today, yesterday
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import TITLES
from tests.browser.test_away import until
from tests.daily.prepared import prepare

Days = dict[date, tuple[Decision, ...]]
ESPRESSO = {"stand": "Leave them", "cast": "Throw the white die", "drink": "Drink", "pass": "Stop here"}


@pytest.fixture(scope="module")
def days(harbour: Harbour) -> Days:
    return prepare(harbour.data / "daily")


def choose(page: Page, decision: Decision, line: str, press: Callable[[Any], None]) -> None:
    """Play this line as a person does: by what lies on the board, or by one of the lines below it."""
    bar, (verb, *rest) = page.locator(".controls.active"), line.split()
    if decision.game == "lure":
        order = page.get_by_role("group", name="What would you play?").get_by_role("button")
        expect(order).to_have_count(len(decision.lines))
        press(order.first)
    elif verb in ("again", "secure"):
        press(bar.get_by_role("button", name={"secure": "Secure", "again": "again"}[verb]))
    elif verb == "take" and decision.game == "soles":
        press(page.get_by_role("button", name="Take from the middle" if rest == ["middle"] else "Take from").first)
    elif line in ESPRESSO:
        press(bar.get_by_role("button", name=ESPRESSO[line]))
    elif verb == "reroll":
        for die in rest:
            press(page.locator("button.die").nth(["b1", "b2", "b3", "r1", "r2"].index(die)))
        press(bar.get_by_role("button", name="Roll"))
    elif verb == "keep":
        shown = next(one for one in decision.match().view(0).thrown if one.die == rest[0])
        press(bar.locator("button.keep").filter(has=page.get_by_label(str(shown.up))).first)
    else:
        press(bar.get_by_role("button").first)


def written(day: date) -> str:
    """A day as the English page writes it."""
    return f"{day.day} {day:%B %Y}"


def kept(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage['rollmops.daily'] ?? '{}')")


def test_a_day_on_a_phone_by_taps(harbour: Harbour, days: Days, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    page = guest(size=PHONE, touch=True)
    page.goto(harbour.url)
    page.get_by_role("link", name="The daily catch").tap()
    now = today()
    expect(page.get_by_role("heading", name="The daily catch")).to_be_visible()
    for place, decision in enumerate(days[now]):
        expect(page.get_by_text(f"Decision {place + 1} of 5")).to_be_visible()
        expect(page.get_by_role("heading", name=TITLES[decision.game])).to_be_visible()
        expect(page.locator(".board")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing sticks out of a phone"
        if place < 2:
            assert axe(page) == []
        choose(page, decision, decision.best, lambda where: where.tap())
        expect(page.locator(".answer")).to_be_focused()
        expect(page.locator(".answer")).to_contain_text("wins")
        expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
        if place == 1:  # whoever leaves comes back to where they were
            page.reload()
            expect(page.get_by_text("Decision 3 of 5")).to_be_visible()
            continue
        page.get_by_role("button", name="Next decision" if place < 4 else "To the result").tap()
    mine = kept(page)[str(now)]
    for line, lost, decision in zip(mine["lines"], mine["lost"], days[now], strict=True):
        assert decision.lost(line) == pytest.approx(lost, abs=1e-9)
    told = share_text(now, mine["lost"])
    expect(page.locator(".shared")).to_have_text(told, use_inner_text=True)
    assert sum(decision.lost(line) == 0 for line, decision in zip(mine["lines"], days[now], strict=True)) >= 4
    assert axe(page) == []
    page.get_by_text("Nobody picks favourites").tap()
    expect(page.get_by_text("Checked here: the key leads to the commitment.")).to_be_visible()
    page.get_by_role("link", name="Yesterday’s catch").tap()
    expect(page.get_by_text(written(yesterday(now)))).to_be_visible()
    expect(page.get_by_text("Decision 1 of 5")).to_be_visible()
    page.goto(harbour.url)
    expect(page.get_by_role("link", name="The daily catch done, 1 day in a row")).to_be_visible()


def test_copied_and_shared_text_is_that_of_the_terminal(harbour: Harbour, days: Days, guest: Guests) -> None:
    page = guest()
    now = today()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lost = [0, 0.02, 0.2, 0, 0]
    page.add_init_script(
        f"localStorage['rollmops.daily'] = JSON.stringify({{'{now}': {{lines: ['a', 'b', 'c', 'd', 'e'], lost: {lost}}}}});"
        "navigator.share = async (what) => { window.shared = what }"
    )
    page.goto(f"{harbour.url}#/daily")
    page.get_by_role("button", name="Copy the result").click()
    expect(page.get_by_role("status").get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == share_text(now, lost)
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared") == {"text": share_text(now, lost), "url": f"{harbour.url}#/daily"}


def test_in_german_by_keyboard_and_once_loaded_without_a_net(harbour: Harbour, days: Days, guest: Guests) -> None:
    page = guest(language="de", size=DESK)
    page.goto(f"{harbour.url}#/daily")
    expect(page.get_by_role("heading", name="Der Tagesfang")).to_be_visible()
    expect(page.get_by_text("Entscheidung 1 von 5")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    page.context.set_offline(True)
    for place in range(5):
        expect(page.get_by_text(f"Entscheidung {place + 1} von 5")).to_be_visible()
        buttons = page.locator(".controls.active button:enabled, .question .row button")
        buttons.last.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".answer")).to_contain_text("gewinnt")
        page.get_by_role("button", name="Nächste Entscheidung" if place < 4 else "Zum Ergebnis").focus()
        page.keyboard.press("Enter")
    expect(page.get_by_text(f"Rollmops {today()}")).to_be_visible()
    page.context.set_offline(False)


def test_a_day_that_was_loaded_opens_again_without_the_network(
    harbour: Harbour, days: Days, guest: Guests, quarrels: list[str]
) -> None:
    page, now = guest(size=PHONE, worker=True), today()
    page.goto(harbour.url)
    until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
    page.get_by_role("link", name="The daily catch").click()
    expect(page.get_by_text("Decision 1 of 5")).to_be_visible()
    until(page, f"caches.match('api/daily/{now}').then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Decision 1 of 5")).to_be_visible()
    decision = days[now][0]
    choose(page, decision, decision.best, lambda where: where.click())
    expect(page.locator(".answer")).to_contain_text("wins")
    page.reload()
    expect(page.get_by_text("Decision 2 of 5")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    page.goto(f"{harbour.url}#/daily/{yesterday(now)}")
    expect(page.get_by_role("alert")).to_be_visible()  # that one was never loaded here
    page.context.set_offline(False)
    quarrels[:] = [said for said in quarrels if "ERR_FAILED" not in said]


def test_play_on_from_a_decision_and_a_day_that_has_not_come(
    harbour: Harbour, days: Days, guest: Guests, quarrels: list[str]
) -> None:
    page = guest()
    page.goto(f"{harbour.url}#/daily/{yesterday(today())}")
    expect(page.get_by_text("Decision 1 of 5")).to_be_visible()
    decision = days[yesterday(today())][0]
    choose(page, decision, decision.mistake, lambda where: where.click())
    expect(page.locator(".answer")).to_contain_text("gives away")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.goto(f"{harbour.url}#/daily/2999-01-01")
    expect(page.get_by_role("alert")).to_contain_text("It has not come yet")
    quarrels[:] = [said for said in quarrels if "409" not in said]


def test_a_clock_that_is_wrong_costs_nobody_a_day(harbour: Harbour, days: Days, guest: Guests) -> None:
    """The day is the server's, wherever the clock of the device stands; so are the streak and what is called yesterday."""
    page, now = guest(size=PHONE), today()
    whole = {"lines": ["a"] * 5, "lost": [0] * 5}
    page.add_init_script(f"localStorage['rollmops.daily'] ??= JSON.stringify({{'{yesterday(now)}': {json.dumps(whole)}}})")
    page.clock.install()
    page.goto(f"{harbour.url}#/daily")
    for off in (-3, 1, 400):
        page.clock.set_system_time(time.time() + 86_400 * off)
        page.evaluate("localStorage.removeItem('rollmops.daily')")
        page.reload()
        shown = page.evaluate("Date.now()") / 1000 - time.time()
        assert shown == pytest.approx(86_400 * off, abs=3600)
        expect(page.get_by_text(f"{written(now)} · Decision 1 of 5")).to_be_visible()
        page.evaluate(
            f"localStorage['rollmops.daily'] = JSON.stringify({{'{yesterday(now)}': {json.dumps(whole)},"
            f" '{now}': {json.dumps(whole)}}})"
        )
        page.reload()
        expect(page.get_by_text(f"Rollmops {now}")).to_be_visible()
        expect(page.locator("dl")).to_contain_text("Days in a row2")


def test_whoever_lives_elsewhere_has_the_same_day(harbour: Harbour, days: Days, browser: Browser) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        page = browser.new_context(timezone_id=zone, service_workers="block").new_page()
        page.goto(f"{harbour.url}#/daily")
        expect(page.get_by_text(f"{written(today())} · Decision 1 of 5")).to_be_visible()
        page.context.close()
