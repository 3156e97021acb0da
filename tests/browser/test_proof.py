"""The page's own check of the dice: by Node against the rules' records, and in a real browser against hosts who cheat."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollmops.engine.components import Components
from rollmops.engine.dice import commitment, new_salt, new_seed, salt_promise
from rollmops.games import components_text, game, house, house_text
from rollmops.server.protocol.messages import message_encoder
from rollmops.server.store.events import Plan, SeatPlan
from rollmops.server.table.replays import proof_of
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import any_line
from tests.browser.chromium import NODE
from tests.browser.conftest import ROOT, Guests
from tests.browser.harbour import Harbour
from tests.browser.people import finished, take_turn
from tests.effort import some_or_all
from tests.server.forked import command

LAKE = (ROOT / "tests/games/lure/own/lake.toml").read_text(encoding="utf-8")
FEW_LURES = (
    house_text("lure")
    .replace("adjust = 8", "adjust = 2")
    .replace("boast = 4", "boast = 2")
    .replace("x1 = 2\nx2 = 2\nx3 = 2", "x1 = 1\nx2 = 1\nx3 = 1")
)
"""So few that the discards are shuffled several times."""


def whole_game(name: str, parts: Components, seats: int = 3, keyed: bool = True) -> tuple[Sitting, dict[str, Any]]:
    """A game with a bot at the last seat, played at random, and what the device of seat A has kept of it."""
    kinds = ["here", *["link"] * (seats - 2), "bot"]
    plans = tuple(SeatPlan(kind, "easy" if kind == "bot" else "", "", "coral", "") for kind in kinds)  # type: ignore[arg-type]
    digest = (parts.name, parts.digest)
    plan = Plan("c" * 16, name, game(name).version, plans, None, False, digest, new_seed(), "2026-11-15", keyed=keyed)
    sitting = Sitting.of(plan, parts)
    pledge = {"code": plan.code, "commit": commitment(plan.seed), "components": parts.digest, "early": True, "at": 1}
    pledge |= {"house": sitting.house_salts(), "bots": ["ABCDEFGH"[seats - 1]]}
    salts = [new_salt() for _ in range(seats - 1)]
    for seat, salt in enumerate(salts):
        sitting.sit(seat, f"Player {seat}", None, salt_promise(salt))
    sitting.seal()
    pledge |= {"promises": sitting.promises(), "own": {"A": salts[0]}}
    for seat, salt in enumerate(salts):
        sitting.open(seat, salt)
    sitting.begin()
    while not sitting.over:
        match = sitting.running()
        if match.chance:
            sitting.roll()
        else:
            sitting.choose(match.owing[0], any_line(match.game, parts, match.view(match.owing[0])), sitting.sequence)
    return sitting, pledge


def asked(sitting: Sitting, pledge: dict[str, Any]) -> dict[str, Any]:
    """What the page gets from the server at the end, and what it has of its own."""
    record = sitting.full_record()
    proof = json.loads(message_encoder.encode(proof_of(record, sitting.components)))
    seen = sitting.game.views.seen  # seat A was not told which lures the others drew
    lived = [{"seat": entry.seat, "words": seen(entry.seat, entry.words, 0)} for entry in record.entries]
    return {"record": record.text(), "facts": proof["facts"], "draws": proof["draws"], "pledge": pledge, "lived": lived}


def page_says(evidence: dict[str, Any]) -> dict[str, Any]:
    done = subprocess.run([NODE, ROOT / "web/tests/proof.mjs"], input=json.dumps(evidence), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    verdict: dict[str, Any] = json.loads(done.stdout)
    return verdict


BOXES = {
    "soles": ("soles", house_text("soles")),
    "soles with other faces": ("soles", house_text("soles").replace("water = 1", "water = 3")),
    "espresso": ("espresso", house_text("espresso")),
    "lure": ("lure", house_text("lure")),
    "lure with its own fish": ("lure", LAKE),
    "lure with few lures": ("lure", FEW_LURES),
}


@pytest.mark.parametrize("box", some_or_all(BOXES, "soles with other faces", "lure with few lures"))
def test_the_page_weighs_every_die_and_card_by_the_component_file(box: str) -> None:
    name, text = BOXES[box]
    for seats, keyed in ((2, True), (4, True), (3, False)):
        sitting, pledge = whole_game(name, components_text(name, text), seats, keyed)
        evidence = asked(sitting, pledge)
        proven = page_says(evidence)
        assert proven["doubts"] == []
        assert proven["own"] == ["A"]
        assert proven["dice"] == len(evidence["draws"])
        if name != "lure":
            assert page_says(evidence | {"draws": []}) == proven, "the server's list is not needed"


def lied_to(evidence: dict[str, Any], **pledge: Any) -> list[str]:
    """What the page doubts when its notes say otherwise than the record."""
    return [doubt["about"] for doubt in page_says(evidence | {"pledge": evidence["pledge"] | pledge})["doubts"]]


def test_whatever_does_not_fit_is_named() -> None:
    sitting, pledge = whole_game("soles", house("soles"))
    evidence = asked(sitting, pledge)
    record, own = str(evidence["record"]), pledge["own"]["A"]
    assert lied_to(evidence, commit="0" * 64) == ["commit"]
    assert lied_to(evidence, components="0" * 64) == ["components"]
    assert lied_to(evidence, house=pledge["house"] | {"C": "0" * 32}) == ["house"]
    assert lied_to(evidence, promises=pledge["promises"] | {"B": "0" * 64}) == ["promise"]
    other = new_salt()
    assert lied_to(evidence, own={"A": other}, promises=pledge["promises"] | {"A": salt_promise(other)}) == ["own"]
    assert lied_to(evidence, own={"A": other}) == [], "the seat had sat down on another device, as was promised"

    def doubts(change: dict[str, Any]) -> list[str]:
        return [doubt["about"] for doubt in page_says(evidence | change)["doubts"]]

    assert doubts({"record": record.replace(f"reveal {sitting.plan.seed}", f"reveal {new_seed()}")})[:2] == ["seal", "house"]
    assert doubts({"facts": components_text("soles", BOXES["soles with other faces"][1]).canonical}) == ["components", "die"]
    lived = [*evidence["lived"][:-1], {"seat": "A", "words": "again"}]
    assert doubts({"lived": lived}) == ["log"]
    assert doubts({"record": record.replace(f"salt A {own}", f"salt A {other}")})[0] == "own"
    unopened = page_says(
        evidence | {"record": record.replace("option salts sealed", "option salts sealed\noption salt-A unopened")}
    )
    assert (unopened["lost"], unopened["doubts"][0]["about"]) == (["A"], "house")
    assert page_says(evidence | {"pledge": None})["doubts"] == []


def test_a_changed_roll_is_named_by_its_faces_and_the_line_of_the_file(tmp_path: Path) -> None:
    """The page and the terminal point at the same line, comments and all."""
    sitting, pledge = whole_game("soles", house("soles"))
    evidence = asked(sitting, pledge) | {"lived": None}
    lines = str(evidence["record"]).splitlines()
    lines.insert(1, "# kept by Karen")
    rolls = ((place, line.split()) for place, line in enumerate(lines) if line.startswith("A roll"))
    place, (_, _, first, second, *rest) = next((place, words) for place, words in rolls if len(set(words[2:4])) == 2)
    true, lines[place] = lines[place], " ".join(["A roll", second, first, *rest])  # as legal as before
    tampered = "\n".join([*lines, ""])
    (doubt,) = page_says(evidence | {"record": tampered, "pledge": None})["doubts"]
    assert doubt == {"about": "die", "line": place + 1, "found": true.removeprefix("A roll "), "said": lines[place]}
    file = tmp_path / "tampered.rollmops"
    file.write_text(tampered)
    said = command("verify", str(file))
    assert said.returncode
    for word in (f"line {place + 1}", lines[place], true.removeprefix("A ")):
        assert word in said.stdout + said.stderr


def test_a_loaded_die_is_not_hidden_by_a_list_of_weights() -> None:
    """The server rolls a die with more hooks than the component file has, and lists those weights as if they were right."""
    loaded = components_text("soles", house_text("soles").replace("hook = 1", "hook = 9"))
    sitting, pledge = whole_game("soles", loaded)
    evidence = asked(sitting, pledge | {"components": house("soles").digest})
    record = str(evidence["record"]).replace(loaded.digest, house("soles").digest)
    verdict = page_says(evidence | {"record": record, "facts": house("soles").canonical})
    assert [doubt["about"] for doubt in verdict["doubts"]] == ["die"]


# -- in a real browser, against a server that cheats --

SHORT = house_text("soles").replace("yellow = 40", "yellow = 3").replace("2 = 8\n", "2 = 0\n")


@contextmanager
def cheating(data: Path, how: str) -> Iterator[Harbour]:
    server = Harbour(data, "tests.server.cheats", how)
    server.open()
    try:
        yield server
    finally:
        server.close()


def sit_down(page: Page, harbour: Harbour) -> str:
    """Karen at a short game of soles against a bot; returns the table's code."""
    seats = [{"kind": "here", "name": "Karen"}, {"kind": "bot", "level": "easy"}]
    ask = json.dumps({"game": "soles", "seats": seats, "components": SHORT}).encode()
    to = f"{harbour.url}api/tables"
    request = urllib.request.Request(to, ask, {"content-type": "application/json"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - our own server
        made = json.load(answer)
    code: str = made["code"]
    kept = {"code": code, "game": "soles", "tokens": {"A": made["keys"][0]["token"]}, "links": {}, "names": {"A": "Karen"}}
    known = json.dumps(json.dumps([kept]))
    page.add_init_script(f"localStorage.getItem('rollmops.seats') ?? localStorage.setItem('rollmops.seats', {known})")
    page.goto(f"{harbour.url}#/table/{code}")
    expect(page.locator(".board")).to_be_visible(timeout=60_000)
    return code


def play_to_the_end(page: Page) -> None:
    until = time.monotonic() + 180
    while not finished(page):
        assert time.monotonic() < until
        take_turn(page, "soles")
        page.wait_for_timeout(40)


def check_dice(page: Page) -> None:
    page.get_by_role("button", name="Proof of the dice").click()
    page.get_by_role("button", name="Check every die here").click()


def test_an_honest_game_is_proven_to_a_page_that_was_loaded_again(harbour: Harbour, guest: Guests) -> None:
    page = guest()
    code = sit_down(page, harbour)
    page.reload()
    play_to_the_end(page)
    page.reload()
    check_dice(page)
    expect(page.locator(".verdict.good")).to_contain_text("follow from the sealed secret")
    expect(page.get_by_text("saw the fingerprint before the game began")).to_be_visible()
    expect(page.get_by_text("is in the dice (seat A)")).to_be_visible()
    page.goto(f"{harbour.url}#/replay/{code}")
    page.get_by_text("Proof of the dice").click()
    page.get_by_role("button", name="Check every die here").click()
    expect(page.locator(".verdict.good")).to_be_visible()
    stranger = guest(language="de")
    stranger.goto(f"{harbour.url}#/table/{code}")
    stranger.get_by_role("button", name="Beweis der Würfel").click()
    stranger.get_by_role("button", name="Hier jeden Würfel prüfen").click()
    expect(stranger.get_by_text("kam, als das Spiel schon lief")).to_be_visible()


def test_a_seed_swapped_after_all_sat_down_is_seen_at_once_and_at_the_end(
    pages_built: None, tmp_path: Path, guest: Guests
) -> None:
    page = guest()
    with cheating(tmp_path, "swap") as server:
        sit_down(page, server)
        beware = page.get_by_role("alert").filter(has_text="the fingerprint of the dice has changed")
        expect(beware).to_be_visible()
        page.reload()
        expect(beware).to_be_visible()
        play_to_the_end(page)
        check_dice(page)
        expect(page.locator(".verdict.bad").first).to_contain_text("not the one this device saw when it first came")
        expect(page.locator(".verdict.good")).to_have_count(0)


@pytest.mark.parametrize(
    ("how", "found"),
    some_or_all(  # what each of them is found by is seen without a browser above
        [
            ("swap in secret", "not the one this device saw when it first came"),
            ("grind", "The number of seat B is not the one the server had fixed for it"),
            ("grind and lie", "The number of seat B is not the one the server had fixed for it"),
            ("put in own", "The number of seat A is not the one this device drew"),
        ],
        ("grind and lie", "The number of seat B is not the one the server had fixed for it"),
    ),
)
def test_a_cheating_host_is_found_at_the_end(how: str, found: str, pages_built: None, tmp_path: Path, guest: Guests) -> None:
    page = guest()
    with cheating(tmp_path, how) as server:
        sit_down(page, server)
        play_to_the_end(page)
        check_dice(page)
        expect(page.locator(".verdict.bad").first).to_contain_text(found)
        expect(page.locator(".verdict.good")).to_have_count(0)
