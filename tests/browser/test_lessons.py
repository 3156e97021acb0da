"""Lessons in a real browser: played to the end by taps and by keys, left and resumed, in both languages."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import TITLES

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


def do(page: Page, line: str) -> None:
    """Play this line as a person does: by what lies on the board."""
    verb, *rest = line.split()
    bar = page.locator(".controls.active")
    if verb in ("secure", "again", "hold"):
        press(bar.get_by_role("button", name={"secure": "Secure", "again": "again", "hold": "hold"}[verb]))
    elif line == "take middle":
        press(bar.get_by_role("button", name="Take from the middle"))
    elif verb == "take" and rest[0] in "AB":
        press(page.get_by_role("button", name="Take from Olaf"))
    elif verb == "reroll":
        for die in rest:
            press(page.locator("button.die").nth(["b1", "b2", "b3", "r1", "r2"].index(die)))
        press(bar.get_by_role("button", name="Roll"))
    elif verb in ("stand", "cast", "drink", "pass") and not rest:
        name = {"stand": "Leave them", "cast": "Throw the white die", "drink": "Drink", "pass": "Stop here"}[verb]
        press(bar.get_by_role("button", name=name))
    elif verb in ("take", "steal"):
        press(page.locator(f".catch button.{rest[-1]}, .catch button.one").first)
    elif verb == "cast":
        cast(page, rest)
    elif verb == "adjust":
        adjust(page, rest)
    elif verb == "throw":
        press(bar.get_by_role("button", name="Throw"))
    elif verb == "keep":
        press(bar.locator("button.keep").filter(has=page.get_by_label(rest[0])))
    else:
        raise AssertionError(f"nobody knows how to play {line}")


def cast(page: Page, parts: list[str]) -> None:
    """Dice and lures into the hand, and out they go."""
    for _ in range(page.locator(".hand .piece").count()):
        press(page.locator(".hand .piece").first)
    sixes, *others = parts
    for _ in range(int(sixes)):
        press(page.locator(".screen").get_by_role("button", name="d6").first)
    names = {"d12": "d12", "d20": "d20", "adjust": "djust", "boast": "oast"}
    for other in others:
        press(page.locator(".screen").get_by_role("button", name=names[other]).first)
    press(page.locator(".hand .button"))


def adjust(page: Page, turns: list[str]) -> None:
    for turn in turns:
        press(page.get_by_role("button", name=turn))
    press(page.locator(".controls.active .button.main"))


def read_on(page: Page, language: str = "en") -> bool:
    """Read, roll and wait until something is to be decided; False at the end."""
    until = time.monotonic() + SECONDS
    ready = page.get_by_role("button", name=GO_ON[language], exact=True)
    roll = page.locator(".controls .button.roll")
    over = card(page, language).get_by_role("link")
    while time.monotonic() < until:
        if over.count():
            return False
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


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end_by_taps_on_a_phone(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]], game: str
) -> None:
    page = guest(size=PHONE, touch=True)
    page.goto(harbour.url)
    offer = page.get_by_role("link", name=f"Learn in two minutes: {TITLES[game]}")
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
