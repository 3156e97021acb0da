"""Friendly words: names for how well somebody decided, none for a few decisions, and praise for a good risk that failed."""

from __future__ import annotations

import msgspec
import pytest

from rollmops.review import review
from rollmops.review.columns import sum_error
from rollmops.review.judging import Lines
from rollmops.review.moments import key_moments
from rollmops.review.rating import BANDS, FEWEST_DECISIONS, rating_of
from rollmops.review.structs import Kind, Step
from rollmops.review.verdict import OBVIOUS_SHARE, judged
from rollmops.review.words import rating_words
from rollmops.solve.doubt import Doubt
from tests.review.test_ledger import played


def step(kind: Kind, loss: float | None = None, before: float = 0.5, after: float = 0.5, words: str = "again") -> Step:
    best = None if loss is None else "secure"
    return Step(1, "A", words, kind, {"A": before, "B": 1 - before}, {"A": after, "B": 1 - after}, best, loss)


def test_with_fewer_than_eight_real_decisions_nobody_is_rated() -> None:
    assert FEWEST_DECISIONS == 8
    assert rating_of([step("choice", 0.01)] * 7, "A").band is None
    assert "too few" in rating_words(rating_of([step("choice", 0.01)] * 7, "A"))
    assert rating_of([step("choice", 0.01)] * 8, "A").band == "solid"


def test_forced_and_obvious_decisions_do_not_count() -> None:
    steps = [step("choice", 0.02)] * 8 + [step("obvious", 0.0009)] * 20 + [step("forced", 0.0)] * 20
    assert rating_of(steps, "A").decisions == 8
    assert rating_of(steps, "A").given_away == pytest.approx(0.16)


def test_an_estimated_decision_that_seems_obvious_is_in_the_margin() -> None:
    """Random games of somebody who has all but lost were all lost, whatever was played: that nothing was given away was told
    without a margin."""
    obvious = msgspec.structs.replace(step("obvious", 0.0), error=0.014)
    assert rating_of([obvious] * 2, "A").error == pytest.approx(sum_error([0.014] * 2))
    assert rating_of([obvious] * 2, "A").given_away == rating_of([obvious] * 2, "A").decisions == 0
    assert rating_of([step("obvious", 0.0)] * 2, "A").error is None, "where nothing is estimated it is none"


@pytest.mark.parametrize(("apart", "kind"), [(0.0009, "obvious"), (0.0011, "choice")])
def test_lines_within_a_thousandth_are_no_decision(apart: float, kind: str) -> None:
    assert OBVIOUS_SHARE == 0.001
    lines = Lines({"again": 0.5, "secure": 0.5 - apart, "take B": 0.5 - apart / 2}, {}, {}, {})
    assert judged(lines, "secure", None).kind == kind
    assert judged(Lines({"again": 0.5}, {}, {}, {}), "again", None).kind == "forced"


def test_every_line_has_the_margin_of_what_it_gives_away() -> None:
    """The page asks again what one would play, and says how much less than the best that is."""
    lines = Lines({"again": 0.5, "secure": 0.4, "take B": 0.499}, {}, {}, {})
    found = judged(lines, "secure", Doubt(0.1))
    assert found.errors.keys() == lines.worth.keys()
    assert found.error == found.errors["secure"] > 0
    assert found.errors["secure"] > found.errors["take B"] > 0, "what lies further apart is known less well"
    assert found.errors["again"] == judged(lines, "again", Doubt(0.1)).error, "the best may not be it"
    assert judged(lines, "secure", None).errors == {}


def test_in_a_real_game_what_counts_differs_by_more_than_a_thousandth() -> None:
    found = review(played("soles", 2, 8, "random"))
    assert {"choice", "luck"} <= {one.kind for one in found.entries}
    for one in found.entries:
        if one.lines and len(one.lines) > 1:
            assert (one.kind == "choice") == (max(one.lines.values()) - min(one.lines.values()) > 0.001)
    for letter, ledger in found.seats.items():
        real = [one for one in found.entries if one.kind == "choice" and one.seat == letter]
        assert ledger.rating.decisions == len(real)
        assert ledger.rating.given_away == pytest.approx(sum(one.loss or 0.0 for one in real)), "a sum, not a mean"


def test_every_band_has_a_kind_name() -> None:
    names = [name for _, name in BANDS]
    assert names == ["flawless", "master's hand", "sharp", "solid", "easy-going", "adventurous"]
    cases = ((0.0, "flawless"), (0.002, "master's hand"), (0.005, "sharp"), (0.012, "solid"), (0.02, "easy-going"))
    for each, name in cases:
        assert rating_of([step("choice", each)] * 8, "A").band == name
    blunder = [step("choice", 0.0)] * 7 + [step("choice", 0.9)]
    assert rating_of(blunder, "A").band == "adventurous", "one great blunder weighs what it cost"


def test_a_good_risk_that_failed_is_praised() -> None:
    failed = [step("choice", 0.0), step("luck", None, 0.6, 0.3, "roll water")]
    (moment,) = key_moments(failed, {"A": "Ann", "B": "Ben"})
    assert moment.kind == "good risk"
    assert "which was right" in moment.words
    wrong = [step("choice", 0.0021), step("luck", None, 0.6, 0.3, "roll water")]
    assert [one.kind for one in key_moments(wrong, {"A": "Ann", "B": "Ben"})] == ["unlucky"], (
        "only what was right is praised"
    )


def test_a_good_risk_is_found_in_a_game() -> None:
    """Who plays perfectly and loses a net has risked well, whatever came of it."""
    reviews = [review(played("soles", 2, seed, "exact")) for seed in range(6)]
    kinds = [one.kind for found in reviews for one in found.moments]
    assert "good risk" in kinds
    assert "error" not in kinds
