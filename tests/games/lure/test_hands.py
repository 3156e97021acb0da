"""What others may hold: dealt hands agree with everything a seat has seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import house
from rollmops.games.lure import GAME
from rollmops.games.lure.table import lures_of
from rollmops.games.records import read_match
from tests.contract.walk import seat_counts, walk
from tests.games.lure.test_laws import lures_on_the_table

EMPTY = GAME.empty(house("lure"))


def imagine(view: Any, rng: np.random.Generator) -> Any:
    t = copy(EMPTY)
    GAME.views.fill(view, t, rng)
    return t


@pytest.mark.parametrize("seats", list(seat_counts(GAME)))
def test_dealt_tables_keep_every_law(seats: int) -> None:
    rng = np.random.default_rng(1)
    for number, moment in enumerate(walk(GAME, seats, seed=2)):
        seat = number % (seats + 1) - 1  # a watcher, NOBODY, included
        view = GAME.views.view(moment.before, seat)
        t = imagine(view, rng)
        assert GAME.views.view(t, seat) == view
        assert (lures_on_the_table(t) == t.lures).all()
        assert (t.hand >= 0).all()
        assert (t.pile + t.drawn.sum(axis=0) == t.stock).all()
        assert (t.hand + t.played - t.drawn >= 0).all()
        assert seat == NOBODY or (t.hand[seat] == moment.before.hand[seat]).all()


def test_before_the_first_shuffle_every_unseen_lure_is_as_likely() -> None:
    match = Match(GAME, house("lure"), Header("lure", ("Ann", "Ben")))
    match.put("draw x5")
    match.put("draw boast")
    rng = np.random.default_rng(3)
    held = Counter(lures_of(imagine(match.view(0), rng).hand[1])[0] for _ in range(4600))
    # 23 unseen lures: 8 adjust, 1 x5, 4 boasts, 2 of each other
    expected = {"adjust": 8, "x1": 2, "x2": 2, "x3": 2, "x4": 2, "x5": 1, "x6": 2, "boast": 4}
    for lure, count in expected.items():
        assert abs(held[lure] - 200 * count) < 5 * np.sqrt(200 * count)


AFTER_SHUFFLE = """rollmops 1
game lure
seat A Ann
seat B Ben
seat C Cleo
seat D Dan
seat E Eve

A draw x1
B draw x1
C draw x2
D draw x2
E draw x3
* splash bleak
A draw x3
B draw x4
C draw x4
D draw x5
E draw x5
* splash dace
A draw x6
B draw x6
C draw boast
D draw boast
E draw boast
* splash bullhead
A draw boast
B draw adjust
C draw adjust
D draw adjust
E draw adjust
A cast 0 x1
B cast 0 x1 x4 x6 adjust
C cast 0 x2 x4 boast adjust
D cast 0 x2 x5 boast adjust
E cast 0 x3 x5 boast adjust
A draw adjust
"""


def test_after_a_shuffle_what_was_held_is_known() -> None:
    """Ben draws the last lure of the old pile; all others come from discards that everyone has seen."""
    match = read_match(AFTER_SHUFFLE.replace("A draw adjust\n", ""))
    # B's and the others' lures catch minnows at most: who caught is clear from the record; draw on until casting
    rng = np.random.default_rng(4)
    while match.chance:
        source = GAME.weights(match.table, NOBODY)
        choice = int(np.flatnonzero(source)[0])
        match.put(GAME.words.spell(match.table, NOBODY, [choice]))
    view = match.view(1)
    for _ in range(50):
        t = imagine(view, rng)
        assert [int(hand.sum()) for hand in t.hand] == [int(hand.sum()) for hand in match.table.hand]
        assert GAME.views.view(t, 1) == view


def test_with_two_players_a_shuffle_tells_the_other_hand() -> None:
    """When all discards go back into the pile, what is in neither pile nor own hand is the other's."""
    match = Match(GAME, house("lure"), Header("lure", ("Ann", "Ben")))
    t = match.table
    t.pile[:] = 0
    t.hand[0, 5] += 1  # Ann x5
    t.hand[1, 7] += 1  # Ben a boast
    t.drawn[0, 5] += 1
    t.drawn[1, 7] += 1
    t.discards[:] = t.lures - t.hand[:2].sum(axis=0)
    t.stock[:] = t.lures
    t.drawn[0] += t.discards  # all others were drawn and played by Ann
    t.played[0] += t.discards
    from rollmops.games.lure.rules import find_lures

    assert t.drawing  # the setup's draw is due, so the discards are shuffled
    find_lures(t)
    rng = np.random.default_rng(5)
    for _ in range(20):
        assert lures_of(imagine(GAME.views.view(t, 0), rng).hand[1]) == ["boast"]
        assert lures_of(imagine(GAME.views.view(t, 1), rng).hand[0]) == ["x5"]
