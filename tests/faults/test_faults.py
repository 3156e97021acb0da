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
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sql

from tests.faults.clients import Crowd
from tests.faults.proxy import Proxy
from tests.server.database import Postgres
from tests.server.house import House, Table, open_house
from tests.server.players import any_choice

KILLS = int(os.environ.get("ROLLMOPS_FAULT_KILLS", "2"))
TABLES = int(os.environ.get("ROLLMOPS_FAULT_TABLES", "4"))
UPGRADED_TABLES = int(os.environ.get("ROLLMOPS_FAULT_UPGRADED", "6"))
ROUNDS = int(os.environ.get("ROLLMOPS_FAULT_ROUNDS", "1"))
PROMPT = bool(os.environ.get("ROLLMOPS_FAULT_PROMPT"))
"""Whether times are held against what is promised: on a machine that does nothing else."""
LEASE_SECONDS = 2.0
PATIENCE_SECONDS = 60.0
"""What a busy machine may take where no time is promised."""


@contextmanager
def processes(folder: Path, count: int, store: str, lease: float = LEASE_SECONDS) -> Iterator[list[House]]:
    with ExitStack() as stack:
        yield [stack.enter_context(open_house(folder, store=store, lease=lease)) for _ in range(count)]


def test_kill_9_under_load(postgres: Postgres, tmp_path: Path) -> None:
    url, chance, taken = postgres.database(), random.Random(1), []
    with processes(tmp_path, 2, url) as houses:
        crowd = Crowd(houses, TABLES)
        for _ in range(KILLS):
            crowd.going_on(PATIENCE_SECONDS)
            victim = chance.choice(houses)
            victim.stop(signal.SIGKILL)
            taken.append(crowd.going_on(PATIENCE_SECONDS))
            victim.start()
        assert crowd.check(url) > KILLS
    print(f"{KILLS} kills, taken over after {max(taken):.2f} s at most")
    if PROMPT:
        assert max(taken) < LEASE_SECONDS + 1.0


def test_an_owner_that_was_stopped_past_its_lease_writes_nothing(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    with processes(tmp_path, 2, url) as (sleeper, other):
        for _ in range(ROUNDS):
            table = sleeper.table("here", "here")
            page = table.seated("A", "B")
            page.hear("update")
            assert sleeper.process is not None
            sleeper.process.send_signal(signal.SIGSTOP)
            (seat,) = page.update["owing"]
            page.choose(seat, any_choice("soles", page.part(seat)))  # lies in its socket until it wakes
            back = Table(other, table.code, table.tokens).page("A", "B")  # waits until the lease is over
            assert back.update["sequence"] == page.update["sequence"]
            (seat,) = back.update["owing"]
            back.choose(seat, any_choice("soles", back.part(seat)))
            told = back.hear("update")
            sleeper.process.send_signal(signal.SIGCONT)
            assert page.closed() == 1012
            assert page.update["sequence"] < told["sequence"]  # what it was sent in its sleep was never told
            assert table.page("A", "B").update["sequence"] == told["sequence"]


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
            crowd.going_on(PATIENCE_SECONDS)
            assert proxy.cut_after_commit == 0
        assert crowd.check(url) > 3 * ROUNDS


def test_a_bad_line_to_the_database_and_a_database_that_dies(postgres: Postgres, proxy: Proxy, tmp_path: Path) -> None:
    url = postgres.database()

    def slow() -> None:
        proxy.seconds, proxy.state = 0.2, "slow"
        crowd.going_on(PATIENCE_SECONDS)

    def black_hole() -> None:
        proxy.state = "hole"
        time.sleep(5.0)  # longer than an answer is waited for

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

    with processes(tmp_path, 1, proxy.url(name_of(url))) as houses:
        crowd = Crowd(houses, TABLES)
        for _ in range(ROUNDS):
            for harm in (slow, black_hole, proxy.reset, unreachable, terminated, read_only, killed):
                crowd.going_on(PATIENCE_SECONDS)
                harm()
                proxy.state = "open"
                crowd.going_on(PATIENCE_SECONDS)
        assert crowd.check(url) > 0
        assert "Traceback" not in "".join(houses[0].said)


def test_an_upgrade_of_one_process_after_the_other(postgres: Postgres, tmp_path: Path) -> None:
    """Nobody waits for a lease: it would take longer than anybody waits here."""
    url = postgres.database()
    with open_house(tmp_path, store=url, processes=2, lease=300.0) as house:
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
        assert crowd.check(url) > 0
        print(f"{UPGRADED_TABLES} tables over an upgrade: nobody waited for more than {longest:.2f} s")
        assert "Traceback" not in "".join(house.said)


def running(postgres: Postgres, url: str) -> set[str]:
    return {row.address for row in postgres.run("SELECT address FROM processes", url)}
