"""One stable layout: nothing of a board lies under its controls, on any screen, and nothing jumps between two choices."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Locator, Page, expect

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds.uniform import Random
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.prepared import open_at, seed_for
from tests.browser.test_small_screens import MOMENTS, NAMES, acted_on, frame, sit_down
from tests.effort import LONG

SIDEWAYS = (844, 390)
TWICE_AS_LARGE = (640, 400)
"""A desk of 1280 × 800 whose page is made twice as large."""
TWO = "rollmops 1\ngame soles\nseat A Olaf\nseat B Hilda\nfirst A\n\n"


@cache
def many_fish(fish: int, seats: int) -> bytes:
    """A game of Lure in which the first player casts while so many fish are in the water."""
    rules, box = game("lure"), house("lure")
    for seed in range(400):
        match = Match(rules, box, Header("lure", NAMES[:seats], None))
        mind, dice = Random(rules, box, seed), LabDice(seed)
        while not match.over:
            match.roll_all(dice)
            if 0 in match.owing and "cast" in rules.words.verbs(match.table, 0) and len(match.view(0).middle) == fish:
                return Record(match.header, tuple(match.entries)).text().encode()
            for seat in match.owing:
                match.choose(seat, mind.choose(match.view(seat)))
    raise AssertionError(f"never so many fish as {fish}")


def covered(page: Page, what: Locator) -> list[str]:
    """Those of these things that are hidden under the controls, in words; what is scrolled away is not."""
    return [
        text
        for one in what.all()
        if (
            text := one.evaluate(
                """it => {
                  const box = it.getBoundingClientRect(), bar = document.querySelector('.controls').getBoundingClientRect()
                  const seen = it.closest('.between')?.getBoundingClientRect() ?? document.body.getBoundingClientRect()
                  const top = Math.max(box.top, seen.top), bottom = Math.min(box.bottom, seen.bottom)
                  const left = Math.max(box.left, seen.left), right = Math.min(box.right, seen.right)
                  const over = Math.min(bottom, bar.bottom) - Math.max(top, bar.top)
                  const beside = Math.min(right, bar.right) - Math.max(left, bar.left)
                  return over > 1 && beside > 1 ? `${it.className} by ${over}` : ''
                }"""
            )
        )
    ]


BY_HAND = [
    (name, verb, touch)
    for number, (name, verb) in enumerate(MOMENTS)
    for touch in (False, True)
    # Every game at every size; every moment at every size takes longer.
    if LONG or name == "floe" or touch == bool(number % 2)
]


@pytest.mark.parametrize(
    ("name", "verb", "touch"), BY_HAND, ids=[f"{n}-{v}-{'touch' if t else 'mouse'}" for n, v, t in BY_HAND]
)
def test_no_board_is_covered_by_its_controls(name: str, verb: str, touch: bool, harbour: Harbour, guest: Guests) -> None:
    """Loaded at one size and turned to the others."""
    page = guest(size=DESK if not touch else PHONE, language="de", touch=touch)
    sit_down(page, harbour, name, 4, verb)
    for size in (PHONE, SIDEWAYS) if touch else (DESK, TWICE_AS_LARGE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(300)  # what is measured anew has been
        nothing_is_covered(page, name, size)


def nothing_is_covered(page: Page, name: str, size: tuple[int, int]) -> None:
    everything = page.locator(".board .between .die, .board article.fish, .board .net, .board .stage, .board .player")
    assert everything.count()
    assert not covered(page, everything)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size in (SIDEWAYS, TWICE_AS_LARGE):  # the bar stands beside the board
        assert frame(page.locator(".controls"))["x"] >= frame(page.locator(".between"))["x"] + 100
        for what in acted_on(page, name):
            what.scroll_into_view_if_needed()
            assert frame(what)["y"] < size[1]


def test_eight_fish_are_seen_whole_on_a_desk(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=DESK)
    open_at(page, harbour, many_fish(8, 3), mine="A", odds=True)
    page.locator(".controls.active").wait_for()
    cards = page.locator("article.fish")
    expect(cards).to_have_count(8)
    bar = frame(page.locator(".controls"))
    for card in cards.all():
        box = frame(card)
        assert box["y"] + box["height"] <= bar["y"]
    assert page.locator(".between").evaluate("it => it.scrollHeight <= it.clientHeight + 1")


@pytest.mark.parametrize("size", [DESK, PHONE, SIDEWAYS], ids=["desk", "phone", "sideways"])
def test_nothing_jumps_between_two_choices(size: tuple[int, int], harbour: Harbour, guest: Guests) -> None:
    """The dice stay where they are, from one's own choice through the rolls of another to the next choice."""
    record = f"{TWO}A roll 2 2 water water\n".encode()
    page = guest(size=size, still=False, touch=size != DESK)
    open_at(page, harbour, record, mine="A", seed=seed_for(record, ("again",), "haul"))
    page.locator(".controls.active").wait_for()
    before, bar = frame(page.locator(".dice")), frame(page.locator(".controls"))
    page.get_by_role("button", name="Roll again").click()
    places = {(before["y"], bar["y"])}
    for _ in range(40):
        places.add((frame(page.locator(".dice"))["y"], frame(page.locator(".controls"))["y"]))
        page.wait_for_timeout(50)
    assert places == {(before["y"], bar["y"])}
    page.locator(".controls.active").wait_for()
    assert frame(page.locator(".dice"))["y"] == before["y"]


def test_the_water_lives_and_rests_for_those_who_want_it_still(harbour: Harbour, guest: Guests) -> None:
    for still in (False, True):
        page = guest(still=still)
        open_at(page, harbour, f"{TWO}A roll 2 2 water water\n".encode())
        fish = page.locator(".swimmers svg").first
        first = fish.evaluate("it => it.getBoundingClientRect().x")
        page.wait_for_timeout(400)
        assert (fish.evaluate("it => it.getBoundingClientRect().x") == first) == still
