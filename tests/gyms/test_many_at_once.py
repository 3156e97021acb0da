"""What the batch does many at a time: the same as one by one, for every length."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from rollmops.engine.compile import loop
from rollmops.engine.table import Ints
from rollmops.gyms.copying import copy_run
from rollmops.gyms.drawing import nth_open
from rollmops.gyms.observation import Bytes, Shorts


@loop
def all_open(mask: Bytes, found: Ints) -> None:
    """Every open choice of a mask, by its number among them."""
    for k in range(len(found)):
        found[k] = nth_open(mask, k)


@loop
def copied(source: Shorts, place: int, target: Shorts, at: int, length: int) -> None:
    copy_run(source, place, target, at, length)


@pytest.mark.parametrize("choices", [*range(1, 42), 127, 128, 300])
def test_the_open_choices_of_a_mask_are_found(choices: int) -> None:
    draws = np.random.default_rng(choices)
    for openness in (0.05, 0.5, 1.0):
        rows = (draws.random((3, choices)) < openness).astype(np.int8)  # with neighbours, which must not be looked at
        rows[:, draws.integers(choices)] = 1
        found = np.zeros(rows[1].sum(), np.int64)
        all_open(rows[1], found)
        assert found.tolist() == np.flatnonzero(rows[1]).tolist()


def test_a_run_of_any_length_is_copied_and_nothing_else() -> None:
    source = np.arange(1, 101, dtype=np.int16)
    for length in range(51):
        target = np.zeros(80, np.int16)
        copied(source, 7, target, 3, length)
        assert target.tolist() == [0] * 3 + source[7 : 7 + length].tolist() + [0] * (77 - length)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="this is what it says")
def test_the_same_is_done_interpreted() -> None:
    mask = np.array([0, 1, 0, 0, 1, 1, 0, 0, 0, 1], np.int8)
    from rollmops.gyms.drawing import _nth_open_interpreted

    assert [_nth_open_interpreted(mask, k) for k in range(4)] == [1, 4, 5, 9]
