"""`import rollmops`: what it gives and what it costs."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rollmops
from rollmops.engine.contract import Game
from rollmops.engine.match import Match as EngineMatch

SCRIPT = "2 1 1 water"


def soles() -> rollmops.Match:
    match = rollmops.open("soles", players=["Ann", "Ben"], first="A")
    match.roll(rollmops.script(SCRIPT))
    return match


def test_every_public_name_is_there_and_documented() -> None:
    assert sorted(rollmops.__all__) == rollmops.__all__
    for name in rollmops.__all__:
        found = getattr(rollmops, name)
        assert inspect.getdoc(found), name
        assert name in dir(rollmops)
    with pytest.raises(AttributeError, match="no attribute 'sharks'"):
        rollmops.sharks  # noqa: B018


@pytest.mark.parametrize("name", ["open", "read", "verify", "simulate", "odds", "mind", "play", "review", "what_if"])
def test_what_a_call_raises_stands_in_its_docstring(name: str) -> None:
    assert "Raises" in (inspect.getdoc(getattr(rollmops, name)) or "")


def test_importing_it_loads_nothing_heavy_and_leaves_no_trace(tmp_path: Path) -> None:
    """A fresh process: no compiler, no arrays, no folder made; the bound is ten times what it takes on an idle machine, and
    one of a few processes keeps it on a busy one."""
    code = (
        "import sys, time; before = set(sys.modules); start = time.process_time(); import rollmops; "
        "took = time.process_time() - start; new = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(took, sorted(new & {'numba', 'numpy', 'mujoco', 'matplotlib', 'starlette', 'rich', 'msgspec'}))"
    )
    where = {
        "ROLLMOPS_CACHE": str(tmp_path / "cache"),
        "XDG_CACHE_HOME": str(tmp_path / "xdg"),
        "HOME": str(tmp_path / "home"),
    }
    took = list[float]()
    while not took or (took[-1] >= 0.1 and len(took) < 5):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=where, cwd=tmp_path
        )
        seconds, loaded = done.stdout.split(maxsplit=1)
        assert loaded == "[]\n"
        assert list(tmp_path.iterdir()) == []
        took.append(float(seconds))
    assert min(took) < 0.1, took


HEAVY = "{'numba', 'numpy', 'scipy', 'mujoco', 'matplotlib', 'starlette', 'uvicorn', 'sqlalchemy', 'pettingzoo', 'pyspiel'}"


def test_asking_a_command_for_help_loads_nothing_heavy() -> None:
    """One process for all of them: what one had loaded, the next would show."""
    code = f"""
