"""Attacks of `make faults` in short, six at the same time, in the long form every one of them: the server lives, its log
stays clean, its memory bounded, innocent games go on.

How long innocents wait is measured by `make faults` alone: a machine with other work would fail here for no fault of ours.
"""

from __future__ import annotations

import pytest
from bench.faults import MOST_GROWTH_KB, face
from bench.hostile.attacks import ATTACKS

from tests.effort import short_or_long

NAMES = [name for name in ATTACKS if name != "nobody"]


@pytest.mark.parametrize("attacks", [NAMES[first::2] for first in range(short_or_long(1, 2))], ids=", ".join)
def test_innocent_tables_play_on(attacks: list[str]) -> None:
    outcome = face(*attacks, seconds=2, tables=4, patience=60)
    assert outcome.clean, outcome.log[-3000:]
    assert outcome.alive
    assert not outcome.stuck
    assert outcome.tally.times
    assert outcome.grown < MOST_GROWTH_KB
    assert not outcome.said, outcome.said[-2000:]
