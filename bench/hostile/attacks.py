"""The attacks, each described by its first sentence. What a server in the open must bear while others play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable

import msgspec

from bench.hostile.records import long_record
from bench.hostile.visitor import (
    BEGUN,
    CONTINUED,
    PING,
    TEXT,
    Target,
    address,
    again_and_again,
    frame,
    open_socket,
    plug,
    request,
    say,
    set_table,
    sit_down,
    swallow,
    upgrade,
)
from rollmops.games import game, house, house_text
from rollmops.minds.uniform import Random

Attack = Callable[[Target], Awaitable[None]]


async def nobody(target: Target) -> None:
    """Nobody attacks: what the tables feel of each other and of whatever else the machine does."""
    await asyncio.sleep(max(0.0, target.end - time.monotonic()))


async def component_bombs(target: Target) -> None:
    """Two addresses set tables with component files that are hard to read: deep, dotted, endless numbers, poisoned notes."""
    seats = [{"kind": "here"}] * 2
    plain = house_text("soles")
    bombs = [
        "a" + ".a" * 49_000 + "=1",
        "a" + ".a" * 15_000 + "=1",
        "a = " + "[" * 45_000 + "]" * 45_000,
        "a = " + "9" * 90_000,
        "a = 0x" + "f" * 90_000,
        plain.replace("note = ", "note" + ".n" * 15_000 + " = "),
        plain.replace("note = ", "note = " + "[" * 300 + '"x"' + "]" * 300 + " # "),
        "\n".join(f"[a{'.b' * 20}.c{number}]" for number in range(1_500)),
    ]

    async def act(number: int) -> None:
        body = {"game": "soles", "seats": seats, "components": bombs[number % len(bombs)]}
        await request(target, address(number % 2), "/api/tables", body)

    await again_and_again(target, 12, act)


async def hanging_handshakes(target: Target) -> None:
    """Three addresses open 300 handshakes that can never end (too long, by POST, half of one) and leave them there."""
    path = f"/api/tables/{target.codes[0]}/socket"
    heads = (upgrade(path + "?" + "q" * 9_000), upgrade(path, "POST"), upgrade(path)[:-2], b"GET / HT", b"")

    async def act(number: int) -> None:
        reader, writer = await plug(target, address(number % 3))
        writer.write(heads[number % len(heads)])
        with contextlib.closing(writer):
            await swallow(reader)

    await again_and_again(target, 300, act)


async def frame_floods(target: Target) -> None:
    """Eight sockets send pings, empty pieces, text after `too fast` and text that is no text as fast as they can."""
    floods = (
        frame(PING) * 2_000,
        frame(CONTINUED) * 2_000,
        say("ping") * 1_000,
        frame(TEXT, b"\xff\xfe"),
        frame(PING, b"x" * 125) * 200,
        frame(TEXT, b"x" * 60_000) * 4,
        frame(0x8A) * 2_000,
        frame(0x83) + b"\xff" * 1_000,
    )

    async def act(number: int) -> None:
        reader, writer = await open_socket(target, target.codes[number % len(target.codes)], address(number % 4))
        with contextlib.closing(writer):
            reading = asyncio.create_task(swallow(reader))
            writer.write(say("hello") + (frame(BEGUN, b"a") if number % 8 == 1 else b""))
            while not reading.done():
                writer.write(floods[number % len(floods)])
                await writer.drain()
                await asyncio.sleep(0)

    await again_and_again(target, 8, act)


async def crowd(target: Target) -> None:
    """450 sockets of three addresses, at 15 tables of theirs, send 20 messages a second each: pings, tries, odds, noise."""
    tables = [made for number in range(15) if (made := await set_table(target, address(number % 3)))]
    words = (say("ping"), say("try", seat="A", words="secure"), say("odds", seat="A"), frame(TEXT, b"{}" * 2_000))

    async def act(number: int) -> None:
        code, keys = tables[number % len(tables)]
        reader, writer = await open_socket(target, code, address(number % 3))
        with contextlib.closing(writer):
            reading = asyncio.create_task(swallow(reader))
            writer.write(say("hello", tokens=[key["token"] for key in keys] if number < 2 * len(tables) else []))
            writer.write(sit_down(keys))
            while not reading.done():
                writer.write(random.choice(words))
                await asyncio.sleep(0.05)

    await again_and_again(target, 450 if tables else 0, act)


async def watchers_hellos(target: Target) -> None:
    """60 watchers at one innocent table say hello five times a second each and want everything anew."""

    async def act(number: int) -> None:
        reader, writer = await open_socket(target, target.codes[0], address(0))
        with contextlib.closing(writer):
            reading = asyncio.create_task(swallow(reader))
            while not reading.done():
                writer.write(say("hello"))
                await asyncio.sleep(0.2)

    await again_and_again(target, 60, act)


async def full_houses(target: Target) -> None:
    """Two addresses fill innocent tables with watchers who come and go, far more than there is room for."""

    async def act(number: int) -> None:
        reader, writer = await open_socket(target, target.codes[number % len(target.codes)], address(number % 2))
        with contextlib.closing(writer):
            writer.write(say("hello"))
            await asyncio.wait_for(swallow(reader), random.uniform(0.5, 3))

    await again_and_again(target, 300, act)


async def deaf_pages(target: Target) -> None:
    """100 watchers at innocent tables ask for everything again and again and never read any of it."""

    async def act(number: int) -> None:
        _, writer = await open_socket(target, target.codes[number % len(target.codes)], address(number % 2))
        with contextlib.closing(writer):
            while True:
                writer.write(say("hello"))
                await writer.drain()
                await asyncio.sleep(0.1)

    await again_and_again(target, 100, act)


async def early_records(target: Target) -> None:
    """Records of tables are asked for before their games have begun, with a page there that must not be sent away."""
    made = await set_table(target, address(0))
    if made is None:
        return
    code, keys = made
    reader, writer = await open_socket(target, code, address(0))
    writer.write(say("hello", tokens=[keys[0]["token"]]))

    async def act(number: int) -> None:
        for what in ("record", "proof", "replay"):
            await request(target, address(0), f"/api/tables/{code}/{what}")

    await again_and_again(target, 4, act)
    await asyncio.sleep(0.2)
    if reader.at_eof():
        print("the page was sent away")
    writer.close()


async def hint_floods(target: Target) -> None:
    """Twelve tables of all games, where each choice comes with two hints and odds in one write and nobody waits for them."""

    async def act(number: int) -> None:
        name = ("soles", "espresso", "lure", "floe")[number % 4]
        made = await set_table(target, address(number % 3), name)
        if made is None:
            await asyncio.sleep(1)
            return
        code, keys = made
        reader, writer = await open_socket(target, code, address(number % 3))
        with contextlib.closing(writer):
            writer.write(say("hello", tokens=[key["token"] for key in keys]))
            writer.write(sit_down(keys))
            await choose_with_hints(name, reader, writer)

    await again_and_again(target, 12, act)


async def choose_with_hints(name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Play a table, asking for hints about every choice in the moment it is made."""
    while True:
        head = await reader.readexactly(2)
        size = head[1] & 127
        if size >= 126:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        body = await reader.readexactly(size)
        if head[0] != TEXT or not body.startswith(b'{"type":"update"'):
            continue
        update = json.loads(body)
        for part in update["parts"]:
            if part["owes"]:
                seat = part["seat"]
                words = say("choose", seat=seat, words=any_choice(name, part), sequence=update["sequence"])
                writer.write(say("hint", seat=seat) + say("odds", seat=seat) + words + say("hint", seat=seat))
        await asyncio.sleep(0.2)


