"""A day as it lies in a year's file: packed, and closed with its key until the day has come."""

from __future__ import annotations

import base64
import hashlib
import zlib

from rollmops.engine.errors import BadProofError

PACKING = (
    b"rest A1=water,1 A2=0,100,0,2 A3= B1= B2=water,3 B4=water, C1= C4= D1= D2=water,5 throw fro"
    b"m=0 aim=0 speed=110 height=30 spin=0 keep A1\nB keep B2\nplace * splash sardine mackerel dra"
    b"w adjust draw boast draw x1 cast 5 cast 1 d12 d20 adjust fished hold A white fish wave not"
    b"hing A take yellow B take blue steal A blue A chip B move lake pass drink reroll b1 b2 r1 "
    b"r2 stand cast roll hook wave wave worm coffee A roll hook wave wave hook worm roll 1 2 hoo"
    b"k water again secure take middle take B A roll 1 2 water B roll 1 1 2 hook\nrollmops 1\ngame"
    b" espresso\ngame lure\ngame floe\ngame soles\nseat A Ahab\nseat B Berta\nseat C Cato\nfirst A\nfirs"
    b"t B\nfirst C\n\n#? A\n#~ secure\n#+ 0.0021\n#= 0.5312 again\n#= 0.4"
)
"""Words that days are full of; what is packed refers to them. Another text here makes packed days unreadable."""


def _stream(key: str, size: int) -> bytes:
    return hashlib.shake_256(b"daily catch" + bytes.fromhex(key)).digest(size)


def digest_of(text: str) -> str:
    """What a year's file tells of a day that is still closed."""
    return hashlib.sha256(text.encode()).hexdigest()


def close(text: str, key: str) -> str:
    """A day that only its key opens. A key closes one text and never another."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=PACKING)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.b85encode(bytes(a ^ b for a, b in zip(packed, _stream(key, len(packed)), strict=True))).decode()


def open_day(closed: str, key: str, digest: str) -> str:
    """The text of a day; refuses (BadProofError) what was changed, or closed with another key."""
    try:
        packed = base64.b85decode(closed)
        plain = bytes(a ^ b for a, b in zip(packed, _stream(key, len(packed)), strict=True))
        text = zlib.decompressobj(-15, zdict=PACKING).decompress(plain, 1 << 20).decode()
    except (ValueError, zlib.error):
        text = ""
    if digest_of(text) != digest:
        raise BadProofError("this day was changed, or its key is another: what it holds is not what its digest says")
    return text
