"""The lab on a Dask cluster: the same bytes as at home, and a killed worker costs what it was doing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollmops.engine.errors import RollmopsError
from rollmops.games import house
from rollmops.lab.simulate import Plan, Simulation, simulate
from rollmops.lab.tournament import Plan as Pairings
from rollmops.lab.tournament import play_tournament
from tests.lab.odd_minds import DEADLY_FILE

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore"),  # Dask's own, about sockets and loops that it leaves to the collector
]


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of deaths that are due, which the workers know (see odd_minds.py)."""
    return tmp_path_factory.mktemp("due")


@pytest.fixture(scope="module")
def cluster(deaths: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two real worker processes."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])  # for the minds of these tests
    os.environ[DEADLY_FILE] = str(deaths)
    try:
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path_factory.mktemp("dask")),
        ) as made:
            yield made.scheduler_address
    finally:
        del os.environ[DEADLY_FILE]
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def plan(games: int, *minds: str) -> Plan:
    return Plan("soles", house("soles"), len(minds), minds, games, 1)


def told(found: Any) -> bytes:
    return msgspec.json.encode(found)


def test_the_same_seed_gives_the_same_bytes_everywhere(cluster: str, tmp_path: Path) -> None:
    for whole in (plan(50_000, "random", "random", "random"), plan(21, "rollout:5", "random")):
        here = told(simulate(whole, rows=tmp_path / "here.csv"))
        for jobs in (2, 7):
            assert told(simulate(whole, jobs=jobs, rows=tmp_path / "jobs.csv")) == here
            assert (tmp_path / "jobs.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
        assert told(simulate(whole, cluster=cluster, rows=tmp_path / "there.csv")) == here
        assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_tournament_too(cluster: str) -> None:
    whole = Pairings("soles", house("soles"), 2, ("rollout:3", "random"), 20, 1)
    (here, deals), (there, same) = play_tournament(whole), play_tournament(whole, cluster=cluster)
    assert told(here) == told(there)
    assert told(deals) == told(same)


def test_a_worker_that_is_killed_costs_what_it_was_doing(cluster: str, deaths: Path) -> None:
    deadly = plan(24, "tests.lab.odd_minds:Deadly", "random")
    here = told(simulate(deadly))
    (deaths / "one").touch()
    assert told(simulate(deadly, cluster=cluster)) == here
    assert not list(deaths.iterdir())  # it did happen


def test_stopped_here_and_gone_on_with_there(cluster: str, tmp_path: Path) -> None:
    whole, kept, rows = plan(15, "rollout:5", "random"), tmp_path / "kept", tmp_path / "rows.csv"
    here = told(simulate(whole, rows=tmp_path / "here.csv"))
    stopped, played = Simulation(whole, rows=rows, checkpoint=kept), 0

    def count(games: int) -> None:
        nonlocal played
        played += games
        if played >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(count)
    assert told(simulate(whole, cluster=cluster, rows=rows, checkpoint=kept, resume=True)) == here
    assert rows.read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_where_there_is_no_cluster_it_is_said() -> None:
    with pytest.raises(RollmopsError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        simulate(plan(21, "random", "rollout:1"), cluster="tcp://127.0.0.1:1")
    with pytest.raises(RollmopsError, match="no Dask scheduler answers at 'nonsense://'"):
        simulate(plan(21, "random", "rollout:1"), cluster="nonsense://")
