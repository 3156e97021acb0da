"""Seeds, keys and the commitment of a year.

    year's seed = HMAC-SHA-256(seed, "2027")             secret until the year is over
    day's key   = HMAC-SHA-256(year's seed, "2027-01-05")  opened on that day
    leaf        = SHA-256(day's key)
    root        = Merkle root of the leaves of all days of the year: the commitment, published beforehand

A key tells nothing about another day's. With a day's key come the hashes that lead from its leaf to the root (`path`), so
anyone can see that this key was promised for this day before the year began. What the day holds follows from its key.
"""

from __future__ import annotations

import calendar
import hashlib
import hmac
import secrets
from datetime import date, timedelta

from rollmops.engine.errors import BadProofError, RollmopsError

SEED_BYTES = 32
_NODE = b"\x01"
"""Before the two hashes of an inner node, so that no node can be taken for a leaf."""


def new_seed() -> str:
    """A secret seed for years of one's own, in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


def read_seed(text: str) -> str:
    """The seed of a file; raises RollmopsError where it is none."""
    seed = text.strip().lower()
    try:
        if len(bytes.fromhex(seed)) == SEED_BYTES:
            return seed
    except ValueError:
        pass
    raise RollmopsError(f"a seed of the daily catch has {2 * SEED_BYTES} hexadecimal digits; make one with --new-seed")


def days_of(year: int) -> list[date]:
    """Every day of a year."""
    first = date(year, 1, 1)
    return [first + timedelta(days=number) for number in range(366 if calendar.isleap(year) else 365)]


def key_of(seed: str, day: date) -> str:
    """The key from which a day is made."""
    year = hmac.digest(bytes.fromhex(seed), f"{day.year:04}".encode(), "sha256")
    return hmac.digest(year, day.isoformat().encode(), "sha256").hex()


def leaf_of(key: str) -> bytes:
    """What the commitment holds of a day."""
    return hashlib.sha256(bytes.fromhex(key)).digest()


def _above(row: list[bytes]) -> list[bytes]:
    """The row of nodes above this one; an odd one out goes up as it is."""
    pairs = [row[place : place + 2] for place in range(0, len(row), 2)]
    return [hashlib.sha256(_NODE + b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs]


def leaves_of(seed: str, year: int) -> list[bytes]:
    """The leaves of all days of a year."""
    return [leaf_of(key_of(seed, day)) for day in days_of(year)]


def root_of(leaves: list[bytes]) -> str:
    """The commitment of a year."""
    row = leaves
    while len(row) > 1:
        row = _above(row)
    return row[0].hex()


def path_of(leaves: list[bytes], place: int) -> list[str]:
    """The hashes beside the way from a leaf to the root, each with the side on which it stands: `<` or `>`."""
    path, row = [], leaves
    while len(row) > 1:
        beside = place ^ 1
        if beside < len(row):
            path.append(("<" if beside < place else ">") + row[beside].hex())
        row, place = _above(row), place // 2
    return path


def root_from(key: str, path: list[str]) -> str:
    """The root to which a key leads by this path."""
    node = leaf_of(key)
    for step in path:
        other = bytes.fromhex(step[1:])
        node = hashlib.sha256(_NODE + (other + node if step[0] == "<" else node + other)).digest()
    return node.hex()


def sides_of(year: int, place: int) -> str:
    """On which sides the hashes beside a day's way stand: that says which day it is, so no key passes for another's."""
    return "".join(step[0] for step in path_of([bytes(32)] * len(days_of(year)), place))


def check_key(root: str, day: date, key: str, path: list[str]) -> None:
    """Refuse (BadProofError) a key that was not promised for this day."""
    place = (day - date(day.year, 1, 1)).days
    try:
        fits = "".join(step[0] for step in path) == sides_of(day.year, place) and root_from(key, path) == root
    except (ValueError, IndexError):
        fits = False
    if not fits:
        raise BadProofError(f"the key of {day} is not the one that the commitment {root[:16]}… promised for this day")
