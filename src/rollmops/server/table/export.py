"""All logbooks of a store as files in a folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from rollmops.engine.contract import NOBODY
from rollmops.engine.errors import RollmopsError
from rollmops.games import all_games, components_of, game
from rollmops.server.store.copying import NAME, backup, every_table
from rollmops.server.store.store import Store, Stored
from rollmops.server.table.archive import old_record
from rollmops.server.table.sitting import Sitting


def export(data: Path, folder: Path, url: str = "") -> Iterator[Path | str]:
    """Write every logbook of this data folder's store, or of the one at `url`; gives each file, or in words why a table has
    none. Servers may run meanwhile: from SQLite they are read out of a copy.
    """
    if url:
        store = Store.at(url)
        folder.mkdir(parents=True, exist_ok=True)
        yield from _write_all(store, folder)
        return
    with tempfile.TemporaryDirectory(prefix="rollmops-export-") as aside:
        copy = Path(aside) / NAME
        backup(data, copy)
        folder.mkdir(parents=True, exist_ok=True)
        yield from _write_all(Store(copy), folder)


def _write_all(store: Store, folder: Path) -> Iterator[Path | str]:
    for stored in every_table(store):
        plan = stored.plan
        try:
            text = logbook(stored)
        except RollmopsError as error:
            yield f"table {stored.id} ({plan.game}, {plan.date}): {error}"
            continue
        path = folder / f"{stored.id:06}-{plan.game}-{plan.date}.rollmops"
        path.write_text(text, encoding="utf-8")
        yield path


def logbook(stored: Stored) -> str:
    """The logbook of a table: whole, with the seed, where the game is over; otherwise as somebody who watches may see it."""
    plan = stored.plan
    if plan.game not in all_games():
        raise RollmopsError(f"no game '{plan.game}' is installed here")
    if game(plan.game).version != plan.version:
        return old_record(stored, "*").text()
    sitting = Sitting.of(plan, components_of(plan.game, plan.components[1], stored.components), stored.events)
    if sitting.match is None:
        raise RollmopsError("the game has not begun")
    return sitting.record(NOBODY).text()
