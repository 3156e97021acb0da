"""What a seat's things are worth at the end of a round of Lure: VP, fish, lures behind the screen, special dice that rest.

A seat's share of the win is its part of all seats' exp(worth). Each thing counts more the fewer fish are to come: by
1 / √(1 + fish to come), with a first and a second weight for that and for its square. The weights are fitted by self-play
(`python -m rollmops.minds.sharp.fit lure`) and kept in lure.json, for each number of players. VP count in units of what a
fish still to come brings, so that the weights fit other boxes too.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from rollmops.engine.table import Floats
from rollmops.games.lure.box import LURES
from rollmops.games.lure.table import PILE_OF, SPECIAL, UNSEEN, Table

THINGS = ("vp", "fish", *LURES, *SPECIAL)
"""What counts: VP and fish that a seat has, lures it holds, special dice that rest."""
VP, FISH, FIRST_HELD, FIRST_RESTING = 0, 1, 2, 2 + len(LURES)
WEIGHTS = Path(__file__).with_name("lure.json")


@cache
def read_weights(seats: int) -> Floats:
    """The weights for so many players: of each thing the first and the second."""
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))[str(seats)]
    return np.array([kept[thing] for thing in THINGS], np.float64)


@cache
def read_level(seats: int) -> float:
    """How far the shares that the weights foretell are off, as `lure_error` has measured it: of a share p this part of
    √(p(1 − p)) (standard error)."""
    return float(json.loads(WEIGHTS.read_text(encoding="utf-8"))["levels"][str(seats)])


def nearness(deck: int) -> Floats:
    """How much the end of the game makes things count."""
    near = 1 / np.sqrt(1.0 + deck)
    return np.array([near, near * near])


def weights_now(t: Table, weights: Floats) -> Floats:
    """What one of each thing is worth at the end of this round."""
    now: Floats = weights @ nearness(int(t.deck))
    now[VP] /= usual_vp(t)
    return now


def shares_between(t: Table, weights: Floats) -> Floats:
    """Everybody's share of the win between two rounds, as the weights have it."""
    worth = things(t) @ weights_now(t, weights)
    odds = np.exp(worth - worth.max())
    return np.asarray(odds / odds.sum())


def usual_vp(t: Table) -> float:
    """What a fish brings that has not been turned up yet; any fish, if none is left."""
    unseen = t.vp[t.place == UNSEEN] if (t.place == UNSEEN).any() else t.vp[: t.cards]
    return max(0.5, float(unseen.mean()))


def things(t: Table) -> Floats:
    """What each seat has, by the open table and its hand."""
    seats = int(t.seats)
    rows = np.zeros((seats, len(THINGS)))
    for seat in range(seats):
        own = t.place == PILE_OF + seat
        rows[seat, VP] = int(t.vp[own].sum()) + int(t.boasts[seat]) * int(t.boast_vp)
        rows[seat, FISH] = own.sum()
        rows[seat, FIRST_HELD:FIRST_RESTING] = t.hand[seat]
        rows[seat, FIRST_RESTING:] = t.resting[seat]
    return rows
