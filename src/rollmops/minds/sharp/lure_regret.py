"""Regret matching over the casts of a round of Lure, for every hand that a seat may hold.

In each trial a deal of hands is taken from those imagined, all others cast as their regrets say and throw their dice; then
every cast of one hand is weighed against that, its own dice by their exact odds. What is played on average, later trials
counting more, comes near an equilibrium.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.stream import Stream
from rollmops.engine.table import Floats, Ints
from rollmops.minds.sharp.lure_odds import Odds
from rollmops.minds.sharp.lure_round import (
    MOST_DICE,
    Scene,
    Stakes,
    find,
    throw,
    uniform,
)
from rollmops.minds.sharp.lure_share import SAMPLED_PAIRS, Before, alone, not_alone, prepare

PLAIN_WORK_PART = 0.15
"""The part of the work that finds what casts bring against casts at random."""
PLAIN_SPREAD_SHARE = 0.015
"""Casts that bring so much less than the best are cast plainly 1 / e times as often."""


class Hands(NamedTuple):
    """Every hand that is imagined: whose it is, and its casts first[h] … first[h + 1]. Deals are rows of hands by seat, with
    their chances added up: as all may think, and as the seat that decides knows its own hand."""

    seat: Ints
    first: Ints
    deals: Ints
    open_up_to: Floats
    own_up_to: Floats
    own: int  # the hand of the seat that decides


class Minutes(NamedTuple):
    """What was found so far: of every cast its regret, how much it was played, the shares it brought (their sum and squares,
    in trials of the own hand); of every hand its trials."""

    regret: Floats
    played: Floats
    shares: Floats
    squares: Floats
    chances: Floats  # work space: how likely each cast of a hand is now
    value: Floats  # work space
    trials: Ints
    plain: Floats  # what each cast brings, added up, if all others cast at random; then its chance to be cast for that
    plain_trials: Ints
    counted: Ints  # trials of the own hand that are in these sums


def empty_minutes(casts: int, hands: int) -> Minutes:
    """Nothing found yet."""
    parts, whole = np.zeros((7, casts)), np.zeros((2, hands), np.int64)
    rows = (parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
    return Minutes(*rows, whole[0], parts[6], whole[1], np.zeros(1, np.int64))


@loop
def weigh_chances(hands: Hands, minutes: Minutes, hand: int) -> None:
    """How likely each cast of this hand is now: as its regret is, where there is any."""
    first, end = hands.first[hand], hands.first[hand + 1]
    total = 0.0
    for cast in range(first, end):
        total += max(0.0, minutes.regret[cast])
    for cast in range(first, end):
        minutes.chances[cast] = max(0.0, minutes.regret[cast]) / total if total > 0 else 1 / (end - first)


@loop
def draw_cast(hands: Hands, minutes: Minutes, hand: int, rng: Stream) -> int:
    """A cast of this hand, as likely as its regret says."""
    first, end = hands.first[hand], hands.first[hand + 1]
    total = 0.0
    for cast in range(first, end):
        total += max(0.0, minutes.regret[cast])
    u = uniform(rng)
    if total <= 0:
        return int(min(end - 1, first + int(u * (end - first))))
    u *= total
    for cast in range(first, end):
        u -= max(0.0, minutes.regret[cast])
        if u < 0:
            return int(cast)
    return int(end - 1)


@loop
def weigh_casts(
    stakes: Stakes, odds: Odds, hands: Hands, minutes: Minutes, scene: Scene, before: Before, me: int, hand: int,
    none: float, rng: Stream,
) -> int:  # fmt: skip
    """The share that every cast of a hand brings when all others do what the scene says; returns the work it was."""
    for dice in range(MOST_DICE + 1):
        before.ready[dice] = 0
    work = 0
    for cast in range(hands.first[hand], hands.first[hand + 1]):
        dice = stakes.dice[cast]
        if before.ready[dice] == 0:
            prepare(stakes, odds, scene, before, me, dice, none)
        if before.met[dice]:
            minutes.value[cast] = not_alone(stakes, odds, scene, before, me, cast, rng)
            work += 5 * SAMPLED_PAIRS
        else:
            minutes.value[cast] = alone(stakes, odds, scene, before, me, cast)
            work += odds.first[stakes.odds_of[cast] + 1] - odds.first[stakes.odds_of[cast]]
    return int(work)


@loop
def match_regret(hands: Hands, minutes: Minutes, hand: int, counted: bool) -> None:
    """Learn from one trial of a hand, whose casts have been weighed."""
    first, end = hands.first[hand], hands.first[hand + 1]
    weigh_chances(hands, minutes, hand)
    mean = 0.0
    for cast in range(first, end):
        mean += minutes.chances[cast] * minutes.value[cast]
        if counted:
            minutes.shares[cast] += minutes.value[cast]
            minutes.squares[cast] += minutes.value[cast] ** 2
    minutes.trials[hand] += 1
    weight = float(minutes.trials[hand])
    for cast in range(first, end):
        minutes.regret[cast] += weight * (minutes.value[cast] - mean)
        minutes.played[cast] += weight * minutes.chances[cast]


@loop
def draw_plainly(hands: Hands, minutes: Minutes, hand: int, rng: Stream) -> int:
    """A cast that is best, or nearly so, if all others cast at random."""
    u = uniform(rng)
    for cast in range(hands.first[hand], hands.first[hand + 1]):
        u -= minutes.plain[cast]
        if u < 0:
            return int(cast)
    return int(hands.first[hand + 1] - 1)


@loop
def soften(hands: Hands, minutes: Minutes) -> None:
    """Make shares that casts bring against random casts into chances to be cast: the best most of all."""
    for hand in range(len(hands.seat)):
        first, end = hands.first[hand], hands.first[hand + 1]
        trials = max(1.0, float(minutes.plain_trials[hand]))
        best, total = 0.0, 0.0
        for cast in range(first, end):
            best = max(best, minutes.plain[cast])
        for cast in range(first, end):
            minutes.plain[cast] = np.exp((minutes.plain[cast] - best) / trials / PLAIN_SPREAD_SHARE)
            total += minutes.plain[cast]
        for cast in range(first, end):
            minutes.plain[cast] /= total


@loop
def weigh_plainly(
    stakes: Stakes, odds: Odds, hands: Hands, minutes: Minutes, scene: Scene, before: Before, work: int, none: float,
    rng: Stream,
) -> int:  # fmt: skip
    """What casts bring if all others cast at random, for so much work."""
    done, deals = 0, len(hands.deals)
    while done < work:
        deal = hands.deals[find(hands.open_up_to, 0, deals, uniform(rng) * hands.open_up_to[deals - 1])]
        for seat in range(len(scene.cast)):
            first, end = hands.first[deal[seat]], hands.first[deal[seat] + 1]
            scene.cast[seat] = min(end - 1, first + int(uniform(rng) * (end - first)))
            throw(stakes, odds, scene, seat, rng)
        for me in range(len(scene.cast)):
            theirs, mask, total = scene.cast[me], scene.mask[me], scene.total[me]
            done += weigh_casts(stakes, odds, hands, minutes, scene, before, me, deal[me], none, rng)
            scene.cast[me], scene.mask[me], scene.total[me] = theirs, mask, total
            for cast in range(hands.first[deal[me]], hands.first[deal[me] + 1]):
                minutes.plain[cast] += minutes.value[cast]
            minutes.plain_trials[deal[me]] += 1
    soften(hands, minutes)
    return done


@loop
def match_regrets(
    stakes: Stakes, odds: Odds, hands: Hands, minutes: Minutes, scene: Scene, before: Before, work: int, plain: Floats,
    none: float, rng: Stream,
) -> int:  # fmt: skip
    """Trials until so much work is done: every seat's hand of a deal as all may think, then the own hand, which expects each
    of the others to cast plainly with its chance of `plain`. Shares are told from the second half on, when the others know
    what they do. Returns the work that was done."""
    done = weigh_plainly(stakes, odds, hands, minutes, scene, before, int(work * PLAIN_WORK_PART), none, rng)
    deals, seats, own = len(hands.deals), len(scene.cast), hands.seat[hands.own]
    while done < work or minutes.counted[0] == 0:
        counted = False
        for me in range(seats + 1):  # each seat, and then the own hand
            if me == 0:
                deal = hands.deals[find(hands.open_up_to, 0, deals, uniform(rng) * hands.open_up_to[deals - 1])]
            elif me == seats:
                deal = hands.deals[find(hands.own_up_to, 0, deals, uniform(rng) * hands.own_up_to[deals - 1])]
                counted = 2 * done > work
            seat = own if me == seats else me
            hand = hands.own if me == seats else deal[me]
            for other in range(seats):
                if other != seat:
                    if me == seats and uniform(rng) < plain[other]:
                        scene.cast[other] = draw_plainly(hands, minutes, deal[other], rng)
                    else:
                        scene.cast[other] = draw_cast(hands, minutes, deal[other], rng)
                    throw(stakes, odds, scene, other, rng)
            done += weigh_casts(stakes, odds, hands, minutes, scene, before, seat, hand, none, rng)
            match_regret(hands, minutes, hand, counted)
        minutes.counted[0] += counted
    return done
