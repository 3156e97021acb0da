"""The lab on a Dask cluster: the same bytes as at home, and a killed worker costs what it was doing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rollmops.lab.cluster
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import read_record
from rollmops.games import game, house
from rollmops.lab.boxes import solve_boxes
from rollmops.lab.reviews import review_all
from rollmops.lab.simulate import Plan, Simulation, simulate
from rollmops.lab.tournament import Plan as Pairings
from rollmops.lab.tournament import play_tournament
from rollmops.solve import kept
from tests.effort import long_only, some_or_all
from tests.lab.odd_minds import DEADLY_FILE
from tests.solve.boxes import small_soles

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore"),  # Dask's own, about sockets and loops that it leaves to the collector
]


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of deaths that are due, which the workers know (see odd_minds.py)."""
    return tmp_path_factory.mktemp("due")


@contextmanager
def open_cluster(workers: int, folder: Path) -> Iterator[str]:
    """The address of a cluster of so many real worker processes."""
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(folder)
    ) as made:
        yield made.scheduler_address


@pytest.fixture(scope="module")
def cluster(deaths: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two workers."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])  # for the minds of these tests
    os.environ[DEADLY_FILE] = str(deaths)
    try:
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": 0}),
            open_cluster(2, tmp_path_factory.mktemp("dask")) as address,
        ):
            yield address
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
        for jobs in some_or_all((2, 7), 3):  # each is a process that loads Numba
            assert told(simulate(whole, jobs=jobs, rows=tmp_path / "jobs.csv")) == here
            assert (tmp_path / "jobs.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
        assert told(simulate(whole, cluster=cluster, rows=tmp_path / "there.csv")) == here
        assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


@long_only
@pytest.mark.parametrize("workers", [1, 7])
def test_however_many_workers_a_cluster_has(workers: int, tmp_path: Path) -> None:
    whole = plan(21, "rollout:5", "random")
    pairings = Pairings("soles", house("soles"), 2, ("rollout:3", "random"), 20, 1)
    here = [told(simulate(whole, rows=tmp_path / "here.csv")), told(play_tournament(pairings))]
    assert told(play_tournament(pairings, jobs=workers)) == here[1]
    with open_cluster(workers, tmp_path / "dask") as address:
        there = told(simulate(whole, cluster=address, rows=tmp_path / "there.csv"))
        assert [there, told(play_tournament(pairings, cluster=address))] == here
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


@long_only
def test_a_tournament_too(cluster: str) -> None:
    whole = Pairings("soles", house("soles"), 2, ("rollout:3", "random"), 20, 1)
    here = told(play_tournament(whole))
    assert told(play_tournament(whole, cluster=cluster)) == here


def test_a_worker_that_is_killed_costs_what_it_was_doing(cluster: str, deaths: Path) -> None:
    deadly = plan(24, "tests.lab.odd_minds:Deadly", "random")
    here = told(simulate(deadly))
    (deaths / "one").touch()
    assert told(simulate(deadly, cluster=cluster)) == here
    assert not list(deaths.iterdir())  # it did happen


@long_only  # on processes of this machine it is in the short form too (test_simulate)
def test_work_that_kills_every_worker_ends_with_a_word(cluster: str, deaths: Path) -> None:
    for number in range(100):
        (deaths / str(number)).touch()
    try:
        with pytest.raises(RollmopsError, match="killed"):
            simulate(plan(24, "tests.lab.odd_minds:Deadly", "random"), cluster=cluster)
    finally:
        for file in deaths.iterdir():
            file.unlink(missing_ok=True)


class Dying:
    """A client whose worker is killed while it is asked, and comes back; or never does."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers = list(answers)

    def wait_for_workers(self, count: int, timeout: float) -> None:
        if not self.answers:
            raise TimeoutError

    def run(self, *_: Any, on_error: str) -> dict[str, Any]:
        return self.answers.pop(0)


def test_a_worker_that_dies_while_it_is_asked_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    check = rollmops.lab.cluster._check_workers
    gone, there = {"tcp://a": ConnectionResetError()}, {"tcp://a": rollmops.lab.cluster.sources()}
    check(Dying(gone, there), "tcp://x")
    monkeypatch.setattr(rollmops.lab.cluster, "WORKERS_SECONDS", -1)
    with pytest.raises(RollmopsError, match="no workers"):
        check(Dying(gone), "tcp://x")


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


def test_many_boxes_are_solved_with_the_same_bytes(cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    boxes = [small_soles(count, 2) for count in (6, 7, 8)]
    tables: list[list[bytes]] = []
    for name, where in (("here", {}), ("jobs", {"jobs": 2}), ("there", {"cluster": cluster})):
        made = [path for _, path, _ in solve_boxes("soles", boxes, 2, folder=tmp_path / name, **where)]
        tables.append([path.read_bytes() for path in made])
    assert tables[0] == tables[1] == tables[2]
    (tmp_path / "here" / kept.file_name(game("soles"), boxes[1], 2)).unlink()
    again = [path for _, path, _ in solve_boxes("soles", boxes, 2, folder=tmp_path / "here", resume=True)]
    assert sorted(path.read_bytes() for path in again) == sorted(tables[0])


def test_many_games_are_reviewed_alike(cluster: str) -> None:
    records = Path(__file__).parents[1] / "games" / "soles" / "records"
    pairs = [path for path in sorted(records.glob("*.rollmops")) if len(read_record(path.read_bytes()).header.seats) == 2]
    books = [(path.name, path.read_bytes(), None) for path in pairs[:3]]
    assert len(books) == 3
    here = [found.json() for found in review_all(books)]
    assert [found.json() for found in review_all(books, jobs=2)] == here
    assert [found.json() for found in review_all(books, cluster=cluster)] == here


def test_where_there_is_no_cluster_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollmops.lab.cluster, "CONNECT_SECONDS", 1)
    with pytest.raises(RollmopsError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        simulate(plan(21, "random", "rollout:1"), cluster="tcp://127.0.0.1:1")
    with pytest.raises(RollmopsError, match="no Dask scheduler answers at 'nonsense://'"):
        simulate(plan(21, "random", "rollout:1"), cluster="nonsense://")
