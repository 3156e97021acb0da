"""Hands on the floe: pull, flick, tap, drag, turn; in three dimensions and flat; and a round scored line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import my_turn, take_turn
from tests.browser.prepared import open_at
from tests.effort import long_only, some_or_all

RECORDS = Path(__file__).parents[1] / "games/floe/records"


def until(name: str, last: str) -> bytes:
    """A record up to the line that begins like this, which is the last of its kind."""
    text = (RECORDS / f"{name}.rollmops").read_text(encoding="utf-8")
    start = text.rindex(f"\n{last} ")
    return (text[: text.index("\n", start + 1)] + "\n").encode()


TO_THROW = until("outdo_choose_one_of_three", "A rest")
TO_KEEP = until("outdo_choose_one_of_three", "C rest")
TO_PLACE = until("special_case_pushed_off_with_four_dice", "B rest")
TO_SCORE = until("scoring_example", "D rest") + (
    b"E throw from=0 aim=0 speed=120 height=40 spin=0\n"
    b"E rest A1=-100.0,375.0,0,3 B1=40.0,340.0,20,1 C1=-60.0,210.0,0,4 D1=10.0,85.0,45,6 "
    b"E1=0.0,125.0,0,2 E2=60.0,130.0,0,5 E3=water,3 E4=water,5\n"
)


def stage(page: Page) -> Locator:
    """The arena, once it can be used."""
    arena = page.locator(".stage")
    expect(arena.locator(".loading")).to_have_count(0, timeout=60_000)
    return arena


def point(page: Page, across: float, down: float) -> tuple[float, float]:
    """A point of the arena's picture, as shares of its sides."""
    box = stage(page).bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def log(page: Page) -> Locator:
    return page.get_by_role("list", name="Logbook").locator("li")


def test_pulled_back_and_let_go(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    open_at(page, harbour, TO_THROW)
    page.get_by_role("button", name="Sliders").click()
    strength = page.get_by_label("Strength")
    usual = strength.input_value()
    x, y = point(page, 0.5, 0.5)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y + 90, steps=3)
    said = page.locator(".aiming").inner_text()
    assert said == f"{page.get_by_label('Direction').input_value()}° to the right, {strength.input_value()} cm/s"
    assert strength.input_value() != usual

    page.mouse.move(x + 2, y + 3)  # back at the start: nothing is thrown
    expect(page.locator(".aiming")).to_have_text("Let go here: nothing is thrown")
    page.mouse.up()
    assert strength.input_value() == usual
    stage(page).focus()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y + 90, steps=3)
    page.keyboard.press("Escape")  # so is nothing after a change of mind
    expect(page.locator(".aiming")).to_have_count(0)
    page.mouse.up()
    assert strength.input_value() == usual
    expect(log(page).last).to_contain_text("On the ice")

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y + 90, steps=3)
    page.mouse.up()
    expect(log(page).nth(-2)).to_have_text(f"Ben throws {said.replace(', ', ' at ')}.")


FORESEEN = """
window.foreseen = []
new MutationObserver(() => {
  const said = document.querySelector('.foreseen')?.textContent.trim() ?? ''
  if (said !== window.foreseen.at(-1)) window.foreseen.push(said)
}).observe(document, { childList: true, subtree: true, characterData: true })
"""


def test_a_forecast_is_of_this_throw_and_of_no_other(harbour: Harbour, guest: Guests) -> None:
    """The next hand has other dice and another table, even where the same gesture still stands on the sliders."""
    page = guest()
    open_at(page, harbour, TO_THROW)
    forecast, throw = page.locator(".foreseen"), page.get_by_role("button", name="Throw", exact=True)
    expect(forecast).to_contain_text("Forecast (", timeout=60_000)
    page.evaluate(FORESEEN)
    throw.click()
    expect(forecast).to_have_count(0)
    while my_turn(page) and not throw.count():
        take_turn(page, "floe")
    expect(forecast).to_contain_text("Forecast (", timeout=60_000)
    said: list[str] = page.evaluate("window.foreseen")
    assert said[said.index("") + 1] == "Trial throws are in the air…"
    stay, dice = re.findall(r"([\d.]+) of (\d) dice", said[-1])[0]
    assert float(stay) <= int(dice)


@long_only
def test_let_go_in_the_sky(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    open_at(page, harbour, TO_THROW)
    stage(page)
    page.get_by_role("button", name="Turn the camera").click()
    for _ in range(6):  # down to where the sky is near
        stage(page).press("ArrowDown")
    page.get_by_role("button", name="Turn the camera").click()
    x, y = point(page, 0.5, 0.7)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 5, steps=4)
    expect(page.locator(".aiming")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".aiming")).to_have_count(0)


def test_thrown_by_a_thumb(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    open_at(page, harbour, TO_THROW)
    thumb = page.context.new_cdp_session(page)
    x, y = point(page, 0.5, 0.5)
    thumb.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in (20, 40, 60):
        thumb.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + step / 4, "y": y + step}]})
    expect(page.locator(".aiming")).to_contain_text("to the left")
    thumb.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.get_by_role("button", name="Logbook").click()
    expect(log(page).filter(has_text=re.compile("Ben throws .* to the left"))).to_have_count(1)


