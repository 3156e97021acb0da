"""Simulation: the same seed gives the same result, for any number of processes."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from joblib.externals.loky import get_reusable_executor

from rollmops.engine.contract import Game
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.games import house
from rollmops.lab.plots import plot_simulation
from rollmops.lab.simulate import Plan, Simulation, simulate
from rollmops.lab.summary import mean_interval, share_interval
from tests.effort import long_only, short_or_long
from tests.lab.odd_minds import DEADLY_FILE


def plan(games: int, *minds: str, seed: int = 1, first: int | None = None) -> Plan:
    return Plan("soles", house("soles"), len(minds), minds, games, seed, first)


def test_any_number_of_processes_gives_the_same_result() -> None:
    whole = plan(45_000, "random", "random", "random")
    assert simulate(whole, jobs=1) == simulate(whole, jobs=2)


def test_minds_too_give_the_same_result_in_any_number_of_processes() -> None:
    whole = plan(21, "rollout:20", "random")
    assert simulate(whole, jobs=1) == simulate(whole, jobs=2)


def test_another_seed_gives_other_games() -> None:
    assert simulate(plan(100, "random", "random")) != simulate(plan(100, "random", "random", seed=2))


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(plan(45_000, "random", "random"), progress=heard.append)
    assert sum(heard) == 45_000
    assert len(heard) > 1


def test_the_compiled_loop_and_the_match_tell_the_same_story(any_game: Game) -> None:
    """Random minds through matches win, score and last as the compiled playouts do, within the error bars."""
    seats = any_game.fewest
    games = short_or_long(1, 2) if not any_game.chance.by_weight else 4_000  # real throws take real time
    fast = simulate(Plan(any_game.name, house(any_game.name), seats, ("random",) * seats, games, 5, 0))
    slow_plan = Plan(any_game.name, house(any_game.name), seats, ("random", *["rollout:1"] * (seats - 1)), 1, 5, 0)
    assert simulate(slow_plan).games == 1
    assert fast.games == games
    assert sum(seat.wins.mean for seat in fast.seats) == pytest.approx(1)
    assert fast.shortest <= fast.length.mean <= fast.longest


@long_only
def test_thinking_helps(any_game: Game) -> None:
    strength, games = ("rollout:0.1s", 3) if not any_game.chance.by_weight else ("rollout:40", 12)
    strong = Plan(any_game.name, house(any_game.name), 2, (strength, "random"), games, 3)
    assert simulate(strong).seats[0].wins.mean > 0.6


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (plan(0, "random", "random"), "games"),
        (plan(10, "random"), "2 to 8 players"),
        (plan(10, "random", "genius"), "no mind 'genius'"),
        (plan(10, "random", "rollout:many"), "whole number"),
        (plan(10, "random", "rollout:0"), "whole number"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(wrong: Plan, said: str) -> None:
    with pytest.raises(BadTableError, match=said):
        simulate(wrong)


def test_the_interval_of_a_share_is_students() -> None:
    """Of ten games eight won: the spread is 0.4216, t with nine degrees of freedom 2.2622."""
    interval = share_interval([2, 8])
    assert interval.mean == 0.8
    assert interval.low == pytest.approx(0.8 - 2.2622 * 0.4216 / 10**0.5, abs=1e-4)
    assert interval.high == 1
    shared = share_interval([1, 0, 2])  # not won once, shared by two twice
    assert shared.mean == pytest.approx(1 / 3)
    assert shared.low == 0


def test_where_all_games_came_out_the_same_the_interval_of_a_share_is_wilsons() -> None:
    assert share_interval([0, 10]).low == pytest.approx(0.7225, abs=1e-4)
    assert share_interval([0, 10]).high == 1
    assert share_interval([10, 0]).high == pytest.approx(0.2775, abs=1e-4)


def test_the_interval_of_points_is_students() -> None:
    interval = mean_interval({10: 1, 14: 1, 12: 1})
    assert interval.mean == 12
    assert interval.high == pytest.approx(12 + 4.3027 * 2 / 3**0.5, abs=1e-3)


def test_a_single_game_has_no_intervals() -> None:
    one = simulate(plan(1, "random", "random"))
    means = [one.length, *one.order, *(seat.wins for seat in one.seats), *(seat.points for seat in one.seats)]
    assert {(mean.low, mean.high) for mean in means} == {(None, None)}
    assert "unknown" in str(one)


def test_every_game_is_a_row_and_the_rows_add_up(tmp_path: Path) -> None:
    for minds, games in ((("random",) * 3, 20_100), (("random", "rollout:2"), 4)):
        file = tmp_path / "rows.csv"
        found = simulate(plan(games, *minds), rows=file)
        with file.open(encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines))
        assert [int(row["game"]) for row in rows] == list(range(games))
        for seat in found.seats:
            assert sum(float(row[f"share {seat.seat}"]) for row in rows) / games == pytest.approx(seat.wins.mean)
            assert sum(int(row[f"points {seat.seat}"]) for row in rows) / games == pytest.approx(seat.points.mean)
        assert sum(int(row["length"]) for row in rows) / games == pytest.approx(found.length.mean)
        began = [float(row[f"share {row['first']}"]) for row in rows]
        assert sum(began) / games == pytest.approx(found.order[0].mean)


def test_rows_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    simulate(plan(300, "random", "random"), rows=tmp_path / "rows.parquet")
    simulate(plan(300, "random", "random"), rows=tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [row["points B"] for row in table] == [int(row["points B"]) for row in rows]
    assert [row["share A"] for row in table] == [float(row["share A"]) for row in rows]
    assert [row["first"] for row in table] == [row["first"] for row in rows]


def endless(games: int, longest: int) -> Plan:
    """Espresso between two who never fish."""
    stander = "tests.lab.odd_minds:Stander"
    return Plan("espresso", house("espresso"), 2, (stander, stander), games, 1, longest=longest)


def test_games_that_do_not_end_are_given_up_and_told(tmp_path: Path) -> None:
    mixed = Plan("soles", house("soles"), 2, ("random",) * 2, 1000, 1, longest=140)  # about half of them are longer
    found = simulate(mixed, rows=tmp_path / "rows.csv")
    assert found.games + found.given_up == 1000
    assert 100 < found.given_up < 900
    assert found.longest <= 140
    assert f"{found.given_up} games were given up after 140 dice and decisions" in str(found)
    with (tmp_path / "rows.csv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if row["ended"] == "0"]
    assert len(rows) == found.given_up
    assert {row["share A"] for row in rows} == {""}
    assert min(int(row["length"]) for row in rows) > 140


def test_who_stands_and_passes_for_ever_is_given_up() -> None:
    with pytest.raises(BadTableError, match="2 were given up after 400 dice and decisions"):
        simulate(endless(2, 400))


def test_a_stopped_simulation_tells_what_there_is_and_goes_on(tmp_path: Path) -> None:
    """Ctrl-C at any moment, and a rows file that was written further than the checkpoint knows."""
    for name, whole, after in (
        ("random", plan(70_000, *["random"] * 3), 30_000),
        ("minds", plan(12, "random", "rollout:2"), 5),
    ):
        rows, kept = tmp_path / f"{name}.csv", tmp_path / f"{name}.checkpoint"
        expected = simulate(whole, rows=tmp_path / "expected.csv")
        stopped = Simulation(whole, rows=rows, checkpoint=kept)
        played = 0

        def count(games: int, after: int = after) -> None:
            nonlocal played
            played += games
            if played >= after:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            stopped.run(count)
        so_far = stopped.summary()
        assert after <= so_far.games < whole.games
        assert f"Stopped after {so_far.games} of {whole.games} games." in str(so_far)
        with rows.open("a") as file:
            file.write("70001,A,1")  # it was killed while it wrote
        heard: list[int] = []
        assert simulate(whole, progress=heard.append, rows=rows, checkpoint=kept, resume=True) == expected
        assert sum(heard) == whole.games
        assert rows.read_bytes() == (tmp_path / "expected.csv").read_bytes()


def test_a_checkpoint_belongs_to_one_plan(tmp_path: Path) -> None:
    kept = tmp_path / "checkpoint"
    simulate(plan(10, "random", "random"), checkpoint=kept)
    with pytest.raises(BadTableError, match="another simulation"):
        simulate(plan(10, "random", "random", seed=2), checkpoint=kept, resume=True)
    with pytest.raises(BadTableError, match="exists already"):
        simulate(plan(10, "random", "random"), checkpoint=kept)
    with pytest.raises(BadTableError, match="begun without rows"):
        simulate(plan(10, "random", "random"), checkpoint=kept, resume=True, rows=tmp_path / "rows.csv")
    kept.write_text("{}")
    with pytest.raises(BadTableError, match="no checkpoint"):
        simulate(plan(10, "random", "random"), checkpoint=kept, resume=True)


@pytest.fixture
def due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of deaths that are due (see odd_minds.py), known to workers that are started for this test alone."""
    folder = tmp_path / "due"
    folder.mkdir()
    monkeypatch.setenv(DEADLY_FILE, str(folder))
    get_reusable_executor().shutdown(wait=True)
    yield folder
    get_reusable_executor().shutdown(wait=True)


