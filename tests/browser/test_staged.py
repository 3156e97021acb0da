"""What happens is staged: for every kind of news the words, the movement and the order, on the wire's own updates."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import PHONE, Guests
from tests.browser.harbour import Harbour
from tests.browser.prepared import open_at, seed_for, set_at, sit_at
from tests.browser.test_endings import LAST_CHOICE
from tests.browser.test_floe import TO_SCORE
from tests.effort import long_only, some_or_all

TWO = "rollmops 1\ngame {}\nseat A Olaf\nseat B Hilda\n{}\n"
SOLES = TWO.format("soles", "first A\n")
HOOKED = f"{SOLES}A roll 2 2 2 2\nA secure\nB roll 2 hook 2 water\n".encode()
LADEN = HOOKED + b"B take A\nB again\nB roll 1 1 2\n"
FISHING = (TWO.format("espresso", "first A\n") + "A roll hook worm wave hook wave\n").encode()
POACHING = (
    TWO.format("espresso", "first A\n") + "A roll hook worm wave hook worm\nA stand\nA cast\nA white fish\n"
    "A take blue\nA pass\nB roll worm worm worm wave worm\n"
).encode()
LAKE = (
    TWO.format("lure", "") + "A draw x5\nB draw x4\n* splash minnow\n* splash gudgeon\n* splash carp\n* splash roach\n"
).encode()
EYES = """() => {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2]
  window.seen = []
  const look = () => {
    const lies = [...document.querySelectorAll('.board [data-place]')]
    const places = Object.fromEntries(lies.map((one) => [one.dataset.place, middle(one.getBoundingClientRect())]))
    window.seen.push({
      words: document.querySelector('.telling p span')?.textContent ?? '',
      gain: document.querySelector('.telling p b')?.textContent ?? '',
      status: document.querySelector('.status')?.textContent ?? '',
      log: [...document.querySelectorAll('aside ol li span')].at(-1)?.textContent ?? '',
      turning: document.querySelectorAll('.tumbling.turning').length,
      blank: [...document.querySelectorAll('.between .die svg')].some((one) => !one.querySelector('g path, g text, text')),
      net: document.querySelector('.net .title b')?.textContent ?? '',
      cards: document.querySelectorAll('.water article.fish').length,
      scored: [...document.querySelectorAll('.scoring li')].map((one) => one.innerText.replace(/\\s+/g, ' ')),
      seals: [...document.querySelectorAll('.way .seal')].map((one) => one.getBoundingClientRect().left),
      angling: document.querySelectorAll('.dice.angling').length,
      asked: document.querySelectorAll('.controls.active').length,
      flyers: [...document.querySelectorAll('.flyer')].map((one) => middle(one.getBoundingClientRect())),
      places,
    })
    requestAnimationFrame(look)
  }
  look()
}"""


@dataclass
class Watch:
    """Somebody who looks at a page in every frame, and at what the server sends it."""

    page: Page
    updates: list[dict[str, Any]]

    def begin(self) -> None:
        self.updates.clear()
        self.page.evaluate(EYES)

    def frames(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.seen")
        return found

    def wait_for(self, words: str) -> dict[str, Any]:
        """The first frame with these words over the board: they stay for moments, and a busy machine may look too late."""
        script = "words => window.seen.find((one) => one.words.includes(words))"
        frame: dict[str, Any] = self.page.wait_for_function(script, arg=words).json_value()
        return frame

    def news(self) -> list[str]:
        """What the lines of the updates led to, in their order."""
        lines = [line for update in self.updates for line in (update.get("open") or update["parts"][0])["lines"]]
        return [one for line in lines for one in line.get("news", [])]

    def told(self, frames: list[dict[str, Any]]) -> list[str]:
        """The words over the board, one after the other."""
        words = [one["words"] for one in frames]
        return [word for word, before in zip(words, ["", *words], strict=False) if word and word != before]


@pytest.fixture
def watch(guest: Guests) -> Watch:
    page = guest(still=False)
    return watching(page)


def watching(page: Page) -> Watch:
    updates: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "update":
            updates.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", listen)
    return Watch(page, updates)


def flown(frames: list[dict[str, Any]], source: str, target: str) -> None:
    """Pieces left one place and came nearer to the other from frame to frame."""
    air = [one for one in frames if one["flyers"]]
    assert len(air) > 2, f"nothing flew from {source} to {target}"

    def away(frame: dict[str, Any], piece: list[float], place: str) -> float:
        x, y = frame["places"].get(place) or air[0]["places"][place]
        return float(((piece[0] - x) ** 2 + (piece[1] - y) ** 2) ** 0.5)

    first, last = air[0], air[-1]
    assert away(last, last["flyers"][-1], target) < away(first, first["flyers"][-1], target) - 20
    assert len({tuple(one["flyers"][-1]) for one in air}) > 2


def test_a_lost_net_slips_back_before_the_next_dice_fly(watch: Watch, harbour: Harbour) -> None:
    open_at(watch.page, harbour, LADEN, mine="B", seed=seed_for(LADEN, ("again",), "lost 8", "h"))
    button = watch.page.get_by_role("button", name="Roll again")
    expect(button).to_be_visible()
    watch.begin()
    button.click()
    expect(watch.page.get_by_role("list", name="Logbook").locator("li").last).to_contain_text("Olaf rolls")
    frames = watch.frames()
    assert watch.news()[0] == "lost 8"
    words = "No sole! 8 slip back into the sea."
    beat = [place for place, one in enumerate(frames) if one["words"] == words]
    assert beat, watch.told(frames)
    before, during = frames[: beat[0]], frames[beat[0] : beat[-1] + 1]
    assert any(one["turning"] for one in before)  # her own dice rolled
    assert before[-1]["net"] == "8"
    assert during[-1]["net"] == "0"
    assert not any(one["turning"] for one in during), "the next dice fly while the net still slips"
    flown(during, "net", "middle")
    after = frames[beat[-1] + 1 :]
    assert any(one["turning"] for one in after)
    assert words in next(one["log"] for one in frames if one["words"] == words)
    assert not any(one["blank"] for one in frames), "a die was blank"


def test_a_theft_moves_soles_from_one_to_the_other(watch: Watch, harbour: Harbour) -> None:
    open_at(watch.page, harbour, HOOKED, mine="B")
    expect(watch.page.locator(".status")).to_contain_text("Take 4 from the middle")  # how large the haul is
    watch.begin()
    watch.page.get_by_role("button", name="Take from Olaf").click()
    assert watch.wait_for("Hilda takes 4 from Olaf.")["gain"] == "+4"
    watch.page.locator(".controls.active").wait_for()
    frames = watch.frames()
    assert watch.news() == ["haul 4 A"]
    assert watch.told(frames) == ["Hilda takes 4 from Olaf."]
    flown(frames, "A", "net")
    expect(watch.page.get_by_role("list", name="Logbook").locator("li").last).to_have_text("Hilda takes 4 from Olaf.")


@long_only
def test_what_flies_has_arrived_before_the_next_is_told(watch: Watch, harbour: Harbour) -> None:
    """The last haul of a game: taken, brought home, over, and only then the winners."""
    open_at(watch.page, harbour, LAST_CHOICE, mine="A")
    button = watch.page.get_by_role("button", name="Take from the middle").first
    expect(button).to_be_visible()
    watch.begin()
    button.click()
    expect(watch.page.locator("#result")).to_be_visible()
    frames = watch.frames()
    told = ["Karen takes 8 from the middle.", "Karen brings 48 soles home.", "The middle is empty, the game is over."]
    assert watch.told(frames) == told
    for words, source, target in ((told[0], "middle", "net"), (told[1], "net", "A")):
        flown([one for one in frames if one["words"] == words], source, target)
    after = frames[next(place for place, one in enumerate(frames) if one["words"] == told[2]) :]
    assert not any(one["flyers"] for one in after), "soles were still in the air when the game was over"
    assert {one["net"] for one in after} == {"0"}
    assert not any(told[1] in one["status"] for one in frames if one["words"] != told[1]), "told before it happened"


@long_only
def test_a_lead_that_changes_hands_is_told_after_what_led_to_it(watch: Watch, harbour: Harbour) -> None:
    open_at(watch.page, harbour, f"{SOLES}A roll 2 1 1 water\nA secure\nB roll 2 2 2 2\n".encode(), mine="B")
    button = watch.page.get_by_role("button", name="Secure 8")
    expect(button).to_be_visible()
    watch.begin()
    button.click()
    lead = "The lead goes from Olaf to Hilda."
    watch.wait_for(lead)
    frames = watch.frames()
    assert watch.told(frames)[:2] == ["Hilda brings 8 soles home.", lead]
    flown([one for one in frames if one["words"].startswith("Hilda brings")], "net", "B")
    expect(watch.page.get_by_role("list", name="Logbook")).to_contain_text(f"Hilda brings 8 soles home. {lead}")


@long_only
def test_a_caught_fish_goes_to_whoever_caught_it(watch: Watch, harbour: Harbour, guest: Guests) -> None:
    code, tokens = set_at(harbour, LAKE)
    other = guest()
    sit_at(other, harbour, LAKE, code, tokens, "B")
    sit_at(watch.page, harbour, LAKE, code, tokens, "A")
    for page, dice in ((other, 5), (watch.page, 4)):
        for _ in range(dice):
            page.locator(".screen button.piece").first.click()
        if page is watch.page:
            watch.begin()
        page.locator(".hand .button").click()
    roll = watch.page.locator(".roll")
    roll.wait_for(timeout=60_000)  # our own dice wait for us, and nothing is known before
    expect(watch.page.locator("div.cast").first.locator("b")).to_have_count(0)
    roll.click()
    watch.page.locator(".hand").wait_for(timeout=60_000)
    frames, news = watch.frames(), watch.news()
    caught = [one.split() for one in news if one.startswith("catch ")]
    assert caught
    names = {"A": "Olaf", "B": "Hilda"}
    wanted = [f"{names[seat]} catches the {fish.capitalize()} with {total}." for _, seat, fish, total in caught]
    assert [word for word in watch.told(frames) if "catches the" in word] == wanted
    for words, (_, seat, fish, _) in zip(wanted, caught, strict=True):
        flown([one for one in frames if one["words"] == words], f"fish:{fish}", seat)
    log = watch.page.get_by_role("list", name="Logbook")
    for words in wanted:
        expect(log).to_contain_text(words)
    turned = [one.split()[1] for one in news if one.startswith("fish ")]
    assert turned
    for fish in turned:
        expect(watch.page.locator(f'[data-place="fish:{fish}"] article')).to_be_visible()


@long_only
def test_hooks_and_waves_are_reckoned_and_every_fish_swims_to_its_owner(watch: Watch, harbour: Harbour) -> None:
    open_at(watch.page, harbour, FISHING, mine="A", seed=seed_for(FISHING, ("stand", "cast"), "throws", "choose"))
    watch.begin()
    watch.page.get_by_role("button", name="Leave them").click()
    watch.page.get_by_role("button", name="Throw the white die").click()
    fish = watch.page.locator(".lake .shoal")
    fish.click()
    watch.wait_for("Olaf takes 1 blue fish from the lake.")
    watch.page.locator(".controls.active").wait_for()
    frames = watch.frames()
    assert [one.split()[0] for one in watch.news()][:2] == ["throws", "choose"]
    told = watch.told(frames)
    assert told[0] == "2 hooks × 2 waves = 4 throws."
    assert told[-1] == "Olaf takes 1 blue fish from the lake."
    flown([one for one in frames if one["words"] == told[-1]], "lake", "A")
    log = watch.page.get_by_role("list", name="Logbook")
    expect(log).to_contain_text("2 hooks × 2 waves = 4 throws.")
    expect(log.locator("li").last).to_contain_text("Olaf takes 1 blue fish from the lake.")
    watch.page.get_by_role("button", name="Stop here").click()
    expect(log).to_contain_text("Hilda rolls")
    flying = [one for one in watch.frames() if one["turning"] and one["status"].startswith("Hilda")]
    assert flying
    assert not any(one["angling"] for one in flying), "Olaf's throws still lie there while Hilda's dice fly"


@long_only
def test_a_theft_of_a_fish_is_seen(watch: Watch, harbour: Harbour) -> None:
    open_at(watch.page, harbour, POACHING, mine="B")
    page = watch.page
    page.get_by_role("button", name="Leave them").click()
    page.locator(".players .catch button").first.wait_for()
    watch.begin()
    page.locator(".players .catch button").first.click()
    watch.wait_for("Hilda steals 1 blue fish from Olaf.")
    page.wait_for_timeout(700)
    flown([one for one in watch.frames() if one["words"]], "A", "B")


@long_only
def test_the_floe_is_scored_die_by_die_and_each_seal_moves_with_its_line(watch: Watch, harbour: Harbour) -> None:
    page = watch.page
    page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'brisk' })")
    open_at(page, harbour, TO_SCORE)
    page.get_by_role("button", name="Flat map").click()
    keep = page.locator(".keep").filter(has_text="13 cm ahead").last
    expect(keep).to_be_visible()
    watch.begin()
    keep.click()
    throw = page.get_by_role("button", name="Throw", exact=True)
    expect(throw).to_be_visible()
    frames = watch.frames()
    scores = [one.split() for one in watch.news() if one.startswith("score ")]
    assert [colour for _, colour, *_ in scores] == ["A", "B", "C", "E", "D"]  # from front to rear
    lines = [
        "Ann 3 + 1 + 4 + 5 + 6 = 19 to 19",
        "Ben 1 + 6 net + 4 + 5 + 6 = 22 to 22",
        "Cleo 4 + 5 + 6 = 15 to 15",
        "Egon 5 + 6 = 11 to 11",
        "Dora 6 − 2 hole = 4 to 4",
    ]
    account = [one for one in frames if one["scored"]]
    assert account[-1]["scored"] == lines
    assert all(one["scored"] == lines[: len(one["scored"])] for one in account), "told in another order"
    assert {len(one["scored"]) for one in account} == {1, 2, 3, 4, 5}, "several at once"
    for place, seal in enumerate((0, 1, 2, 4, 3)):  # a line and its seal: the fourth line is the fifth colour's
        where = [one["seals"][seal] for one in frames]
        told = next(frame for frame, one in enumerate(frames) if len(one["scored"]) > place)
        assert len(set(where[:told])) == 1, f"seal {seal} was ahead of its line"
        assert len(set(where[told:])) > 2, f"seal {seal} jumped"
        assert where[-1] > where[0]
    assert not any(one["scored"] and one["asked"] for one in frames), "the account lies over the ice when one is to throw"


def test_no_account_lies_over_the_ice_when_one_is_to_throw(harbour: Harbour, guest: Guests) -> None:
    """At every speed, moving or not; the staged round above is a brisk one, that of `test_floe` a normal one."""
    for speed, still in some_or_all([("calm", False), ("once", False), ("once", True)], ("calm", False)):
        page = guest(size=PHONE, still=still)
        page.add_init_script(f"localStorage['rollmops.settings'] = JSON.stringify({{ speed: '{speed}' }})")
        watch = watching(page)
        open_at(page, harbour, TO_SCORE)
        page.get_by_role("button", name="Flat map").click()
        watch.begin()
        page.locator(".keep").last.click()
        if speed == "calm":
            page.wait_for_function("() => window.seen.some((one) => one.scored.length)")
            page.get_by_role("button", name="Skip").click()
        expect(page.get_by_role("button", name="Throw", exact=True)).to_be_visible()
        page.wait_for_function("() => window.seen.slice(-3).every((one) => one.asked)")
        assert not any(one["scored"] and one["asked"] for one in watch.frames()), (speed, still)
        page.context.close()


def test_those_who_want_it_still_read_the_words_and_see_nothing_move(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=PHONE, still=True, touch=True)
    page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'calm', roll: false })")
    watch = watching(page)
    open_at(page, harbour, HOOKED, mine="B")
    watch.begin()
    page.get_by_role("button", name="Take from Olaf").click()
    watch.wait_for("Hilda takes 4 from Olaf.")
    page.locator(".controls.active").wait_for()
    assert not any(one["flyers"] or one["turning"] for one in watch.frames())


TOLD_MS = """tap => {
  window.told = new Promise(done => {
    let begun = 0
    const look = now => {
      if (!begun && document.querySelector('.telling p')) {
        begun = now
        if (tap) setTimeout(() => document.querySelector('.sea').click(), 200)
      }
      if (begun && document.querySelector('.controls.active')) return done(now - begun)
      requestAnimationFrame(look)
    }
    look(0)
  })
}"""
"""From the first word until there is something to choose, by the page's own clock; a tap comes soon after that word."""


