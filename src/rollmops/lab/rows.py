"""Every game as a row of a file: CSV, or Parquet where the name ends so and pyarrow is there."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.lab.summary import Games

ROWS_IN_GROUP = 20_000
"""Rows that are written to Parquet together, at the least."""


class RowFile(Protocol):
    """A file that takes games in their order."""

    def add(self, number: int, games: Games) -> None:
        """Write these games, of which the first has this number."""

    def length(self) -> int:
        """Bytes that are surely on disk."""

    def close(self) -> None:
        """Nothing follows."""


def columns(seats: int) -> list[str]:
    """The heading: the game's number, who began, dice and decisions, whether it ended, points and share of every seat."""
    letters = LETTERS[:seats]
    return ["game", "first", "length", "ended", *(f"points {one}" for one in letters), *(f"share {one}" for one in letters)]


def open_rows(path: Path, seats: int, at: int | None = None) -> RowFile:
    """A file for games at this many seats; with `at` go on in one that has so many bytes. Raises RollmopsError."""
    try:
        if path.suffix.lower() in (".parquet", ".pq"):
            if at is not None:
                raise BadTableError(f"{path}: a Parquet file cannot be gone on with; write CSV, or begin without --resume")
            return ParquetRows(path, seats)
        return CsvRows(path, seats, at)
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None


def _table(number: int, games: Games) -> list[Any]:
    """The columns of these games, as plain lists. A game that was given up has neither points nor shares."""
    ended = games.ended.tolist()
    return [
        range(number, number + len(ended)),
        [LETTERS[first] for first in games.firsts.tolist()],
        games.lengths.tolist(),
        ended,
        *(
            [value if over else None for value, over in zip(column, ended, strict=True)]
            for column in [*games.points.T.tolist(), *games.shares.T.tolist()]
        ),
    ]


class CsvRows:
    """Rows as comma-separated values; they can be gone on with after a crash."""

    def __init__(self, path: Path, seats: int, at: int | None = None) -> None:
        self.raw: BinaryIO = path.open("wb" if at is None else "r+b")
        if at is not None:
            self.raw.truncate(at)
            self.raw.seek(at)
        self.writer = csv.writer(_Text(self.raw), lineterminator="\n")
        if at is None:
            self.writer.writerow(columns(seats))

    def add(self, number: int, games: Games) -> None:
        """Write these games."""
        named = _table(number, games)
        named[3] = [int(over) for over in named[3]]
        self.writer.writerows(zip(*named, strict=True))

    def length(self) -> int:
        """Bytes so far."""
        self.raw.flush()
        return self.raw.tell()

    def close(self) -> None:
        """Nothing follows."""
        self.raw.close()


class _Text:
    """A text file without a buffer of its own, so that the place in the file is known."""

    def __init__(self, raw: BinaryIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write it as UTF-8."""
        return self.raw.write(text.encode())


class ParquetRows:
    """Rows as Parquet, a row group for each batch."""

    def __init__(self, path: Path, seats: int) -> None:
        try:
            import pyarrow as pa
            from pyarrow import parquet
        except ImportError:
            raise BadTableError(f"{path}: Parquet needs pyarrow, not installed here; run: pip install pyarrow") from None
        kinds = [pa.int64(), pa.string(), pa.int64(), pa.bool_(), *[pa.int64()] * seats, *[pa.float64()] * seats]
        self.arrow = pa
        self.schema = pa.schema(list(zip(columns(seats), kinds, strict=True)))
        self.waiting: list[Any] = []
        self.rows = 0
        self.writer = parquet.ParquetWriter(path, self.schema)

    def add(self, number: int, games: Games) -> None:
        """Write these games; small batches wait for each other, a row group each would be long to read."""
        arrays = [
            self.arrow.array(values, kind) for values, kind in zip(_table(number, games), self.schema.types, strict=True)
        ]
        self.waiting.append(self.arrow.Table.from_arrays(arrays, schema=self.schema))
        self.rows += len(games.firsts)
        if self.rows >= ROWS_IN_GROUP:
            self._write()

    def _write(self) -> None:
        if self.waiting:
            self.writer.write_table(self.arrow.concat_tables(self.waiting))
        self.waiting, self.rows = [], 0

    def length(self) -> int:
        """Nobody can go on with it."""
        return 0

    def close(self) -> None:
        """Nothing follows."""
        self._write()
        self.writer.close()
