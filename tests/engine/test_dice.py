"""Fair dice: fair, the same for the same seed, and provable."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import FairDice, LabDice, commitment, new_salt, new_seed
from rollmops.engine.errors import BadProofError
from rollmops.engine.logbook import Entry, Header, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import house
from rollmops.games.records import verify
from rollmops.minds import mind
from rollmops.minds.loop import play


def test_a_die_is_the_hmac_that_the_documentation_describes() -> None:
    seed, salts = "ab" * 32, {"B": "02", "A": "01"}
    dice = FairDice(seed, salts)
    weights = np.array([2, 1, 1, 1, 1])
    for number in range(200):
        digest = hmac.new(bytes.fromhex(seed), f"A=01,B=02;{number}".encode(), hashlib.sha256).digest()
        spot = int.from_bytes(digest[:6], "big") % 6
        assert dice.draw(weights) == [0, 0, 1, 2, 3, 4][spot]


def test_numbers_past_the_last_whole_multiple_are_passed_over() -> None:
    total = (1 << 47) + 1  # nearly half of all 48-bit numbers must be refused
    dice = FairDice("00" * 32, {})
    drawn = [dice.number(total) for _ in range(400)]
    assert 600 < dice.drawn < 1000
    assert max(drawn) < total


@pytest.mark.parametrize("source", ["fair", "lab"])
def test_faces_fall_by_weight(source: str) -> None:
    dice: FairDice | LabDice = FairDice("11" * 32, {"A": "aa"}) if source == "fair" else LabDice(1)
    weights = np.array([2, 0, 1, 3])
    counts = Counter(dice.draw(weights) for _ in range(12_000))
    expected = weights / weights.sum() * 12_000
    chi = sum((counts[face] - expected[face]) ** 2 / expected[face] for face in (0, 2, 3))
    assert counts[1] == 0
    assert chi < 13.8  # 2 degrees of freedom, p = 0.001


def fair_record(game: Game, seats: int) -> Record:
    """A whole game with fair dice, the starting player by lot."""
    seed = new_seed()
    salts = {letter: new_salt() for letter in LETTERS[:seats]}
    dice = FairDice(seed, salts)
    first = LETTERS[dice.number(seats)]
    header = Header(
        game.name,
        tuple(LETTERS[:seats]),
        first=first,
        options={"first": "lot"},
        commit=commitment(seed),
        salts=salts,
        reveal=seed,
        arena=game.chance.maker(),
    )
    match = Match(game, house(game.name), header)
    source = game.chance.source(match.components, dice)
    minds = [mind("random", game, house(game.name), seat) for seat in range(seats)]
    play(match, minds, source)
    return read_record(match.record().text())


def test_every_die_of_a_fair_game_is_proven_and_a_forged_one_is_found(any_game: Game) -> None:
    record = fair_record(any_game, any_game.fewest + 1)
    assert verify(record) > 10
    for forged in (
        replace(record.header, salts={**record.header.salts, "A": "00"}),
        replace(record.header, reveal="0" * 64),
        replace(record.header, reveal="0" * 64, commit=commitment("0" * 64)),
        replace(record.header, reveal=None),
        replace(record.header, commit=None),
        replace(record.header, options={"dice": "hand"}),
    ):
        with pytest.raises(BadProofError):
            verify(Record(forged, record.entries))


def test_a_forged_die_is_named_by_its_line() -> None:
    from rollmops.games import game

    record = fair_record(game("soles"), 2)
    roll = next(place for place, entry in enumerate(record.entries) if entry.words.startswith("roll"))
    entry = record.entries[roll]
    words = entry.words.split()
    other = "1 1 2 2" if words[1:] != ["1", "1", "2", "2"] else "1 1 1 2"
    entries = [Entry(entry.seat, f"roll {other}", entry.line)]  # what follows need not be legal any more: it ends here
    with pytest.raises(BadProofError, match=f"line {entry.line}: found .*but the seed says"):
        verify(Record(record.header, tuple(entries)))
