"""The rollout mind plays Lure."""

from __future__ import annotations

import time
from pathlib import Path

from rollmops.engine.match import Match
from rollmops.games import house
from rollmops.games.records import read_match
from rollmops.lab.simulate import Plan, simulate
from rollmops.minds.effort import Effort
from rollmops.minds.rollout import FEWEST_LINES, MOST_LINES, Rollout
from tests.effort import long_only

RECORDS = Path(__file__).parent / "records"


@long_only
def test_it_beats_random_play() -> None:
    summary = simulate(Plan("lure", house("lure"), 2, ("rollout:200", "random"), 6, seed=1))
    assert summary.seats[0].wins.mean >= 5 / 6


def nine_lures() -> Match:
    """Ann's last cast, with a lure of every kind and one more: thousands of casts."""
    lines = (RECORDS / "ends_in_a_tie_that_is_shared.rollmops").read_text().splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("A cast"))
    match = read_match("\n".join(line for line in lines[:last] if not line.startswith("result")))
    assert len(match.view(0).hand) == 9
    return match


def test_with_a_large_hand_it_keeps_its_time() -> None:
    match = nine_lures()
    mind = Rollout(match.game, match.components, 1, Effort(seconds=0.2))
    mind.choose(match.view(0))  # the first time compiles
    start = time.process_time()
    opinions = mind.weigh(match.view(0))
    # It looks at its clock between small passes over all lines, so it ends a little later than after its 0.2 s.
    assert time.process_time() - start < 0.6
    assert len(opinions) >= FEWEST_LINES


def test_with_a_large_hand_it_looks_at_casts_of_every_kind() -> None:
    """Those looked at are not just the first ones."""
    match = nine_lures()
    opinions = Rollout(match.game, match.components, 1, Effort(playouts=8)).weigh(match.view(0))
    assert len(opinions) == MOST_LINES
    assert {opinion.words.split()[1] for opinion in opinions} == set("012345")
    # In the last round all six extra dice together catch whatever a total of 21 does, and should be seen to be good.
    extras = sum(opinion.words.count(" x") for opinion in opinions[:20]) / 20
    assert extras > sum(opinion.words.count(" x") for opinion in opinions) / len(opinions)
