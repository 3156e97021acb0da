"""Lessons in a real browser: played to the end by taps and by keys, left and resumed, in both languages."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import TITLES
from tests.effort import long_only, some_or_all

SECONDS = 240
GAMES = list(TITLES)
GO_ON = {"en": "Go on", "de": "Weiter"}


def told(harbour: Harbour, game: str) -> Any:
    with urllib.request.urlopen(f"{harbour.url}api/lessons/{game}") as answer:  # noqa: S310 - our own address
        return json.load(answer)


def card(page: Page, language: str = "en") -> Locator:
    return page.get_by_role("region", name={"en": "The lesson", "de": "Die Lektion"}[language])


def press(where: Locator) -> None:
    """A finger, where there is one."""
    where.tap() if where.page.evaluate("navigator.maxTouchPoints") else where.click()


GERMAN = {
    "Secure": "sichern",
    "again": "Noch einmal",
    "Take from the middle": "Aus der Mitte nehmen",
    "Take from Olaf": "Von Olaf nehmen",
    "Roll": "neu werfen",
    "Leave them": "Liegen lassen",
    "Throw the white die": "Weißen Würfel werfen",
    "Drink": "Espresso trinken",
    "Stop here": "Hier aufhören",
    "Throw": "Werfen",
    "djust": "Dreh-Köder",
    "oast": "Prahlerei",
}


def do(page: Page, line: str, language: str = "en") -> None:
    """Play this line as a person does: by what lies on the board."""
    verb, *rest = line.split()
    bar = page.locator(".controls.active")

    def called(name: str) -> str:
        return GERMAN.get(name, name) if language == "de" else name

    if verb in ("secure", "again"):
        press(bar.get_by_role("button", name=called({"secure": "Secure", "again": "again"}[verb])))
    elif line == "take middle":
        press(bar.get_by_role("button", name=called("Take from the middle")))
    elif verb == "take" and rest[0] in "AB":
        press(page.get_by_role("button", name=called("Take from Olaf")))
    elif verb == "reroll":
        for die in rest:
            press(page.locator("button.die").nth(["b1", "b2", "b3", "r1", "r2"].index(die)))
        press(bar.get_by_role("button", name=called("Roll")))
    elif verb in ("stand", "cast", "drink", "pass") and not rest:
        name = {"stand": "Leave them", "cast": "Throw the white die", "drink": "Drink", "pass": "Stop here"}[verb]
        press(bar.get_by_role("button", name=called(name)))
    elif verb in ("take", "steal"):
        press(page.locator(f".catch button.{rest[-1]}, .catch button.one").first)
    elif verb == "cast":
        cast(page, rest, called)
    elif verb == "adjust":
        adjust(page, rest, language)
    elif verb == "throw":
        press(bar.get_by_role("button", name=called("Throw")))
    elif verb == "keep":
        press(bar.locator("button.keep").filter(has=page.get_by_label(rest[0])))
    else:
        raise AssertionError(f"nobody knows how to play {line}")


def cast(page: Page, parts: list[str], called: Callable[[str], str]) -> None:
    """Dice and lures into the hand, and out they go."""
    for _ in range(page.locator(".hand .piece").count()):
        press(page.locator(".hand .piece").first)
    sixes, *others = parts
    for _ in range(int(sixes)):
        press(page.locator(".screen").get_by_role("button", name=called("d6")).first)
    names = {"d12": "d12", "d20": "d20", "adjust": "djust", "boast": "oast"}
    for other in others:
        press(page.locator(".screen").get_by_role("button", name=called(names[other])).first)
    press(page.locator(".hand .button"))


def adjust(page: Page, turns: list[str], language: str) -> None:
    for turn in turns:
        up = turn[1] == "+"
        said = f"Turn die {turn[0]} {'up' if up else 'down'} by one"
        if language == "de":
            said = f"Würfel {turn[0]} um eins {'hoch' if up else 'runter'} drehen"
        press(page.get_by_role("button", name=said))
    press(page.locator(".controls.active .button.main"))


def read_on(page: Page, language: str = "en") -> bool:
    """Read, roll and wait until something is to be decided; False at the end."""
    until = time.monotonic() + SECONDS
    ready = page.get_by_role("button", name=GO_ON[language], exact=True)
    roll = page.locator(".controls .button.roll")
    over = card(page, language).get_by_role("button")
    while time.monotonic() < until:
        if over.count():
            return False  # only its end has buttons of its own
        if page.locator(".card.task").count() and page.locator(".controls.active").count() and not roll.count():
            return True
        for button in (ready, roll):
            if button.count():
                press(button.first)
                break
        page.wait_for_timeout(40)
    raise AssertionError(f"the lesson does not go on: {page.locator('main').inner_text()}")


def keep_name(step: Any) -> str:
    """The die to be kept, as its button is called."""
    die = next(one for one in step["part"]["view"]["thrown"] if one["die"] == step["accepted"][0].split()[1])
    return str(die["up"])


def right(step: Any) -> str:
    line = str(step["accepted"][0])
    return f"keep {keep_name(step)}" if line.startswith("keep") else line


@pytest.mark.parametrize("game", some_or_all(GAMES, "soles"))
def test_a_lesson_is_played_to_its_end_by_taps_on_a_phone(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]], game: str
) -> None:
    page = guest(size=PHONE, touch=True)
    page.goto(harbour.url)
    offer = page.get_by_role("link", name=f"New here? Two minutes: {TITLES[game]}")
    expect(offer).to_have_text("New here? Two minutes")
    press(offer)
    tasks = [step for step in told(harbour, game)["steps"] if step["task"]]
    for place, step in enumerate(tasks):
        assert read_on(page)
        expect(card(page)).to_contain_text(step["task"]["en"])
        if place == 0:
            assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing sticks out of a phone"
        do(page, right(step))
    assert not read_on(page)
    expect(card(page)).to_contain_text(told(harbour, game)["goodbye"]["en"])
    assert axe(page) == []
    page.goto(harbour.url)
    expect(page.get_by_role("heading", name=TITLES[game])).to_be_visible()
    expect(offer).to_have_count(0)


def open_lesson(page: Page, harbour: Harbour, game: str) -> None:
    page.goto(f"{harbour.url}#/lesson/{game}")
    expect(page.locator(".board")).to_be_visible(timeout=60_000)


def tab_to(page: Page, name: str) -> None:
    """The keyboard alone: on to this button, and press it."""
    for _ in range(30):
        if name in page.evaluate("document.activeElement.innerText ?? ''") and page.evaluate(
            "document.activeElement.tagName === 'BUTTON'"
        ):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


@long_only
def test_by_keyboard_alone_with_a_press_before_every_turn(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'once', roll: true })")
    open_lesson(page, harbour, "soles")
    expect(card(page)).to_contain_text("Bring home the most soles: roll your four dice!")
    buttons = {"again": "Roll again", "secure": "Secure", "take B": "Take from Olaf"}
    tab_to(page, "Roll")
    for step in [step for step in told(harbour, "soles")["steps"] if step["task"]]:
        for _ in range(20):
            if page.locator(".card.task").count():
                break
            name = "Roll" if page.locator(".button.roll").count() else "Go on"
            expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
            tab_to(page, name)
            page.wait_for_timeout(150)
        expect(card(page)).to_contain_text(step["task"]["en"])
        tab_to(page, buttons[step["accepted"][0]])
        page.wait_for_timeout(150)
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("You know all you need now.")


def test_a_wrong_move_is_answered_kindly_and_tried_again(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, touch=True)
    open_lesson(page, harbour, "soles")
    first = next(step for step in told(harbour, "soles")["steps"] if step["task"])
    assert read_on(page)
    do(page, "secure")
    expect(card(page)).to_contain_text(first["answers"][0]["text"]["en"])
    expect(card(page).locator("[aria-live=polite]")).to_contain_text("Not yet")
    expect(page.locator(".controls.active")).to_be_visible()
    do(page, "again")
    expect(card(page)).to_contain_text("6 lie in the net")


def test_it_goes_on_where_it_was_left_and_can_begin_anew_or_be_skipped(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, touch=True)
    open_lesson(page, harbour, "soles")
    tasks = [step for step in told(harbour, "soles")["steps"] if step["task"]]
    for step in tasks[:2]:
        assert read_on(page)
        do(page, right(step))
    assert read_on(page)
    expect(card(page)).to_contain_text(tasks[2]["task"]["en"])
    page.reload()
    expect(card(page)).to_contain_text(tasks[2]["task"]["en"])
    page.goto(harbour.url)
    offer = page.get_by_role("link", name="Go on with the lesson: Roll for Soles")
    expect(offer).to_have_text("Go on with the lesson")
    press(offer)
    expect(card(page)).to_contain_text(tasks[2]["task"]["en"])
    page.get_by_role("button", name="Back to the start").click()
    assert read_on(page)
    expect(card(page)).to_contain_text(tasks[0]["task"]["en"])
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.get_by_role("heading", name="Roll for Soles")).to_be_visible()
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="No lesson: Lure").click()
    expect(page.get_by_role("link", name="New here? Two minutes: Lure")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name="New here? Two minutes: Espresso Fishing")).to_be_visible()
    expect(page.get_by_role("link", name="New here? Two minutes: Lure")).to_have_count(0)


@long_only
def test_once_loaded_it_needs_no_server_and_speaks_german(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, language="de", touch=True)
    open_lesson(page, harbour, "soles")
    tasks = [step for step in told(harbour, "soles")["steps"] if step["task"]]
    page.context.set_offline(True)
    for step in tasks:
        assert read_on(page, "de")
        expect(card(page, "de")).to_contain_text(step["task"]["de"])
        words = {"again": "Noch einmal", "secure": "sichern", "take B": "Von Olaf nehmen"}[step["accepted"][0]]
        press(page.locator(".board").get_by_role("button", name=words))
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not read_on(page, "de")
    expect(card(page, "de")).to_contain_text("Jetzt weißt du alles, was du brauchst.")
    page.context.set_offline(False)


@long_only
def test_the_rules_have_small_boards_to_play_with(harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]) -> None:
    page = guest(size=PHONE, touch=True)
    page.goto(f"{harbour.url}#/rules/soles")
    expect(page.get_by_role("link", name="Learn by playing: two minutes")).to_be_visible()
    press(page.get_by_role("button", name="Try it on a board: Counting a haul"))
    small = page.get_by_role("group", name="A small board: Counting a haul")
    assert read_on(page)
    press(small.get_by_role("button", name="Secure 4"))
    expect(card(page)).to_contain_text("dare it once")
    press(small.get_by_role("button", name="Roll again"))
    expect(card(page)).to_contain_text("so 6 lie in the net")
    assert axe(page) == []
    press(small.get_by_role("button", name="Go on", exact=True))
    press(small.get_by_role("button", name="Back to the start"))
    assert read_on(page)
    expect(card(page)).to_contain_text("Roll again!")
    one_turn_with_dice_of_its_own(page)


@long_only
def test_the_rules_of_lure_and_of_the_floe_have_them_too(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    page = guest(size=PHONE, touch=True)
    page.goto(f"{harbour.url}#/rules/floe")
    press(page.get_by_role("button", name="Try it on a board: Three dice"))
    assert read_on(page)
    do(page, "throw")
    expect(card(page)).to_contain_text("Two outdo your 4")
    page.goto("about:blank")
    page.goto(f"{harbour.url}#/rules/floe")
    press(page.get_by_role("button", name="Try it on a board: Pushed off"))
    small = page.get_by_role("group", name="A small board: Pushed off")
    expect(small.get_by_text("It may lie there")).to_be_visible()
    press(small.get_by_role("button", name="Put it here"))
    expect(small).to_contain_text("That was your turn.")
    press(small.get_by_role("button", name="Close the board"))
    press(page.get_by_role("button", name="Try it on a board: Example"))
    small = page.get_by_role("group", name="A small board: Example")
    press(small.locator("button.keep").first)
    for earned in (19, 22, 15, 9):
        expect(small.get_by_text(f"= {earned}", exact=True)).to_be_visible()
    assert axe(page) == []
    page.goto(f"{harbour.url}#/rules/lure")
    press(page.get_by_role("button", name="Try it on a board: 1. Splash"))
    small = page.get_by_role("group", name="A small board: 1. Splash")
    expect(small.get_by_text("What may you do?")).to_be_visible()
    expect(small.locator(".card-place").nth(2)).to_be_visible()


CHANGES = """it => {
  window.changed = false
  const eye = new MutationObserver(() => (window.changed = true, eye.disconnect()))
  eye.observe(it, { childList: true, subtree: true, characterData: true })
}"""


@contextmanager
def answered(small: Locator) -> Iterator[None]:
    """Until the board shows what the server has said to a press: nothing is on its way when one looks at it again."""
    small.evaluate(CHANGES)
    yield
    small.page.wait_for_function("() => window.changed")


def one_turn_with_dice_of_its_own(page: Page) -> None:
    """By the keyboard where a button opened it: everything that may be done is right, until the turn is over."""
    page.get_by_role("button", name="Try it on a board: The four dice").press("Enter")
    small = page.get_by_role("group", name="A small board: The four dice")
    expect(small).to_be_focused()
    small.locator(".card.task, .card .row").first.wait_for()
    for _ in range(2):
        while not small.locator(".card .row").count():
            expect(small.get_by_role("region", name="The lesson")).to_contain_text("What may you do?")
            with answered(small):
                press(small.locator(".controls.active .button:not([disabled])").first)
        expect(small).to_contain_text("That was your turn.")
        with answered(small), page.expect_response("**/api/boards/soles?point=dice"):
            small.get_by_role("button", name="Another turn").press("Enter")
    small.get_by_role("button", name="Close the board").press("Enter")
    expect(page.get_by_role("button", name="Try it on a board: The four dice")).to_be_focused()


def test_no_lesson_is_said_in_a_sentence(harbour: Harbour, guest: Guests, quarrels: list[str]) -> None:
    page = guest()
    page.goto(f"{harbour.url}#/lesson/chess")
    expect(page.get_by_role("alert")).to_contain_text("This lesson cannot be shown.")
    quarrels[:] = [one for one in quarrels if "status of 400" not in one]


def test_a_phone_that_is_turned_upright_again_leaves_the_board_its_room(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=(640, 360), touch=True)
    open_lesson(page, harbour, "soles")
    assert read_on(page)
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".dice .die").first).to_be_in_viewport()
    high = "document.querySelector('.controls').offsetHeight > innerHeight / 4"
    for _ in range(100):  # the page hears of it a moment later
        if not page.evaluate(high):
            break
        page.wait_for_timeout(50)
    assert not page.evaluate(high)
