"""`rollmops verify` throws every throw again, or says why it cannot."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rollmops.arena.dice import CHANCE, MIXED, ThrownDice, arena_name
from rollmops.engine.dice import FairDice, LabDice, commitment
from rollmops.engine.errors import BadProofError
from rollmops.engine.logbook import Entry, Header, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.records import advance_dice, make_again, verify
from rollmops.minds import mind
from rollmops.minds.loop import play as play_match

RECORDS = Path(__file__).parent / "records"
WHOLE = ("ends_at_75_for_two_players", "ends_at_75_for_four_players", "ends_at_100_for_six_players")


def read(name: str) -> Record:
    return read_record((RECORDS / f"{name}.rollmops").read_bytes())


def play(seed: int, seats: int = 3) -> Record:
    """A game of random minds thrown here and now, with fair dice and its stamp."""
    rules, parts = game("floe"), house("floe")
    secret = f"{seed:064x}"
    salts = dict.fromkeys("ABC"[:seats], "00")
    header = Header("floe", ("Ann", "Ben", "Cleo")[:seats], first="A", salts=salts)
    match, thrown = Match(rules, parts, header), ThrownDice(parts, FairDice(secret, salts))
    minds = [mind("random", rules, parts, seat) for seat in range(seats)]
    play_match(match, minds, thrown, most_lines=40)
    header = replace(match.header, commit=commitment(secret), reveal=secret, arena=thrown.stamp)
    return Record(header, tuple(Entry(entry.seat, entry.words, number) for number, entry in enumerate(match.entries, 9)))


@pytest.mark.parametrize("name", WHOLE)
def test_whole_games_are_thrown_again_where_they_can_be(name: str) -> None:
    record = read(name)
    dice = sum(len(entry.words.split()) - 1 for entry in record.entries if entry.words.startswith("rest"))
    try:
        CHANCE.check_maker(record.header.arena)
    except BadProofError:
        # Another platform or engine: then the command must say so, too.
        with pytest.raises(BadProofError, match="cannot be thrown again here"):
            verify(record)
    else:
        assert verify(record) == dice


def test_a_game_thrown_here_is_proven_here() -> None:
    record = play(1)
    assert verify(record) > 20


def test_a_die_put_elsewhere_is_found() -> None:
    record = play(2)
    place = next(i for i, entry in enumerate(record.entries) if entry.words.startswith("rest"))
    entry = record.entries[place]
    moved = re.sub(r"water,(\d)", lambda found: f"water,{int(found[1]) % 6 + 1}", entry.words, count=1)
    assert moved != entry.words
    entries = (*record.entries[:place], Entry(entry.seat, moved, entry.line))
    with pytest.raises(BadProofError, match=f"line {entry.line}"):
        verify(Record(record.header, entries))


def test_another_trajectory_is_found() -> None:
    record = play(3)
    assert record.header.arena is not None
    forged = record.header.arena[:-1] + ("0" if record.header.arena[-1] != "0" else "1")
    with pytest.raises(BadProofError, match="digest"):
        verify(Record(replace(record.header, arena=forged), record.entries))


@pytest.mark.parametrize(
    ("stamp", "said"),
    [
        (None, "no 'arena' line"),
        ("arena-1 mujoco-9.9 plan9-mips", "plan9-mips"),
        (MIXED, "mixed"),
    ],
)
def test_where_it_cannot_be_thrown_again_it_is_said_why(stamp: str | None, said: str) -> None:
    record = play(4)
    with pytest.raises(BadProofError, match=said):
        verify(Record(replace(record.header, arena=stamp), record.entries))


def test_a_resumed_game_goes_on_with_the_same_seeds() -> None:
    record = play(5)
    assert record.header.reveal is not None
    part = Record(replace(record.header, reveal=None), record.entries[:12])
    dice = advance_dice(part, record.header.reveal)
    assert dice.drawn == sum(entry.words.startswith("rest") for entry in part.entries)


def test_throws_made_again_lead_to_the_same_digest() -> None:
    record = play(6)
    assert record.header.reveal is not None
    again = make_again(record, record.header.reveal)
    assert CHANCE.stamp(again.source) == record.header.arena


def test_where_throws_are_lost_so_is_their_digest_and_a_mixed_game_has_no_engine() -> None:
    parts = house("floe")
    assert ThrownDice(parts, LabDice(1), arena_name()).stamp == arena_name()
    assert ThrownDice(parts, LabDice(1), "arena-1 mujoco-1.0 plan9-mips").stamp == MIXED
