"""A store that an older server has written opens today: every record is the same to the byte, unfinished games go on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, Table, open_house
from tests.server.players import play_out

STORES = Path(__file__).parent / "stores"


@pytest.mark.parametrize("store", sorted(STORES.glob("*.sqlite.gz")), ids=lambda path: path.name.split(".")[0])
def test_an_old_store_opens_and_its_games_go_on(store: Path, tmp_path: Path) -> None:
    known = json.loads(store.with_name(store.name.replace(".sqlite.gz", ".json")).read_text(encoding="utf-8"))
    (tmp_path / "rollmops.sqlite").write_bytes(gzip.decompress(store.read_bytes()))
    with open_house(tmp_path) as house:
        assert {table["state"] for table in known} == {"over", "play"}
        for table in known:
            _is_as_it_was(house, table)


def _is_as_it_was(house: House, table: dict[str, Any]) -> None:
    house.wait_for(table["game"])
    status, record, _ = house.request(f"/api/tables/{table['code']}/record")
    assert (status, record.decode()) == (200, table["record"])
    page = Table(house, table["code"], table["tokens"]).page("A", "B")
    assert (page.table["state"], page.update["sequence"]) == (table["state"], table["sequence"])
    if table["state"] == "play" and table["game"] != "floe":
        play_out(table["game"], {"A": page, "B": page})
        assert page.table["state"] == "over"
        assert page.table["reveal"]
