"""What could be won against the sharp mind at most, in a Lure that OpenSpiel can go through whole."""

from __future__ import annotations

import pytest

pyspiel = pytest.importorskip("pyspiel")

from bench.minds_lure import MOST_GAIN, SMALL, gain  # noqa: E402
from open_spiel.python.policy import TabularPolicy, python_policy_to_pyspiel_policy  # noqa: E402

from tests.effort import long_only  # noqa: E402


@long_only
def test_hardly_anything_can_be_won_against_it() -> None:
    """Two fish, two dice: against casts at random a best response wins a fifth of a game more."""
    game = pyspiel.load_game("python_rollmops_lure", {"components": str(SMALL)})
    at_random = python_policy_to_pyspiel_policy(TabularPolicy(game))
    assert pyspiel.nash_conv(pyspiel.convert_to_cached_tree(game), at_random) / 2 > 0.2
    assert gain(SMALL) <= MOST_GAIN
