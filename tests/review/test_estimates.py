"""Reviews where nothing is known exactly: the floe, Lure; the columns still add up, and say how sure they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace as replace_struct

import rollmops
from rollmops.engine.contract import NOBODY
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Record, read_record
from rollmops.engine.match import Match
from rollmops.games import components_text, game, house, house_text
from rollmops.games.lure.table import ROLL
from rollmops.games.records import open_match
from rollmops.games.soles.table import HOOK, WATER
from rollmops.minds import mind
from rollmops.review import Review, review
from rollmops.review.floe import HEAPS, FloeValues
from rollmops.review.html import page
from rollmops.review.lure import LureValues
from rollmops.review.structs import Moment
from rollmops.review.words import held_words
from rollmops.solve import playouts, valuer
from rollmops.solve.fitted import soles
from rollmops.solve.fitted.valuer import NARROW_LEVEL
from tests.conftest import RECORDS
from tests.effort import some_or_all

COLUMNS = ("start", "own_dice", "others_dice", "own_errors", "others_gifts", "estimation")
FLOE = [path for path in RECORDS if path.parent.parent.name == "floe"]


def adds_up(found: Review) -> None:
    for ledger in found.seats.values():
        assert sum(getattr(ledger, column) for column in COLUMNS) == pytest.approx(ledger.result, abs=1e-9)
        assert ledger.error is not None
    for step in found.entries:
        assert sum(step.after.values()) == pytest.approx(1, abs=1e-6)
        assert step.seat in found.names or step.seat == "*"


@pytest.fixture(scope="module")
def lure() -> Record:
    return rollmops.play(rollmops.open("lure", ["Ann", "Ben", "Cy"], seed=5), rollmops.mind("random", 5)).record()


@pytest.mark.parametrize("path", some_or_all(FLOE, *FLOE[::3]), ids=lambda path: path.stem)
def test_every_record_of_the_floe_is_reviewed(path: object) -> None:
    record = read_record(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    found = review(record, effort="quick")
    adds_up(found)
    assert not found.exact
    assert found.effort == "quick"
    assert len(found.entries) == len(record.entries)


def test_aim_is_told_from_luck_and_shown_over_the_ice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few throws, so that it does not take long; the same numbers whether thrown at once or in two looks."""
    record = read_record(FLOE[0].read_text(encoding="utf-8"))
    place = next(n for n, entry in enumerate(record.entries) if entry.words.startswith("rest"))
    short = Record(replace(record.header, result=None), record.entries[: place + 1])
    from rollmops.review import effort

    monkeypatch.setitem(effort.EFFORTS, "usual", effort.Closeness(20, 0.1, 50))
    HEAPS.kept.clear()
    found = review(short, effort="usual")
    adds_up(found)
    throw, rest = found.entries[place - 1], found.entries[place]
    assert throw.kind in ("choice", "obvious")
    assert throw.best is not None
    assert throw.best.startswith("throw ")
    assert throw.error is not None
    assert rest.kind == "luck"
    assert rest.rests is not None
    assert rest.rests.throws == 20
    assert sum(count for *_, count in rest.rests.cells) <= rest.rests.dice
    assert "Where the dice could have come to rest" in page([found])
    assert page([found]).count("class='ice'") == 1
    mover = throw.seat
    luck = rest.after[mover] - rest.before[mover]
    assert luck == pytest.approx(found.seats[mover].own_dice)
    HEAPS.kept.clear()
    monkeypatch.setitem(effort.EFFORTS, "usual", effort.Closeness(7, 0.1, 50))
    review(short, effort="usual")
    monkeypatch.setitem(effort.EFFORTS, "usual", effort.Closeness(20, 0.1, 50))
    assert review(short, effort="usual").entries[place].rests == rest.rests


