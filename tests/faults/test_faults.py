"""What may happen to processes and their database, done for real; docs/faults.md lists what is promised.

Clients write down every update they were told. The law after each fault: told is a part of the journal, one value for a
number, no gaps, no doubles. Short here; `make faults` does all of it at length.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import pytest
import sqlalchemy as sql

from rollmops.server.store.store import Store
from tests.effort import LONG
from tests.faults.clients import Crowd
from tests.faults.proxy import Proxy
from tests.server.database import Postgres, open_postgres
from tests.server.house import House, Page, Table, open_house
from tests.server.players import any_choice

KILLS = int(os.environ.get("ROLLMOPS_FAULT_KILLS", "2"))
SINGLE_KILLS = -(-KILLS // 5)
"""Of a server that is alone with its store."""
KILLED_WITHIN_SECONDS = 2.0
"""Of its start; about as often as a crowd's rows are sorted into the journal."""
TABLES = int(os.environ.get("ROLLMOPS_FAULT_TABLES", "4"))
UPGRADED_TABLES = int(os.environ.get("ROLLMOPS_FAULT_UPGRADED", "6"))
ROUNDS = int(os.environ.get("ROLLMOPS_FAULT_ROUNDS", "1"))
PROMPT = bool(os.environ.get("ROLLMOPS_FAULT_PROMPT"))
"""Whether times are held against what is promised: on a machine that does nothing else."""
PROCESSES = int(os.environ.get("ROLLMOPS_FAULT_PROCESSES", "2"))
SMALL_MEGABYTES = 110
"""Of a disk on which PostgreSQL just fits."""
PACE_SECONDS = float(os.environ.get("ROLLMOPS_FAULT_PACE", "0.05"))
"""Between hearing and choosing, while processes are killed."""
KILLS_A_CROWD = 50
"""After so many the law is looked at, and new clients come."""
LEASE_SECONDS, KILLED_LEASE_SECONDS = 2.0, 1.0
ANSWER_SECONDS = 4.0 if PROMPT else 1.5
"""So long the database may take; as long as ever where all is done at length."""
PATIENCE_SECONDS = 60.0
"""What a busy machine may take where no time is promised."""


@contextmanager
def processes(folder: Path, count: int, store: str, lease: float = LEASE_SECONDS, **settings: Any) -> Iterator[list[House]]:
    with ExitStack() as stack:
        yield [stack.enter_context(open_house(folder, store=store, lease=lease, **settings)) for _ in range(count)]


def test_kill_9_under_load(postgres: Postgres, tmp_path: Path) -> None:
    url, chance = postgres.database(), random.Random(1)
    taken, kills, told = [], 0, 0
    with ThreadPoolExecutor() as starters, processes(tmp_path, PROCESSES, url, KILLED_LEASE_SECONDS) as houses:
        while kills < KILLS:
            crowd = Crowd(houses, TABLES, PACE_SECONDS)
            wanted = min(KILLS, kills + KILLS_A_CROWD)
            while kills < wanted:
                crowd.going_on(PATIENCE_SECONDS)
                victims = chance.sample(houses, chance.randint(1, PROCESSES - 1))
                for victim in victims:
                    victim.stop(signal.SIGKILL)
                kills += len(victims)
                taken.append(crowd.going_on(PATIENCE_SECONDS))
                list(starters.map(House.start, victims))
            told += crowd.check(Store.at(url))  # raises where something told is lost, doubled or changed
            summary = f"{kills} kills, {told} lines told, 0 lost; taken over after {median(taken):.2f} s (median)"
            print(f"{summary}, {max(taken):.2f} s (most) with a lease of {KILLED_LEASE_SECONDS:.0f} s", flush=True)
        assert told > KILLS
    if PROMPT:
        assert max(taken) < KILLED_LEASE_SECONDS + 1.0


