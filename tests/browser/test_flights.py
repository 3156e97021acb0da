"""Flights on the page: the dice that fly are those of the hand, and every die ends where the rest line says.

The throws are the server's own, and time stands still between the moments that are looked at.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable

import numpy as np
from PIL import Image
from playwright.sync_api import Page, Response, expect

from rollmops.arena.trajectory import decode
from tests.browser.conftest import DESK, Guests
from tests.browser.harbour import Harbour
from tests.browser.prepared import open_at, thrown_out
from tests.browser.test_floe import find, stage
from tests.effort import long_only

LYING = {"B1": (40.0, 330.0), "C1": (-60.0, 210.0), "D1": (80.0, 120.0)}
GESTURE = "throw from=0 aim=0 speed=120 height=40 spin=0"
WATER = "{0}2=water,1 {0}3=water,1 {0}4=water,1"
MIXED = f"""rollmops 1
game floe
seat A Ann
seat B Ben
seat C Cleo
seat D Dora
first B

B {GESTURE}
B rest B1=40.0,330.0,20,1 {WATER.format("B")}
C {GESTURE}
C rest B1=40.0,330.0,20,1 C1=-60.0,210.0,0,4 {WATER.format("C")}
D {GESTURE}
D rest B1=40.0,330.0,20,1 C1=-60.0,210.0,0,4 D1=80.0,120.0,45,6 {WATER.format("D")}
""".encode()
"""Ann throws last: all dice that lie on the ice come after hers in the order of names."""
Places = dict[str, tuple[float, float]]


def let_begin(page: Page, begun: Callable[[], bool]) -> None:
    """Let time go by until a flight has begun."""
    for _ in range(80):
        page.clock.run_for(17)
        if begun():
            return
    raise AssertionError("nothing flies")


def stop_time(page: Page) -> None:
    """From here on time goes by only as a test lets it."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def overhear(page: Page) -> list[dict[str, str]]:
    """The lines with a flight that come over the page's socket."""
    heard: list[dict[str, str]] = []

    def listen(text: str | bytes) -> None:
        told = json.loads(text)
        if told["type"] == "update":
            heard.extend(line for line in told["open"]["lines"] if line.get("flight") and line not in heard)

    page.on("websocket", lambda line: line.on("framereceived", listen))
    return heard


def on_the_map(page: Page) -> Places:
    """Where the flat map shows each die, in millimetres."""
    read = (
        "dice => dice.map(die => [die.dataset.die, die.transform.baseVal[0].matrix.e, -die.transform.baseVal[0].matrix.f])"
    )
    return {name: (x, y) for name, x, y in page.locator(".flat [data-die]").evaluate_all(read)}


def told(rest: str) -> Places:
    """Where the dice on the ice lie by a rest line."""
    places: Places = {}
    for word in rest.split()[1:]:
        name, _, numbers = word.partition("=")
        if not numbers.startswith("water"):
            x, y, _, _ = map(float, numbers.split(","))
            places[name] = x, y
    return places


