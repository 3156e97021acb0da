"""Tables: copies stand on their own, and compiled code finds the same bytes wherever a table lies."""

from __future__ import annotations

import pickle
from typing import Any, cast

import numpy as np
import pytest

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.table import blank, blanks, copy, dtype_of, lay, numbers, places, same
from rollmops.games import house


@pytest.fixture
def laid(any_game: Game) -> Any:
    return any_game.open(house(any_game.name), any_game.fewest)


def test_a_copy_stands_on_its_own(any_game: Game, laid: Any) -> None:
    twin = copy(laid)
    assert same(twin, laid)
    any_game.setup(twin, any_game.most, 0)
    assert not same(twin, laid)
    assert same(copy(laid), laid)


def test_compiled_code_reads_and_writes_a_table_wherever_it_lies(any_game: Game, laid: Any) -> None:
    """Alone, in the midst of an array, within somebody's bytes, come from another process."""
    row = blanks(any_game.table, 3)
    row[1] = laid
    kind = dtype_of(cast(Any, any_game.table))
    within = np.ndarray(2, kind, bytearray(2 * kind.itemsize))
    within[1] = laid
    for t in (copy(laid), row[1], within[1], pickle.loads(pickle.dumps(laid))):  # noqa: S301 - our own
        assert any_game.actors(t) == any_game.actors(laid)
        assert any_game.weights(t, NOBODY).tolist() == any_game.weights(laid, NOBODY).tolist()
        any_game.setup(t, any_game.most, 0)
        assert int(t.seats) == any_game.most
        read = numbers(t)
        for name, place in places(any_game.table).items():
            wanted = np.asarray(getattr(t, name)).ravel().tolist()
            assert list(read[place : place + len(wanted)]) == wanted
    assert same(row[0], blank(any_game.table))
    assert same(within[0], blank(any_game.table))


def test_the_numbers_of_a_table_that_lies_are_read_once_and_those_of_its_copies_anew(any_game: Game, laid: Any) -> None:
    lay(laid)
    assert numbers(laid) is numbers(laid)
    twin = copy(laid)
    assert numbers(twin) == numbers(laid)
    any_game.setup(twin, any_game.most, 0)
    assert numbers(twin)[places(any_game.table)["seats"]] == any_game.most
    row = blanks(any_game.table, 2)
    lay(row[1])  # one among others is a new object whenever it is asked for
    assert numbers(cast(Any, row.view(np.recarray)[1])) == numbers(row[1])
    any_game.setup(row[1], any_game.most, 0)
    assert numbers(row[1])[places(any_game.table)["seats"]] == any_game.most
