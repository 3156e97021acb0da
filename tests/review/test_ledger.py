"""The ledger adds up: start + dice + errors + gifts (+ estimation) = result, for every seat of every kind of game."""

from __future__ import annotations

import math
import os
from collections import Counter
from dataclasses import replace

import pytest

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.logbook import Header, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.review import Review, review
from rollmops.review.reasons.words import sentence
from tests.effort import short_or_long, some_or_all
from tests.review.endings import games, kind_of, kinds

GAMES = int(os.environ.get("ROLLMOPS_REVIEWS", "20"))
"""Games of each kind; `make fuzz` plays thousands."""
SHORT = short_or_long(2, 100)
"""Kinds of line after which games stop, where a review takes its time."""
EXACT = [("soles", 2), ("soles", 3), ("espresso", 2)]
HEADER = "rollmops 1\ngame soles\nseat A Karen\nseat B Reiner\nfirst A\n\n"
COLUMNS = ("start", "own_dice", "others_dice", "own_errors", "others_gifts", "estimation")


def played(name: str, seats: int, seed: int, *minds: str, most_lines: int | None = None) -> Record:
    """A game between minds, as it was written down."""
    rules, parts = game(name), house(name)
    header = Header(name, tuple(f"P{seat}" for seat in range(seats)), first=LETTERS[seed % seats])
    match = Match(rules, parts, header)
    who = [mind(minds[seat % len(minds)], rules, parts, seed + seat) for seat in range(seats)]
    play(match, who, rules.chance.source(parts, LabDice(seed)), most_lines=most_lines)
    return match.record()


def adds_up(found: Review, within: float) -> None:
    for ledger in found.seats.values():
        assert math.fsum(getattr(ledger, column) for column in COLUMNS) == pytest.approx(ledger.result, abs=within)
    assert math.fsum(ledger.result for ledger in found.seats.values()) == pytest.approx(1, abs=1e-9)


def reviewed(record: Record) -> Review:
    """Its review, whose columns add up to the last digit; with two players nothing is left to estimation."""
    found = review(record)
    assert found.exact
    adds_up(found, 1e-12)
    certified = len(found.seats) > 2  # then others may gain a little otherwise, line by line
    assert found.estimates == certified
    assert all(abs(ledger.estimation) < (0.05 if certified else 1e-12) for ledger in found.seats.values())
    if found.over:
        results = sorted(ledger.result for ledger in found.seats.values())
        winners = sum(share > 0 for share in results)
        assert results == [0.0] * (len(results) - winners) + [1 / winners] * winners
    return found


@pytest.mark.parametrize(("name", "seats"), some_or_all(EXACT, ("soles", 2), ("espresso", 2)))
def test_ledgers_of_every_kind_of_ending_add_up_to_the_last_digit(name: str, seats: int) -> None:
    """One game of each kind; none is missing, and there is no other."""
    met = {kind_of(record) for record in games(name, seats) if reviewed(record).over}
    assert met == kinds(name, seats)


@pytest.mark.parametrize(("name", "seats"), EXACT)
def test_games_that_stop_after_any_kind_of_line_add_up_too(name: str, seats: int) -> None:
    record = games(name, seats)[0]
    verbs = [entry.words.split()[0] for entry in record.entries]
    for verb in set(verbs) if name == "soles" and seats == 2 else sorted(set(verbs))[:SHORT]:
        stopped = Record(replace(record.header, result=None), record.entries[: verbs.index(verb) + 1])
        assert not reviewed(stopped).over


@pytest.mark.timeout(36_000)
@pytest.mark.parametrize(("name", "seats", "part"), [("soles", 2, 1.0), ("soles", 3, 0.1), ("espresso", 2, 0.1)])
def test_exact_ledgers_add_up_to_the_last_digit(name: str, seats: int, part: float) -> None:
    """Games as they come, and games that stop early: whatever ends one is among the kinds we know of."""
    met: Counter[str] = Counter()
    for seed in range(round(part * GAMES)):
        record = played(name, seats, seed, "random", "rollout:2", most_lines=3 + seed % 60 if seed % 8 == 7 else None)
        reviewed(record)
        met[kind_of(record)] += 1
    print(name, seats, dict(met))
    assert {kind for kind in met if not kind.startswith("stopped")} <= kinds(name, seats)
    if GAMES >= 1000 and (name, seats) == ("soles", 2):
        assert kinds(name, seats) <= set(met), "thousands of games meet all of them"


