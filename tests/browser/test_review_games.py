"""Review, retry and what if of every game in a real browser, on small and sideways screens; and what cannot be reviewed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

import rollmops
from rollmops.engine.logbook import Record
from rollmops.review import review
from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import HINT_MS, Harbour
from tests.browser.test_review import GAME, open_file
from tests.effort import long_only, some_or_all

THRESHOLD = 0.01
"""As in web/src/review/figures.ts: what is forgiven in a decision that is tried again."""
SIDEWAYS, ZOOMED = (844, 390), (640, 400)
"""A phone on its side, and 1280 × 800 at 200 %."""


def played(name: str, players: int, seed: int, lines: int | None = None) -> Record:
    names = ["Karen", "Reiner", "Ada", "Bo"][:players]
    match = rollmops.open(name, names, seed=seed)
    return rollmops.play(match, rollmops.mind("random", seed), most_lines=lines).record()


def written(record: Record, folder: Path) -> Path:
    path = folder / "game.rollmops"
    path.write_text(record.text(), encoding="utf-8")
    return path


def nothing_sticks_out(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@long_only
def test_another_try_accepts_everything_within_the_threshold(harbour: Harbour, guest: Guests, tmp_path: Path) -> None:
    """A game in which a slip has two good answers: both are right, and the page says why."""
    for seed in range(3, 200):  # in the first three there is none
        record = played("soles", 3, seed)
        slips = [one for one in review(record).entries if one.kind == "choice" and (one.loss or 0) > THRESHOLD]
        first = {one.seat: one for one in reversed(slips)}
        good = {seat: close(one.lines or {}) for seat, one in first.items()}
        seat = next((seat for seat, lines in good.items() if len(lines) > 1), None)
        if seat is not None:
            break
    assert seat is not None
    page = guest(size=PHONE, touch=True)
    open_file(page, harbour, written(record, tmp_path))
    page.get_by_role("button", name="Review", exact=True).click()
    retry = page.get_by_role("region", name="Try again")
    name = record.header.seats["ABC".index(seat)]
    retry.get_by_role("button", name=name).click()
    lines = retry.get_by_role("group", name=f"{name}, what would you play?").get_by_role("button")
    said, right = retry.get_by_role("status"), 0
    for place in range(lines.count()):
        lines.nth(place).click()
        expect(said).to_contain_text(re.compile("as good as it gets|So little does not count|Have another look"))
        right += "another look" not in said.inner_text()
    assert right == len(good[seat])
    assert lines.count() == len(first[seat].lines or {})


def close(lines: dict[str, float]) -> list[str]:
    return [words for words, worth in lines.items() if worth >= max(lines.values()) - THRESHOLD]


@pytest.mark.parametrize(("name", "players"), some_or_all([("espresso", 2), ("lure", 3), ("floe", 2)], ("lure", 3)))
@long_only
def test_what_if_and_review_of_every_game(harbour: Harbour, guest: Guests, tmp_path: Path, name: str, players: int) -> None:
    record = played(name, players, 3, 30 if name != "floe" else 6)
    place = next(n for n, one in enumerate(record.entries) if one.words.split()[0] not in ("roll", "rest", "draw", "splash"))
    page = guest(size=PHONE, touch=True)
    open_file(page, harbour, written(record, tmp_path))
    for _ in range(place):
        page.keyboard.press("ArrowRight")
    page.get_by_text("What if …?").click()
    lines = page.get_by_role("group", name="Line", exact=True).get_by_role("button")
    expect(lines.filter(has_text="(played)")).to_have_count(1, timeout=HINT_MS)  # reckoned when nothing else is to do
    expect(page.locator(".whatif tbody tr")).to_have_count(players)
    expect(page.locator(".whatif tbody tr").first).to_contain_text("%")
    nothing_sticks_out(page)
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("slider", name="Chances over the game")).to_be_visible(timeout=HINT_MS)
    expect(page.locator(".review .all > .one")).to_have_count(players)
    if name == "lure":
        expect(page.get_by_text("Nobody could know it: ").first).to_be_visible()
    if name != "espresso":
        stop = page.get_by_role("button", name="That is close enough")
        closer = page.get_by_role("button", name="Look more closely")
        expect(stop.or_(closer)).to_be_visible()
        stop.evaluate_all("found => found[0]?.click()")  # if it is still there
        expect(closer).to_be_visible()
    nothing_sticks_out(page)


@pytest.mark.parametrize("size", some_or_all([SIDEWAYS, ZOOMED], SIDEWAYS), ids="{0[0]}".format)
def test_the_review_fits_sideways_and_enlarged(
    harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]], size: tuple[int, int]
) -> None:
    page = guest(size=size, touch=True, theme="dark")
    open_file(page, harbour, GAME)
    page.get_by_role("button", name="Review", exact=True).click()
    chart = page.get_by_role("slider", name="Chances over the game")
    expect(chart).to_be_visible(timeout=HINT_MS)
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    assert box["height"] < size[1], "the chart can be seen as a whole"
    chart.focus()
    for key, entry in (("End", 12), ("PageDown", 2), ("ArrowUp", 3), ("Home", 0)):
        page.keyboard.press(key)
        expect(chart).to_have_attribute("aria-valuenow", str(entry))
    page.get_by_text("As a table").click()
    table = page.get_by_role("region", name="As a table")
    expect(table.get_by_role("columnheader")).to_have_text(["Entry", "What happened", "Karen", "Reiner"])
    nothing_sticks_out(page)
    assert not axe(page)


def test_what_cannot_be_reviewed_is_said_where_the_file_was_chosen(
    harbour: Harbour, guest: Guests, quarrels: list[str]
) -> None:
    text = GAME.read_text(encoding="utf-8")
    page = guest(size=PHONE)
    page.goto(f"{harbour.url}#/replay")
    for changed, says in (
        (text.replace("roll", "rowl", 1), "rowl"),
        (text.replace("game soles\n", f"game soles\ncomponents reef {'0' * 64}\n"), "reef"),
        (text + "A roll 1 1 1 1\n" * 20_000, "6000 entries at most"),
    ):
        file = FilePayload(name="game.rollmops", mimeType="text/plain", buffer=changed.encode())
        page.locator("input[type=file]").first.set_input_files(file)
        expect(page.get_by_role("alert")).to_contain_text(says)
        nothing_sticks_out(page)
    quarrels[:] = [said for said in quarrels if "status of 400" not in said]  # the browser itself notes the refusal