def test_kill_9_of_a_single_server_under_load(tmp_path: Path) -> None:
    """With SQLite, whatever its thread is at: a commit, sorting rows in, a new table."""
    chance, kills, told = random.Random(2), 0, 0
    with open_house(tmp_path) as house:
        while kills < SINGLE_KILLS:
            crowd = Crowd([house], TABLES, pace=0.0)
            for _ in range(min(KILLS_A_CROWD, SINGLE_KILLS - kills)):
                crowd.going_on(PATIENCE_SECONDS)
                time.sleep(chance.uniform(0.0, KILLED_WITHIN_SECONDS))
                house.stop(signal.SIGKILL)
                kills += 1
                house.start()
            crowd.going_on(PATIENCE_SECONDS)
            house.stop(signal.SIGKILL)
            told += crowd.check(Store.in_folder(tmp_path))  # as it was left, before a server sorts anything in
            print(f"{kills} kills of a single server, {told} lines told, 0 lost", flush=True)
            house.start()
        assert told > SINGLE_KILLS


def test_an_owner_that_was_stopped_past_its_lease_writes_nothing(postgres: Postgres, tmp_path: Path) -> None:
    """Whether the new owner has written something by then, which would be in its way, or has not."""
    url = postgres.database()
    with processes(tmp_path, 2, url, KILLED_LEASE_SECONDS) as (sleeper, other):
        for number in range(2 * ROUNDS):
            table = sleeper.table("here", "here")
            page = table.seated("A", "B")
            page.hear("update")
            assert sleeper.process is not None
            sleeper.process.send_signal(signal.SIGSTOP)
            (seat,) = page.update["owing"]
            page.choose(seat, any_choice("soles", page.part(seat)))  # lies in its socket until it wakes
            back = Table(other, table.code, table.tokens).page("A", "B")  # waits until the lease is over
            told = back.update
            assert told["sequence"] == page.update["sequence"]
            if number % 2:
                told = play_on(back)
            sleeper.process.send_signal(signal.SIGCONT)
            assert page.closed() == 1012
            assert page.update["sequence"] <= told["sequence"] - number % 2  # what it was sent in its sleep was never told
            again = table.page("A", "B")  # passed on to the new owner
            assert again.update["sequence"] == told["sequence"]
            play_on(again)


def play_on(page: Page) -> dict[str, Any]:
    (seat,) = page.update["owing"]
    page.choose(seat, any_choice("soles", page.part(seat)))
    return page.hear("update")


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    proxy = Proxy(postgres.socket)
    yield proxy
    proxy.close()


def name_of(url: str) -> str:
    return str(sql.make_url(url).database)


def test_a_commit_whose_answer_is_lost_is_there_once(postgres: Postgres, proxy: Proxy, tmp_path: Path) -> None:
    url = postgres.database()
    with processes(tmp_path, 1, proxy.url(name_of(url)), lease=20.0) as houses:
        crowd = Crowd(houses, TABLES)
        for _ in range(3 * ROUNDS):
            crowd.going_on(PATIENCE_SECONDS)
            proxy.cut_after_commit = 1
            end = time.monotonic() + PATIENCE_SECONDS
            while proxy.cut_after_commit:  # what is told now may have been committed before
                assert time.monotonic() < end, "nothing is committed any more"
                time.sleep(0.01)
            crowd.going_on(PATIENCE_SECONDS)
        assert crowd.check(Store.at(url)) > 3 * ROUNDS


