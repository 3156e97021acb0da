"""A store read from outside its server: a consistent copy while it runs, and every table in it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rollmops.server.store.files import PRIVATE, StoreError
from rollmops.server.store.store import Store, Stored

NAME = "rollmops.sqlite"
PAGES_AT_ONCE = 256
"""Copied between two looks whether the server wants to write."""


def backup(folder: Path, target: Path) -> int:
    """Copy the store of this data folder to a file, as it is at one moment; returns its bytes. A server may run."""
    source = folder / NAME
    if not source.is_file():
        raise StoreError(f"there is no store in the data folder {folder.name}; name it with --data")
    if target.exists():
        raise StoreError(f"{target.name} is there already; give another name, nothing is written over")
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE))
        with (
            contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as one,
            contextlib.closing(sqlite3.connect(part)) as other,
        ):
            one.backup(other, pages=PAGES_AT_ONCE, sleep=0.01)
            if other.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise StoreError(f"the store in {folder.name} is damaged; the copy was not kept")
        part.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"the store cannot be copied ({error})") from None
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def every_table(store: Store) -> Iterator[Stored]:
    """Every table of a store, one after the other; it is closed at the end. An SQLite store must be a copy of our own."""
    try:
        for code in store.codes():
            found = store.read(code)
            if found is not None:
                yield found
    finally:
        store.close()
