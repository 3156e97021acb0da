"""A table in the middle of a game: its journal is written from a logbook, as if people had played it so far."""

from __future__ import annotations

import asyncio
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Page, expect

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import ScriptedDice, new_salt, salt_promise
from rollmops.engine.lines import legal_lines
from rollmops.engine.logbook import read_record
from rollmops.games import game, house, house_text
from rollmops.server.store.events import Clock, Events, Plan, SeatPlan
from rollmops.server.store.store import Store
from rollmops.server.table.keys import lock_of, new_code, new_token
from rollmops.server.table.rolling import roll
from rollmops.server.table.sitting import COLOURS, Sitting
from tests.browser.harbour import Harbour


def set_at(
    harbour: Harbour,
    record: bytes,
    version: int | None = None,
    *,
    odds: bool = False,
    seed: str = "",
    clock: Clock | None = None,
    since: float = 0,
) -> tuple[str, list[str]]:
    """Set a table that has come as far as this logbook, by this version of the rules; its code and its seats' tokens.

    Its dice go on as this seed has them, without one as the logbook's own digest does: no test has another luck in each run.
    With a clock the time of who is to choose has been running since then, in seconds since 1970.
    """
    with ThreadPoolExecutor(1) as aside:  # the browser's own loop runs in this thread
        laid = lay(harbour.data, record, version, odds=odds, seed=seed, clock=clock, since=since)
        return aside.submit(asyncio.run, laid).result()


def seed_for(record: bytes, choices: tuple[str, ...], *news: str) -> str:
    """A seed of the table's fair dice with which these choices, one after the other, lead to this news first."""
    for number in range(5000):
        seed = f"{number:064x}"  # counted and not drawn: every run finds the same
        _, sitting, _ = follow(record, seed)
        lines = len(sitting.lines)
        for words in choices:
            match = sitting.running()
            while match.chance:
                sitting.roll()
            if not match.over:
                sitting.choose(match.owing[0], words, sitting.sequence)
        while sitting.running().chance:
            sitting.roll()
        found = [one for line in sitting.lines[lines:] for one in line.news]
        if len(found) >= len(news) and all(one.startswith(wanted) for one, wanted in zip(found, news, strict=False)):
            return seed
    raise AssertionError(f"these dice never lead to {news}")


def open_at(page: Page, harbour: Harbour, record: bytes, *, mine: str = LETTERS, odds: bool = False, seed: str = "") -> None:
    """Set a table that has come as far as this logbook and open it here, with these of its seats on this device."""
    code, tokens = set_at(harbour, record, odds=odds, seed=seed)
    sit_at(page, harbour, record, code, tokens, mine)


def sit_at(page: Page, harbour: Harbour, record: bytes, code: str, tokens: list[str], mine: str) -> None:
    """Open a table that was set here, with these of its seats on this device."""
    held = {letter: token for letter, token in zip(LETTERS, tokens, strict=False) if letter in mine}
    name = read_record(record).header.game
    kept = {"code": code, "game": name, "tokens": held, "links": {}, "names": {}}
    page.add_init_script(f"localStorage.setItem('rollmops.seats', JSON.stringify([{json.dumps(kept)}]))")
    page.goto(f"{harbour.url}#/table/{code}")
    expect(page.locator(".board")).to_be_visible(timeout=60_000)


def play_on(page: Page, url: str, record: str, level: str) -> None:
    """Go on where this logbook ends, with new dice: the first seat is somebody here, the others are bots of this level."""
    page.goto(url)
    logbook = read_record(record.encode())
    bots = [{"kind": "bot", "level": level, "name": ""} for _ in logbook.header.seats[1:]]
    asked = json.dumps({"record": record, "entries": len(logbook.entries), "seats": [{"kind": "here"}, *bots]})
    made = page.evaluate("(body) => fetch('api/play-on', { method: 'POST', body }).then((answer) => answer.json())", asked)
    token = next(key["token"] for key in made["keys"] if key["seat"] == "A")
    page.goto(f"{url}#/table/{made['code']}?seat={token}")
    page.get_by_label("Your name").fill(logbook.header.seats[0])
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".board")).to_be_visible()


def thrown_out(harbour: Harbour, record: bytes) -> str:
    """Set a table of the floe that has come as far as this logbook and was then played to its end, its dice thrown as the
    server throws them; of all choices the first is made. Returns its code.
    """
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, lay(harbour.data, record, to_the_end=True)).result()[0]


def follow(
    record: bytes,
    seed: str,
    version: int | None = None,
    *,
    odds: bool = False,
    tokens: list[str] | None = None,
    clock: Clock | None = None,
) -> tuple[Plan, Sitting, list[Events]]:
    """A table with this seed as it lies after this logbook: its plan, itself, and all that happened."""
    logbook = read_record(record)
    header, name = logbook.header, logbook.header.game
    components = house(name)
    tokens = tokens or [new_token() for _ in header.seats]
    seats = tuple(
        SeatPlan("here", "", who, colour, lock_of(token))
        for who, colour, token in zip(header.seats, COLOURS, tokens, strict=False)
    )
    plan = Plan(
        code=new_code(),
        game=name,
        version=game(name).version if version is None else version,
        seats=seats,
        first=header.first,
        odds=odds,
        components=(components.name, components.digest),
        seed=seed,
        date="2026-11-15",
        clock=clock,
    )
    sitting = Sitting.of(plan, components)
    salts = [salt_of(seed, place) for place in range(len(sitting.seats))]
    events: list[Events] = [
        sitting.sit(place, seat.name, seat.colour, salt_promise(salt))
        for place, (seat, salt) in enumerate(zip(sitting.seats, salts, strict=True))
    ]
    events.append(sitting.seal())
    for place, salt in enumerate(salts):
        events += sitting.open(place, salt)
    events.append(sitting.begin())
    for entry in logbook.entries:
        match = sitting.running()
        if match.chance:
            events.append(sitting.roll(ScriptedDice([entry.words])))
        else:
            events.append(sitting.choose(match.owing[0], entry.words, sitting.sequence))
    return plan, sitting, events


def salt_of(seed: str, place: int) -> str:
    """The same salts for the same seed, so that the dice are known beforehand."""
    return hashlib.sha256(f"{seed} {place}".encode()).hexdigest()[: len(new_salt())]


async def lay(
    data: Path,
    record: bytes,
    version: int | None = None,
    *,
    odds: bool = False,
    to_the_end: bool = False,
    seed: str = "",
    clock: Clock | None = None,
    since: float = 0,
) -> tuple[str, list[str]]:
    """Put the table into the server's store; returns its code and the tokens of its seats."""
    tokens = [new_token() for _ in read_record(record).header.seats]
    seed = seed or hashlib.sha256(record).hexdigest()
    plan, sitting, events = follow(record, seed, version, odds=odds, tokens=tokens, clock=clock)
    if clock is not None:
        events.append(sitting.time(since, list(sitting.running().owing)))
    while to_the_end and not sitting.over:
        match = sitting.running()
        if match.chance:
            events.append(await roll(sitting))
        else:
            (seat,) = match.owing
            first = legal_lines(match.game, match.table, seat, 1)[0]
            events.append(sitting.choose(seat, match.game.words.spell(match.table, seat, first), sitting.sequence))
    store = Store(data / "rollmops.sqlite")
    row = await store.add_room(plan, plan.components[1], house_text(plan.game))
    await store.append(row, 0, events)
    store.close()
    return plan.code, tokens
