"""What a round of Lure is about, in numbers: scores in the last round, before it factors of exp(worth)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.table import Floats, Ints
from rollmops.games.lure.rules import score
from rollmops.games.lure.table import Table
from rollmops.minds.sharp.lure_odds import MASKS
from rollmops.minds.sharp.lure_round import Stakes
from rollmops.minds.sharp.lure_worth import FIRST_HELD, FIRST_RESTING, FISH, VP, things


def stakes_of(
    t: Table, now: Floats, fish: Ints, keep: Floats, boasts: Ints, dice: Ints, places: Ints, lured: Ints
) -> Stakes:
    """What a round is about, from the worth of things now; `keep` is that of what stays behind the screen."""
    last = bool(t.deck == 0)
    masks = np.arange(MASKS)
    bits = np.array([masks >> bit & 1 for bit in range(len(fish))], np.int64).reshape(len(fish), MASKS)  # none may be left
    vp, many = t.vp[fish].astype(np.int64) @ bits, bits.sum(axis=0)
    rows, more = things(t), boasts * int(t.boast_vp)
    if last:
        have = scores(rows[:, VP], rows[:, FISH])
        return Stakes(last, len(fish), vp, have, scores(vp, many), 0.0, keep, scores(more, 0 * more), dice, places)
    worth = rows[:, [VP, FISH]] @ now[[VP, FISH]]
    draw = float(lured @ now[FIRST_HELD:FIRST_RESTING]) / max(1, int(lured.sum()))
    return Stakes(
        last, len(fish), vp, np.exp(worth - worth.max()), np.exp(vp * now[VP] + many * now[FISH]), float(np.exp(draw)),
        np.exp(keep), np.exp(more * now[VP]), dice, places,
    )  # fmt: skip


def scores(points: Any, fish: Any) -> Floats:
    """The score of each number of points with so many fish."""
    return np.array([score(float(p), float(f)) for p, f in zip(points, fish, strict=True)])
