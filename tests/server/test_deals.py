"""The same dice at several tables: challenges and evenings, on a real server that is killed and started again."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollmops.engine.logbook import Record, read_record
from rollmops.games.records import verify
from rollmops.server.store.deals import add_deal, add_dealt, keep_outcome, read_deal
from rollmops.server.store.events import DealPlan, SeatPlan
from rollmops.server.store.store import Store
from tests.effort import long_only
from tests.server.house import House, Table, open_house
from tests.server.players import play_out


def post(house: House, path: str, body: Any = None) -> Any:
    status, answer, _ = house.request(path, body if body is not None else {})
    assert status == 201, answer
    return json.loads(answer)


def table_of(house: House, made: dict[str, Any]) -> Table:
    return Table(house, made["code"], {key["seat"]: key["token"] for key in made["keys"]})


def play(table: Table, game: str = "soles") -> Record:
    """Everybody who is no bot sits down on one page and plays at random to the end."""
    page = table.seated(*table.tokens)
    play_out(game, dict.fromkeys(table.tokens, page))
    return record_of(table)


def record_of(table: Table) -> Record:
    return read_record(table.house.request(f"/api/tables/{table.code}/record")[1])


def scored(house: House, code: str, query: str = "") -> Any:
    """The deal as it stands when all that is over has its scores."""
    while True:
        told = house.get(f"/api/deals/{code}{query}")
        if not any(table["reckoning"] for table in told["tables"]):
            return told
        time.sleep(0.2)


def by_place(record: Record) -> dict[tuple[str, int, int], str]:
    """Every roll of soles by seat, turn and throw."""
    found: dict[tuple[str, int, int], str] = {}
    turns: dict[str, int] = {}
    last, throw = "", 0
    for entry in record.entries:
        if entry.words.startswith("roll"):
            throw = throw + 1 if entry.seat == last else 1
            turns[entry.seat] = turns.get(entry.seat, 0) + (entry.seat != last)
            last = entry.seat
            found[entry.seat, turns[entry.seat], throw] = entry.words
    return found


def test_a_friend_plays_the_same_game_with_the_same_dice(house: House) -> None:
    mine = house.table("here", "easy")
    early, problem, _ = house.request(f"/api/tables/{mine.code}/challenge", {})
    assert early == 409, problem
    first = play(mine)
    deal = post(house, f"/api/tables/{mine.code}/challenge")["code"]
    assert post(house, f"/api/tables/{mine.code}/challenge")["code"] == deal, "the same link, however often it is asked for"

    theirs = table_of(house, post(house, f"/api/deals/{deal}/tables"))
    assert list(theirs.tokens) == list(mine.tokens)
    state = theirs.get()
    assert state["same"] == deal
    assert state["commit"] == first.header.commit, "the friend sees the promise before playing"
    told = house.request(f"/api/deals/{deal}?table={theirs.code}")[1].decode()
    for secret in (first.header.reveal, mine.code):
        assert secret
        assert secret not in told, "nothing leads to the dice before having played"
    page = theirs.seated(*theirs.tokens)
    while not page.update:
        page.hear("update")
    assert str(first.header.reveal) not in json.dumps(page.table)
    play_out("soles", dict.fromkeys(theirs.tokens, page))
    second = record_of(theirs)

    assert verify(second) > 10
    assert second.header.options["dice"] == "dealt"
    assert second.header.commit == first.header.commit
    assert second.header.salts == first.header.salts
    assert second.header.first == first.header.first
    ours, others = by_place(first), by_place(second)
    opening = (first.header.first or "A", 1, 1)
    assert ours[opening] == others[opening]
    for place in ours.keys() & others.keys():
        one, other = ours[place].split(), others[place].split()
        assert all(a == b for a, b in zip(one, other, strict=False)), place

    both = scored(house, deal, f"?table={theirs.code}")
    assert [table["code"] for table in both["tables"]] == [mine.code, theirs.code], "who has played may look"
    for table, record in zip(both["tables"], (first, second), strict=True):
        assert table["people"] == ["Karen"]
        assert record.header.result == " ".join(f"{seat} {points}" for seat, points in table["result"]["points"].items())
        for seat, score in table["scores"].items():
            assert score["given_away"] >= 0
            parts = score["start"] + score["luck"] + score["score"]
            assert parts == pytest.approx(table["result"]["shares"][seat], abs=1e-6)
    assert post(house, f"/api/tables/{theirs.code}/challenge")["code"] == deal, "a challenge goes on to the next friend"


def test_what_cannot_be_a_challenge_is_said(house: House) -> None:
    status, answer, _ = house.request("/api/deals/" + "x" * 16)
    assert (status, json.loads(answer)["kind"]) == (404, "not found")
    table = house.table("here", "here", dice="hand")
    status, answer, _ = house.request(f"/api/tables/{table.code}/challenge", {})
    assert status == 409, "it is not over"
    body = {"table": {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}], "dice": "hand"}, "groups": ["a", "b"]}
    status, answer, _ = house.request("/api/deals", body)
    assert status == 400
    assert "by hand" in json.loads(answer)["message"]
    body = {"table": {"game": "soles", "seats": [{"kind": "here"}, {"kind": "here"}]}, "groups": ["alone"]}
    assert house.request("/api/deals", body)[0] == 400


@long_only
def test_an_evening_outlives_kill_9(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        seats = [{"kind": "link"}, {"kind": "link"}]
        made = post(house, "/api/deals", {"table": {"game": "soles", "seats": seats}, "groups": ["Herrings", "Sprats"]})
        code, host = made["code"], {"authorization": f"Bearer {made['host']}"}
        secrets = [table["secret"] for table in house.get(f"/api/deals/{code}", **host)["tables"]]
        seen = house.get(f"/api/deals/{code}")
        assert [table["name"] for table in seen["tables"]] == ["Herrings", "Sprats"]
        assert all(not table["secret"] and not table["code"] for table in seen["tables"]), "links are for the host alone"
        tables = []
        for secret in secrets:
            group = house.get(f"/api/deals/{code}/group", authorization=f"Bearer {secret}")
            tables.append(table_of(house, group))
        assert house.request(f"/api/deals/{code}/group", headers={"authorization": "Bearer x"})[0] == 404

        page = tables[0].seated("A", "B")
        while not page.update:
            page.hear("update")
        house.stop(signal.SIGKILL)
        house.start()
        told = house.get(f"/api/deals/{code}", **host)
        assert [table["state"] for table in told["tables"]] == ["play", "door"]
        assert [table["secret"] for table in told["tables"]] == secrets
        page = tables[0].page("A", "B")
        play_out("soles", {"A": page, "B": page})
        half = scored(house, code)
        assert [bool(table["scores"]) for table in half["tables"]] == [True, False]
        assert not half["tables"][0]["code"], "the others have not played yet"
        assert json.loads(house.request(f"/api/deals/{code}/group", headers={"authorization": f"Bearer {secrets[1]}"})[1])
        play(tables[1])
        whole = scored(house, code)
        assert [table["code"] for table in whole["tables"]] == [table.code for table in tables]
        records = [record_of(table) for table in tables]
        assert records[0].header.commit == records[1].header.commit
        assert all(verify(record) > 10 for record in records)
        house.stop(signal.SIGKILL)
        house.start()
        assert house.get(f"/api/deals/{code}")["tables"] == whole["tables"]


def test_deals_in_either_database(open_store: Callable[[], Store]) -> None:
    store = open_store()
    seat = SeatPlan("here", "", "", "coral", "")
    plan = DealPlan("d" * 16, "soles", 1, (seat, seat), "A", False, ("house", "c" * 64), "00" * 32, {}, {}, "2026-11-17")
    room = {"code": "r" * 16, "plan": b"{}", "day": 1}
    box = {"digest": "c" * 64, "game": "soles", "text": ""}

    async def write() -> tuple[str, str]:
        first = await store.do(add_deal, plan=plan, tables=[{"room": {"code": "s" * 16}}])
        found = store.ask(partial(read_deal, code=plan.code))
        assert found is not None
        await store.do(add_dealt, deal=found.id, room=room, box=box)
        await store.do(keep_outcome, deal=found.id, number=2, outcome=b"{}")
        source = msgspec.structs.replace(plan, code="e" * 16, source="t" * 16)
        again = [await store.do(add_deal, plan=source, tables=[]) for _ in range(2)]
        assert again[0] == again[1]
        return first, again[0]

    assert asyncio.run(write()) == ("d" * 16, "e" * 16)
    found = store.ask(partial(read_deal, code=plan.code))
    assert found is not None
    assert found.plan == plan
    assert [(row.number, row.room, row.outcome) for row in found.tables] == [(1, "s" * 16, None), (2, "r" * 16, b"{}")]
    assert "r" * 16 in store.codes()
    store.close()
