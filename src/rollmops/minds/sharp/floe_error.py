"""How far the fitted worth of the floe is off: what it says of a table, against how games from that table on end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rollmops.engine.contract import OVER
from rollmops.engine.stream import stream
from rollmops.games import game
from rollmops.minds.sharp.floe_ice import Ice, scratch
from rollmops.minds.sharp.floe_play import mean_end, play_on
from rollmops.minds.sharp.floe_worth import SCRATCH, Net, shares

TABLES, GAMES = 200, 60
"""Tables that are looked at, and games from each: tables differ more than few games do."""
MOST_TURNS = 24
"""They lie at most so many turns into a game."""
IDEAS_EACH_TURN, THROWS_EACH_IDEA = 14, 6
"""Gestures weighed a turn and throws of each, as in the last generation of the fit."""


def level_of(table: Any, ice: Ice, net: Net, seed: int, tables: int = TABLES, games: int = GAMES) -> float:
    """How far a net's shares are off: the root of the mean square of what it says of a table less what self-play on the
    library's ice brings from there, without the part that is the luck of so few games; as a part of the spread √(p(1 − p))
    of what a share p foretells. With one standard error of that mean on top: few tables are never sure of nothing."""
    rules, seats, wrong, spread = game("floe"), int(table.seats), list[float](), list[float]()
    rng, turns = stream(7919 + seed, seats), np.random.default_rng([seed, seats])
    while len(wrong) < tables:
        rows = scratch(table, 2 + SCRATCH)
        play_on(rows, int(turns.integers(MOST_TURNS)), IDEAS_EACH_TURN, THROWS_EACH_IDEA, ice, net, rng)
        if rules.actors(rows[0]) == OVER:
            continue
        said, total, squares = np.zeros(seats), np.zeros(seats), np.zeros(seats)
        shares(rows[0], net, said)
        mean_end(rows, games, IDEAS_EACH_TURN, THROWS_EACH_IDEA, ice, net, rng, total, squares)
        mean = total / games
        luck = (squares / games - mean**2) / (games - 1)
        wrong.append(float(((said - mean) ** 2 - luck).mean()))
        spread.append(float((said * (1 - said)).mean()))
    doubt = float(np.std(wrong, ddof=1)) / math.sqrt(tables)
    return math.sqrt((max(0.0, float(np.mean(wrong))) + doubt) / float(np.mean(spread)))
