"""Seats and their links: broken ones, late guests, second devices, watchers, and the list of tables at home."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE, ROOT, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import my_turn, play_now
from tests.browser.prepared import set_at
from tests.browser.test_evenings import two_by_link
from tests.browser.test_pages import fits
from tests.browser.test_tables import new_table
from tests.effort import long_only

RECORDS = ROOT / "tests/games/soles/records"
FINISHED = RECORDS / "ends_on_the_last_sole_exactly.rollmops"
KEPT = "JSON.parse(localStorage.getItem('rollmops.seats'))"


def seat_link(page: Page) -> str:
    return page.get_by_role("textbox", name=re.compile("Link to seat")).first.input_value()


def leave_page(page: Page) -> None:
    """Without it a link to the same page would only change what stands behind the #."""
    page.goto("about:blank")


def test_a_broken_link_leaves_what_this_browser_holds(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    new_table(page, harbour.url, "soles", ["Me, on this device", "Someone by link"])
    link = seat_link(page)
    before = page.evaluate(f"{KEPT}[0].tokens")
    for broken in (link[:-12], link[:-20] + "ä", re.sub(r"seat=.*", "seat=abc", link)):
        leave_page(page)
        page.goto(broken)
        expect(page.locator(".notice", has_text="This link is not complete")).to_be_visible()
        expect(page.get_by_text("Waiting for Seat 2")).to_be_visible()
        expect(page.get_by_text("The connection is gone")).to_have_count(0)
        expect(page.get_by_text("You are watching")).to_have_count(0)
        assert page.evaluate(f"{KEPT}[0].tokens") == before
    page.goto(link)  # the whole one, in the same page
    expect(page.get_by_label("Your name")).to_be_visible()


def test_a_link_cut_within_a_letter_is_a_page_that_does_not_exist(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.goto(f"{harbour.url}#/table/%E0%A4%A")
    expect(page.get_by_role("heading", name="This page does not exist")).to_be_visible()


def test_invitation_and_waiting_room_say_the_same_words(harbour: Harbour, guest: Guests) -> None:
    page = guest(language="de")
    page.goto(f"{harbour.url}#/new/soles")
    page.get_by_role("button", name="3. Platz entfernen").click()
    page.get_by_role("button", name="Tisch eröffnen").click()
    expect(page.get_by_role("listitem").filter(has_text="2. Platz muss sich noch setzen")).to_be_visible()
    expect(page.get_by_role("heading", name="Link zum 2. Platz")).to_be_visible()


def test_who_comes_after_a_bot_took_the_seat_is_let_in_by_the_door(harbour: Harbour, guest: Guests) -> None:
    karen, late = guest(), guest(size=PHONE)
    new_table(karen, harbour.url, "soles", ["Me, on this device", "Someone by link"])
    link = seat_link(karen)
    karen.get_by_role("button", name="Let a bot play for Seat 2").click()
    expect(karen.locator(".board")).to_be_visible()
    late.goto(link)
    name = late.get_by_label("Your name")
    assert name.input_value() not in ("", karen.evaluate(f"{KEPT}[0].names.A"))  # one that is free is suggested
    name.fill("Reiner")
    late.get_by_role("button", name="Sit down").click()
    expect(late.locator(".player", has_text="Reiner")).to_contain_text("you")
    expect(karen.locator(".player", has_text="Reiner")).to_be_visible()


def test_who_left_at_the_door_frees_the_seat(harbour: Harbour, guest: Guests) -> None:
    karen, reiner, watcher = guest(), guest(), guest()
    new_table(karen, harbour.url, "soles", ["Me, on this device", "Someone by link", "Someone by link"])
    reiner.goto(seat_link(karen))
    reiner.get_by_label("Your name").fill("Reiner")
    reiner.get_by_role("button", name="Sit down").click()
    expect(karen.get_by_role("listitem").filter(has_text="Reiner")).to_contain_text("✓")
    reiner.once("dialog", lambda dialog: dialog.accept())
    reiner.get_by_role("button", name="More").click()
    reiner.get_by_role("button", name="Leave the table").click()
    expect(karen.get_by_role("listitem").filter(has_text="Reiner")).to_contain_text("Waiting for")
    watcher.goto(karen.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(watcher.get_by_role("button", name=re.compile("Let a bot play"))).to_have_count(0)


@long_only
def test_only_who_sits_is_offered_a_bot_for_who_is_gone(harbour: Harbour, guest: Guests) -> None:
    karen, reiner, watcher = guest(), guest(), guest()
    two_by_link(karen, reiner, harbour.url)
    watcher.goto(karen.url)
    expect(watcher.locator(".board")).to_be_visible()
    leave_page(reiner)
    expect(karen.get_by_role("button", name="Let a bot play for Reiner")).to_be_visible()
    expect(watcher.locator(".player", has_text="Reiner")).to_contain_text("away")
    assert watcher.get_by_role("button", name=re.compile("Let a bot play")).count() == 0


def test_a_seat_stays_with_the_second_device_when_the_first_reconnects(harbour: Harbour, guest: Guests) -> None:
    laptop, phone = guest(), guest(size=PHONE)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    laptop.route_web_socket("**/socket?open=1", through)
    new_table(laptop, harbour.url, "soles", ["Me, on this device", "Someone by link"])
    laptop.get_by_role("button", name="More").click()
    laptop.get_by_role("button", name="Invite").click()
    own = laptop.get_by_role("textbox", name=re.compile("Your own seat")).first.input_value()
    laptop.keyboard.press("Escape")
    phone.goto(own)
    back = "Take it back here"
    expect(laptop.get_by_role("button", name=back)).to_be_visible()
    lines[-1].close(code=4999, reason="the cable was pulled")
    laptop.wait_for_function("() => document.querySelector('.notices').textContent.includes('The connection is gone')")
    expect(laptop.locator(".notice", has_text="The connection is gone")).to_have_count(0)
    assert len(lines) > 1
    expect(laptop.get_by_role("button", name=back)).to_be_visible()
    assert phone.get_by_role("button", name=back).count() == 0
    laptop.get_by_role("button", name=back).click()
    expect(phone.get_by_role("button", name=back)).to_be_visible()
    expect(laptop.get_by_role("button", name=back)).to_have_count(0)


def hold(page: Page, url: str, *kept: dict[str, Any]) -> None:
    """This browser holds these seats."""
    page.goto(f"{url}#/nowhere")
    page.evaluate("all => localStorage.setItem('rollmops.seats', JSON.stringify(all))", list(kept))
    leave_page(page)


def seat_at(code: str, tokens: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"code": code, "game": "soles", "tokens": tokens, "links": {}, "names": {}, **more}


def test_who_was_away_is_told_that_the_others_play_on(harbour: Harbour, guest: Guests) -> None:
    code, tokens = set_at(harbour, FINISHED.read_bytes())
    karen, reiner, watcher = guest(), guest(), guest()
    hold(karen, harbour.url, seat_at(code, {"A": tokens[0]}))
    hold(reiner, harbour.url, seat_at(code, {"B": tokens[1]}))
    table = f"{harbour.url}#/table/{code}"
    karen.goto(table)
    karen.get_by_role("button", name="Another game").click()
    karen.get_by_role("dialog").get_by_role("button", name="Espresso Fishing").click()
    expect(karen).not_to_have_url(table)
    for page in (reiner, watcher):
        page.goto(table)
        expect(page.get_by_role("link", name="Go along")).to_be_visible()
    reiner.wait_for_function(f"() => {KEPT}.some(kept => kept.game === 'espresso')")
    reiner.goto(harbour.url)
    expect(reiner.get_by_role("link", name=re.compile("^Espresso Fishing with Karen"))).to_be_visible()
    expect(reiner.get_by_role("link", name=re.compile("^Roll for Soles"))).to_be_hidden()  # it is over
    reiner.get_by_role("link", name=re.compile("^Espresso Fishing with Karen")).click()
    expect(reiner.locator(".board")).to_be_visible()


def test_no_running_table_is_ever_dropped_from_the_list(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    tables = list[dict[str, Any]]()
    for n in range(14):
        code, tokens = set_at(harbour, b"rollmops 1\ngame soles\nseat A Karen\nseat B Guest\nfirst A\n\n")
        tables.append(seat_at(code, {"A": tokens[0]}, people=["Karen", f"Guest {n}"]))
    hold(page, harbour.url, *tables)
    play_now(page, harbour.url, "soles")
    codes = page.evaluate(f"{KEPT}.map(kept => kept.code)")
    assert set(codes) > {table["code"] for table in tables}
    page.goto(harbour.url)
    expect(page.locator(".kept a:visible")).to_have_count(3)
    newest = page.locator(".kept a").first
    expect(newest).to_contain_text("Roll for Soles with Marlies and Milo")
    fits(page)
    box = page.locator(".games .game").first.bounding_box()
    assert box is not None
    assert box["y"] < PHONE[1], "the games begin on the first screen"
    page.get_by_text("12 more").click()
    expect(page.locator(".kept a:visible")).to_have_count(15)
    expect(page.get_by_role("link", name=re.compile("with Guest 13"))).to_be_visible()


def test_colours_are_chosen_where_the_table_is_set(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    page.goto(f"{harbour.url}#/new/soles")
    page.locator("fieldset").nth(1).locator(".kind select").select_option(label="A bot")
    page.get_by_role("button", name="Colour of the 1st seat: coral").click()
    page.get_by_role("radio", name="sea, sail, taken").check(force=True)  # the third seat's: they swap
    expect(page.get_by_role("button", name="Colour of the 3rd seat: coral")).to_be_visible()
    page.get_by_role("button", name="Colour of the 2nd seat: lemon").click()
    page.get_by_role("radio", name="plum, moon").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".board")).to_be_visible()
    code = page.url.rpartition("/")[2]
    seats = page.request.get(f"{harbour.url}api/tables/{code}").json()["seats"]
    assert [seat["colour"] for seat in seats] == ["sea", "plum", "coral"]


def test_a_refusal_is_told_in_german(harbour: Harbour, guest: Guests, quarrels: list[str], tmp_path: Path) -> None:
    page = guest(language="de")
    text = page.request.get(f"{harbour.url}api/games/soles/components").text()
    (tmp_path / "odd.toml").write_text(text.replace("yellow = 40", "yellow = -1"))
    page.goto(f"{harbour.url}#/new/soles")
    page.get_by_text("Eigene Materialdatei").click()
    page.get_by_label("Eigene Materialdatei").set_input_files(tmp_path / "odd.toml")
    expect(page.get_by_text("odd.toml")).to_be_visible()
    page.get_by_role("button", name="Tisch eröffnen").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Diese Materialdatei ist nicht zu gebrauchen. Schau auf soles.yellow.")
    expect(alert.locator("[lang=en]")).to_contain_text("soles.yellow")
    code, _ = set_at(harbour, (RECORDS / "haul_of_five.rollmops").read_bytes())
    page.goto(f"{harbour.url}#/replay/{code}")
    expect(alert).to_contain_text("Dieses Spiel lässt sich nicht abspielen. Das geht erst später.")
    quarrels.clear()  # the browser itself notes the refused requests


def test_a_table_of_older_rules_gives_its_logbook(harbour: Harbour, guest: Guests) -> None:
    code, _ = set_at(harbour, FINISHED.read_bytes(), version=0)
    page = guest()
    page.goto(f"{harbour.url}#/table/{code}")
    expect(page.get_by_role("heading", name="This table was played by older rules")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the logbook").click()
    assert "\ngame soles\n" in download.value.path().read_text(encoding="utf-8")


def test_step_keys_go_on_after_a_click_on_the_bar(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.goto(f"{harbour.url}#/replay")
    page.get_by_label("Open a logbook file").set_input_files(FINISHED)
    steps = page.get_by_role("slider")
    page.get_by_role("button", name="One step on").click()
    expect(steps).to_have_attribute("aria-valuetext", re.compile("Entry 1 of"))
    page.keyboard.press("ArrowRight")
    expect(steps).to_have_attribute("aria-valuetext", re.compile("Entry 2 of"))
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(steps).to_have_attribute("aria-valuetext", re.compile("Entry 0 of"))


def test_the_focus_stays_with_the_controls_after_a_choice(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    play_now(page, harbour.url, "soles")
    assert my_turn(page)
    page.locator(".controls.active .button").first.press("Enter")
    page.wait_for_function("() => document.activeElement?.closest('.controls') && !document.activeElement.closest('button')")


def test_names_of_the_list_are_those_of_the_record(harbour: Harbour, guest: Guests) -> None:
    """What a browser kept before it knew names and times still opens."""
    code, tokens = set_at(harbour, (RECORDS / "haul_of_five.rollmops").read_bytes())
    page = guest()
    hold(page, harbour.url, json.loads(json.dumps(seat_at(code, {"A": tokens[0]}))))
    page.goto(harbour.url)
    page.locator(f"a[href$='#/table/{code}']").click()  # what it is called changes as soon as the server has told the names
    expect(page.locator(".board")).to_be_visible()
    page.goto(harbour.url)
    expect(page.get_by_role("link", name=re.compile("^Roll for Soles with Reiner"))).to_be_visible()
