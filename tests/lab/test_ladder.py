"""Shares with intervals, ratings and the early stop, against numbers made independently."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rollmops.lab.ladder import ELO_PER_LOG_ODDS, mean_of_strata, standings, surely_decided


def test_one_stratum_has_students_interval() -> None:
    values = np.array([0.2, 0.4, 0.6, 0.8])
    mean, half = mean_of_strata([values])
    assert mean == pytest.approx(0.5)
    assert half == pytest.approx(3.182446 * math.sqrt(values.var(ddof=1) / 4), rel=1e-6)


def test_a_single_deal_has_no_interval() -> None:
    minds, pairs = standings(("a", "b"), [(0, 1)], 2, [np.array([0.7])], [np.array([1.0])])
    assert minds[0].low is None
    assert pairs[0].raw is None


def test_ratings_are_the_log_odds_of_the_shares() -> None:
    shares = np.array([0.75, 0.85, 0.7, 0.7])
    minds, _ = standings(("strong", "weak"), [(0, 1)], 2, [shares], [shares])
    assert [one.name for one in minds] == ["strong", "weak"]
    assert minds[0].rating is not None
    assert minds[1].rating is not None
    assert minds[0].rating - minds[1].rating == pytest.approx(ELO_PER_LOG_ODDS * math.log(0.75 / 0.25), abs=0.5)


def test_one_alone_among_three_is_rated_by_its_share_of_the_table() -> None:
    """Odds of Plackett and Luce: who wins 0.4 of tables of four against equals is twice as strong as each of them."""
    among = np.array([0.35, 0.45, 0.4, 0.4])
    turned = np.array([1 / 7, 1 / 7, 1 / 7, 1 / 7])
    minds, pairs = standings(("x", "y"), [(0, 1), (1, 0)], 4, [among, turned], [among, turned])
    assert minds[0].rating is not None
    assert minds[1].rating is not None
    assert minds[0].rating - minds[1].rating == pytest.approx(ELO_PER_LOG_ODDS * math.log(2), abs=1)
    assert pairs[0].share == pytest.approx(0.4)
    assert minds[0].share == pytest.approx((0.4 + 2 / 7) / 2)


def test_the_early_stop_rarely_cries_wolf_however_often_one_looks() -> None:
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(200):
        shares = rng.choice([0.0, 0.5, 1.0], 200)
        wrong += any(surely_decided(shares[:count].tolist(), 0.5) for count in range(8, 201, 8))
    assert wrong <= 20  # five of a hundred are allowed for; this many has a chance below a thousandth


def test_the_early_stop_sees_what_is_plain() -> None:
    rng = np.random.default_rng(7)
    shares = rng.choice([0.5, 1.0], 40).tolist()
    assert surely_decided(shares, 0.5)
    assert not surely_decided(shares[:4], 0.5)