def test_a_bad_line_to_the_database_and_a_database_that_dies(postgres: Postgres, proxy: Proxy, tmp_path: Path) -> None:
    url = postgres.database()

    def slow() -> None:
        proxy.seconds, proxy.state = ANSWER_SECONDS / 20, "slow"
        crowd.going_on(PATIENCE_SECONDS)

    def black_hole() -> None:
        proxy.state = "hole"
        time.sleep(ANSWER_SECONDS + 0.5)  # longer than an answer is waited for

    def unreachable() -> None:
        proxy.state = "closed"
        proxy.reset()
        time.sleep(1.0)

    def terminated() -> None:
        everybody = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        postgres.run(f"{everybody} AND pid <> pg_backend_pid()", url)

    def read_only() -> None:
        postgres.run(f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = on")
        terminated()
        time.sleep(1.0)
        postgres.run(f"ALTER DATABASE {name_of(url)} RESET default_transaction_read_only")
        terminated()

    def killed() -> None:
        postgres.kill()
        postgres.start()

    with processes(tmp_path, 1, proxy.url(name_of(url)), answer=ANSWER_SECONDS) as houses:
        crowd = Crowd(houses, TABLES)
        for _ in range(ROUNDS):
            crowd.going_on(PATIENCE_SECONDS)
            for harm in (slow, black_hole, proxy.reset, unreachable, terminated, read_only, killed):
                harm()
                proxy.state = "open"
                crowd.going_on(PATIENCE_SECONDS)
        assert crowd.check(Store.at(url)) > 0
        assert "Traceback" not in "".join(houses[0].said)


@pytest.fixture
def small_postgres() -> Iterator[Postgres]:
    with ExitStack() as stack:
        try:
            postgres = stack.enter_context(open_postgres(megabytes=SMALL_MEGABYTES))
        except OSError as error:
            pytest.skip(str(error))
        yield postgres


@pytest.mark.skipif(not (LONG or PROMPT), reason="takes long; the short form is SQLite's")
def test_a_full_disk_of_the_database(small_postgres: Postgres, tmp_path: Path) -> None:
    """Pages are told that it cannot be written, and nothing else that is not so; with room again it goes on."""
    url, filler = small_postgres.database(), small_postgres.folder / "filler"
    with processes(tmp_path, 1, url) as houses:
        crowd = Crowd(houses, 2 * TABLES, pace=0.0)
        for _ in range(ROUNDS):
            crowd.going_on(PATIENCE_SECONDS)
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(b"\0" * 4096)
            told, end = [len(client.problems) for client in crowd.clients], time.monotonic() + 2 * PATIENCE_SECONDS
            while not any("cannot write" in one.problems[old:] for one, old in zip(crowd.clients, told, strict=True)):
                assert time.monotonic() < end, "it still finds room"
                time.sleep(0.05)
            time.sleep(1.0)
            filler.unlink()
            small_postgres.start()  # where it had to give up
            crowd.going_on(PATIENCE_SECONDS)
        assert crowd.check(Store.at(url)) > 0
        said = "".join(houses[0].said)
        assert "Traceback" not in said
        assert "nothing that was told is lost" in said


def test_an_upgrade_of_one_process_after_the_other(postgres: Postgres, tmp_path: Path) -> None:
    """Nobody waits for a lease: it would take longer than anybody waits here."""
    url = postgres.database()
    with open_house(tmp_path, store=url, processes=2, lease=300.0, forked=not PROMPT) as house:
        before = running(postgres, url)
        crowd = Crowd([house], UPGRADED_TABLES, pace=0.2)
        crowd.going_on(PATIENCE_SECONDS)
        assert house.process is not None
        house.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 120
        while running(postgres, url) & before or len(running(postgres, url)) != 2:
            assert time.monotonic() < end, "the processes are not changed"
            time.sleep(0.2)
        crowd.going_on(PATIENCE_SECONDS, each=3)
        longest = max(client.longest for client in crowd.clients)
        assert crowd.check(Store.at(url)) > 0
        print(f"{UPGRADED_TABLES} tables over an upgrade: nobody waited for more than {longest:.2f} s")
        house.process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        house.process.send_signal(signal.SIGTERM)  # in the middle of another
        house.process.wait(PATIENCE_SECONDS)
        said = "".join(house.said)
        assert "Traceback" not in said
        assert "does not come up" not in said


def running(postgres: Postgres, url: str) -> set[str]:
    return {row.address for row in postgres.run("SELECT address FROM processes", url)}