def test_a_killed_worker_costs_its_batch_and_not_the_run(due: Path) -> None:
    deadly = plan(24, "tests.lab.odd_minds:Deadly", "random")
    expected = msgspec.json.encode(simulate(deadly))
    (due / "death").touch()
    assert msgspec.json.encode(simulate(deadly, jobs=2)) == expected
    assert not list(due.iterdir())  # it did happen


@long_only
def test_work_that_kills_every_worker_ends_with_a_word(due: Path) -> None:
    for number in range(50):
        (due / str(number)).touch()
    with pytest.raises(RollmopsError, match="killed 3 times"):
        simulate(plan(24, "tests.lab.odd_minds:Deadly", "random"), jobs=2)


def test_a_mind_by_the_clock_does_not_repeat() -> None:
    assert not simulate(plan(1, "rollout:0.01s", "random")).repeats
    assert simulate(plan(1, "rollout:2", "random")).repeats
    assert "the same seed will not give the same games again" in str(simulate(plan(1, "random", "rollout:0.01s")))


def test_the_plot_shows_shares_points_and_lengths(tmp_path: Path) -> None:
    for games in (1, 300):
        simulation = Simulation(plan(games, "random", "random"))
        simulation.run()
        plot_simulation(simulation.summary(), simulation.state.tally, tmp_path / "plot.svg")
        drawn = (tmp_path / "plot.svg").read_text()
        assert len(drawn) > 10_000
    with pytest.raises(RollmopsError, match=r"\.png or \.svg"):
        plot_simulation(simulation.summary(), simulation.state.tally, tmp_path / "plot.txt.what")
