"""How a day is made: many throws of one game, early refusals, and a mark that says by which making."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rollmops.daily import Shelf, weighing
from rollmops.daily.checking import check_again, check_day
from rollmops.daily.decision import MAKING, SEAT, day_text, making_of, read_day
from rollmops.daily.keys import key_of
from rollmops.daily.making import make_year
from rollmops.daily.playing import BRANCHES, branches, play_up_to_it, strong
from rollmops.daily.shelf import HOUSE, Year
from rollmops.engine.errors import RollmopsError
from rollmops.games.floe.table import KEEP
from rollmops.games.lure.table import CAST
from rollmops.games.records import fold
from rollmops.minds import mind
from rollmops.minds.effort import Clock, Effort

SHELF = Shelf(HOUSE)
DAYS = [day for year in SHELF.years() for day in sorted(SHELF.year(year).days)]


def test_a_day_says_by_which_making_it_was_made() -> None:
    decisions = SHELF.unsealed(DAYS[0]).decisions
    for making in (1, MAKING):
        text = day_text(decisions, making)
        assert making_of(text) == making
        assert [one.text() for one in read_day(text)] == [one.text() for one in decisions]
    assert day_text(decisions, 1).startswith("rollmops 1\n"), "days of the first making are as they were"


def test_a_day_of_a_making_to_come_is_refused(tmp_path: Path) -> None:
    (tmp_path / "seed").write_text(SHELF.seed)
    shelf, year = Shelf(tmp_path), Year(DAYS[0].year, SHELF.root(DAYS[0].year))
    year.put(DAYS[0], day_text(SHELF.unsealed(DAYS[0]).decisions, MAKING + 1), key_of(SHELF.seed, DAYS[0]))
    shelf.write(year)
    with pytest.raises(RollmopsError, match=f"making {MAKING + 1}; this version knows"):
        check_day(shelf, DAYS[0])


@pytest.mark.parametrize(("name", "seed", "phase"), [("floe", 7, KEEP), ("lure", 7, CAST)])
def test_throws_of_one_game_lead_to_decisions_of_seat_a(name: str, seed: int, phase: int) -> None:
    ways = next(branches(name, 2, seed))
    assert len(ways) == BRANCHES[name]
    before, found = len(ways[0].entries), set[str]()
    for number, match in enumerate(ways[:5]):
        if play_up_to_it(match, seed + number):
            assert match.owing[0] == 0
            assert match.table.phase == phase
            assert match.table.tobytes() == fold(match.record()).table.tobytes(), "the record tells how it came to this"
            found.add(match.record().text())
    assert len(found) > 1, "the same dice fall in other ways"
    assert [len(match.entries) for match in ways[5:]] == [before] * (BRANCHES[name] - 5), "each goes its own way"
    again = next(branches(name, 2, seed))
    assert play_up_to_it(again[0], seed) == play_up_to_it(ways[-1], seed)
    assert again[0].record().text() == ways[-1].record().text(), "and the same seed the same way"


@pytest.mark.parametrize(
    ("thoughts", "mistake", "asked"),
    [
        ("aab", None, 2),
        ("aba", None, 3),
        ("bb.", "b", 2),
        ("bab", "b", 3),
        ("bcc", "c", 3),
        ("bca", "b", 3),
        ("xaa", None, 2),
    ],
)
def test_a_mistake_is_natural_where_most_thoughts_are_wrong(
    monkeypatch: pytest.MonkeyPatch, thoughts: str, mistake: str | None, asked: int
) -> None:
    """`a` is best; `x` is not offered. No more thoughts are thought than are needed."""
    coming: Iterator[str] = iter(thoughts)
    used: list[str] = []

    def choose(_: Any) -> str:
        used.append(next(coming))
        return used[-1]

    monkeypatch.setattr(weighing, "mind", lambda *_: SimpleNamespace(choose=choose))
    match: Any = SimpleNamespace(view=lambda _: None, game=SimpleNamespace(name="soles"), components=None)
    assert weighing.natural_mistake(match, "a", {"a": 0.5, "b": 0.4, "c": 0.3}) == mistake
    assert len(used) == asked


def test_no_clock_has_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays, weighs or errs for a day is bounded by work: on a busy machine it is the same day."""
    unbounded = Effort.clock

    def clock(effort: Effort) -> Clock:
        assert effort.seconds is None, "a day would depend on how fast the machine is"
        return unbounded(effort)

    monkeypatch.setattr(Effort, "clock", clock)
    for decision in SHELF.unsealed(DAYS[-1]).decisions:
        match = decision.match()
        assert match.owing, "somebody is asked"
        strong(match.game.name, [1])[0].choose(match.view(SEAT))
        weighing.natural_mistake(match, decision.best, decision.lines)
        if match.game.name == "soles":
            with pytest.raises(AssertionError, match="how fast the machine is"):
                mind("hard", match.game, match.components, 1).choose(match.view(SEAT))
        if match.game.name == "lure":
            weighing.sharps(match.game, match.components, [1], [weighing.QUICK_SECONDS])[0].weigh(match.view(SEAT))


def test_days_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    assert make_year(Shelf(tmp_path), DAYS[0].year, DAYS[0], DAYS[-1] if DAYS[-1].year == DAYS[0].year else DAYS[1]) == 0


@pytest.mark.skipif(not os.environ.get("ROLLMOPS_LONG"), reason="makes whole days again: LONG=1")
def test_days_of_both_makings_are_what_their_keys_make_of_them() -> None:
    made = {SHELF.unsealed(day).making: day for day in reversed(DAYS)}
    for day in made.values():
        check_again(SHELF, day)
