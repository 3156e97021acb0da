"""What if: the value of another line, and how the game would end after it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import rollmops
from rollmops.engine.errors import BadTableError, IllegalError
from rollmops.engine.logbook import Record
from rollmops.games.records import fold
from rollmops.review.endings import MOST_LINES, Endings, played_otherwise, what_if
from rollmops.solve import valuer
from tests.effort import short_or_long


def decisions(record: Record) -> list[int]:
    """Where somebody decides."""
    return [place for place, entry in enumerate(record.entries) if entry.words.split()[0] in ("again", "secure")]


@pytest.fixture(scope="module")
def soles() -> Record:
    return rollmops.play(rollmops.open("soles", ["Ann", "Ben"], seed=1), rollmops.mind("rollout:40", 1)).record()


def test_games_that_are_played_on_win_as_often_as_the_value_says(soles: Record) -> None:
    place = decisions(soles)[-2]
    for words in ("again", "secure"):
        endings = Endings(played_otherwise(soles, place, words))
        endings.more(150)
        won = sum(shares[0] * weight for (_, shares), weight in endings.found.items()) / endings.games
        value = endings.value.shares[0]
        assert abs(won - value) < 4 * math.sqrt(value * (1 - value) / endings.games) + 1e-9
        told = endings.summary()
        assert (told.players, told.games, told.value_error, told.wins_error) == ("best", 150, None, None)
        for points in told.points.values():
            assert sum(points.values()) == pytest.approx(1)
            assert len(points) > 3


@pytest.mark.parametrize(("name", "players", "level"), [("soles", 3, 0.05), ("espresso", 2, 0.05)])
def test_a_search_of_every_turn_plays_on_as_well_as_the_value_says(name: str, players: int, level: float) -> None:
    """Its turns are not perfect, so it may win a little more or less often than whoever plays by the exact values."""
    names = [f"P{seat}" for seat in range(players)]
    record = rollmops.play(rollmops.open(name, names, seed=3), rollmops.mind("random", 3), most_lines=60).record()
    endings = Endings(played_otherwise(record, next(n for n in range(40, 60) if decides(record, n))))
    games = short_or_long(50, 1000)
    endings.more(games)
    told = endings.summary()
    assert (told.players, told.games, told.value_error) == ("search", games, None)
    for seat, value in enumerate(endings.value.shares):
        won = sum(shares[seat] * weight for (_, shares), weight in endings.found.items()) / games
        assert abs(won - value) < 4 * math.sqrt(value * (1 - value) / games) + level
    assert all(len(points) > 3 for points in told.points.values())


def test_a_line_after_which_the_game_is_over_has_one_ending() -> None:
    match = rollmops.open("soles", ["Ann", "Ben"], seed=4)  # ends with `take middle`, not with dice
    record = rollmops.play(match, rollmops.mind("random", 1)).record()
    place = len(record.entries) - 1
    assert played_otherwise(record, place, record.entries[place].words).match.over
    told = what_if(record, place, record.entries[place].words)
    assert (told.games, told.wins_error) == (0, None)
    assert all(list(points.values()) == [1.0] for points in told.points.values())


def test_endings_are_the_same_for_the_same_question(soles: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollmops.review.endings.LISTED_SECONDS", math.inf)  # whether they are listed is not up to the clock
    place = decisions(soles)[-1]
    assert what_if(soles, place, "again", games=5) == what_if(soles, place, "again", games=5)


def test_the_line_that_was_played_has_its_figure_however_bad_it_was() -> None:
    """Of many lines the best are shown; a random player of espresso plays others."""
    record = rollmops.play(
        rollmops.open("espresso", ["Ann", "Ben"], seed=1), rollmops.mind("random", 1), most_lines=40
    ).record()
    found = [played_otherwise(record, n) for n in range(len(record.entries)) if decides(record, n)]
    assert any(len(one.lines) > MOST_LINES for one in found), "one that is not among the best"
    assert all(one.played in one.lines for one in found)


def test_in_lure_the_others_choose_what_they_did() -> None:
    record = rollmops.play(rollmops.open("lure", ["Ann", "Ben", "Cy"], seed=2), rollmops.mind("random", 1)).record()
    place = next(n for n, entry in enumerate(record.entries) if entry.words.startswith("cast"))
    mine = next(entry.words for entry in record.entries[place:] if entry.seat == record.entries[place].seat)
    found = played_otherwise(record, place)
    match = found.match
    assert (found.seat, found.words, found.played) == (record.entries[place].seat, mine, mine)
    assert not match.sealed
    assert [str(one) for one in match.entries] == [str(one) for one in record.entries[: len(match.entries)]]


def test_only_decisions_can_be_made_otherwise(soles: Record) -> None:
    with pytest.raises(BadTableError, match="nobody decides"):
        what_if(soles, 0, "again")
    with pytest.raises(IllegalError, match="legal"):
        what_if(soles, decisions(soles)[0], "dance")
    with pytest.raises(BadTableError, match="entries"):
        what_if(soles, len(soles.entries), "again")


def test_the_value_is_that_of_the_valuer(soles: Record) -> None:
    place = decisions(soles)[2]
    found = played_otherwise(soles, place, "again")
    match, told = found.match, Endings(found).summary()
    assert set(told.lines) == {"again", "secure"}
    assert list(told.value.values()) == list(valuer(match.game, match.components, 2).value(match.table).shares)


@pytest.mark.parametrize(("name", "players"), [("espresso", 3), ("lure", 3)])
def test_whoever_says_stop_is_heard_between_two_lines_and_loses_nothing(name: str, players: int) -> None:
    """Games of bots take their time: an answer does not wait for the end of one, and the next one goes on with it."""
    names = [f"P{seat}" for seat in range(players)]
    record = rollmops.play(rollmops.open(name, names, seed=3), rollmops.mind("random", 3)).record()
    found = played_otherwise(record, next(n for n in range(len(record.entries) - 12, 0, -1) if decides(record, n)))
    halting, asked = Endings(found), 0
    while halting.games < 2:
        asked += 1
        lines = iter([False, True])  # one line for each answer
        halting.more(2 - halting.games, lambda: next(lines))  # noqa: B023 - asked at once
        told = halting.summary()
        assert not told.listed
        if not told.games:
            assert (told.wins, told.wins_error) == (told.value, told.value_error), "what is known already"
            assert told.points == {letter: {} for letter in told.value}
    at_once = Endings(found)
    at_once.more(2)
    assert asked > 2
    assert halting.summary() == at_once.summary()


def decides(record: Record, place: int) -> bool:
    """Whether somebody decides after so many entries."""
    return bool(fold(Record(replace(record.header, result=None), record.entries[:place])).owing)
