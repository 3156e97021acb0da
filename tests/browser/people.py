"""How people play: the clicks of a plain player of each game."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page, expect

from rollmops.games import house_text
from tests.effort import LONG

SHORT = house_text("soles").replace("yellow = 40", "yellow = 9").replace("2 = 8", "2 = 0")
"""So few soles that a game is over soon; how they are counted is left as it is."""
TITLES = {"soles": "Roll for Soles", "espresso": "Espresso Fishing", "lure": "Lure", "floe": "Rolling Dice"}


def play_now(page: Page, url: str, game: str, level: str = "Medium") -> None:
    """One tap from the home page to a table against bots."""
    page.goto(url)
    if level != "Medium":  # which is what nobody has to choose
        page.get_by_role("radio", name=level).check(force=True)  # the face over it is what one sees
    page.get_by_role("button", name=f"Play now against bots: {TITLES[game]}").click()
    expect(page.locator(".board")).to_be_visible(timeout=120_000)


def finished(page: Page) -> bool:
    return page.locator("#result").count() > 0


def my_turn(page: Page) -> bool:
    """Wait until something is to be done here, or the game is over: bots may be quick."""
    page.locator(".controls.active, #result").first.wait_for(timeout=120_000)
    return not finished(page)


def active(page: Page) -> Locator:
    """The buttons that may be pressed now."""
    return page.locator(".controls.active .button:not([disabled])")


def take_turn(page: Page, game: str) -> None:
    """Do the one thing that is to be done, if it is ours."""
    if not page.locator(".controls.active").count():
        return
    try:
        {"soles": soles, "espresso": espresso, "lure": lure, "floe": floe}[game](page)
    except Exception:
        # The table may have moved on between looking and clicking (a bot was quicker, the game ended).
        if page.locator(".controls.active").count() and not finished(page):
            raise


def press(page: Page, *names: str) -> bool:
    for name in names:
        button = active(page).filter(has_text=name)
        if button.count():
            button.first.click(timeout=15_000)
            return True
    return False


def soles(page: Page) -> None:
    press(page, "Take from the middle", "Secure")


def espresso(page: Page) -> None:
    if press(page, "Leave them", "Throw the white die"):
        return
    fish = page.locator(".board .catch button")
    if fish.count():
        fish.first.click(timeout=15_000)
    press(page, "Steal", "Move", "Stop here")


def lure(page: Page) -> None:
    dice = page.locator(".screen button.piece")
    if dice.count():
        for _ in range(3):
            dice.first.click(timeout=15_000)
        page.locator(".hand .button").click(timeout=15_000)
    else:
        press(page, "Turn none", "Done")


def floe(page: Page) -> None:
    press(page, "Throw", "ahead", "Put it here")


def play_out(page: Page, game: str, seconds: float, *others: Page) -> None:
    """Play until the game is over; fails when it takes too long."""
    until = time.monotonic() + seconds
    everybody = (page, *others)
    while not finished(page):
        for one in everybody:
            assert not one.get_by_role("alert").count(), one.get_by_role("alert").all_inner_texts()
        assert time.monotonic() < until, f"{game} took too long; the table says: {page.locator('.status').all_inner_texts()}"
        for one in everybody:
            take_turn(one, game)
        page.wait_for_timeout(40)
        if not others:  # the browser says when it is our turn again, which costs less than to ask over and over
            my_turn(page)


def play_on(page: Page, game: str) -> None:
    """Play a few turns; in long tests to the end, which others do in short ones."""
    if LONG:
        play_out(page, game, 200)
        return
    assert my_turn(page)
    board = page.locator(".board")
    before = board.inner_text()
    for _ in range(3):
        assert not page.get_by_role("alert").count(), page.get_by_role("alert").all_inner_texts()
        take_turn(page, game)
        page.wait_for_timeout(40)
        if not my_turn(page):
            return
    expect(board).not_to_have_text(before, use_inner_text=True)
