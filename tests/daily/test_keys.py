"""Keys and commitments: what is promised can be checked, what is to come cannot be read, what was changed is found."""

from __future__ import annotations

from datetime import date

import pytest

from rollmops.daily.keys import check_key, days_of, key_of, leaves_of, new_seed, path_of, read_seed, root_of
from rollmops.daily.sealing import close, digest_of, open_day
from rollmops.engine.errors import BadProofError, RollmopsError

SEED = "5e" * 32


@pytest.mark.parametrize("year", [2027, 2028])
def test_every_key_of_a_year_leads_to_its_root_and_to_its_own_day_alone(year: int) -> None:
    leaves, days = leaves_of(SEED, year), days_of(year)
    root = root_of(leaves)
    for place, day in enumerate(days):
        check_key(root, day, key_of(SEED, day), path_of(leaves, place))
    with pytest.raises(BadProofError):
        check_key(root, days[1], key_of(SEED, days[0]), path_of(leaves, 0))
    with pytest.raises(BadProofError):
        check_key(root, days[0], key_of("00" * 32, days[0]), path_of(leaves, 0))
    with pytest.raises(BadProofError):
        check_key(root, days[0], "nonsense", [])


def test_the_commitment_is_that_of_the_documentation() -> None:
    """Recomputed by hand, without our functions."""
    import hashlib
    import hmac

    year = hmac.digest(bytes.fromhex(SEED), b"2027", "sha256")
    row = [hashlib.sha256(hmac.digest(year, str(day).encode(), "sha256")).digest() for day in days_of(2027)]
    while len(row) > 1:
        odd = row[-1:] if len(row) % 2 else []
        row = [hashlib.sha256(b"\1" + a + b).digest() for a, b in zip(row[::2], row[1::2], strict=False)] + odd
    assert root_of(leaves_of(SEED, 2027)) == row[0].hex()


def test_a_closed_day_opens_with_its_key_and_no_other() -> None:
    key, other = key_of(SEED, date(2027, 1, 1)), key_of(SEED, date(2027, 1, 2))
    text = "rollmops 1\ngame soles\nA roll 1 2 hook water\n"
    closed, digest = close(text, key), digest_of(text)
    assert open_day(closed, key, digest) == text
    assert "soles" not in closed
    for wrong, spoilt in ((other, closed), (key, ("0" if closed[0] != "0" else "1") + closed[1:]), (key, closed[:-5])):
        with pytest.raises(BadProofError, match="changed"):
            open_day(spoilt, wrong, digest)


def test_a_seed_is_a_seed() -> None:
    assert read_seed(new_seed() + "\n") != read_seed(new_seed())
    for text in ("", "5e5e", "zz" * 32):
        with pytest.raises(RollmopsError, match="hexadecimal"):
            read_seed(text)
