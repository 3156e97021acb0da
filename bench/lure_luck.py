"""How lucky the dice of a round of Lure were: the share of the win at its end less what the casts promised.

Given everybody's casts that difference is nothing on average, so a mind's result less its luck is the same on average as the
result, and varies less. What is expected is sampled by the exact odds of the casts, with dice adjusted for most VP; a mind
that adjusts better than that has its skill there counted as luck, so the figure is on the careful side.
"""

from __future__ import annotations

import numpy as np

from rollmops.engine.stream import Stream
from rollmops.engine.table import Floats, copy
from rollmops.games import game
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.hands import unseen
from rollmops.games.lure.table import BOAST, D12, FIRST_LURE, ROLL, SPECIAL, Table
from rollmops.games.lure.words import read_cast
from rollmops.minds.sharp.lure_casts import fish_to_look_at
from rollmops.minds.sharp.lure_odds import add_odds, no_odds
from rollmops.minds.sharp.lure_round import best_of, empty_scene, no_rivals, others_fish, throw, together
from rollmops.minds.sharp.lure_stakes import stakes_of
from rollmops.minds.sharp.lure_worth import FIRST_HELD, FIRST_RESTING, read_weights, things, weights_now

TRIALS = 500


def promised(before: Table, lines: list[str], rng: Stream) -> float:
    """The share of the win that seat A may expect of these casts. The table is that before they are revealed: whoever casts
    no dice fishes at once."""
    t, seats = copy(before), int(before.seats)
    for seat, line in enumerate(lines):
        _, sixes, *rest = line.split()
        t.cast[seat] = read_cast(sixes, rest)
        t.hand[seat] -= t.cast[seat, FIRST_LURE:]
    t.phase = ROLL
    fish, now = fish_to_look_at(t), weights_now(t, read_weights(seats))
    odds, places = no_odds(), np.zeros(seats, np.int64)
    for seat in range(seats):
        odds = add_odds(odds, t, t.cast[seat].tolist(), fish)
        places[seat] = odds.ends[0] - 1
    resting = t.cast[:seats, D12 : D12 + len(SPECIAL)]
    keep = t.hand[:seats] @ now[FIRST_HELD:FIRST_RESTING] + resting @ now[FIRST_RESTING:]
    dice = np.array([dice_cast(t, seat) for seat in range(seats)], np.int64)
    boasts = t.cast[:seats, FIRST_LURE + BOAST].astype(np.int64)
    stakes = stakes_of(t, now, fish, keep, boasts, dice, places, unseen(t, 0) + t.hand[0])
    scene, total, none = empty_scene(seats), 0.0, no_rivals(bool(stakes.last))
    alone = int((dice == dice[0]).sum()) == 1
    scene.cast[:] = np.arange(seats)
    for _ in range(TRIALS):
        for seat in range(seats):
            throw(stakes, odds, scene, seat, rng)
        left, rivals, level = others_fish(stakes, odds, scene, 0, -1, int(dice[0]), (1 << len(fish)) - 1, none, 0.0)
        if alone:
            scene.mask[0] = best_of(stakes, odds, int(scene.roll[0]), left)
        total += together(stakes, odds, scene, 0, int(dice[0]), left, rivals, level)
    return total / TRIALS


def reached(t: Table, over: bool) -> float:
    """The share of the win of seat A at the end of a round."""
    seats = int(t.seats)
    if over:
        return game("lure").standing(t, seats)[1][0]
    worth: Floats = things(t) @ weights_now(t, read_weights(seats))
    return float(np.exp(worth[0] - worth.max()) / np.exp(worth - worth.max()).sum())