def test_a_tap_ends_a_beat_and_at_once_there_is_none(harbour: Harbour, guest: Guests) -> None:
    told_ms = []
    for tap in (False, True):
        page = guest(still=False)
        page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'calm' })")
        open_at(page, harbour, HOOKED, mine="B")
        page.evaluate(TOLD_MS, tap)
        page.get_by_role("button", name="Take from Olaf").click()
        told_ms.append(page.evaluate("told"))
        page.context.close()  # its water would go on moving
    calm, tapped = told_ms
    assert tapped < 0.8 * calm, told_ms

    hasty = watching(guest(still=False))
    hasty.page.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ speed: 'once' })")
    open_at(hasty.page, harbour, HOOKED, mine="B")
    hasty.begin()
    hasty.page.get_by_role("button", name="Take from Olaf").click()
    expect(hasty.page.get_by_role("button", name="Secure 4")).to_be_visible()
    assert not any(one["flyers"] for one in hasty.frames())


def test_a_turn_begins_with_a_press_unless_one_does_not_want_it(harbour: Harbour, guest: Guests) -> None:
    record = f"{SOLES}A roll 2 2 2 2\n".encode()
    code, tokens = set_at(harbour, record, seed=seed_for(record, ("secure",), "home", "haul"))
    olaf, hilda = guest(), guest(still=False)
    sit_at(olaf, harbour, record, code, tokens, "A")
    sit_at(hilda, harbour, record, code, tokens, "B")
    olaf.get_by_role("button", name="Secure 8").click()
    expect(hilda.locator(".status")).to_have_text("Your turn: roll the dice!")
    hilda.wait_for_timeout(1500)
    logs = [page.get_by_role("list", name="Logbook") for page in (hilda, olaf)]
    for log in logs:
        expect(log).not_to_contain_text("Hilda rolls")  # nobody sees a throw before it is made
    expect(olaf.locator(".status")).to_have_text("Waiting for Hilda.")
    hilda.get_by_role("button", name="Roll", exact=True).click()
    for log in logs:
        expect(log).to_contain_text("Hilda rolls")
    hilda.context.close()  # its water would go on moving

    hasty = guest(still=False)
    hasty.add_init_script("localStorage['rollmops.settings'] = JSON.stringify({ roll: false })")
    code, tokens = set_at(harbour, record, seed=seed_for(record, ("secure",), "home", "haul"))
    sit_at(hasty, harbour, record, code, tokens, "AB")
    hasty.get_by_role("button", name="Secure 8").click()
    expect(hasty.get_by_role("list", name="Logbook")).to_contain_text("Hilda rolls")
