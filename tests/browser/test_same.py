"""The same dice in two browsers: one plays and challenges, the other plays, both see the games side by side. An evening."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import SHORT, play_out
from tests.browser.test_layout import BROKEN
from tests.effort import long_only


def post(page: Page, path: str, body: Any) -> Any:
    script = "([path, body]) => fetch(path, { method: 'POST', body }).then((answer) => answer.json())"
    return page.evaluate(script, [path, json.dumps(body)])


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def no_wider_than_the_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@long_only
def test_a_friend_beats_my_game(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    karen = guest(size=PHONE)
    karen.goto(harbour.url)
    seats = [{"kind": "here"}, {"kind": "bot", "level": "easy"}]
    made = post(karen, "api/tables", {"game": "soles", "seats": seats, "components": SHORT})
    karen.goto(f"{harbour.url}#/table/{made['code']}?seat={made['keys'][0]['token']}")
    sit_down(karen, "Karen")
    play_out(karen, "soles", 240)
    karen.get_by_role("button", name="Beat my game").click()
    dialog = karen.get_by_role("dialog", name="Beat my game")
    link = dialog.get_by_label("The link for friends").input_value()
    assert made["code"] not in link
    expect(dialog).to_contain_text("who has played may tell")
    assert axe(karen) == []
    dialog.get_by_role("link", name="See who has played").click()
    expect(karen.get_by_role("status").filter(has_text="Nobody else has played")).to_be_visible()
    karen.goto(link)  # whoever opens the own link finds the own game, not an invitation
    expect(karen.get_by_role("heading", name="Beat my game")).to_be_visible()
    expect(karen.get_by_role("status").filter(has_text="Nobody else has played")).to_be_visible()
    expect(karen.get_by_role("button", name="Play with the same dice")).to_have_count(0)

    reiner = guest(size=PHONE, language="de")
    heard: list[str] = []
    reiner.on("response", lambda answer: heard.append(answer.url))
    reiner.goto(link)
    expect(reiner.get_by_role("heading", name="Schlag das Spiel von Karen")).to_be_visible()
    expect(reiner.locator("main")).to_contain_text("wer gespielt hat, kann sie verraten")
    assert axe(reiner) == []
    no_wider_than_the_screen(reiner)
    reiner.get_by_role("button", name="Mit denselben Würfeln spielen").click()
    expect(reiner.locator(".board")).to_be_visible()
    german(reiner)
    assert not any(made["code"] in url for url in heard), "nothing of the first game is asked for before the own one is over"
    reiner.get_by_role("link", name="Vergleichen").click()
    region = reiner.get_by_role("region", name="Nebeneinander")
    expect(region.get_by_role("row")).to_have_count(3)
    expect(region).not_to_contain_text("…", timeout=120_000)  # reckoned
    expect(reiner.locator(".versus")).to_contain_text("Du hast")
    assert "-0" not in region.inner_text()
    assert axe(reiner) == []
    for size in (PHONE, (844, 390), DESK):
        reiner.set_viewport_size({"width": size[0], "height": size[1]})
        no_wider_than_the_screen(reiner)
        assert reiner.evaluate(BROKEN.replace(".board", "table")) == []
    reiner.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    mine = karen.get_by_role("region", name="Side by side")
    expect(mine.get_by_role("row")).to_have_count(3)
    expect(karen.locator(".versus")).to_contain_text("You gave away", timeout=60_000)
    region.get_by_role("link", name="Nachspielen: Karen").click()
    expect(reiner.locator(".board")).to_be_visible()


def german(page: Page) -> None:
    """Plays soles in German to the end."""
    while not page.locator("#result").count():
        page.locator(".controls.active, #result").first.wait_for()
        for name in ("Aus der Mitte nehmen", "Sichern"):
            button = page.locator(".controls.active .button:not([disabled])").filter(has_text=name)
            if button.count():
                button.first.click()
                break


def test_a_host_sets_an_evening_and_groups_take_their_seats(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    host = guest(size=PHONE)
    host.goto(f"{harbour.url}#/evening")
    host.get_by_label("Name of group 1").fill("Herrings")
    host.get_by_label("Name of group 2").fill("Sprats")
    assert axe(host) == []
    host.get_by_role("button", name="Set the tables").click()
    expect(host.get_by_role("heading", name="Link for Herrings")).to_be_visible()
    assert axe(host) == []
    no_wider_than_the_screen(host)
    link = host.get_by_label("Link for Sprats").input_value()
    ladder = host.get_by_label("The ladder, for everyone").input_value()

    sprat = guest(size=PHONE)
    sprat.goto(link)
    expect(sprat.get_by_role("heading", name="Your table: Sprats")).to_be_visible()
    assert axe(sprat) == []
    sprat.get_by_role("button", name="Seat A").click()
    sit_down(sprat, "Sprotte")
    other = guest()
    other.goto(link)
    expect(other.get_by_text("Sprotte sits here")).to_be_visible()
    other.get_by_role("button", name="Seat B").click()
    sit_down(other, "Brisling")
    expect(sprat.locator(".board")).to_be_visible()
    expect(host.get_by_role("listitem").filter(has_text="Sprats: plays")).to_contain_text("Sprotte and Brisling")
    other.goto(link)
    expect(other.get_by_text("All seats of this table are taken.")).to_be_visible()
    other.goto(f"{ladder}?host=nonsense")
    expect(other.get_by_text("Herrings: waits for people")).to_be_visible()
    expect(other.get_by_text("This page is yours")).to_have_count(0)
    other.goto(ladder)
    expect(other.get_by_text("Herrings: waits for people")).to_be_visible()
    assert other.get_by_label("Link for Herrings").count() == 0
    host.goto(harbour.url + "#/evening")
    expect(host.get_by_role("heading", name="My evenings")).to_be_visible()