import contextlib, io, sys, typer
from rollmops.cli import app
commands = typer.main.get_command(app).commands
for name in commands:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        app([name, "--help"])
    print(name, sorted({HEAVY} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert {"games", "play", "serve", "simulate", "throw"} <= set(told)
    assert set(told.values()) == {"[]"}


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        ("games", {"mujoco", "matplotlib", "starlette"}),
        ("odds soles --dice 2", {"mujoco", "matplotlib", "starlette"}),
        ("simulate soles --games 10", {"mujoco", "matplotlib", "starlette"}),
    ],
)
def test_a_command_loads_only_what_it_needs(words: str, unwanted: set[str]) -> None:
    code = (
        "import sys; from rollmops.cli import main; sys.argv[1:] = sys.argv[1].split()\n"
        "try: main()\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, words], capture_output=True, text=True, check=True)
    assert done.stdout
    loaded = done.stderr.split()
    assert "rollmops.cli" in loaded
    assert unwanted & set(loaded) == set()


def test_a_match_is_rolled_played_undone_and_drawn() -> None:
    match = soles()
    assert match.lines() == ["again", "secure"]
    assert repr(match) == "<Match soles: Ann, Ben; 1 lines, Ann to choose>"
    assert [str(entry) for entry in match.play("again")] == ["A again"]
    assert match.lines() == []
    assert "due" in repr(match)
    assert str(match.undo()) == "A again"
    board = str(match)
    assert re.search(r"net +4 ••••", board)
    assert not re.search("\x1b", board)
    with pytest.raises(rollmops.NotYourTurnError):
        match.play("again", seat="B")
    with pytest.raises(rollmops.BadTableError, match="no seat 'Z'"):
        match.play("again", seat="Z")
    with pytest.raises(rollmops.IllegalError):
        match.play("take middle")
    with pytest.raises(rollmops.IllegalError, match="no dice or cards are due"):
        match.roll()


def test_every_game_is_opened_played_by_minds_and_proven(any_game: Game) -> None:
    most = None if any_game.chance.by_weight else 30
    match = rollmops.open(any_game.name, [f"Player {n}" for n in range(any_game.fewest)], seed=11)
    rollmops.play(match, "random", most_lines=most)
    twin = rollmops.open(any_game.name, match.names, seed=11)
    assert twin.header.first == match.header.first
    record = match.record()
    assert rollmops.read(record.text()) == record
    assert rollmops.read(record.text()).match().table.tobytes() == match.table.tobytes()
    assert [entry for entry, _ in record.steps()] == list(match.entries)
    assert len(match.tell()) == len(match.entries)
    assert match.board("A")
    if match.over:
        assert rollmops.verify(record) == rollmops.verify(match) > 10
        assert "over" in repr(match)
    else:
        with pytest.raises(rollmops.BadProofError, match="not revealed"):
            rollmops.verify(record)


def test_fair_dice_that_are_undone_fall_the_same_and_stay_proven() -> None:
    match = rollmops.open("soles", ["Ann", "Ben"], seed=3)
    bot = rollmops.mind("random", seed=1)
    while not match.over:
        if match.chance:
            first = match.roll()
            assert match.undo() == first
            assert match.roll() == first
        else:
            match.play(bot.choose(match))
            match.undo()
            match.play(bot.choose(match))
    assert rollmops.verify(match) > 10


def test_other_dice_than_the_promised_ones_promise_nothing() -> None:
    match = soles()
    rollmops.play(match, "random")
    assert match.record().header.commit is None
    with pytest.raises(rollmops.BadProofError, match="no 'commit' line"):
        rollmops.verify(match)


def test_several_seats_choose_at_once_and_each_may_be_named() -> None:
    match = rollmops.open("lure", ["Ann", "Ben"], seed=5)
    match.roll_all()
    assert len(match.owing) == 2
    lines = match.lines("B", most=5)
    assert len(lines) == 5
    assert match.play(lines[0], seat="B") == []  # sealed until Ann has chosen too
    with pytest.raises(rollmops.NotYourTurnError, match="chosen already"):
        match.lines("B")
    assert [entry.seat for entry in match.play(match.lines()[0])] == ["A", "B"]
    assert match.undo().seat == "B"
    assert list(match.owing) == [1]


def test_a_record_goes_on_with_fresh_dice(tmp_path: Path) -> None:
    match = soles()
    path = tmp_path / "half.rollmops"
    match.record().write(path)
    record = rollmops.read(path)
    assert repr(record) == "<Record soles: Ann, Ben; 1 lines>"
    again = record.match()
    rollmops.play(again, ["random", rollmops.mind("random")])
    assert again.over
    with pytest.raises(rollmops.RollmopsError, match="cannot be read"):
        rollmops.read(tmp_path / "nothing")
    with pytest.raises(rollmops.BadRecordError, match="line 1"):
        rollmops.read("nonsense\n")


def test_bots_odds_and_simulation() -> None:
    match = soles()
    bot = rollmops.mind("rollout:50", seed=1)
    assert repr(bot) == "<Bot rollout:50>"
    assert bot.choose(match) in match.lines()
    assert {opinion.words for opinion in bot.weigh(match)} == set(match.lines())
    assert [prospect.line for prospect in rollmops.odds(match)] == ["again"]
    with pytest.raises(rollmops.BadTableError, match="no mind 'shark'"):
        rollmops.mind("shark").choose(match)
    with pytest.raises(rollmops.BadTableError, match="no opinions"):
        rollmops.mind("random").weigh(match)
    match.play("again")
    with pytest.raises(rollmops.NotYourTurnError, match="roll first"):
        bot.choose(match)
    with pytest.raises(rollmops.BadTableError, match="one mind for all or 2"):
        rollmops.play(match, ["random"])
    summary = rollmops.simulate("soles", seats=3, games=300, seed=2)
    assert summary == rollmops.simulate("soles", seats=3, games=300, seed=2)
    assert "soles, 300 games, seed 2" in str(summary)


def test_a_table_that_cannot_be_laid_is_refused() -> None:
    with pytest.raises(rollmops.BadTableError, match="no game 'chess'"):
        rollmops.open("chess", ["Ann", "Ben"])
    with pytest.raises(rollmops.BadTableError, match="players"):
        rollmops.open("soles", ["Ann"])
    with pytest.raises(rollmops.BadTableError, match="first"):
        rollmops.open("soles", ["Ann", "Ben"], first="C")
    assert issubclass(rollmops.Match, EngineMatch)


def test_a_game_is_reviewed_and_played_otherwise() -> None:
    match = rollmops.play(rollmops.open("soles", players=["Ann", "Ben"], seed=4), rollmops.mind("random", 4))
    found = rollmops.review(match)
    assert found.exact
    assert found == rollmops.review(match.record())
    for letter, ledger in found.seats.items():
        parts = (ledger.start, ledger.own_dice, ledger.others_dice, ledger.own_errors, ledger.others_gifts)
        assert sum(parts) == pytest.approx(ledger.result, abs=1e-12), letter
    place = next(n for n, step in enumerate(found.entries) if step.kind == "choice")
    told = rollmops.what_if(match, place, games=2)
    assert told.words == found.entries[place].words
    assert told.value[told.seat] == pytest.approx((found.entries[place].lines or {})[told.words])
