"""The tuning of the ice, with bounds wide enough for the number of throws and too narrow for another game."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from rollmops.arena import Gesture, Map
from rollmops.games import house
from rollmops.lab.dice_fairness import fairness, judge
from rollmops.lab.heatmap import cells, heatmap, rests_of
from rollmops.lab.throw_skill import TRIES, Share, shares
from tests.effort import long_only, short_or_long


@pytest.fixture(scope="module")
def floe() -> Map:
    return Map.read(house("floe").facts)


@pytest.fixture(scope="module")
def table(floe: Map) -> dict[str, Share]:
    return {share.name: share for share in shares(floe, TRIES, throws=short_or_long(40, 120), threads=2)}


@long_only
def test_a_careful_medium_throw_keeps_about_two_thirds(table: dict[str, Share]) -> None:
    assert 0.57 < table["careful, medium"].kept < 0.77


@long_only
def test_a_wild_throw_loses_most(table: dict[str, Share]) -> None:
    assert table["wild"].kept < 0.25
    assert table["too hard"].kept < 0.25


@long_only
def test_aiming_at_a_net_hits_it_visibly_more_often(table: dict[str, Share]) -> None:
    aimed, straight = table["at the +5 net, 30 cm off"].net, table["as hard, not aimed"].net
    elsewhere = table["as hard, aimed elsewhere"].net
    assert aimed is not None
    assert straight is not None
    assert elsewhere is not None
    assert aimed > straight + 0.08
    assert aimed > elsewhere + 0.2


@long_only
def test_pushing_a_rival_off_is_possible_and_risky(table: dict[str, Share]) -> None:
    gentle, hard = table["past a rival's die"], table["hard at a rival's die"]
    assert gentle.rival_off is not None
    assert hard.rival_off is not None
    assert hard.rival_off > 0.3
    assert gentle.rival_off < 0.15
    assert hard.kept < gentle.kept - 0.3


def test_dice_are_fair(floe: Map) -> None:
    throws = short_or_long(1000, 4000)
    found = fairness(floe, throws, threads=2, seed=3)
    assert sum(found.counts) == throws
    assert found.p_value > 1e-3


def test_the_test_of_fairness_knows_loaded_dice() -> None:
    assert judge([1000, 1000, 1000, 1000, 1000, 1000]).p_value == 1.0
    for counts in ([100, 100, 100, 100, 100, 137], [120, 80, 120, 80, 120, 80], [101, 99, 100, 100, 100, 100]):
        found = judge(counts)
        # The tail by adding up the density of chi-square with five degrees of freedom, piece by piece.
        x = np.linspace(found.chi_square, 200, 2_000_001)
        tail = np.trapezoid(x**1.5 * np.exp(-x / 2) / (2**2.5 * math.gamma(2.5)), x)
        assert found.p_value == pytest.approx(float(tail), rel=1e-3)
    assert judge([1100, 1000, 1000, 1000, 1000, 900]).p_value < 0.01


def test_a_heatmap_is_a_picture_of_where_dice_rest(floe: Map, tmp_path: Path) -> None:
    gesture = Gesture(0, 0, 110, 50, 30)
    rests = rests_of(floe, gesture, range(30))
    assert len(rests) == 120
    dry = [rest for rest in rests if rest.is_dry]
    study, most = cells(floe, dry)
    assert len(study) == len({(rest.x // 10, rest.y // 10) for rest in dry})
    assert most >= 4
    heatmap(floe, rests, str(gesture), tmp_path / "rests.png")
    heatmap(floe, [], "nothing", tmp_path / "nothing.png")
    full, empty = np.asarray(imread(tmp_path / "rests.png")), np.asarray(imread(tmp_path / "nothing.png"))
    assert full.shape[0] > 500
    assert full.shape != empty.shape or (full != empty).any()