def away(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def watch(page: Page, line: dict[str, str], lying: Places) -> None:
    """See a flight on the flat map from its beginning to its end; `lying` are the dice that lay there before it."""
    flight = decode(base64.b64decode(line["flight"]))
    names = [word.partition("=")[0] for word in line["words"].split()[1:]]
    hand = [name for name in names if name not in lying]
    let_begin(page, lambda: set(on_the_map(page)) == set(names))
    seen = on_the_map(page)
    for name, place in lying.items():
        assert away(seen[name], place) < 1, f"{name} lies at {place} and is shown at {seen[name]} while it begins"
    for name in hand:
        assert seen[name][1] < 20, f"{name} begins at {seen[name]}, not in the hand"

    jumps, before = 0.0, seen
    for _ in range(flight.frames + 8):  # at half speed: a frame is shown for two of them
        page.clock.run_for(2 * flight.frame_ms)
        now = on_the_map(page)
        if set(now) != set(names):
            break  # it is over, and what sank is gone
        jumps = max(jumps, *(away(now[name], before[name]) for name in names))
        before = now
    assert jumps < 60, "a die jumps"
    for name, place in told(line["words"]).items():
        assert away(before[name], place) < 2, f"{name} comes to rest at {place} and is shown at {before[name]}"


@long_only
def test_the_hand_flies_on_the_flat_map(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=DESK, still=False)
    page.clock.install()
    heard = overhear(page)
    open_at(page, harbour, MIXED)
    stage(page)
    page.get_by_role("button", name="Flat map").click()
    assert on_the_map(page) == LYING
    stop_time(page)
    stage(page).press("Enter")
    wait_for(page, lambda: len(heard) > 0)
    watch(page, heard[0], LYING)


def wait_for(page: Page, done: Callable[[], bool]) -> None:
    """Until the server has answered; the page's own time stands still."""
    for _ in range(1500):
        if done():
            return
        page.wait_for_timeout(20)
    raise AssertionError("the server does not answer")


HUES = {"A": (2, 16), "B": (35, 50), "C": (185, 203), "D": (130, 155)}
"""Degrees of coral, lemon, sea and leaf, as lit dice show them."""


def colours_near(page: Page, x: float, y: float, reach: int) -> dict[str, int]:
    """How many points of each seat's colour are seen there."""
    part = page.screenshot(clip={"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach})
    picture = Image.open(io.BytesIO(part)).convert("HSV")
    hue, saturation, _ = np.asarray(picture).reshape(-1, 3).T * (360 / 255)
    strong = saturation > 155
    return {seat: int(((low <= hue) & (hue <= high) & strong).sum()) for seat, (low, high) in HUES.items()}


def test_the_hand_flies_in_three_dimensions(harbour: Harbour, guest: Guests) -> None:
    page = guest(size=DESK, still=False)
    page.clock.install()
    heard = overhear(page)
    open_at(page, harbour, MIXED)
    stage(page)
    page.get_by_role("button", name="Turn the camera").click()
    page.get_by_role("button", name="See it from above").click()
    page.get_by_role("button", name="Turn the camera").click()
    stop_time(page)
    stage(page).press("Enter")
    wait_for(page, lambda: len(heard) > 0)
    let_begin(page, lambda: any(in_hand(page).values()))
    assert in_hand(page)["A"] > 4 * 30, "the dice of the hand do not fly"
    assert not in_hand(page)["B"], "a die that lies on the ice leaves the hand"
    for name, place in LYING.items():
        near = colours_near(page, *find(page, *place, flat=False), 14)
        assert near[name[0]] > 30, f"{name} is not where it lies: {near}"
        assert not near["A"], f"a die of the hand is where {name} lies: {near}"


def in_hand(page: Page) -> dict[str, int]:
    """The warm colours before the entrance; water is as cool as the other two."""
    near = colours_near(page, *find(page, 0, -5, flat=False), 55)
    return {seat: near[seat] for seat in "AB"}


@long_only
def test_the_hand_flies_in_a_replay(harbour: Harbour, guest: Guests) -> None:
    code = thrown_out(harbour, MIXED)
    page = guest(size=DESK, still=False)
    page.clock.install()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "/replay?" in answer.url else None)
    page.goto(f"{harbour.url}#/replay/{code}")
    expect(page.get_by_role("slider")).to_be_visible()
    stage(page)
    steps = [step for answer in answers for step in answer.json()["steps"]]  # a long game comes in several
    page.get_by_role("button", name="Flat map").click()
    thrown = [place for place, step in enumerate(steps) if step["line"].get("flight")]
    assert len(thrown) > 8
    stop_time(page)
    for place in (thrown[0], *thrown[-3:]):
        before = steps[place - 1]["view"]["dice"]
        lying = {die["die"]: (die["x"], die["y"]) for die in before.values()}
        page.get_by_role("slider").fill(str(place))
        page.get_by_role("button", name="Play", exact=True).click()
        watch(page, steps[place]["line"], lying)
        page.get_by_role("button", name="Pause").click()
