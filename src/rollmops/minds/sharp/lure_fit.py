"""Fit what things are worth at the end of a round of Lure: the sharp mind plays against itself, and the weights are those
under which the games were won as they were, most likely; with few games they stay near those known before."""

from __future__ import annotations

import json
import time

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import Floats
from rollmops.games import game, house
from rollmops.games.lure.table import Table
from rollmops.minds.sharp.lure import SECONDS, Sharp
from rollmops.minds.sharp.lure_worth import THINGS, VP, WEIGHTS, nearness, things, usual_vp

SELF_PLAY_WORK_PART = 0.05
"""How much of its usual work a mind does in self-play."""
PRIOR_DEVIATION = 0.25
"""How far weights are expected to be from those known before: the standard deviation of a normal prior."""
ROUND_WEIGHT = 0.4
"""What a round counts: the eight or so of one game end alike, and are not eight observations."""
NEWTON_STEPS = 30


def fit(games: int, seed: int, seats_wanted: list[int] | None = None) -> None:
    """So many games for each number of players, then write the weights."""
    lure, box = game("lure"), house("lure")
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    for seats in seats_wanted or range(lure.fewest, lure.most + 1):
        before = np.array([kept[str(seats)][thing] for thing in THINGS])
        start, rows, shares = time.monotonic(), list[Floats](), list[Floats]()
        for number in range(games):
            play(box, seats, before, seed * 1_000_000 + number, rows, shares)
        weights = most_likely(np.array(rows), np.array(shares), before)
        kept.get("levels", {}).pop(str(seats), None)  # `lure_error` is to be run again
        kept[str(seats)] = {thing: [round(float(w), 4) for w in row] for thing, row in zip(THINGS, weights, strict=True)}
        WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        found = ", ".join(f"{thing} {row[0]:.2f} {row[1]:.2f}" for thing, row in zip(THINGS, weights, strict=True))
        print(f"{seats} players, {len(rows)} rounds in {time.monotonic() - start:.0f} s: {found}", flush=True)


def play(box: Components, seats: int, weights: Floats, seed: int, rows: list[Floats], shares: list[Floats]) -> None:
    """One game; adds what everybody had at the end of each round but the last, and each time how the game ended."""
    lure = game("lure")
    match = Match(lure, box, Header("lure", ("sharp",) * seats, first="A"))
    minds = [
        Sharp(lure, box, seed * 8 + seat, seconds=SELF_PLAY_WORK_PART * SECONDS, weights=weights) for seat in range(seats)
    ]
    dice, before, rounds = LabDice(seed, 0, 0), len(rows), 1
    while not match.over:
        if match.chance:
            if match.table.rounds > rounds and not match.table.drawing:  # the first fish of a round is due
                rows.append(features(match.table))
                rounds += 1
            match.roll(dice)
        else:
            for seat in match.owing:
                match.choose(seat, minds[seat].choose(match.view(seat)))
    shares += [np.array(match.shares())] * (len(rows) - before)


def features(t: Table) -> Floats:
    """Of each seat what the weights are multiplied with: each thing it has, by nearness and by its square."""
    have = things(t)
    have[:, VP] /= usual_vp(t)
    return (have[:, :, None] * nearness(int(t.deck))).reshape(len(have), -1)


def most_likely(rows: Floats, shares: Floats, before: Floats) -> Floats:
    """Weights by Newton's method; rounds of one game end alike, so each counts as a part of an observation."""
    flat = start = before.ravel()
    for _ in range(NEWTON_STEPS):
        worth = rows @ flat
        chances = np.exp(worth - worth.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nsf->nf", chances, rows)
        slope = ROUND_WEIGHT * np.einsum("ns,nsf->f", shares - chances, rows) - (flat - start) / PRIOR_DEVIATION**2
        curve = np.einsum("ns,nsf,nsg->fg", chances, rows, rows) - mean.T @ mean
        flat = flat + np.linalg.solve(ROUND_WEIGHT * curve + np.eye(len(flat)) / PRIOR_DEVIATION**2, slope)
    fitted: Floats = flat.reshape(before.shape)
    return fitted
