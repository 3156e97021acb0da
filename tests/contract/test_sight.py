"""What environments show a seat as numbers is a function of its view: nothing that a seat cannot know is in them."""

from __future__ import annotations

import numpy as np
import pytest

from rollmops.engine.contract import CHANCE, OVER, Game, seats_of
from rollmops.engine.table import copy, same
from rollmops.games import house
from tests.contract.walk import seat_counts, walk

IMAGINED = 3


def test_a_game_with_secrets_has_a_sight_and_no_other_has(any_game: Game) -> None:
    assert (any_game.sight is not None) == any_game.secrets


def test_tables_with_one_view_look_the_same(any_game: Game) -> None:
    if any_game.sight is None:
        pytest.skip("nothing is secret here")
    rng = np.random.default_rng(4)
    empty = any_game.empty(house(any_game.name))
    different = 0
    for seats in seat_counts(any_game):
        for moment in walk(any_game, seats, seed=4):
            if moment.actors in (CHANCE, OVER) or any_game.words.begun(moment.before, moment.seat):
                continue
            for seat in seats_of(moment.actors):
                view = any_game.views.view(moment.before, seat)
                seen = copy(empty)
                any_game.sight(moment.before, seat, seen)
                for _ in range(IMAGINED):
                    other, seen_there = copy(empty), copy(empty)
                    any_game.views.fill(view, other, rng)
                    any_game.sight(other, seat, seen_there)
                    assert same(seen, seen_there)
                    different += not same(other, moment.before)
    assert different > 0, "no imagined table differed, so this has shown nothing"
