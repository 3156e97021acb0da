"""A match knows whose turn it is and keeps errors apart."""

from __future__ import annotations

import pytest

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.dice import LabDice, ScriptedDice
from rollmops.engine.errors import BadTableError, BadWordsError, IllegalError, NotYourTurnError, RollmopsError, StaleError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import mind


@pytest.fixture
def match() -> Match:
    """Karen has rolled a haul with a hook."""
    table = Match(game("soles"), house("soles"), Header("soles", ("Karen", "Reiner"), first="A"))
    table.roll_all(ScriptedDice(["roll 1 double hook water"]))
    return table


def test_dice_fall_until_somebody_owes_a_choice(match: Match) -> None:
    assert [str(entry) for entry in match.entries] == ["A roll 1 double hook water"]
    assert match.owing == (0,)
    assert not match.chance
    assert not match.over
    assert match.transitions == 4


@pytest.mark.parametrize(
    ("seat", "words", "error"),
    [
        (0, "take the money", BadWordsError),
        (0, "take A", IllegalError),
        (0, "take C", IllegalError),
        (0, "secure", IllegalError),
        (0, "fly", IllegalError),
        (0, "", IllegalError),
        (1, "take middle", NotYourTurnError),
        (7, "take middle", BadTableError),
    ],
)
def test_each_wrong_choice_has_its_own_error_and_changes_nothing(
    match: Match, seat: int, words: str, error: type[RollmopsError]
) -> None:
    before = match.table.tobytes(), list(match.entries)
    with pytest.raises(error):
        match.choose(seat, words)
    assert (match.table.tobytes(), match.entries) == before


def test_a_choice_for_an_older_table_is_stale(match: Match) -> None:
    with pytest.raises(StaleError, match="meant for entry 0, the log is at 1"):
        match.choose(0, "take middle", sequence=0)
    assert match.choose(0, "take middle", sequence=1)


def test_nothing_follows_the_end() -> None:
    match = Match(game("soles"), house("soles"), Header("soles", ("Karen", "Reiner"), first="A"))
    match.roll_all(ScriptedDice(["roll 2 2 double double"]))
    for _ in range(4):
        match.choose(0, "again")
        match.roll_all(ScriptedDice(["roll 2 2"]))
    assert match.over
    assert match.winners() == ["A"]
    assert match.record().header.result == "A 80 B 0"
    with pytest.raises(NotYourTurnError, match="over"):
        match.choose(1, "again")
    with pytest.raises(IllegalError, match="no dice"):
        match.put("roll 1 1 1 1")


def test_a_script_that_ends_early_says_what_comes_next(match: Match) -> None:
    match.choose(0, "take middle")
    match.choose(0, "again")
    with pytest.raises(RollmopsError, match="'A roll' with 2 of"):
        match.roll_all(ScriptedDice([]))


def test_the_starting_player_must_be_named() -> None:
    with pytest.raises(BadTableError, match="first"):
        Match(game("soles"), house("soles"), Header("soles", ("Karen", "Reiner")))


def test_what_is_seen_in_a_running_game_has_no_seed() -> None:
    header = Header("soles", ("Karen", "Reiner"), first="A", reveal="0" * 64)
    match = Match(game("soles"), house("soles"), header)
    assert match.seen(NOBODY).header.reveal is None


def test_everything_that_happened_can_be_undone_one_after_the_other(any_game: Game) -> None:
    """Back to the opening, whatever happened; and what is played again from anywhere leads to the same table."""
    match = Match(any_game, house(any_game.name), Header(any_game.name, ("A",) * any_game.fewest, first="A"))
    source, chancer = any_game.chance.source(match.components, LabDice(3)), mind("random", any_game, match.components, 3)
    passed = [match.table.tobytes()]
    while not match.over and len(match.entries) < 14:
        if match.chance:
            match.roll(source)
        else:
            match.choose(match.owing[0], chancer.choose(match.view(match.owing[0])))
        if not match.sealed:
            passed.append(match.table.tobytes())
    record = match.record()
    while match.entries or match.sealed:
        transitions, before = match.transitions, len(match.entries) + len(match.sealed)
        entry = match.undo()
        assert len(match.entries) + len(match.sealed) == before - 1
        assert entry == record.entries[before - 1]
        assert match.transitions <= transitions
        assert match.sealed or match.table.tobytes() in passed
    assert match.table.tobytes() == passed[0]
    with pytest.raises(IllegalError, match="nothing to undo"):
        match.undo()
    for entry in record.entries:
        match.add(entry)
    assert match.record() == record
