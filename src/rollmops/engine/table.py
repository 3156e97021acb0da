"""Tables: all that lies on one, as a fixed-size record of small numbers, declared once as an annotated class.

    class Table(Record):
        turn: Number                            # a whole number, 16 bits
        supply: Annotated[Row, 8]               # eight of them
        fish: Annotated[Grid, 30, 4]            # thirty rows of four

The same declaration serves the type checker, numpy and the compiler. Copying is a memcpy; a million tables are an array.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Number = Annotated[int, np.int16]
Long = Annotated[int, np.int64]
Row = NDArray[np.int16]
Grid = NDArray[np.int16]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Tables = NDArray[Any]


if TYPE_CHECKING:
    Void = object  # the type checker sees the annotations of a declared table and nothing of numpy
else:
    Void = np.void


class Record(Void):
    """A declared table: numpy's record of `dtype_of(cls)`, whose fields are attributes.

    Not `np.record`: its attributes are looked up in Python, ten times as slow, and the compiler reads two of them for every
    table it is given.
    """

    __slots__ = ("data", "lying")
    """Its bytes, which compiled code asks for with every call: numpy describes all fields along with them, which takes
    longer than most rules; a table on its own (`_on_its_own`) has them at hand. And its numbers, once it lies (`lay`)."""

    def __init_subclass__(cls) -> None:
        for name in cls.__annotations__:
            if name in TAKEN:
                raise TypeError(f"table field {name}: numpy uses this name itself, choose another")
            setattr(cls, name, _attribute(name))

    if not TYPE_CHECKING:  # which would then believe that a table has whatever is asked for

        def __getattr__(self, name: str) -> Any:
            """Asked only of a table that is not on its own, but one among others."""
            if name == "data":
                return memoryview(self)
            if name == "lying":
                return None
            raise AttributeError(f"{type(self).__name__} has no {name!r}", name=name, obj=self)


TAKEN = ("data", "lying", "dtype", "itemsize", "shape", "base", "flags", "strides")
T = TypeVar("T", bound=Record)


def _attribute(name: str) -> property:
    def put(t: Any, value: Any) -> None:
        t[name] = value

    return property(itemgetter(name), put)


def _field(name: str, hint: Any) -> tuple[Any, ...]:
    if hasattr(np.record, name):
        raise TypeError(f"table field {name}: numpy records have an attribute of that name, choose another")
    base, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if base is int and len(marks) == 1:
        return (name, marks[0])
    if base == Row and all(isinstance(mark, int) for mark in marks):
        return (name, np.int16, tuple(marks))
    raise TypeError(f"table field {name}: declare it as Number, Long, Annotated[Row, n] or Annotated[Grid, n, m]")


@cache
def dtype_of(cls: Hashable) -> np.dtype[Any]:
    """The numpy dtype of a declared table."""
    hints = get_type_hints(cls, include_extras=True)
    plain = np.dtype([_field(name, hint) for name, hint in hints.items()], align=True)
    return np.dtype((cast(Any, cls), plain))


def blank(cls: type[T]) -> T:
    """A table with nothing on it."""
    dtype = dtype_of(cast(Any, cls))
    return cast(T, _on_its_own(dtype, bytearray(dtype.itemsize)))


def _on_its_own(dtype: np.dtype[Any], data: bytearray) -> Any:
    """A table of these bytes, which are its alone."""
    t = np.ndarray(1, dtype, data)[0]
    if isinstance(t, Record):  # not where numpy's own kind has come out of a pickle
        t.data, t.lying = data, None  # type: ignore[attr-defined]  # its slots
    return t


def blanks(cls: type[Record], count: int) -> Tables:
    """An array of `count` empty tables; each element is a table."""
    return np.zeros(count, dtype_of(cast(Any, cls)))


def copy(t: T) -> T:
    """The same table once more."""
    table: Any = t
    fresh: T = _on_its_own(table.dtype, bytearray(table.data))
    return fresh


@cache
def _reader(dtype: np.dtype[Any]) -> Callable[[Any], tuple[int, ...]]:
    kinds = [dtype[name] for name in dtype.names or ()]
    # Laid out as C would, which numpy's aligned records are too.
    return Struct("".join(kind.base.char * int(np.prod(kind.shape, dtype=int)) for kind in kinds)).unpack_from


def numbers(t: Record) -> tuple[int, ...]:
    """All numbers of a table as Python's own, rows and grids one number after the other: quicker than one of its fields.
    `places` tells which is which."""
    table: Any = t
    known: tuple[int, ...] | None = getattr(table, "lying", None)  # numpy's own records do not know it
    return _reader(table.dtype)(table.data) if known is None else known


def lay(t: Record) -> None:
    """This table lies there now and is never changed again, only copied: its numbers are read once for all."""
    table: Any = t
    if isinstance(t, Record):
        table.lying = _reader(table.dtype)(table.data)


def places(cls: type[Record]) -> dict[str, int]:
    """Where each field's first number stands among the numbers of such a table."""
    dtype, found, place = dtype_of(cast(Any, cls)), dict[str, int](), 0
    for name in dtype.names or ():
        found[name] = place
        place += int(np.prod(dtype[name].shape, dtype=int))
    return found


class Places:
    """The `places` of a kind of table, as attributes."""

    def __init__(self, cls: type[Record]) -> None:
        for name, place in places(cls).items():
            setattr(self, name, place)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...


def same(t: Record, other: Record) -> bool:
    """Whether two tables are equal in every number."""
    return bool(cast(Any, t).tobytes() == cast(Any, other).tobytes())