def test_whoever_stops_a_review_stops_its_throws() -> None:
    class StoppedError(RollmopsError):
        pass

    calls = 0

    def stop() -> None:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise StoppedError

    rules, parts = game("floe"), house("floe")
    table = rules.open(parts, 2, 0)
    for number in (120, 60, 120, 30, 150):
        rules.step(table, 0, number)
    HEAPS.kept.clear()
    with pytest.raises(StoppedError):
        FloeValues(rules, parts, 2, 1000, stop).value(table)
    assert 0 < HEAPS.of(table).count < 1000


def test_dice_thrown_by_hand_are_luck_and_nobodys_aim() -> None:
    record = read_record(FLOE[0].read_text(encoding="utf-8"))
    by_hand = Record(replace(record.header, options={"dice": "hand"}, commit=None, reveal=None, salts={}), record.entries)
    found = review(by_hand, effort="usual")
    adds_up(found)
    assert all(step.kind == "forced" for step in found.entries if step.words.startswith("throw"))
    assert not any(step.rests for step in found.entries)


@pytest.mark.parametrize("effort", ["quick", "usual"])
def test_lure_adds_up_and_judges_by_the_view(lure: Record, effort: str) -> None:
    found = review(lure, effort=effort)
    adds_up(found)
    casts = [step for step in found.entries if step.words.startswith("cast")]
    assert casts
    assert all(step.lines is not None for step in casts)
    assert any(step.kind == "choice" for step in casts)
    assert all(step.best is not None for step in casts), "whatever was cast is judged, in a hurry too"
    for ledger in found.seats.values():
        assert abs(ledger.estimation) < 1, "what estimates do not agree on stays in bounds"


def test_an_unknown_effort_is_refused(lure: Record) -> None:
    with pytest.raises(RollmopsError, match="quick, usual, full"):
        review(lure, effort="lazy")


def test_what_was_expected_before_a_roll_is_the_mean_over_what_it_could_bring() -> None:
    """With fitted values a search says so at once; here the outcomes are listed beside it."""
    from rollmops.review.outcomes import outcomes
    from rollmops.solve.fitted.valuer import FittedValuer

    match = rollmops.open("soles", ["Ann", "Ben", "Cy", "Di", "Ed"], seed=2)
    values = valuer(match.game, match.components, 5)
    assert isinstance(values, FittedValuer)
    table = match.table
    values.narrow(0.125)
    for _ in range(40):
        while not match.chance:
            (seat,) = match.owing
            match.choose(seat, mind("random", match.game, match.components, 1).choose(match.view(seat)))
        table = match.table
        turn = values.rolling(table)
        listed = [(chance, *values.luck(turn, table, after)) for chance, after in outcomes(match.game, table) or []]
        luck = sum(chance * (came - expected) for chance, expected, came in listed)
        assert np.abs(luck).max() < 1e-9
        match.roll(LabDice(len(match.entries)))
        if match.over:
            break


def test_in_the_middle_of_a_round_of_lure_a_roll_is_foreseen_by_the_mean_over_what_it_brings(lure: Record) -> None:
    """Also once others have fished: what they caught is theirs, and who is still to roll has the casts on the table."""
    match = open_match(replace(lure.header, result=None))
    values = LureValues(match.game, 3, 400)
    looked = 0
    for entry in lure.entries:
        t = match.table
        if t.phase == ROLL and not t.drawing and t.fished and looked < 3:
            looked += 1
            before, seen = values.value(t).shares, []
            for seed in range(60):
                again = Match(match.game, match.components, match.header, list(match.entries), table=t)
                again.roll(LabDice(seed))
                seen.append(values.value(again.table).shares)
            noise = np.std(seen, axis=0) / np.sqrt(len(seen))
            assert (np.abs(np.mean(seen, axis=0) - before) < 4 * noise + 0.03).all()
        match.add(entry)
    assert looked == 3


