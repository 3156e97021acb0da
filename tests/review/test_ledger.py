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

GAMES = int(os.environ.get("ROLLMOPS_REVIEWS", "40"))
"""Games of each kind; `make fuzz` plays thousands."""
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


@pytest.mark.timeout(36_000)
@pytest.mark.parametrize(("name", "seats", "part"), [("soles", 2, 1.0), ("soles", 3, 0.2), ("espresso", 2, 0.1)])
def test_exact_ledgers_add_up_to_the_last_digit(name: str, seats: int, part: float) -> None:
    """Games won and shared, by the last line of every kind, and games that stop early."""
    endings: Counter[str] = Counter()
    for seed in range(max(2, round(part * GAMES))):
        record = played(name, seats, seed, "random", "rollout:2", most_lines=3 + seed if seed % 8 == 7 else None)
        found = review(record)
        assert found.exact
        adds_up(found, 1e-12)
        open_question = 1e-7 if not found.gain else 0.05  # certified: what others may gain otherwise, line by line
        assert all(abs(ledger.estimation) < open_question for ledger in found.seats.values())
        assert found.estimates == (seats > 2)
        results = sorted(ledger.result for ledger in found.seats.values())
        winners = sum(share > 0 for share in results)
        if found.over:
            assert results == [0.0] * (seats - winners) + [1 / winners] * winners
        endings[f"{winners} of {seats} after {record.entries[-1].words.split()[0]}" if found.over else "stopped"] += 1
    print(name, seats, dict(endings))
    assert any(kind.startswith("1 of") for kind in endings)
    if GAMES >= 1000 and name == "soles":
        assert any(kind.startswith("2 of") for kind in endings), "a shared win is among them"


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
