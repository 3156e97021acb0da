"""Keep a store as this version writes it, for `test_old_stores.py`: `python -m tests.server.keep_store NAME [KILL]`.

Tables of every game are set and played at a real server, one of soles to its end; then it is stopped, or killed in the
middle of everything. What it told of its tables is kept beside the store.
"""

from __future__ import annotations

import gzip
import json
import signal
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.server.house import House, Page, close_pages
from tests.server.players import any_choice, play_out

STORES = Path(__file__).parent / "stores"
TABLES = (("soles", True), ("soles", False), ("espresso", False), ("lure", False), ("floe", False))
"""And whether the game is played to its end."""
ROUNDS = 14


def play(house: House, game: str, to_the_end: bool) -> dict[str, Any]:
    """Play at a new table; returns what the server tells of it."""
    table = house.table("here", "here", game=game)
    page = table.seated("A", "B")
    while not page.update:
        page.next()
    if to_the_end:
        play_out(game, {"A": page, "B": page})
    else:
        play_some(game, page)
    record = house.request(f"/api/tables/{table.code}/record")[1].decode()
    told = {"state": page.table["state"], "tokens": table.tokens, "sequence": page.update["sequence"], "record": record}
    return {"code": table.code, "game": game, **told}


def play_some(game: str, page: Page) -> None:
    """Some choices of both seats."""
    for _ in range(ROUNDS):
        page.ping()
        for seat in "AB":
            if page.part(seat)["owes"]:
                page.choose(seat, any_choice(game, page.part(seat)))
    page.ping()


def main(name: str, how: signal.Signals) -> None:
    """Keep a store and what was told of it."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.start()
        known = [play(house, game, to_the_end) for game, to_the_end in TABLES]
        close_pages()
        house.stop(how)
        copy = Path(folder) / "copy"
        with closing(sqlite3.connect(Path(folder) / "rollmops.sqlite")) as one, closing(sqlite3.connect(copy)) as other:
            one.backup(other)
            other.execute("PRAGMA journal_mode=DELETE")
        (STORES / f"{name}.sqlite.gz").write_bytes(gzip.compress(copy.read_bytes(), mtime=0))
    (STORES / f"{name}.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], signal.SIGKILL if "KILL" in sys.argv[2:] else signal.SIGTERM)
