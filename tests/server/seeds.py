"""Seeds of the fuzzer: everything that once broke something, and the ordinary things it is made of."""

from __future__ import annotations

import json
from typing import Any

from rollmops.games import GAMES, house_text

PROMISE = "0" * 64

MESSAGES: list[Any] = [
    {"type": "hello"},
    {"type": "hello", "tokens": ["x" * 32], "sequence": 3},
    {"type": "sit", "seat": "A", "name": "Karen", "promise": PROMISE},
    {"type": "sit", "seat": "A", "name": "\u200d\u202e#", "promise": PROMISE, "colour": "sea"},
    {"type": "open", "seat": "A", "salt": "0" * 32},
    {"type": "choose", "seat": "A", "words": "again", "sequence": 1},
    {"type": "choose", "seat": "B", "words": "cast 5 d12 d20 adjust", "sequence": 0},
    {"type": "choose", "seat": "A", "words": "throw 0 0 100 30 0", "sequence": 0},
    {"type": "try", "seat": "A", "words": "adjust 1+ 1+"},
    {"type": "take back", "seat": "A", "sequence": 1},
    {"type": "hint", "seat": "A"},
    {"type": "odds", "seat": "A"},
    {"type": "forecast", "seat": "A", "words": "throw from=0 aim=0 speed=120 height=50 spin=50"},
    {"type": "forecast", "seat": "A", "words": "throw from=9999"},
    {"type": "forecast", "seat": "A"},
    {"type": "odds", "seat": "A", "words": "adjust"},
    {"type": "odds", "seat": "A", "words": "cast 3 d12"},
    {"type": "odds", "seat": "A", "words": "cast 99999999999999999999"},
    {"type": "let bot", "seat": "B", "level": "easy"},
    {"type": "leave", "seat": "A"},
    {"type": "next", "game": "soles", "first": "A"},
    {"type": "renew", "seat": "B"},
    {"type": "ping", "id": 2**31},
]
SOLES = "rollmops 1\ngame soles\nseat A Karen\nseat B Reiner\nfirst A\n\nA roll 2 1 1 water\nA again\n"
RECORD_SEEDS = [
    SOLES,
    SOLES.replace("first A", "first A\noption first lot\ncommit " + "0" * 64 + "\nreveal " + "0" * 64),
    SOLES.replace("first A", "first A\n" + "".join(f"option o{number} 1\n" for number in range(20_000)).strip()),
    SOLES.replace("Karen", "K" * 100_000),
    SOLES.replace("Karen", "\ud800"),
    SOLES.replace("Karen", "\x1b[2J\x00"),
    SOLES + "A again\n" * 30_000,
    "rollmops 1\ngame lure\nseat A K\nseat B R\n\n* lake minnow\n",
    "rollmops 1\ngame floe\nseat A K\nseat B R\nfirst A\n\nA throw 0 0 100 30 0\nA rest\n",
    "rollmops 1\ngame espresso\nseat A K\nseat B R\nfirst A\n\nA roll 1\n",
    "\ufeffrollmops 1\r\ngame soles\r\n",
]
HOUSE_FILES = {name: house_text(name) for name in GAMES}
FILES = [
    *HOUSE_FILES.values(),
    "a" + ".a" * 4900 + " = 1",
    "a" + ".a" * 49_000 + " = 1",
    "a = " + "[" * 9000,
    "a = " + "{a = " * 1900,
    HOUSE_FILES["soles"].replace("40", "9" * 5000),
    HOUSE_FILES["soles"].replace("40", "0x" + "f" * 9000),
    HOUSE_FILES["soles"].replace("40", "inf"),
    HOUSE_FILES["soles"].replace("yellow = 40", "yellow = 40\nnote = [[1]]"),
    HOUSE_FILES["soles"].replace("yellow = 40", "yellow = 1979-05-27"),
    HOUSE_FILES["floe"].replace("outline = [", "outline = [[1e300, nan],"),
    HOUSE_FILES["floe"].replace("outline = [", "outline = [[" + "9" * 40 + ", 0],"),
    HOUSE_FILES["lure"].replace("minnow", "\u202eminnow"),
]
FRAMES = [
    b"\x81\x82\0\0\0\0\xff\xfe",  # text that is no UTF-8
    b"\x80\x80\0\0\0\0",  # a continuation of nothing
    b"\x89\x80\0\0\0\0" * 50,  # pings
    b"\x88\x82\0\0\0\0\x03\xe8",  # a close
    b"\x83\x80\0\0\0\0",  # an opcode that does not exist
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",  # a frame without end
    b"GET / HTTP/1.1\r\n\r\n",
]
PATHS = [
    "/api/games",
    "/api/games/soles/rules",
    "/api/games/chess/components",
    "/api/games/%ff%fe/rules",
    "/api/tables/CODE",
    "/api/tables/CODE/record",
    "/api/tables/CODE/proof",
    "/api/tables/CODE/replay?seat=A&start=0",
    "/api/tables/CODE/review",
    "/api/tables/CODE/replay?seat=%ff&start=-1",
    "/api/tables/CODE/socket",
    "/api/tables/%00%00/record",
    "/api/tables/" + "x" * 16,
    "/api/" + "a/" * 500,
    "/%2e%2e/%2e%2e/etc/passwd",
    "/?" + "q" * 3000,
]


def table_body(components: str | None = None, game: str = "soles") -> dict[str, Any]:
    """A table as a page would set it."""
    more = {} if components is None else {"components": components}
    return {"game": game, "seats": [{"kind": "here"}, {"kind": "bot", "level": "easy"}], **more}


def as_text(value: Any) -> str:
    """JSON, half characters and all."""
    return value if isinstance(value, str) else json.dumps(value)
