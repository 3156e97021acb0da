"""How well somebody decided, in words that are kind and figures that add up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rollmops.review.columns import sum_error
from rollmops.review.structs import Rating, Step

FEWEST_DECISIONS = 8
"""With fewer real decisions nothing is said."""
BANDS = (
    (0.001, "flawless"),
    (0.003, "master's hand"),
    (0.008, "sharp"),
    (0.015, "solid"),
    (0.03, "easy-going"),
    (math.inf, "adventurous"),
)
"""The win share given away in a real decision on average, up to which a name fits."""


def rating_of(steps: Sequence[Step], seat: str) -> Rating:
    """What this seat gave away in its real decisions. Sums, so that one great blunder weighs what it cost. Where figures are
    estimates, a decision that seems to be none may be one: it is in the margin."""
    judged = [step for step in steps if step.seat == seat and step.kind in ("choice", "obvious") and step.loss is not None]
    real = [step for step in judged if step.kind == "choice"]
    given = math.fsum(step.loss or 0.0 for step in real)
    errors = [step.error for step in judged if step.error is not None]
    error = sum_error(errors) if errors else None
    if len(real) < FEWEST_DECISIONS:
        return Rating(given, len(real), None, error)
    return Rating(given, len(real), next(name for most, name in BANDS if given / len(real) <= most), error)
