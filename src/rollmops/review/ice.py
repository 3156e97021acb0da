"""The floe without physics: the sharp mind's library of throws, to throw a gesture hundreds of times and to play on."""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.stream import Stream, stream
from rollmops.engine.table import Floats, Ints, Tables, copy
from rollmops.games.floe.table import KEEP, PLACE, REST, THROW, Table
from rollmops.minds.sharp.floe_ice import Ice, scratch, throw
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_play import MOST_TURNS, play_game
from rollmops.minds.sharp.floe_worth import SCRATCH, Net, facts_of, settled_shares

IDEAS_EACH_TURN, THROWS_EACH_IDEA = 24, 12
"""Gestures that are thought of in a turn of a game that is played on, and how often each is thrown."""


@loop
def throw_often(
    tables: Tables, gesture: Ints, throws: int, ice: Ice, net: Net, rng: Stream, total: Floats, squares: Floats
) -> None:
    """Throw a gesture so often from tables[0]; add everybody's shares and their squares. tables[1:] are for trying."""
    share = np.zeros(len(total))
    for _ in range(throws):
        tables[1] = tables[0]
        throw(tables[1], gesture, ice, rng)
        settled_shares(tables[1:], net, share)
        for seat in range(len(total)):
            total[seat] += share[seat]
            squares[seat] += share[seat] * share[seat]


def before_throw(t: Table) -> Table:
    """The table as it lay before the gesture that is in the air now."""
    before: Any = copy(t)
    before.phase, before.given, before.falling = THROW, 0, 0
    before.gesture[:] = 0
    return before  # type: ignore[no-any-return]


def mean_on_ice(t: Table, gesture: Ints, throws: int, seed: int = 1) -> tuple[Floats, Floats]:
    """Everybody's mean share after this gesture, thrown so often from this table, and its standard error."""
    seats, mind = int(t.seats), known()
    total, squares = np.zeros(seats), np.zeros(seats)
    throw_often(scratch(t, 2 + SCRATCH), gesture, throws, mind.ice, mind.nets[seats], stream(seed), total, squares)
    return mean_and_error(total, squares, throws)


def mean_and_error(total: Floats, squares: Floats, count: int) -> tuple[Floats, Floats]:
    """From sums over so many tries."""
    mean: Floats = total / count
    spread: Floats = np.maximum(squares / count - mean**2, 0)
    return mean, np.asarray(np.sqrt(spread / max(1, count - 1)))


def play_on_ice(t: Table, seed: int) -> Table:
    """Play a game of the floe to its end, everybody throwing the best of a few gestures; the table at the end."""
    mind, seats, rng = known(), int(t.seats), stream(seed)
    net, share = mind.nets[seats], np.zeros(seats)
    tables = scratch(t, 2 + SCRATCH)
    if t.phase == REST:
        tables[0] = before_throw(t)
        throw(tables[0], np.array(t.gesture, np.int64), mind.ice, rng)
    if tables[0].phase in (PLACE, KEEP):
        settled_shares(tables, net, share)
    facts, turned = np.zeros((MOST_TURNS, facts_of(int(t.colours)))), np.zeros(MOST_TURNS, np.int64)
    play_game(tables, IDEAS_EACH_TURN, THROWS_EACH_IDEA, mind.ice, net, rng, facts, turned)
    end: Any = tables[0]
    return end  # type: ignore[no-any-return]
