"""Boards on a phone: whatever one is asked to act on can be seen without scrolling, however many play."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds.uniform import Random
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import HINT_MS, Harbour
from tests.browser.prepared import open_at
from tests.browser.rest import Questions, resize
from tests.effort import LONG as LONG_TESTS
from tests.effort import some_or_all

NAMES = ("Annegret", "Wolfgang", "Friederike", "Johannes", "Margarete", "Bernd", "Katharina", "Hans-Peter")
LONG = "Wolfgang Amadeus Theophilus Mozart"
SMALLEST = (320, 568)
SIX = Path(__file__).parents[1] / "games/floe/records/ends_at_100_for_six_players.rollmops"
MOST = {"soles": 8, "espresso": 5, "lure": 5, "floe": 6}
MOMENTS = [
    ("soles", "again"),
    ("soles", "take"),
    ("espresso", "reroll"),
    ("espresso", "cast"),
    ("lure", "cast"),
    ("lure", "adjust"),
    ("floe", "throw"),
]
THUMB = 44


@cache
def come_to(name: str, seats: int, verb: str, after: int = 12, names: tuple[str, ...] = NAMES) -> bytes:
    """A game in which the first player may do this now, and not in its first moments: anybody plays anything."""
    rules, box = game(name), house(name)
    for seed in range(200):
        match = Match(rules, box, Header(name, names[:seats], "A"))
        mind, dice = Random(rules, box, seed), LabDice(seed)
        while not match.over:
            match.roll_all(dice)
            if match.over:
                break
            owes = 0 in match.owing and verb in rules.words.verbs(match.table, 0)
            if owes and len(match.entries) >= after:
                return Record(match.header, tuple(match.entries)).text().encode()
            for seat in match.owing:
                match.choose(seat, mind.choose(match.view(seat)))
    raise AssertionError(f"nobody ever came to {verb} in {name}")


@cache
def on_the_floe(seats: int, names: tuple[str, ...] = NAMES) -> bytes:
    """The first player's throw, late in a game of six and at the start of any other."""
    if seats < MOST["floe"]:
        return Record(Header("floe", names[:seats], "A"), ()).text().encode()
    played = read_record(SIX.read_bytes())
    throws = [place for place, entry in enumerate(played.entries) if str(entry).startswith("A throw")]
    header = Header("floe", names[:seats], played.header.first)
    return Record(header, played.entries[: throws[len(throws) // 2]]).text().encode()


def frame(what: Locator) -> FloatRect:
    """Where this is on the screen."""
    box = what.bounding_box()
    assert box is not None
    return box


def below(what: Locator) -> float:
    """Where this ends."""
    return frame(what)["y"] + frame(what)["height"]


def seen(page: Page, what: Locator) -> float:
    """How much of this is to be seen between the header and the controls, as a share of its height."""
    top = max(frame(what)["y"], below(page.locator("header")))
    bottom = min(below(what), frame(page.locator(".controls"))["y"])
    return max(0.0, bottom - top) / frame(what)["height"]


def for_a_thumb(what: Locator) -> bool:
    return min(frame(what)["width"], frame(what)["height"]) >= THUMB


def sit_down(page: Page, harbour: Harbour, name: str, seats: int, verb: str, names: tuple[str, ...] = NAMES) -> None:
    """The first player's turn at such a table, with the odds shown."""
    record = on_the_floe(seats, names) if name == "floe" else come_to(name, seats, verb, names=names)
    questions = Questions(page)
    open_at(page, harbour, record, mine="A", odds=True)
    page.locator(".controls.active").wait_for(timeout=60_000)
    if name == "floe":
        expect(page.locator(".stage .loading")).to_have_count(0, timeout=60_000)
        expect(page.locator(".foreseen")).to_contain_text(re.compile(r"\d"))
    questions.wait()  # the odds come in


def acted_on(page: Page, name: str) -> list[Locator]:
    """What a player looks at while choosing."""
    board = page.locator(".board")
    if name == "lure":
        cards = board.locator("article.fish")
        return [card for card in cards.all() if frame(card)["y"] == frame(cards.first)["y"]]
    return [board.locator(what) for what in {"soles": (".dice", ".net"), "espresso": (".dice",), "floe": (".stage",)}[name]]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("most", [False, True] if LONG_TESTS else [True], ids=["two", "most"] if LONG_TESTS else ["most"])
@pytest.mark.parametrize(("name", "verb"), MOMENTS)
def test_what_is_acted_on_is_seen_without_scrolling(
    name: str, verb: str, most: bool, harbour: Harbour, guest: Guests
) -> None:
    """Nor does anything stick out of the smallest phones."""
    page = guest(size=PHONE, language="de", touch=True)
    sit_down(page, harbour, name, MOST[name] if most else 2, verb)
    assert page.evaluate("scrollY") == 0
    for what in acted_on(page, name):
        assert seen(page, what) > 0.99, what
    assert fits(page)
    resize(page, SMALLEST)
    assert page.locator(".board").evaluate("it => it.scrollWidth <= it.clientWidth")
    for what in acted_on(page, name):
        what.scroll_into_view_if_needed()


def test_the_arena_is_seen_beside_its_sliders_however_long_the_names(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, language="de", touch=True)
    sit_down(page, harbour, "floe", MOST["floe"], "throw", (LONG,) * 6)
    page.get_by_role("button", name="Regler").click()
    stage = page.locator(".stage")
    assert seen(page, stage) > 0.99
    assert frame(stage)["height"] >= 11 * 16
    for name in page.locator(".board li .name").all():
        assert name.evaluate("it => it.offsetHeight < 1.5 * parseFloat(getComputedStyle(it).lineHeight)")


def test_everybody_can_be_robbed_by_a_thumb(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, touch=True)
    sit_down(page, harbour, "soles", MOST["soles"], "take")
    victims = page.locator(".player.target")
    expect(victims).to_have_count(MOST["soles"] - 1)
    for victim in victims.all():
        assert for_a_thumb(victim)
        assert seen(page, victim) > 0.99
    page.get_by_role("button", name=f"Take from {NAMES[-1]}").tap()
    expect(page.locator(".player.target")).to_have_count(0)


def test_every_fish_can_be_poached_by_a_thumb(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, language="de", touch=True)
    sit_down(page, harbour, "espresso", MOST["espresso"], "steal")
    fish = page.locator(".players .catch button")
    assert fish.count() >= 2
    for one in fish.all():
        assert for_a_thumb(one)
        one.click(trial=True)  # nothing lies over it
    fish.last.tap()
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "verb"),
    some_or_all([("soles", "again"), ("espresso", "reroll"), ("lure", "cast")], ("espresso", "reroll")),
)
def test_a_hint_moves_nothing_and_covers_neither_dice_nor_buttons(
    name: str, verb: str, harbour: Harbour, guest: Guests
) -> None:
    page = guest(size=PHONE, language="de", touch=True)
    sit_down(page, harbour, name, MOST[name], verb)
    board, hint = page.locator(".board"), page.locator(".hint")
    before = frame(board)
    for key in ("Escape", ""):
        page.get_by_role("button", name="Tipp").click()
        expect(hint).to_be_visible(timeout=HINT_MS)
        assert frame(board) == before
        assert below(hint) <= frame(page.locator(".controls"))["y"]
        if name != "lure":
            assert below(hint) <= frame(page.locator(".board .dice"))["y"] + 8
        if key:
            page.keyboard.press(key)
        else:
            hint.get_by_role("button", name="Schließen").tap()
        expect(hint).to_have_count(0)


@pytest.mark.parametrize(  # of the floe, where a hint takes seconds, test_hand looks at the ice
    ("name", "verb"),
    [("soles", "take"), ("espresso", "reroll"), ("lure", "cast"), *([("floe", "throw")] if LONG_TESTS else [])],
)
def test_full_tables_pass_axe_with_a_hint_open(
    name: str, verb: str, harbour: Harbour, guest: Guests, axe: Callable[[Page], list[str]]
) -> None:
    """By day, and by night with the hint open."""
    page = guest(size=PHONE, touch=True)
    sit_down(page, harbour, name, MOST[name], verb)
    assert not axe(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_be_visible(timeout=HINT_MS)
    for theme in ("light", "dark") if LONG_TESTS else ("dark",):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert not axe(page), theme


def test_full_tables_show_everybody_whole_on_a_desk(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=DESK)
    sit_down(page, harbour, "soles", MOST["soles"], "take")
    assert page.locator(".players .pile").first.is_visible()
    assert page.locator(".player .name small").first.evaluate("it => it.offsetWidth > 10")


def test_german_rolls_take_the_right_case(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=DESK, language="de")
    open_at(page, harbour, come_to("soles", 2, "again", after=60), mine="A")
    log = page.get_by_role("list", name="Logbuch")
    expect(log).to_contain_text("aus der Mitte")
    expect(log).to_contain_text("von Wolfgang")
    expect(log).to_contain_text("einen Haken")
    expect(log).not_to_contain_text("ein Haken")
    expect(log).not_to_contain_text("ein Doppler")
