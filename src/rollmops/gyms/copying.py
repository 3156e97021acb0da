"""Copying a few numbers of 16 bits, as most observations are: many at a time, without a call and without a loop's rest.

A compiled loop over two arrays first finds out whether they overlap, and copies what is left of eight one by one: for
twenty numbers that takes longer than all else that a seat's look costs.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from rollmops.engine.compile import rule

AT_ONCE, FEWER = 16, 8
SHORT_BYTES = 2


def _copier(count: int) -> Any:
    """A function that copies so many numbers of `source` from `place` on, to `at` in `target`; both rows are contiguous and
    long enough."""

    def interpreted(source: NDArray[np.int16], place: int, target: NDArray[np.int16], at: int) -> None:
        target[at : at + count] = source[place : place + count]

    def copy(_typing: Any, source: Any, place: Any, target: Any, at: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            many = ir.VectorType(ir.IntType(8 * SHORT_BYTES), count).as_pointer()
            pointers = []
            for kind, array, index in ((signature.args[0], *arguments[:2]), (signature.args[2], *arguments[2:])):
                data = context.make_array(kind)(context, builder, array).data
                pointers.append(builder.bitcast(builder.gep(data, [index]), many))
            builder.store(builder.load(pointers[0], align=SHORT_BYTES), pointers[1], align=SHORT_BYTES)
            return context.get_dummy_value()

        return types.void(source, types.intp, target, types.intp), build

    return interpreted if numba.config.DISABLE_JIT else intrinsic(copy)


_copy_many, _copy_few = _copier(AT_ONCE), _copier(FEWER)


@rule
def copy_run(source: NDArray[np.int16], place: int, target: NDArray[np.int16], at: int, length: int) -> None:
    """`length` numbers of `source` from `place` on, to `at` in `target`; both are contiguous."""
    # The last of several begins where it ends with the run: what was copied before comes again.
    if length >= AT_ONCE:
        for number in range(0, length - AT_ONCE, AT_ONCE):
            _copy_many(source, place + number, target, at + number)
        _copy_many(source, place + length - AT_ONCE, target, at + length - AT_ONCE)
    elif length >= FEWER:
        _copy_few(source, place, target, at)
        _copy_few(source, place + length - FEWER, target, at + length - FEWER)
    else:
        for number in range(length):
            target[at + number] = source[place + number]
