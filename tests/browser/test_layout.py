"""One stable layout: nothing of a board lies under its controls, on any screen, and nothing jumps between two choices."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page, expect

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds.uniform import Random
from tests.browser.conftest import DESK, PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.prepared import follow, open_at, seed_for, set_at, sit_at
from tests.browser.rest import Questions, comes_to_rest, resize
from tests.browser.test_small_screens import MOMENTS, MOST, NAMES, acted_on, come_to, frame, sit_down
from tests.effort import LONG, long_only, some_or_all

SIDEWAYS = (844, 390)
TWICE_AS_LARGE = (640, 400)
"""A desk of 1280 × 800 whose page is made twice as large."""
FEWEST = 2
BROKEN = """() => {
  const found = []
  const walk = document.createTreeWalker(document.querySelector('.board'), NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const box = node.parentElement
    if (!box.checkVisibility() || box.offsetWidth < 2 || box.closest('.unseen, [aria-hidden=true]')) continue
    for (const word of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)))
      if (lines.size > 1) found.push(word[0])
    }
  }
  return found
}"""
"""Words of which a part stands on the next line."""
TWO = "rollmops 1\ngame soles\nseat A Olaf\nseat B Hilda\nfirst A\n\n"


@cache
def many_fish(fish: int, seats: int, lures: int = 0) -> bytes:
    """A game of Lure in which the first player casts while so many fish are in the water and so many lures are kept."""
    rules, box = game("lure"), house("lure")
    for seed in range(400):
        match = Match(rules, box, Header("lure", NAMES[:seats], None))
        mind, dice = Random(rules, box, seed), LabDice(seed)
        while not match.over:
            match.roll_all(dice)
            casts = 0 in match.owing and "cast" in rules.words.verbs(match.table, 0)
            if casts and len(match.view(0).middle) == fish and len(match.view(0).hand) >= lures:
                return Record(match.header, tuple(match.entries)).text().encode()
            for seat in match.owing:
                match.choose(seat, "cast 1" if lures and casts and not seat else mind.choose(match.view(seat)))
    raise AssertionError(f"never so many fish as {fish}")


COVERED = """all => all.map((it) => {
  const box = it.getBoundingClientRect(), bar = document.querySelector('.controls').getBoundingClientRect()
  const seen = it.closest('.between')?.getBoundingClientRect() ?? document.body.getBoundingClientRect()
  const top = Math.max(box.top, seen.top), bottom = Math.min(box.bottom, seen.bottom)
  const left = Math.max(box.left, seen.left), right = Math.min(box.right, seen.right)
  const over = Math.min(bottom, bar.bottom) - Math.max(top, bar.top)
  const beside = Math.min(right, bar.right) - Math.max(left, bar.left)
  return over > 1 && beside > 1 ? `${it.className} by ${over}` : ''
}).filter(Boolean)"""
"""Those of these things that are hidden under the controls, in words; what is scrolled away is not."""


IN_SHORT = (
    ("soles", "take", True),
    ("espresso", "reroll", False),
    ("espresso", "steal", True),
    ("lure", "adjust", True),
    ("floe", "throw", True),
)
SEATED = [
    (name, verb, most)
    for name, verb in [*MOMENTS, ("espresso", "steal")]
    for most in (False, True)
    # In short every game at every size, one of them with fewest seats.
    if LONG or (name, verb, most) in IN_SHORT
]


@pytest.mark.parametrize(
    ("name", "verb", "most"), SEATED, ids=[f"{n}-{v}-{'most' if m else 'fewest'}" for n, v, m in SEATED]
)
def test_no_board_is_covered_by_its_controls(name: str, verb: str, most: bool, harbour: Harbour, guest: Guests) -> None:
    """Loaded at one size and turned to the others."""
    page = guest(size=PHONE if most else DESK, language="de", touch=most)
    sit_down(page, harbour, name, MOST[name] if most else FEWEST, verb)
    for size in (PHONE, SIDEWAYS, TWICE_AS_LARGE, DESK):
        resize(page, size)
        nothing_is_covered(page, name, size)


def nothing_is_covered(page: Page, name: str, size: tuple[int, int]) -> None:
    everything = page.locator(".board .between .die, .board article.fish, .board .net, .board .stage, .board .player")
    assert everything.count()
    assert everything.evaluate_all(COVERED) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(BROKEN) == []
    if size in (SIDEWAYS, TWICE_AS_LARGE):  # the bar stands beside the board
        assert frame(page.locator(".controls"))["x"] >= frame(page.locator(".between"))["x"] + 100
        for what in acted_on(page, name):
            what.scroll_into_view_if_needed()
            assert frame(what)["y"] < size[1]


def test_eight_fish_are_seen_whole(harbour: Harbour, guest: Guests) -> None:
    """On a desk above the bar, on a phone on its side to the left of it; on a page twice as large one scrolls."""
    page = guest(size=DESK, language="de")
    for seats, lures in ((3, 11), (5, 0)):  # a hand of eleven lures takes no more room than another
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        page.goto(f"{harbour.url}api/games")  # the page itself is loaded anew
        open_at(page, harbour, many_fish(8, seats, lures), mine="A", odds=True)
        page.locator(".controls.active").wait_for()
        cards = page.locator("article.fish")
        expect(cards).to_have_count(8)
        comes_to_rest(page)
        bar = frame(page.locator(".controls"))
        boxes = [frame(card) for card in cards.all()]
        assert all(box["y"] + box["height"] <= bar["y"] for box in boxes)
        assert len({(box["width"], box["height"]) for box in boxes}) == 1
        assert page.locator(".between").evaluate("it => it.scrollHeight <= it.clientHeight + 1")
        for size in (SIDEWAYS, TWICE_AS_LARGE):
            resize(page, size)
            bar, boxes = frame(page.locator(".controls")), [frame(card) for card in cards.all()]
            assert all(box["x"] + box["width"] <= bar["x"] for box in boxes)
            if size == SIDEWAYS:
                assert all(box["y"] + box["height"] <= size[1] for box in boxes)
            cards.last.scroll_into_view_if_needed()
            assert frame(cards.last)["y"] + frame(cards.last)["height"] <= size[1]
            cast = page.locator(".hand .button.main")
            assert frame(cast)["y"] + frame(cast)["height"] <= size[1]
            assert page.evaluate(BROKEN) == []


def test_eight_fish_are_seen_whole_in_a_narrower_column(harbour: Harbour, guest: Guests) -> None:
    """The daily catch, lessons and reviews show the same board in a column of a page."""
    page = guest(size=DESK)
    open_at(page, harbour, many_fish(8, 3), mine="A")
    page.locator(".board").evaluate("board => { board.style.width = '40rem' }")
    comes_to_rest(page)
    sea, cards = frame(page.locator(".water")), [frame(card) for card in page.locator(".card-place").all()]
    assert len(cards) == 8
    assert all(sea["x"] <= card["x"] and card["x"] + card["width"] <= sea["x"] + sea["width"] for card in cards)


@pytest.mark.parametrize(
    ("name", "verb"),
    some_or_all([("soles", "again"), ("espresso", "reroll"), ("espresso", "cast")], ("espresso", "cast")),
)
def test_the_bar_has_its_height_before_there_is_anything_to_do(
    name: str, verb: str, harbour: Harbour, guest: Guests
) -> None:
    """The dice lie for who waits where they lie for who chooses; in the room that is left stands what happened last."""
    page = guest(size=PHONE, language="de", touch=True)
    record, questions = come_to(name, 3, verb), Questions(page)
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        places = set()
        for mine in "BA":
            page.goto(f"{harbour.url}api/games")  # the page itself is loaded anew
            open_at(page, harbour, record, mine=mine, odds=True)
            page.locator(".controls.active" if mine == "A" else ".controls:not(.active) .status:not(:empty)").wait_for()
            questions.wait()  # odds are there
            places.add((round(frame(page.locator(".dice"))["y"]), round(frame(page.locator(".controls"))["y"])))
            if mine == "B" and size == PHONE:
                expect(page.locator(".controls .recently p").first).to_be_visible()
        assert len(places) == 1, places


PLACES = """() => {
  const box = (what) => document.querySelector(what)?.getBoundingClientRect()
  window.places = new Set()
  const look = () => {
    window.summed ||= box('.players .cast b') !== undefined
    const lines = box('.cards') && [box('.players').bottom, box('.cards').top, box('.controls').top]
    if (lines) window.places.add(lines.map(Math.round).join())
    requestAnimationFrame(look)
  }
  look()
}"""
"""Where the players of Lure end, its fish begin and the bar begins, in every frame."""
OPENING = b"rollmops 1\ngame lure\nseat A Annegret\nseat B Wolfgang\n"


def seed_of(line: str) -> str:
    """A seed with which this line is among those of the opening."""
    for number in range(100):
        _, sitting, _ = follow(OPENING, seed := f"{number:064x}")
        while sitting.running().chance:
            sitting.roll()
        if f"\n{line}\n" in sitting.running().record().text():
            return seed
    raise AssertionError(f"no opening has {line}")


@long_only
@pytest.mark.parametrize(("size", "odds"), [(PHONE, False), (PHONE, True), (SIDEWAYS, True), (DESK, True), (DESK, False)])
def test_no_fish_of_lure_moves_from_the_first_card_to_the_next_cast(
    size: tuple[int, int], odds: bool, harbour: Harbour, guest: Guests
) -> None:
    """The opening, two casts of all there is, their rolls, a lure that turns dice, what they catch, the next cast: the bar
    is as high all along."""
    code, tokens = set_at(harbour, OPENING, odds=odds, seed=seed_of("A draw adjust"))
    page, other = guest(size=size, still=False, touch=size != DESK), guest()
    page.add_init_script(f"({PLACES})()")
    sit_at(page, harbour, OPENING, code, tokens, "A")
    sit_at(other, harbour, OPENING, code, tokens, "B")
    for one in (page, other):
        one.locator(".controls.active .hand").wait_for()
        while one.locator(".screen button.piece").count():
            one.locator(".screen button.piece").first.click()
    page.locator(".hand .button").click()
    other.locator(".hand .button").click()
    again = page.locator(".controls.active .screen button.piece").first
    for _ in range(6):
        page.locator(".roll, .foot .button.main").or_(again).first.wait_for()
        for button in (page.locator(".roll"), page.locator(".foot .button.main"), other.locator(".foot .button.main")):
            if button.count():
                button.first.click()
        if again.count():
            break
        page.wait_for_timeout(300)
    again.wait_for()
    assert page.evaluate("window.summed"), "nobody saw what was rolled"
    places = page.evaluate("[...window.places]")
    assert len(places) == 1, places


LINES = """async () => {
  await document.fonts.ready
  window.places = new Set()
  window.rolled = new Set()
  const look = () => {
    const lines = ['.dice', '.controls'].map((one) => document.querySelector(one).getBoundingClientRect().y)
    window.places.add(lines.join())
    window.rolled.add(document.querySelectorAll('.tumbling.air').length)
    requestAnimationFrame(look)
  }
  look()
}"""
"""Where the dice and the bar begin, and how many dice are in the air, in every frame."""


@pytest.mark.parametrize("size", some_or_all([DESK, PHONE, SIDEWAYS], PHONE), ids="{0[0]}".format)
def test_nothing_jumps_between_two_choices(size: tuple[int, int], harbour: Harbour, guest: Guests) -> None:
    """The dice stay where they are, from one's own choice through the rolls of another to the next choice."""
    record = f"{TWO}A roll 2 2 water water\n".encode()
    page = guest(size=size, still=False, touch=size != DESK)
    open_at(page, harbour, record, mine="A", seed=seed_for(record, ("again",), "haul"))
    page.locator(".controls.active").wait_for()
    page.evaluate(LINES)
    page.get_by_role("button", name="Roll again").click()
    page.locator(".controls.active").wait_for()  # pressed, the bar waits at once: this is the next choice
    assert len(page.evaluate("[...window.rolled]")) > 1, "nobody saw the dice roll"
    places = page.evaluate("[...window.places]")
    assert len(places) == 1, places


def test_the_water_lives_and_rests_for_those_who_want_it_still(harbour: Harbour, guest: Guests) -> None:
    for still in (False, True):
        page = guest(still=still)
        open_at(page, harbour, f"{TWO}A roll 2 2 water water\n".encode())
        fish = page.locator(".swimmers svg").first
        first = fish.evaluate("it => window.first = it.getBoundingClientRect().x")
        if still:
            page.wait_for_timeout(400)
            assert fish.evaluate("it => it.getBoundingClientRect().x") == first
        else:
            page.wait_for_function("it => it.getBoundingClientRect().x !== window.first", arg=fish.element_handle())
