"""From the results of pairings to shares with intervals, and to a ladder.

Ratings are Plackett and Luce's worths, fitted by choix: a mind's chance to win a table is its worth by the sum of all worths
there. They are written as Elo numbers (400 points are odds of ten to one) around 1500.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from rollmops.engine.table import Floats

ELO_PER_LOG_ODDS = 400 / math.log(10)
MIDDLE_RATING = 1500.0
RESAMPLES = 200
"""Bootstrap samples behind the error of a rating."""
FEWEST_DEALS = 8
"""Nothing is said to be decided before so many deals."""


class Interval(msgspec.Struct, frozen=True):
    """A share of the win with its 95 % interval."""

    share: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a mind fared, or a pairing (then `against` names the other, and the share is that of the one who sits alone).

    `share` has the luck of the dice subtracted where it is known; `raw` is as it was played; `narrower` says how many times
    narrower the interval became. A single deal has no interval: it is unknown (null).
    """

    name: str
    share: float
    low: float | None
    high: float | None
    raw: Interval | None
    narrower: float | None
    deals: int
    rating: float | None = None
    rating_error: float | None = None
    against: str | None = None


def standings(
    names: Sequence[str], pairings: list[tuple[int, int]], seats: int, fair: list[Floats], raw: list[Floats]
) -> tuple[list[Standing], list[Standing]]:
    """Every mind, strongest first, and every pairing; `fair` and `raw` hold for each pairing a share for each deal."""
    pairs = [
        _standing(names[alone], [fair[i]], [raw[i]], against=names[others])
        for i, (alone, others) in enumerate(pairings)
        if len(raw[i])
    ]
    ratings = _ratings(len(names), pairings, seats, [shares.mean() if len(shares) else math.nan for shares in fair], fair)
    errors = _rating_errors(len(names), pairings, seats, fair)
    minds = []
    for place, name in enumerate(names):
        minds.append(
            _standing(
                name,
                _of_mind(place, pairings, seats, fair),
                _of_mind(place, pairings, seats, raw),
                rating=float(ratings[place]),
                rating_error=float(errors[place]) if math.isfinite(errors[place]) else None,
            )
        )
    return sorted(minds, key=lambda one: -(one.rating or 0)), pairs


def _of_mind(place: int, pairings: list[tuple[int, int]], seats: int, shares: list[Floats]) -> list[Floats]:
    """For each pairing of a mind its share a seat, deal by deal; who sits among the others has what the one alone leaves."""
    found = []
    for i, (alone, others) in enumerate(pairings):
        if place == alone and len(shares[i]):
            found.append(shares[i])
        elif place == others and len(shares[i]):
            found.append((1 - shares[i]) / (seats - 1))
    return found


def _standing(
    name: str,
    fair: list[Floats],
    raw: list[Floats],
    *,
    rating: float | None = None,
    rating_error: float | None = None,
    against: str | None = None,
) -> Standing:
    share, half = mean_of_strata(fair)
    plain, plain_half = mean_of_strata(raw)
    known = math.isfinite(half)
    return Standing(
        name,
        share,
        max(0.0, share - half) if known else None,
        min(1.0, share + half) if known else None,
        Interval(plain, max(0.0, plain - plain_half), min(1.0, plain + plain_half)) if math.isfinite(plain_half) else None,
        plain_half / half if known and half > 0 and plain_half > 0 else None,
        sum(map(len, raw)),
        rating,
        rating_error,
        against,
    )


def mean_of_strata(strata: list[Floats]) -> tuple[float, float]:
    """The mean of the strata's means, each counting the same, and half the width of its 95 % interval by Student's t
    (degrees of freedom by Welch and Satterthwaite); infinite where a stratum has a single value.
    """
    from scipy.special import stdtrit

    mean = float(np.mean([values.mean() for values in strata]))
    if any(len(values) < 2 for values in strata):
        return mean, math.inf
    parts = np.array([values.var(ddof=1) / len(values) for values in strata]) / len(strata) ** 2
    variance = float(parts.sum())
    if variance == 0:
        return mean, 0.0
    freedom = variance**2 / float(sum(part**2 / (len(values) - 1) for part, values in zip(parts, strata, strict=True)))
    return mean, float(stdtrit(freedom, 0.975)) * math.sqrt(variance)


def _ratings(
    minds: int, pairings: list[tuple[int, int]], seats: int, shares: Sequence[float], deals: Sequence[Floats]
) -> Floats:
    """Elo numbers from the mean share of each pairing. A share that is certain is drawn in by half a game."""
    import choix

    wins = np.zeros((minds, minds))
    for (alone, others), share, played in zip(pairings, shares, deals, strict=True):
        games = len(played) * seats
        if games:
            p = min(max(share, 0.5 / games), 1 - 0.5 / games)
            wins[alone, others] += p * games
            wins[others, alone] += (1 - p) * games / (seats - 1)  # each of its seats wins so much
    worths: Floats = choix.ilsr_pairwise_dense(wins, alpha=1e-6)
    ratings: Floats = MIDDLE_RATING + ELO_PER_LOG_ODDS * (worths - worths.mean())
    return ratings


def _rating_errors(minds: int, pairings: list[tuple[int, int]], seats: int, fair: list[Floats]) -> Floats:
    """The standard error of each rating by bootstrap over deals; unknown where a pairing has a single deal."""
    if any(len(values) < 2 for values in fair):
        return np.full(minds, math.nan)
    rng = np.random.default_rng(1)
    found = [
        _ratings(minds, pairings, seats, [float(rng.choice(values, len(values)).mean()) for values in fair], fair)
        for _ in range(RESAMPLES)
    ]
    spread: Floats = np.std(found, axis=0, ddof=1)
    return spread


def surely_decided(shares: Sequence[float], even: float) -> bool:
    """Whether shares are so far from even that one may stop looking, however often one has looked (95 %).

    An asymptotic confidence sequence with a normal mixture (Waudby-Smith and others, 2024), tuned to be narrowest at about
    a hundred deals.
    """
    count = len(shares)
    if count < FEWEST_DEALS:
        return False
    values = np.asarray(shares)
    spread = float(values.std(ddof=1))
    weight = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 100
    scaled = count * weight + 1
    half = spread * math.sqrt(2 * scaled / (count**2 * weight) * math.log(math.sqrt(scaled) / 0.05))
    return abs(float(values.mean()) - even) > half
