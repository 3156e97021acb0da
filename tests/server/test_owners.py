"""One owner for a table, and any process for any page: claims, epochs, passing on, handing over."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from rollmops.server.limits import Gate, Limits
from rollmops.server.store import owners
from rollmops.server.store.events import Went
from rollmops.server.store.files import DeposedError
from rollmops.server.store.owners import Process
from rollmops.server.store.schema import rooms
from rollmops.server.store.store import Store
from rollmops.server.table.ownership import ElsewhereError, Ownership
from tests.effort import some_or_all
from tests.server.database import Postgres
from tests.server.forked import command
from tests.server.house import ROOT, WAIT_SECONDS, House, Page, Table, open_house
from tests.server.players import play_out
from tests.server.test_store import plan

CODE = "a" * 16


@pytest.fixture
def store(postgres: Postgres) -> Iterator[Store]:
    store = Store.at(postgres.database())
    yield store
    store.close()


def owner(store: Store, seconds: float = 60.0) -> Ownership:
    made = Ownership(store, "http://127.0.0.1:1", Gate(Limits()), seconds)
    made.renew()
    return made


def test_a_table_has_one_owner_until_that_lets_go_or_its_lease_is_over(store: Store) -> None:
    asyncio.run(store.add_room(plan(CODE), "d" * 64, "text"))
    one, other = owner(store), owner(store)
    assert one.claim("x" * 16) is None
    assert one.claim(CODE) == 1
    with pytest.raises(ElsewhereError) as elsewhere:
        other.claim(CODE)
    assert elsewhere.value.owner.process == one.me
    assert 50 < elsewhere.value.owner.seconds <= 60
    assert one.claim(CODE) == 2  # again: what this process still has under way for it is fenced off too
    asyncio.run(store.let_go(1, 1))
    with pytest.raises(ElsewhereError):
        other.claim(CODE)  # let go under an older epoch means nothing
    asyncio.run(store.let_go(1, 2))
    assert other.claim(CODE) == 3
    assert (one.renew(), other.renew()) == ({}, {1: 3})
    other.leave()
    assert one.claim(CODE) == 4
    one.seconds = -1.0
    one.renew()
    assert owner(store).claim(CODE) == 5


def test_nothing_is_written_under_an_older_epoch(store: Store) -> None:
    async def write() -> list[object]:
        for code in (CODE, "b" * 16):
            await store.add_room(plan(code), "d" * 64, "text")
        owner(store).claim("b" * 16)
        await store.append(2, 0, [Went("kept")], 1)
        for _ in range(2):
            owner(store, 0.0).claim(CODE)
        writes = [
            store.append(1, 0, [Went("old")], 1),
            store.append(2, 1, [Went("x")], 1),
            store.append(1, 0, [Went("new")], 2),
        ]
        return list(await asyncio.gather(*writes, return_exceptions=True))

    old, beside, new = asyncio.run(write())
    assert isinstance(old, DeposedError)
    assert (beside, new) == (None, None)
    kept = store.read(CODE)
    assert kept is not None
    assert kept.events == (Went("new"),)


def test_a_process_is_known_by_a_key_that_does_not_show() -> None:
    one = Process("http://127.0.0.1:1")
    assert one.key not in repr(one)
    assert owners.LEASE_SECONDS > 0


CLAIMANTS = """
import json, os, sys, time
from rollmops.server.limits import Gate, Limits
from rollmops.server.store.store import Store
from rollmops.server.table.ownership import ElsewhereError, Ownership

url, codes, count, begin = sys.argv[1], sys.argv[2].split(","), int(sys.argv[3]), time.time() + 1.5
for number in range(count):
    if os.fork() == 0:
        store = Store.at(url)
        me = Ownership(store, f"http://127.0.0.1:{number + 1}", Gate(Limits()))
        me.renew()
        time.sleep(max(0.0, begin - time.time()))
        for code in codes:
            try:
                found = [number, code, me.claim(code)]
            except ElsewhereError as error:
                found = [int(error.owner.process.address.rsplit(":")[-1]) - 1, code, 0]
            os.write(1, json.dumps(found).encode() + b"\\n")
        os._exit(0)
for _ in range(count):
    os.wait()
