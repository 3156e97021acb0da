"""How a game begins and ends at a page: nothing happens before the board is seen, and the end is an end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, SMALL_DESK, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import TITLES
from tests.browser.prepared import open_at, set_at, sit_at
from tests.effort import LONG, long_only, some_or_all

RECORDS = Path(__file__).parents[1] / "games/soles/records"
FLOE = Path(__file__).parents[1] / "games/floe/records"
PLAYED = (RECORDS / "ends_by_a_hook_that_takes_from_the_middle.rollmops").read_bytes()
LAST_CHOICE = PLAYED[: PLAYED.rindex(b"A take middle")].replace(b"result A 48 B 32\n", b"")
EARS = """
window.heard = []
const made = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () {
  const wave = made.call(this)
  const set = wave.frequency.setValueAtTime.bind(wave.frequency)
  wave.frequency.setValueAtTime = (hertz, at) => (window.heard.push(Math.round(hertz)), set(hertz, at))
  return wave
}
"""
SWIMMING = """
window.places = new Set()
const watch = () => {
  const one = document.querySelectorAll('.ending svg')[7]
  if (one) window.places.add(JSON.stringify(one.getBoundingClientRect()))
  requestAnimationFrame(watch)
}
watch()
"""
"""Where a fish of the celebration was, frame by frame: it is over soon, and a busy machine may look too late."""
FANFARE = 1047
"""The highest note of it, which no other sound has."""
EYES = """
window.seen = []
const look = () => {
  window.seen.push([document.querySelector('.board') !== null, document.querySelectorAll('aside ol li:not(.soft)').length])
  requestAnimationFrame(look)
}
look()
"""


def end_game(page: Page) -> None:
    page.get_by_role("button", name="Take from the middle").first.click()
    expect(page.locator("#result")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK] if LONG else [PHONE], ids=["phone", "desk"] if LONG else ["phone"])
def test_winners_are_celebrated_and_one_finds_oneself(size: tuple[int, int], harbour: Harbour, guest: Guests) -> None:
    page = guest(size=size, still=False, touch=size == PHONE)
    page.add_init_script(EARS)
    page.add_init_script(SWIMMING)
    open_at(page, harbour, LAST_CHOICE, mine="A")
    end_game(page)
    page.wait_for_function("() => window.places.size > 1")
    expect(page.locator("tr.mine")).to_contain_text("Karen")
    expect(page.locator("tr.mine.won")).to_have_count(1)
    expect(page.locator(".comfort")).to_have_count(0)
    page.wait_for_function(f"() => window.heard.includes({FANFARE})")
    page.get_by_role("button", name="Rematch").click(trial=True)  # nothing is in the way

    page.reload()  # a finished table that is opened again is quiet
    expect(page.locator("#result")).to_be_visible()
    page.locator("h2#result").click()
    page.wait_for_timeout(800)
    expect(page.locator(".ending")).to_have_count(0)
    assert FANFARE not in page.evaluate("window.heard")


LAST_ROUND = """
window.rounds = []
const look = () => {
  const lines = document.querySelectorAll('.scoring li').length
  const turns = document.querySelectorAll('.track .turn, [aria-current=true]').length
  window.rounds.push([lines, document.querySelector('#result') !== null, turns])
  requestAnimationFrame(look)
}
look()
"""


def test_the_last_round_is_scored_before_anybody_has_won(harbour: Harbour, guest: Guests) -> None:
    record = (FLOE / "ends_at_75_for_four_players.rollmops").read_bytes()
    record = re.sub(rb"(?m)^result .*\n", b"", record[: record.rindex(b"C keep C1")])
    page = guest(size=PHONE, still=False)
    page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'brisk' })")
    open_at(page, harbour, record)
    page.get_by_role("button", name="Flat map").click()
    keep = page.locator(".keep").first
    expect(keep).to_be_visible()
    page.evaluate(LAST_ROUND)
    keep.click()
    expect(page.locator("#result")).to_be_visible()
    rounds = page.evaluate("window.rounds")
    won = next(place for place, (_, over, _) in enumerate(rounds) if over)
    assert {lines for lines, *_ in rounds[:won]} == {0, 1, 2, 3, 4}, "somebody won before the round was scored"
    assert rounds[-1][2] == 0, "somebody is still to move"


@long_only
def test_who_lost_hears_no_fanfare_but_a_quiet_word(harbour: Harbour, guest: Guests) -> None:
    code, tokens = set_at(harbour, LAST_CHOICE)
    winner, loser = guest(), guest(size=SMALL_DESK, still=False)
    loser.add_init_script(EARS)
    sit_at(winner, harbour, LAST_CHOICE, code, tokens, "A")
    sit_at(loser, harbour, LAST_CHOICE, code, tokens, "B")
    loser.locator(".sea").click()
    end_game(winner)
    expect(loser.locator("#result")).to_be_visible()
    expect(loser.locator(".comfort")).to_contain_text("Well fished.")
    expect(loser.locator("tr.mine:not(.won)")).to_contain_text("Reiner")
    loser.wait_for_timeout(800)
    heard = loser.evaluate("window.heard")
    assert heard
    assert FANFARE not in heard
    expect(winner.locator(".ending")).to_have_count(0)  # who wants it still has it still


@pytest.mark.parametrize("game", some_or_all(["soles", "espresso", "lure"], "espresso"))
def test_nothing_rolls_before_the_board_is_seen(game: str, harbour: Harbour, guest: Guests) -> None:
    page = guest(size=SMALL_DESK, still=False)
    page.add_init_script(EYES)
    page.goto(harbour.url)
    page.get_by_role("button", name=f"Play now against bots: {TITLES[game]}").click()
    board = page.locator(".board")
    expect(board).to_be_visible(timeout=120_000)
    roll = page.locator(".roll").or_(page.get_by_role("list", name="Logbook").locator("li:not(.soft)"))
    expect(roll.first).to_be_visible(timeout=60_000)
    frames = page.evaluate("window.seen")
    assert [True, 0] in frames, "the board was never seen before something had happened"
    assert not any(lines and not seen for seen, lines in frames)


def test_settings_are_kept_and_obeyed(harbour: Harbour, guest: Guests) -> None:
    page = guest(still=False)
    page.goto(harbour.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Speed").select_option("brisk")
    page.get_by_label("Volume").fill("30")
    page.get_by_label("Begin my turns with a press").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    kept = json.loads(page.evaluate("localStorage['rollmops.settings']"))
    assert (kept["speed"], kept["volume"], kept["roll"]) == ("brisk", 30, False)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Speed")).to_have_value("brisk")
    page.get_by_label("Sounds").uncheck()
    expect(page.get_by_label("Volume")).to_have_count(0)
