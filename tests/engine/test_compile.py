"""Compiled rules: one version of a function serves whole numbers of every width."""

from __future__ import annotations

from typing import Any, cast

import numba
import numpy as np
import pytest

from rollmops.engine.compile import loop, rule

COLUMNS = np.dtype([("narrow", np.int16), ("tiny", np.uint8), ("wide", np.int64)])


@rule
def twice(number: int) -> int:
    return number * 2


@loop
def add_up(row: Any, amount: int) -> int:
    return twice(row.narrow) + twice(row.tiny) + twice(row.wide) + twice(amount) + twice(7) + twice(-1)


@loop
def low_bits(number: int) -> int:
    return number & 255


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_rule_is_compiled_once_for_numbers_of_every_width_and_for_constants() -> None:
    row = np.zeros(1, COLUMNS)
    row["narrow"], row["tiny"], row["wide"] = -300, 200, 2**40
    assert add_up(row[0], 5) == 2 * (-300 + 200 + 2**40 + 5 + 7 - 1)
    for kind in (numba.int16, numba.uint8, numba.int64, numba.types.literal(7)):
        cast(Any, twice).get_call_template((kind,), {})  # what Numba asks where a compiled function calls it
    assert cast(Any, twice).signatures == [(numba.int64,)]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_big_numbers_without_a_sign_stay_as_they_are() -> None:
    @loop
    def fold(number: Any) -> Any:
        return low_bits(number) + (number >> np.uint64(63))

    assert fold(np.uint64(2**63 + 5)) == 6
