"""`rollmops backup`, `export` and `move`: what a server keeps, as a copy, as logbooks, or in another store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rollmops.cli.serve import data_folder

Data = Annotated[Path | None, typer.Option(help="Folder that keeps the tables; the one that `rollmops serve` uses.")]

Kept = Annotated[str | None, typer.Option(help="Address of a PostgreSQL database that keeps them instead.")]


def backup(
    file: Annotated[Path, typer.Argument(help="File for the copy; it must not be there yet.")],
    data: Data = None,
    store: Kept = None,
) -> None:
    """Copy all tables to a file, as they are at one moment; the server may run meanwhile.

    To go back: stop the server and put the copy into the data folder as rollmops.sqlite.
    """
    from rollmops.extras import need

    need("server", "a copy of a server's tables")
    from rollmops.engine.errors import RollmopsError
    from rollmops.server.store.copying import backup as copy

    if store is not None:
        raise RollmopsError("a store on PostgreSQL is copied by its own tool: pg_dump --format=custom --file=FILE ADDRESS")

    size = copy(data or data_folder(), file)
    print(f"{file}: {size / 1e6:.1f} MB. It holds the seeds of running games: keep it to yourself.")


def export(
    folder: Annotated[Path, typer.Argument(help="Folder for the logbooks; made if need be.")],
    data: Data = None,
    store: Kept = None,
) -> None:
    """Write the logbook of every table to a folder; the server may run meanwhile.

    Finished games are whole, with the seed that proves their dice; others are as somebody who watches may see them.
    """
    from rollmops.extras import need

    need("server", "the logbooks of a server's tables")
    from rollmops.server.table.export import export as write

    written = 0
    for found in write(data or data_folder(), folder, store or ""):
        if isinstance(found, Path):
            written += 1
        else:
            print(f"left out: {found}")
    print(f"{written} logbook{'' if written == 1 else 's'} in {folder}")


def move(
    to: Annotated[str, typer.Argument(help="Address of an empty PostgreSQL database.")],
    data: Data = None,
) -> None:
    """Move all tables to a PostgreSQL database, where several processes can share them; stop the server before.

    The folder stays as it is. From then on: `rollmops serve --store ADDRESS`.
    """
    from rollmops.extras import need

    need("server", "moving a server's tables")
    from rollmops.server.store.moving import move as copy

    count = copy(data or data_folder(), to)
    print(f"{count} table{'' if count == 1 else 's'} moved; start the server with --store and the database's address.")
