"""A whole game of each against bots, by clicking; then the result, the proof, the replay and the logbook."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from rollmops.games import GAMES
from tests.browser.conftest import PHONE, SMALL_DESK, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import my_turn, play_now, play_out
from tests.effort import LONG, long_only, some_or_all


@pytest.mark.parametrize("game", some_or_all(GAMES, "soles"))
def test_a_whole_game_against_bots(game: str, harbour: Harbour, guest: Guests, tmp_path: Path) -> None:
    page = guest(size=PHONE)
    play_now(page, harbour.afar, game, level="Medium" if LONG else "Easy")
    assert not page.evaluate("isSecureContext")  # as on a phone in the same network
    if game == "floe":  # what the processor would have to draw in three dimensions is seen in test_floe
        page.get_by_role("button", name="Flat map").click()
    play_out(page, game, 240)
    expect(page.get_by_role("heading", name="win")).to_be_visible()

    page.get_by_role("button", name="Proof of the dice").click()
    page.get_by_role("button", name="Check every die here").click()
    proven = "throws themselves are not checked here" if game == "floe" else "follow from the sealed secret"
    expect(page.locator(".verdict.good")).to_contain_text(proven, timeout=60_000)
    expect(page.get_by_text("saw the fingerprint before the game began")).to_be_visible()
    expect(page.get_by_text("is in the dice (seat A)")).to_be_visible()
    page.keyboard.press("Escape")

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the logbook").click()
    record = tmp_path / "game.rollmops"
    download.value.save_as(record)
    assert record.read_text(encoding="utf-8").startswith(f"rollmops 1\ngame {game}\n")

    page.get_by_role("link", name="Replay", exact=True).click()
    timeline = page.get_by_role("slider")
    expect(timeline).to_be_visible()
    page.locator("body").press("End")
    expect(page.locator("#result")).to_be_visible()
    last = timeline.get_attribute("aria-valuetext") or ""
    page.locator("body").press("ArrowLeft")
    expect(timeline).not_to_have_attribute("aria-valuetext", last)

    page.goto(f"{harbour.afar}#/replay")
    page.locator("input[type=file][accept*=rollmops]").set_input_files(record)
    expect(page.get_by_role("slider")).to_have_attribute("max", str(len(_entries(record))))


def _entries(record: Path) -> list[str]:
    _, _, body = record.read_text(encoding="utf-8").partition("\n\n")
    return [line for line in body.splitlines() if line.strip()]


def test_a_file_that_is_no_logbook_is_refused_in_words(
    harbour: Harbour, guest: Guests, quarrels: list[str], tmp_path: Path
) -> None:
    page = guest()
    record = tmp_path / "letter.rollmops"
    record.write_text("Dear Karen\n", encoding="utf-8")
    page.goto(f"{harbour.url}#/replay")
    page.locator("input[type=file][accept*=rollmops]").set_input_files(record)
    expect(page.get_by_role("alert")).to_contain_text("rollmops 1")
    # The browser itself notes every answer from 400 on.
    quarrels[:] = [said for said in quarrels if "status of 4" not in said]


SKIPPER = """
window.skipped = 0
new MutationObserver(() => {
  const skip = [...document.querySelectorAll('header button')].find((one) => one.textContent === 'Skip')
  if (skip) (window.skipped += 1, skip.click())
}).observe(document, { childList: true, subtree: true })
"""
"""Presses Skip as soon as there is something to skip: a test on a busy machine may look too late."""


@long_only
def test_the_theatre_can_be_watched_and_skipped(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=SMALL_DESK, still=False)
    play_now(page, harbour.url, "soles")
    assert my_turn(page)  # what came before it has been watched
    page.evaluate(SKIPPER)
    for _ in range(4):
        if not my_turn(page):
            break
        page.locator(".controls.active .button").first.click()
        page.wait_for_function("() => window.skipped")
    expect(page.get_by_role("list", name="Logbook").locator("li").nth(3)).to_be_visible()
