"""Files that people name on the command line: records to read, component files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rollmops.engine.errors import RollmopsError

if TYPE_CHECKING:
    from rollmops.engine.components import Components

BIGGEST_FILE_BYTES = 16_000_000
T = TypeVar("T", str, list[str])


def check_there(named: T) -> T:
    """What was named itself, if there are such files: told before anything heavy is loaded to read them."""
    for name in [named] if isinstance(named, str) else named:
        try:
            if name != "-":
                Path(name).stat()
        except OSError as error:
            raise RollmopsError(f"{name} cannot be read: {error.strerror}") from None
    return named


def read_bytes(name: str) -> bytes:
    """A file's bytes; `-` reads standard input."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise RollmopsError("there is no standard input to read; name a file")
            return sys.stdin.buffer.read(BIGGEST_FILE_BYTES)
        with Path(name).open("rb") as file:
            return file.read(BIGGEST_FILE_BYTES)
    except OSError as error:
        raise RollmopsError(f"{name} cannot be read: {error.strerror}") from None


def read_parts(game: str, name: str | None) -> Components:
    """The component file of this name, or the house components."""
    from rollmops.games import components, house

    return components(game, Path(name)) if name else house(game)


def parts_for_record(data: bytes, name: str | None) -> Components | None:
    """The component file given for a record, checked against the record's game."""
    from rollmops.engine.logbook import read_record

    return read_parts(read_record(data).header.game, name) if name else None
