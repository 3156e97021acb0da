"""Numbers that threads share: written and read in one order that all of them agree on (numba 0.68 has nothing for it)."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

INT64_BYTES = 8


def _pointer(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    made = context.make_array(kind)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kind, made, [place])


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def load(_typing: Any, array: Any, place: Any) -> Any:
    """`array[place]` as it is now, whoever wrote it."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], *arguments)
        return builder.load_atomic(pointer, "seq_cst", INT64_BYTES)

    return types.int64(array, types.intp), build


@intrinsic  # type: ignore[untyped-decorator]
def store(_typing: Any, array: Any, place: Any, value: Any) -> Any:
    """`array[place] = value`, seen by all with everything that was written before it."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], *arguments[:2])
        builder.store_atomic(arguments[2], pointer, "seq_cst", INT64_BYTES)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), build