def any_choice(name: str, part: dict[str, object]) -> str:
    """Any legal line of a part."""
    choices = part["choices"]
    if isinstance(choices, list):
        return str(random.choice(choices))
    rules = game(name)
    view = msgspec.convert(part["view"], type=getattr(rules.views, "View"))  # noqa: B009 - not in the protocol
    return Random(rules, house(name), random.getrandbits(60)).choose(view)


async def long_replays(target: Target) -> None:
    """36 long records at once, and records of 68,000 options, from four addresses."""
    long = long_record(1_500)
    options = "rollmops 1\ngame soles\nseat A Eve\nseat B Mallory\n" + "".join(f"option o{n} 1\n" for n in range(68_000))

    async def act(number: int) -> None:
        await request(target, address(number % 4), "/api/replay", {"record": long if number % 4 else options})

    await again_and_again(target, 36, act)


async def many_requests(target: Target) -> None:
    """Four addresses ask for pages, files and tables that do not exist, a hundred requests in one write."""
    asks = ("GET /", "GET /api/games", "GET /api/tables/x", "NONSENSE", "POST /api/tables")

    async def act(number: int) -> None:
        reader, writer = await plug(target, address(number % 4))
        with contextlib.closing(writer):
            writer.write(
                f"{asks[number % len(asks)]} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n".encode() * 100
            )
            await swallow(reader)

    await again_and_again(target, 40, act)


async def silent_crowd(target: Target) -> None:
    """Eight addresses open connections as fast as they can, 2,400 of them, and say nothing."""

    async def act(number: int) -> None:
        reader, writer = await plug(target, address(number % 8))
        with contextlib.closing(writer):
            await swallow(reader)

    await again_and_again(target, 2_400, act)


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        nobody,
        component_bombs,
        hanging_handshakes,
        frame_floods,
        crowd,
        watchers_hellos,
        full_houses,
        deaf_pages,
        early_records,
        hint_floods,
        long_replays,
        many_requests,
        silent_crowd,
    )
}
