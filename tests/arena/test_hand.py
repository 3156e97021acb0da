"""The hand: the same numbers on every Python."""

from __future__ import annotations

from rollmops.arena.hand import added


def test_numbers_are_added_alike_on_every_python() -> None:
    """`sum` gives 1.0 here from Python 3.12 on; throws recorded with 3.11 would come out otherwise."""
    assert added([0.1] * 10) == 0.9999999999999999
    assert added([]) == 0.0