"""


def test_ten_processes_claim_one_table_and_one_has_it(store: Store, postgres: Postgres) -> None:
    codes = [f"{number:016}" for number in range(20)]

    async def set_tables() -> None:
        for code in codes:
            await store.add_room(plan(code), "d" * 64, "text")

    asyncio.run(set_tables())
    url = str(store.engine.url.render_as_string(hide_password=False))
    words = [sys.executable, "-c", CLAIMANTS, url, ",".join(codes), "10"]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT).stdout
    found = [json.loads(line) for line in said.splitlines()]
    assert len(found) == 10 * len(codes)
    for code in codes:
        asked = [(number, epoch) for number, where, epoch in found if where == code]
        winners = [number for number, epoch in asked if epoch]
        assert len(winners) == 1, asked
        assert {number for number, _ in asked} == set(winners)  # and everybody was told who it is


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    address, folder = postgres.database(), tmp_path_factory.mktemp("unused")
    settings: dict[str, Any] = {"store": address, "lease": 90.0, "metrics": True}
    with open_house(folder, **settings) as one, open_house(folder, **settings) as other:
        yield one, other


def at(house: House, table: Table) -> Table:
    """The same table, as it is reached by another process."""
    return Table(house, table.code, table.tokens)


def test_pages_of_one_table_at_two_processes(pair: tuple[House, House]) -> None:
    one, other = pair
    table = one.table("link", "link")
    here = table.seated("A")  # its first page makes `one` the owner
    there = at(other, table).seated("B")
    here.hear("update")
    play_out("soles", {"A": here, "B": there})
    assert (here.table["state"], there.table["state"]) == ("over", "over")
    for path in ("", "/record", "/proof", "/replay"):
        passed = other.request(f"/api/tables/{table.code}{path}")
        assert passed[0] == 200
        if path:
            assert passed[1] == one.request(f"/api/tables/{table.code}{path}")[1]
    for house in pair:
        assert house.request(f"/api/tables/{'x' * 16}/record")[0] == 404


def test_each_process_tells_its_own_health_and_metrics(pair: tuple[House, House]) -> None:
    for house in pair:
        assert house.request("/healthz")[:2] == (200, b"ok\n")
        status, text, _ = house.request("/metrics")
        assert status == 200
        families = list(text_string_to_metric_families(text.decode()))
        told = {sample.labels.get("process") for family in families for sample in family.samples}
        assert told == {f"127.0.0.1:{house.port}"}
        assert {"rollmops_tables", "rollmops_commits", "rollmops_choice_seconds"} <= {family.name for family in families}


def test_tables_of_a_process_that_runs_are_not_forgotten_by_another(pair: tuple[House, House], postgres: Postgres) -> None:
    one, other = pair
    awake, asleep = one.table("here", "here"), one.table("here", "here")
    page = awake.seated("A", "B")
    store = Store.at(one.settings["store"])
    with store.engine.begin() as connection:
        connection.execute(rooms.update().values(day=0))
    assert asyncio.run(store.forget(30)) > 0
    assert [store.read(table.code) is None for table in (awake, asleep)] == [False, True]
    store.close()
    page.ping()
    assert at(other, awake).get()["code"] == awake.code


def test_who_passes_nothing_on_cannot_say_whom_it_speaks_for(pair: tuple[House, House]) -> None:
    one, _ = pair
    table = one.table("link", "link")
    page = Page(table.url, **{"x-rollmops-key": "guessed", "x-rollmops-visitor": "192.0.2.7"})
    page.say("hello", tokens=[])
    page.hear("welcome")


def test_a_table_is_handed_over_when_its_process_ends(pair: tuple[House, House]) -> None:
    one, other = pair
    table = one.table("here", "here")
    page = table.seated("A", "B")
    page.hear("update")
    one.stop()
    begin = time.monotonic()
    assert page.closed() == 1012
    back = at(other, table).page("A", "B")
    assert time.monotonic() - begin < 60  # less than the lease, which nobody waits for
    assert back.update["sequence"] == page.update["sequence"]
    play_out("soles", {"A": back, "B": back})
    one.start()
    assert table.page("A").table["state"] == "over"


def test_several_processes_need_a_store_that_they_can_share(tmp_path: Path) -> None:
    said = command("serve", "--processes", "2", "--data", str(tmp_path), "--port", "0")
    assert said.returncode == 2
    assert "--store" in said.stderr
    assert "Traceback" not in said.stderr


def test_where_not_even_one_process_comes_up_it_is_said_once(tmp_path: Path) -> None:
    words = ["serve", "--processes", "2", "--thinkers", "0", "--data", str(tmp_path), "--port", "0"]
    words += ["--store", "postgresql://me:secret@127.0.0.1:9/tables"]
    for more in some_or_all(((), ("--json-log",)), ("--json-log",)):
        done = command(*words, *more)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "the store cannot be opened" in done.stderr
        assert "secret" not in done.stderr
    line = json.loads(done.stderr)
    assert line["message"].startswith("the store cannot be opened")
    assert line["level"] == "error"


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_processes_end_with_the_one_that_looks_after_them(postgres: Postgres, tmp_path: Path) -> None:
    """Else they would keep the port, and nobody would start them again. Their tables are let go, not waited for. One that
    has died is started again; whoever says something says it as it was asked for."""
    url = postgres.database()
    with open_house(tmp_path, store=url, processes=2, lease=300.0, forked=True, json_log=True) as house:
        assert house.process is not None
        killed = next(worker for child in children(house.process.pid) for worker in children(child))
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: "is started again" in "".join(house.said))
        assert "a process has ended (-9) and is started again" in [json.loads(line)["message"] for line in house.said]
        table = house.table("here", "here")
        page = table.seated("A", "B")
        page.hear("update")
        house.stop(signal.SIGKILL)
        assert page.closed() == 1012
        wait_until(lambda: len(postgres.run("SELECT * FROM processes", url)) == 1)  # the lease of the one that was killed
        house.start()
        assert table.page("A", "B").update["sequence"] == page.update["sequence"]


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not done():
        assert time.monotonic() < end, "waited for too long"
        time.sleep(0.1)