def test_what_the_others_held_is_told_as_a_fact(lure: Record) -> None:
    """Beside decisions and in the words of the moments; who decided is judged by the view all the same."""
    found = review(lure, effort="quick")
    match = open_match(replace(lure.header, result=None))
    for entry, step in zip(lure.entries, found.entries, strict=True):
        others = [seat for seat in range(3) if "ABC"[seat] != entry.seat]
        assert step.held == {"ABC"[seat]: list(match.view(seat).hand) for seat in others}
        match.add(entry)
    moment = Moment(next(n for n, one in enumerate(found.entries) if one.words.startswith("cast")), "error", "A", -0.1, "")
    assert "Ben held " in held_words(found, moment)
    assert found.json()["entries"][moment.entry]["held"].keys() == {"B", "C"}
    assert "Nobody could know it: " in page([replace_struct(found, moments=[moment])])


def test_a_first_look_at_soles_with_five_says_how_much_less_sure_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at few tables of a turn; that is quicker, and its error covers what it leaves out."""
    match = rollmops.play(rollmops.open("soles", list("ABCDE"), seed=3), rollmops.mind("random", 3))
    record = Record(replace(match.header, result=None), tuple(match.entries[:50]))
    spots = 0
    begin = soles.Grid.__init__

    def counted(grid: soles.Grid, search: soles.SolesSearch, t: object) -> None:
        nonlocal spots
        begin(grid, search, t)  # type: ignore[arg-type]
        spots += len(grid.secured)

    monkeypatch.setattr(soles.Grid, "__init__", counted)
    looks, looked_at = {}, {}
    for effort in ("quick", "usual"):
        spots = 0
        looks[effort], looked_at[effort] = review(record, effort=effort), spots
    adds_up(looks["quick"])
    assert looked_at["quick"] < looked_at["usual"] / 3
    errors = [found.seats["A"].error or {} for found in looks.values()]
    spread = looks["quick"].seats["A"].start * (1 - looks["quick"].seats["A"].start)
    assert errors[0]["start"] ** 2 == pytest.approx(errors[1]["start"] ** 2 + spread * NARROW_LEVEL**2, rel=0.1)
    apart = [
        (one.after[seat] - other.after[seat]) / np.sqrt(max(0.002, other.after[seat] * (1 - other.after[seat])))
        for one, other in zip(looks["quick"].entries, looks["usual"].entries, strict=True)
        for seat in one.after
    ]
    assert 0 < np.sqrt(np.mean(np.square(apart))) < NARROW_LEVEL


def test_a_table_of_soles_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hook every rival may be named, and a search begins behind each: not again when lines are asked for."""
    match = rollmops.open("soles", list("ABCDE"), seed=3)
    table = match.table
    table.supply[:5] = (8, 9, 10, 11, 12)
    table.middle = 20
    for face in (1, HOOK, 1, WATER):
        match.game.step(table, NOBODY, face)
    values, searches = valuer(match.game, match.components, 5), list[soles.Grid]()
    begin = soles.Grid.__init__

    def counted(grid: soles.Grid, *given: Any) -> None:
        searches.append(grid)
        begin(grid, *given)

    monkeypatch.setattr(soles.Grid, "__init__", counted)
    values.value(table)
    once = len(searches)
    assert once > 2
    lines = values.lines(table, int(table.turn))
    assert len(lines) == 5
    assert len(searches) == once


def test_a_box_that_nobody_knows_takes_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games are shared out among the questions of a review, however long the game; a closer look plays more."""
    box = components_text("espresso", house_text("espresso").replace('"house"', '"ours"', 1).replace("fish = 2", "fish = 1"))
    opened = rollmops.open("espresso", ["Ann", "Ben", "Cy"], seed=2, components=box)
    match = rollmops.play(opened, rollmops.mind("random", 2))
    record = Record(replace(match.header, result=None), tuple(match.entries[:60]))
    played = 0
    play_all = playouts.play_all

    def counted(*given: Any) -> None:
        nonlocal played
        played += len(given[5]) * given[7]
        play_all(*given)

    monkeypatch.setattr(playouts, "play_all", counted)
    found = review(record, box, effort="quick")
    adds_up(found)
    assert not found.exact
    assert 5_000 < played < 30_000
    for ledger in found.seats.values():
        assert ledger.error is not None
        assert ledger.error["own_dice"] > 0.05, "so few games say little, and it is told"
        assert ledger.error["result"] > 0
