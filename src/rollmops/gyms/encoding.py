"""Observations as learners want them: single precision, every number from -1 to 1, and whoever looks comes first.

A number is divided by its range; what is one of a few things becomes a column for each; seats are counted from the looker's
own. `flat` is one row, `dict` the same row cut by field. `fields.py` says what there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import loop, rule
from rollmops.engine.components import Components
from rollmops.engine.errors import BadTableError
from rollmops.engine.table import Ints, dtype_of
from rollmops.games import game as find_game
from rollmops.games import house
from rollmops.gyms.fields import BITS, CATEGORY, FIELDS, Field
from rollmops.gyms.observation import Bytes, Shorts, layout

Singles = NDArray[np.float32]
KINDS = ("raw", "flat", "dict")


class Codes(NamedTuple):
    """How a raw row becomes a flat one, for compiled loops: by seat that looks, then by column of each sort."""

    out: Singles  # where to; no rows if nobody wants it
    number_from: Ints  # seat, column: which raw number
    number_to: Ints  # column
    low: Singles
    high: Singles
    scale: Singles
    equal_from: Ints
    equal_to: Ints
    equal: Ints  # seat, column: 1 if the raw number is this
    bit_from: Ints
    bit_to: Ints
    bit: Ints  # seat, column: this bit of the raw number


@rule
def encode(codes: Codes, raw: Shorts, seat: Bytes, low: int, high: int) -> None:
    """The flat rows of lanes from `low` to `high`."""
    if len(codes.out):
        for i in range(low, high):
            encode_row(codes, raw[i], seat[i], codes.out[i])


@rule
def encode_row(codes: Codes, raw: Shorts, seat: int, out: Singles) -> None:
    """One flat row."""
    for k in range(len(codes.number_to)):
        value = np.float32(raw[codes.number_from[seat, k]])
        out[codes.number_to[k]] = min(max(value, codes.low[k]), codes.high[k]) * codes.scale[k]
    for k in range(len(codes.equal_to)):
        out[codes.equal_to[k]] = np.float32(raw[codes.equal_from[seat, k]] == codes.equal[seat, k])
    for k in range(len(codes.bit_to)):
        out[codes.bit_to[k]] = np.float32(raw[codes.bit_from[seat, k]] >> codes.bit[seat, k] & 1)


@loop
def encode_one(codes: Codes, raw: Shorts, seat: int, out: Singles) -> None:
    """One flat row, for callers in Python."""
    encode_row(codes, raw, seat, out)


@dataclass(frozen=True)
class _Column:
    """A column of the flat row: for each seat that looks the raw number it comes from, and what is asked of it."""

    sources: tuple[int, ...]
    field: Field
    asked: tuple[int, ...] = ()  # of a category or of bits


class Encoding:
    """The encoding of a game's observations for so many seats, with these components."""

    def __init__(self, name: str, seats: int, components: Components | None = None) -> None:
        if name not in FIELDS:
            raise BadTableError(
                f"observation: {find_game(name).title} tells no ranges (gyms/fields.py), so it has only 'raw'"
            )
        game = find_game(name)
        self.name, self.seats, self.raw_size = name, seats, layout(name).size
        self.fields = FIELDS[name](game.empty(components or house(name)), seats)
        self._dtype = np.dtype(dtype_of(cast(Any, game.table)))
        self._starts = _starts(layout(name).names)
        self.columns = list[_Column]()
        self.slices = dict[str, slice]()
        """Where the columns of each field are in the flat row."""
        for field in self.fields:
            at = len(self.columns)
            self.columns += self._columns(field)
            if len(self.columns) > at:
                self.slices[self.label(field)] = slice(at, len(self.columns))

    @property
    def size(self) -> int:
        """How many numbers a flat row has."""
        return len(self.columns)

    @staticmethod
    def label(field: Field) -> str:
        """A name of its own for each field, or column of one."""
        return field.name if field.column is None else f"{field.name}_{field.column}"

    def _columns(self, field: Field) -> list[_Column]:
        if field.low == field.high:
            return []
        by_seat = [self._sources(field, seat) for seat in range(self.seats)]
        found = list[_Column]()
        for sources in zip(*by_seat, strict=True):
            if field.kind == CATEGORY:
                found += [_Column(sources, field, (value,) * self.seats) for value in field.values]
                if field.members_from is not None:
                    found += [_Column(sources, field, self._members(field, k)) for k in range(field.members)]
            elif field.kind == BITS:
                count = field.high.bit_length()
                turned = field.members and not field.by_member
                bits = [self._turned(field.members, k) if turned else (k,) * self.seats for k in range(count)]
                found += [_Column(sources, field, asked) for asked in bits]
            else:
                found.append(_Column(sources, field))
        return found

    def _turned(self, members: int, k: int) -> tuple[int, ...]:
        """The k-th member from each seat's own on."""
        return tuple((seat + k) % members for seat in range(self.seats))

    def _members(self, field: Field, k: int) -> tuple[int, ...]:
        return tuple(cast(int, field.members_from) + member for member in self._turned(field.members, k))

    def _sources(self, field: Field, seat: int) -> list[int]:
        """The raw numbers of this field in the order in which this seat is told them."""
        shape = self._dtype[field.name].shape
        numbers = np.arange(int(np.prod(shape, dtype=int))).reshape(shape) + self._starts[field.name]
        if field.by_member:
            own = [(seat + k) % field.members for k in range(field.members)]
            numbers = numbers[[*own, *field.others]]
        if field.column is not None:
            numbers = numbers[..., field.column]
        return [int(number) for number in numbers.ravel()]

    def codes(self, rows: int = 0, out: Singles | None = None) -> Codes:
        """What compiled loops need, with room for so many rows, or with this room."""
        plain = [(k, c) for k, c in enumerate(self.columns) if not c.asked]
        equal = [(k, c) for k, c in enumerate(self.columns) if c.asked and c.field.kind == CATEGORY]
        bits = [(k, c) for k, c in enumerate(self.columns) if c.asked and c.field.kind == BITS]

        def by_seat(pairs: list[tuple[int, _Column]], part: str) -> Ints:
            return np.array([getattr(c, part) for _, c in pairs], np.int64).reshape(len(pairs), self.seats).T.copy()

        def to(pairs: list[tuple[int, _Column]]) -> Ints:
            return np.array([k for k, _ in pairs], np.int64)

        span = [max(c.field.top, -c.field.low) for _, c in plain]
        return Codes(
            np.zeros((rows, self.size), np.float32) if out is None else out,
            by_seat(plain, "sources"), to(plain),
            np.array([c.field.low for _, c in plain], np.float32),
            np.array([c.field.top for _, c in plain], np.float32),
            np.array([1 / most for most in span], np.float32),
            by_seat(equal, "sources"), to(equal), by_seat(equal, "asked"),
            by_seat(bits, "sources"), to(bits), by_seat(bits, "asked"),
        )  # fmt: skip

    @cached_property
    def bounds(self) -> tuple[Singles, Singles]:
        """The least and the most that each flat number can be."""
        low = [0.0 if c.asked else c.field.low / max(c.field.top, -c.field.low) for c in self.columns]
        high = [1.0 if c.asked else c.field.top / max(c.field.top, -c.field.low) for c in self.columns]
        return np.array(low, np.float32), np.array(high, np.float32)

    @cached_property
    def raw_bounds(self) -> tuple[Shorts, Shorts]:
        """The least and the most that each raw number can be; places of seats that nobody has are 0."""
        low, high = np.zeros(self.raw_size, np.int16), np.zeros(self.raw_size, np.int16)
        high[0] = self.seats - 1
        for field in self.fields:
            places = self._sources(field, 0)
            low[places], high[places] = field.low, field.high
        return low, high

    def cut(self, flat: Singles) -> dict[str, Singles]:
        """A flat row, or a batch of them, by field: the same memory."""
        return {name: flat[..., where] for name, where in self.slices.items()}


def _starts(names: tuple[str, ...]) -> dict[str, int]:
    """Where in a raw row each field begins."""
    starts = dict[str, int]()
    for at, name in enumerate(names):
        starts.setdefault(name.partition("[")[0], at)
    return starts


NO_CODES = Codes(
    np.zeros((0, 0), np.float32), *(np.zeros((0, 0), np.int64), np.zeros(0, np.int64)), *(np.zeros(0, np.float32),) * 3,
    *(np.zeros((0, 0), np.int64), np.zeros(0, np.int64), np.zeros((0, 0), np.int64)) * 2,
)  # fmt: skip
"""Where only raw observations are wanted."""


def encoding_for(kind: Any, name: str, seats: int, components: Components | None) -> Encoding | None:
    """The encoding for this kind of observation; None for raw ones."""
    if kind not in KINDS:
        raise BadTableError(f"observation: there are {', '.join(KINDS)}, not {kind!r}")
    return None if kind == "raw" else Encoding(name, seats, components)
