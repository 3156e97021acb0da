"""The days of the house and days made anew: the laws of the daily catch."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, timedelta
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from rollmops.daily import Decision, Shelf
from rollmops.daily.checking import check_again, check_day, check_year
from rollmops.daily.decision import LEAST_GAP, MOST_GAP, SURE, check, day_text, read_day
from rollmops.daily.keys import days_of, key_of
from rollmops.daily.making import find, tables_of
from rollmops.daily.reasons import reason_of, sentence
from rollmops.daily.score import share_text, sign
from rollmops.daily.shelf import HOUSE, NoDayError, TooEarlyError, missing, read_date, read_year, yesterday
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadProofError, RollmopsError
from rollmops.engine.match import Match
from rollmops.games import GAMES
from rollmops.games.espresso.table import ANGLE, TAKE
from rollmops.games.lure.fishing import can_catch, read_roll
from rollmops.games.lure.table import BOAST, D12, FIRST_LURE, MIDDLE, SIDES, SIX, fish_at
from rollmops.review.reasons.reason import after
from rollmops.review.reasons.words import sentence as why

SHELF = Shelf(HOUSE)
DAYS = [day for year in SHELF.years() for day in sorted(SHELF.year(year).days)]
SOME = DAYS if os.environ.get("ROLLMOPS_LONG") else DAYS[:2]
PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "daily.md"


@pytest.mark.parametrize("day", SOME, ids=str)
def test_a_day_of_the_house_keeps_its_laws(day: date) -> None:
    check_day(SHELF, day)
    for decision in SHELF.unsealed(day).decisions:
        first, second, *_ = decision.lines.values()
        assert LEAST_GAP - 1e-4 <= first - second <= MOST_GAP + 1e-4
        assert decision.error is None or first - second >= SURE * decision.error - 1e-4
        assert (decision.error is None) == (decision.game in ("soles", "espresso"))
        assert decision.lost(decision.mistake) >= LEAST_GAP - 1e-4
        assert decision.best in sentence(decision, decision.match())


def test_the_roots_of_the_house_are_published() -> None:
    for year in SHELF.years():
        assert SHELF.year(year).root == SHELF.root(year)
        assert SHELF.root(year) in PUBLISHED.read_text(encoding="utf-8")


def test_a_day_is_what_its_key_makes_of_it() -> None:
    """Same day, same decisions: those with exact values again on any machine, all five where there is time."""
    found = SHELF.unsealed(DAYS[0])
    tables = tables_of(found.key)
    assert [decision.game for decision in found.decisions] == [name for name, _ in tables]
    assert {name for name, _ in tables} == set(GAMES)
    place = tables.index(("espresso", 2))
    assert find(found.key, *tables[place], place, found.making).text() == found.decisions[place].text()
    if os.environ.get("ROLLMOPS_LONG"):
        check_again(SHELF, DAYS[0])


def test_exact_values_are_those_of_the_tables() -> None:
    from rollmops.solve import value_of

    exact = [one for day in SOME for one in SHELF.unsealed(day).decisions if one.error is None]
    assert exact
    for decision in exact:
        worth = value_of(decision.match())
        assert {words: round(shares["A"], 4) for words, shares in worth.lines.items()} == pytest.approx(
            decision.lines, abs=1e-4
        )


def test_tomorrow_refuses() -> None:
    day = DAYS[-1]
    with pytest.raises(TooEarlyError, match="opened on that day"):
        SHELF.open(day, now=day - timedelta(days=1))
    assert SHELF.open(day, now=day).date == day
    with pytest.raises(NoDayError, match="--make 2001 --from 2001-01-01"):
        SHELF.open(date(2001, 1, 1))


def test_days_over_the_end_of_a_year_and_a_leap_day_have_the_keys_of_their_own_year(tmp_path: Path) -> None:
    (tmp_path / "seed").write_text("5e" * 32)
    shelf, text = Shelf(tmp_path), day_text(SHELF.unsealed(DAYS[0]).decisions)
    days = [date(2027, 12, 31), date(2028, 1, 1), date(2028, 2, 29), date(2028, 12, 31)]
    for day in days:
        shelf.keep(day, text, key_of(shelf.seed, day))
    opened = [Shelf(tmp_path).open(day, now=days[-1]) for day in days]
    assert [day.root for day in opened] == [shelf.root(2027), *[shelf.root(2028)] * 3]
    assert len({day.key for day in opened}) == len(days)
    assert yesterday(days[1]) == days[0]
    with pytest.raises(TooEarlyError):
        Shelf(tmp_path).open(days[1], now=days[0])
    assert [len(missing(shelf, year)) for year in (2027, 2028)] == [364, 363]
    assert missing(shelf, 2028, date(2028, 2, 28), date(2028, 3, 1)) == [date(2028, 2, 28), date(2028, 3, 1)]
    with pytest.raises(RollmopsError, match="is no day"):
        read_date("2027-02-29")


def test_a_part_of_a_year_is_a_year_and_says_so(tmp_path: Path) -> None:
    """What is made is kept day by day, counted as it is, and what lacks is named; the root is that of the whole year."""
    (tmp_path / "seed").write_text(SHELF.seed)
    shelf, some = Shelf(tmp_path), [day for day in DAYS if day.year == DAYS[-1].year][:2]
    for day in some:
        found = SHELF.unsealed(day)
        shelf.keep(day, day_text(found.decisions, found.making), found.key)
    checked = check_year(shelf, some[0].year)
    assert (checked.days, checked.root) == (len(some), SHELF.root(some[0].year))
    assert len(missing(shelf, some[0].year)) == len(days_of(some[0].year)) - len(some)
    assert shelf.year(some[0].year).days == {day: SHELF.year(day.year).days[day] for day in some}, "byte for byte the same"


def test_a_changed_day_is_found(tmp_path: Path) -> None:
    year = SHELF.year(DAYS[0].year)
    (tmp_path / "seed").write_text(SHELF.seed)
    shelf = Shelf(tmp_path)
    digest, closed = year.days[DAYS[0]]
    changed = read_year(year.text())
    changed.days[DAYS[0]] = (digest, year.days[DAYS[1]][1])
    shelf.write(changed)
    with pytest.raises(BadProofError, match=str(DAYS[0])):
        check_year(shelf, year.year)
    # A host that writes another day into the file and a fitting digest with it: the key makes another day.
    key, decisions = key_of(shelf.seed, DAYS[0]), list(SHELF.unsealed(DAYS[0]).decisions)
    place = next(
        number for number, (name, seats) in enumerate(tables_of(key)) if name in ("soles", "espresso") and seats == 2
    )
    other = next(one for one in SHELF.unsealed(DAYS[1]).decisions if one.game == decisions[place].game)
    decisions[place] = other
    changed.put(DAYS[0], day_text(decisions), key)
    shelf.write(changed)
    told = shelf.unsealed(DAYS[0]).decisions[place]
    assert told.text() != find(key, *tables_of(key)[place], place).text()
    # Keys of another seed do not lead to the root of the file.
    (tmp_path / "seed").write_text("00" * 32)
    with pytest.raises(BadProofError, match="commitment"):
        Shelf(tmp_path).unsealed(DAYS[0])
    assert closed


def test_laws_that_are_broken_are_named() -> None:
    found = SHELF.unsealed(DAYS[0]).decisions[0]

    def broken(decision: Decision, said: str) -> None:
        with pytest.raises(RollmopsError, match=said):
            check(decision)

    first, second, *_ = found.lines
    broken(replace(found, lines={first: 0.5, second: 0.49}, mistake=second), "ahead")
    broken(replace(found, lines={first: 0.5, second: 0.3}, mistake=second), "ahead")
    broken(replace(found, lines={first: 0.4, second: 0.5}, mistake=second), "order")
    broken(replace(found, lines={first: 0.5, second: 0.45}, error=0.02, mistake=second), "not sure")
    broken(replace(found, mistake=found.best), "natural mistake")
    broken(replace(found, lines={first: 0.5, "jump": 0.45}, mistake="jump"), "jump|line")
    broken(replace(found, record=replace(found.record, entries=found.record.entries[:-1])), "decide|over|legal|turn")


def test_text_reads_back_and_a_record_is_a_record() -> None:
    decisions = SHELF.unsealed(DAYS[0]).decisions
    assert [one.text() for one in read_day(day_text(decisions))] == [one.text() for one in decisions]
    for bad in ("2027-13-01", "today", "2027-1-1", "٢٠٢٧-01-01"):
        with pytest.raises(RollmopsError, match="is no day"):
            read_date(bad)
    with pytest.raises(RollmopsError, match="should begin with"):
        read_year("nonsense")


def test_days_of_a_folder_without_a_seed_are_the_houses(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    assert shelf.unsealed(DAYS[0]).key == SHELF.unsealed(DAYS[0]).key
    text = day_text(SHELF.unsealed(DAYS[0]).decisions)
    beyond = date(DAYS[0].year, 1, 1)
    shelf.keep(beyond, text, key_of(shelf.seed, beyond))
    assert Shelf(tmp_path).has(beyond)
    assert len(Shelf(tmp_path).path(beyond.year).read_text().splitlines()) == 4


def test_processes_that_keep_days_at_once_lose_none(tmp_path: Path) -> None:
    text, ours = day_text(SHELF.unsealed(DAYS[0]).decisions[:1]), get_context("fork")

    def keep(first: int) -> None:
        shelf = Shelf(tmp_path)
        for number in range(first, 60, 2):
            day = date(2031, 1, 1) + timedelta(days=number)
            shelf.keep(day, text, key_of(shelf.seed, day))

    workers = [ours.Process(target=keep, args=(first,)) for first in (0, 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert len(Shelf(tmp_path).year(2031).days) == 60
    assert {path.name for path in tmp_path.iterdir()} <= {"2031.daily", "2031.lock"}


def test_what_is_shared_spoils_nothing() -> None:
    assert share_text(date(2027, 1, 5), [0, 0.02, 0.2, 0, 0.0512]) == "Rollmops 2027-01-05\n🐟🪝🌊🐟🌊 −27.1 %"
    assert share_text(date(2027, 1, 5), [0.0] * 5).endswith("🐟🐟🐟🐟🐟 ±0 %")
    assert [sign(lost) for lost in (0.0004, 0.015, 0.05, 0.051)] == ["🐟", "🪝", "🪝", "🌊"]


def test_the_risk_that_is_told_is_that_of_the_dice() -> None:
    """Rolled many times by the rules themselves."""
    found = [one for day in DAYS for one in SHELF.unsealed(day).decisions if one.best in ("again", "secure")]
    assert found
    match, reason = found[0].match(), reason_of(found[0], found[0].match())
    assert reason.count == int(match.table.net)
    dice, lost, rolls = LabDice(1), 0, 2000
    for _ in range(rolls):
        again = Match(match.game, match.components, match.header, table=match.table)
        again.choose(0, "again")
        again.roll(dice)
        lost += int(again.table.turn) != 0
    assert reason.chance is not None
    assert abs(lost / rolls - reason.chance) < 0.045


def test_every_game_says_why_with_figures() -> None:
    """Nearly every decision of the house has a reason, and its sentence the figures; none is the same for all of a game."""
    told: dict[str, list[str]] = {name: [] for name in GAMES}
    plain = 0
    for decision in [one for day in DAYS[:8] for one in SHELF.unsealed(day).decisions]:
        reason = reason_of(decision, decision.match())
        plain += reason.kind == "plain"
        told[decision.game].append(why(reason, decision.match().names))
    assert plain <= 3, told
    for name, sentences in told.items():
        assert len(set(sentences)) >= min(4, len(sentences)) - 1, name
        assert any(character.isdigit() for character in "".join(sentences)), name


def test_what_is_said_of_a_cast_is_what_its_dice_do() -> None:
    """Rolled many times by the rules themselves: the first of the casts of Lure that nobody can turn dice in."""
    casts = [one for day in DAYS for one in SHELF.unsealed(day).decisions if one.game == "lure" and "adjust" not in one.best]
    decision = casts[0]
    reason, match = reason_of(decision, decision.match()), decision.match()
    fish = np.array(fish_at(match.table, MIDDLE), np.int64)
    table = after(match, 0, decision.best)
    dice, chance, points, rolls = LabDice(1), 0.0, 0.0, 4000
    sides = [6] * int(table.cast[0, SIX]) + [side for side, cast in zip(SIDES, table.cast[0, D12:], strict=False) if cast]
    for _ in range(rolls):
        table.face[0, : len(sides)] = [dice.draw(np.ones(side, np.int64)) + 1 for side in sides]
        read_roll(table, 0)
        caught = [one for one in fish.tolist() if can_catch(table, 0, one)]
        chance += bool(caught)
        boasts = int(table.cast[0, FIRST_LURE + BOAST]) * int(table.boast_vp)
        points += sum(int(table.vp[one]) for one in caught) + (boasts if caught else 0)
    assert reason.chance == pytest.approx(chance / rolls, abs=0.04)
    assert reason.points == pytest.approx(points / rolls, abs=0.4)


def test_what_is_said_of_the_white_die_is_what_it_does() -> None:
    """An espresso in Espresso Fishing: thrown out many times by the rules themselves, with and without."""
    found = [
        (one, reason_of(one, one.match()))
        for day in DAYS
        for one in SHELF.unsealed(day).decisions
        if one.best in ("cast", "drink") and one.mistake in ("cast", "drink")
    ]
    decision, reason = found[0]
    assert reason.kind in ("sober", "coffee")
    start, means = decision.match(), {}
    for drunk in (False, True):
        dice, caught, games = LabDice(1), 0, 1500
        for _ in range(games):
            match = Match(start.game, start.components, start.header, table=start.table)
            before = int(match.table.fish[0].sum())
            if drunk:
                match.choose(0, "drink")
            while match.table.turn == 0 and match.table.phase == ANGLE:
                match.choose(0, "cast")
                match.roll(dice)
                while match.table.phase == TAKE:
                    match.choose(0, "take blue")
            caught += int(match.table.fish[0].sum()) - before
        means[drunk] = caught / games
    awake, drowsy = (reason.points, reason.other_points)[:: 1 if reason.kind == "coffee" else -1]
    assert means[True] == pytest.approx(awake, abs=0.12)
    assert means[False] == pytest.approx(drowsy, abs=0.12)
