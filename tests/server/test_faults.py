"""Every attack of `make faults` in short: the server lives, its log stays clean, its memory bounded, innocent games go on.

How long innocents wait is measured by `make faults` alone: a machine with other work would fail here for no fault of ours.
"""

from __future__ import annotations

import pytest
from bench.faults import MOST_GROWTH_KB, face
from bench.hostile.attacks import ATTACKS


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name != "nobody"])
def test_innocent_tables_play_on(attack: str) -> None:
    outcome = face(attack, seconds=2, tables=4)
    assert outcome.clean, outcome.log[-3000:]
    assert outcome.alive
    assert not outcome.stuck
    assert outcome.tally.times
    assert outcome.grown < MOST_GROWTH_KB
    assert not outcome.said, outcome.said[-2000:]