@pytest.mark.parametrize("flat", some_or_all([False, True], False), ids={False: "solid", True: "flat"}.get)
def test_the_die_that_is_tapped_scores(flat: bool, harbour: Harbour, guest: Guests) -> None:
    page = guest(size=DESK)
    open_at(page, harbour, TO_KEEP)
    stage(page)
    if flat:
        page.get_by_role("button", name="Flat map").click()
    else:
        page.get_by_role("button", name="Turn the camera").click()
        page.get_by_role("button", name="See it from above").click()
        page.get_by_role("button", name="Turn the camera").click()
    expect(page.locator(".keep")).to_have_count(3)
    page.mouse.click(*find(page, 50, 110, flat=flat))
    expect(log(page).last).to_have_text("Cleo scores with the 6, 11 cm ahead.")


def find(page: Page, x: float, y: float, *, flat: bool) -> tuple[float, float]:
    """Where on the screen a place on the ice is, in the flat map or nearly so from above."""
    if flat:
        grid = page.locator(".flat svg").evaluate("map => { const g = map.getScreenCTM(); return [g.a, g.e, g.f] }")
        return grid[1] + grid[0] * x, grid[2] - grid[0] * y
    # The camera fits the box and the hand before it, 430 + 62 mm, into the height of the picture.
    return point(page, 0.5, 0.5)[0] + x * 1.1, point(page, 0, 0.5 + (430 / 2 - 31 - y) / 510)[1]


@pytest.mark.parametrize("flat", some_or_all([False, True], True), ids={False: "solid", True: "flat"}.get)
def test_a_pushed_off_die_is_dragged_back(flat: bool, harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE)
    open_at(page, harbour, TO_PLACE)
    stage(page)
    if flat:
        page.get_by_role("button", name="Flat map").click()
    put = page.get_by_role("button", name="Put it here")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("It may lie there")
    page.mouse.move(*point(page, 0.5, 0.45))
    page.mouse.down()
    page.mouse.move(*point(page, 0.02, 0.45))
    expect(verdict).to_contain_text("Not there")
    expect(put).to_be_disabled()
    page.mouse.move(*point(page, 0.5, 0.2))
    expect(verdict).to_contain_text("It may lie there")
    page.mouse.up()
    stage(page).press("ArrowUp")  # until it is confirmed it can be moved, by keys too
    expect(verdict).to_contain_text("It may lie there")
    said = re.findall(r"\d+ cm", verdict.inner_text())
    put.click()
    page.get_by_role("button", name="Logbook").click()
    expect(log(page).last).to_have_text(f"Ann puts the pushed-off die back, {said[0]} ahead.")


FIRST_LINE = """
window.first = null
new MutationObserver(() => {
  const lines = document.querySelectorAll('.scoring li').length
  if (!lines || window.first) return
  const seals = document.querySelectorAll('[role=img][aria-label="Seal of Dora on space 4"]').length
  window.first = [lines, seals, document.querySelectorAll('.controls.active').length]
  setTimeout(() => [...document.querySelectorAll('header button')].find((one) => one.textContent === 'Skip').click())
}).observe(document, { childList: true, subtree: true })
"""
"""What is to be seen with the first line of a scoring, which is skipped then: a busy machine may look when all is over."""


def test_a_round_is_scored_line_by_line(harbour: Harbour, guest: Guests) -> None:
    """Chosen by keys: with the 5 everybody's sums are known, 6 behind it and no net."""
    page = guest(still=False)
    open_at(page, harbour, TO_SCORE)
    stage(page).focus()
    page.evaluate(FIRST_LINE)
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    lines = page.get_by_role("region", name="The round is scored").get_by_role("listitem")
    seal = page.get_by_role("img", name="Seal of Dora on space 4")
    shown, seals, active = page.wait_for_function("() => window.first").json_value()
    assert shown < 5
    assert not seals
    assert not active  # the next turn begins when this has been told
    expect(page.locator(".controls.active")).to_be_visible()
    expect(lines).to_have_count(0)  # nothing lies over the ice when somebody is to throw
    told = [row for row in page.get_by_role("list", name="Logbook").locator("li").all_inner_texts() if "makes 19" in row]
    assert "Dora: 6, hole minus 2 makes 4. The seal is on 4." in told[0]  # and the log has it all
    page.get_by_role("button", name="Last scoring").click()
    expect(lines).to_have_count(5)
    totals = [" ".join(line.locator(".who, .total").all_inner_texts()) for line in lines.all()]
    assert totals == ["Ann = 19", "Ben = 22", "Cleo = 15", "Egon = 11", "Dora = 4"]
    expect(seal).to_be_visible()


def test_thrown_by_keys_and_nothing_flies_under_reduced_motion(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    open_at(page, harbour, TO_THROW)
    before = log(page).count()
    stage(page).focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(log(page)).to_have_count(before + 2)
    expect(log(page).nth(-2)).to_have_text("Ben throws 2° to the left at 125 cm/s.")
    assert page.get_by_role("button", name="Skip").count() == 0


def test_without_3d_graphics_the_map_does_the_same(harbour: Harbour, browser: Browser) -> None:
    plain = browser.browser_type.launch(executable_path=chromium_path(), args=[*FLAGS, "--disable-3d-apis"])
    page = plain.new_page(viewport={"width": 360, "height": 640}, locale="en", reduced_motion="reduce")
    page.set_default_timeout(60_000)
    open_at(page, harbour, TO_THROW)
    expect(page.get_by_role("img", name="The arena")).to_be_visible()
    assert page.locator(".stage canvas").count() == 0
    x, y = point(page, 0.5, 0.5)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 70, steps=3)
    expect(page.locator(".aiming")).to_contain_text("straight ahead")
    page.mouse.up()
    page.get_by_role("button", name="Logbook").click()
    expect(log(page).filter(has_text="Ben throws straight ahead")).to_have_count(1)
    plain.close()