def test_perfect_play_gives_nothing_away() -> None:
    found = review(played("soles", 2, 5, "exact"))
    for ledger in found.seats.values():
        assert ledger.own_errors == pytest.approx(0, abs=1e-9)
        assert ledger.rating.given_away == pytest.approx(0, abs=1e-9)


def test_what_one_gives_away_is_the_others_gift() -> None:
    found = review(played("soles", 2, 3, "random"))
    a, b = found.seats["A"], found.seats["B"]
    assert a.own_errors == pytest.approx(-b.others_gifts, abs=1e-7)
    assert a.own_dice == pytest.approx(-b.others_dice, abs=1e-7)


def test_a_record_that_stops_early_ends_with_its_value() -> None:
    record = played("soles", 2, 9, "random", most_lines=12)
    found = review(record)
    assert not found.over
    adds_up(found, 1e-12)
    assert found.seats["A"].result == found.entries[-1].after["A"]


@pytest.mark.parametrize(("name", "seats"), [("soles", 4), ("espresso", 3), ("lure", 2)])
def test_estimated_ledgers_add_up_with_a_column_for_the_estimates(name: str, seats: int) -> None:
    found = review(played(name, seats, 2, "random", most_lines=14))
    assert not found.exact
    adds_up(found, 1e-9)
    for ledger in found.seats.values():
        assert ledger.error is not None
        assert ledger.error["start"] > 0


def test_entries_say_what_was_best() -> None:
    text = HEADER + "A roll 2 1 1 water\nA again\nA roll 1 double hook\nA take B\n"
    found = review(read_record(text)).json()
    roll, again, _, take = found["entries"]
    assert (roll["line"], roll["kind"], roll["best"], roll["loss"]) == (7, "luck", None, None)
    assert again["kind"] == "choice"
    assert set(again["lines"]) == {"again", "secure"}
    assert take["best"] == "take middle"
    assert take["loss"] == pytest.approx(take["lines"]["take middle"] - take["lines"]["take B"])
    assert set(roll["before"]) == {"A", "B"}


@pytest.mark.parametrize(("name", "seats"), [("soles", 2), ("espresso", 2)])
def test_whoever_gave_something_away_is_told_why(name: str, seats: int) -> None:
    found = review(games(name, seats)[0])
    slips = [step for step in found.entries if step.kind == "choice" and (step.loss or 0) > 0.01]
    said = [sentence(step.reason, list(found.names.values())) for step in slips if step.reason is not None]
    assert len(said) > 0.8 * len(slips), "few are explained by their figures alone"
    assert all(said)
    assert not any(step.reason for step in found.entries if step not in slips)


def test_no_rating_for_few_decisions() -> None:
    found = review(played("soles", 2, 9, "random", most_lines=8))
    assert all(ledger.rating.band is None for ledger in found.seats.values())


def test_moments_are_the_biggest_changes_in_order() -> None:
    found = review(played("soles", 2, 11, "rollout:5", "random"))
    assert 1 <= len(found.moments) <= 3
    assert [one.entry for one in found.moments] == sorted(one.entry for one in found.moments)


def test_records_of_own_dice_are_reviewed_like_any_other() -> None:
    record = played("soles", 2, 4, "random")
    by_hand = Record(replace(record.header, options={"dice": "hand"}), record.entries)
    assert review(by_hand).seats == review(record).seats


def test_a_broken_record_and_unknown_components_are_refused_with_a_sentence() -> None:
    text = played("soles", 2, 4, "random").text()
    with pytest.raises(BadRecordError, match="rowl"):
        review(read_record(text.replace("roll", "rowl", 1)))
    with pytest.raises(RollmopsError, match="reef"):
        review(read_record(text.replace("game soles\n", f"game soles\ncomponents reef {'0' * 64}\n")))


def test_too_long_a_record_is_refused() -> None:
    text = HEADER + "A roll water water water water\n" * 20_001
    with pytest.raises(BadRecordError, match="20000 entries"):
        review(read_record(text))
