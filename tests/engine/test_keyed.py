"""Keyed dice: the same faces wherever round, seat, throw and die agree, however else the games were played."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import commitment
from rollmops.engine.errors import BadProofError
from rollmops.engine.keyed import KeyedDice, keyed_options
from rollmops.engine.lines import roll_line
from rollmops.engine.logbook import Header, Record, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.records import open_match, verify
from rollmops.minds import mind
from rollmops.minds.loop import play

SEED, SALTS = "5e" * 32, {"A": "01", "B": "02", "C": "03"}


@dataclass
class Noted(KeyedDice):
    """Keyed dice that note every number by its key and by how many there were."""

    noted: dict[tuple[str, int], int] = field(default_factory=dict)

    def __init__(self, seed: str, salts: dict[str, str]) -> None:
        super().__init__(seed, salts)
        self.noted = {}

    def roll(self, game: Game, t: Any) -> list[int]:
        """Die by die, so that every number is seen (tests/contract/test_falling.py: all at once they are the same)."""
        return roll_line(game, t, self.draw_at)

    def _keyed_number(self, key: str, total: int) -> int:
        assert all(key != known for known, _ in self.noted), f"{key} is drawn twice in one game"
        self.noted[key, total] = super()._keyed_number(key, total)
        return self.noted[key, total]


def keyed_game(rules: Game, seats: int, who: int) -> tuple[Record, Noted]:
    """A whole game with keyed dice, played at random by minds of these seeds; the starting player by lot."""
    salts = {letter: SALTS.get(letter, "00") for letter in LETTERS[:seats]}
    dice = Noted(SEED, salts)
    header = Header(
        rules.name,
        tuple(LETTERS[:seats]),
        first=LETTERS[dice.lot(seats)],
        options={"first": "lot", **keyed_options()},
        commit=commitment(SEED),
        salts=salts,
        reveal=SEED,
        arena=rules.chance.maker(),
    )
    match = Match(rules, house(rules.name), header)
    dice.follow(match)
    minds = [mind("random", rules, match.components, 100 * who + seat) for seat in range(seats)]
    play(match, minds, rules.chance.source(match.components, dice))
    return read_record(match.record().text()), dice


def test_a_die_is_the_hmac_that_the_documentation_describes() -> None:
    match = Match(game("soles"), house("soles"), Header("soles", ("Ann", "Ben"), first="B"))
    dice = KeyedDice(SEED, {"B": "02", "A": "01"}, match)
    faces = ["1", "1", "2", "hook", "double", "water"]
    for throw in range(3):
        expected = []
        for die in range(4):
            text = f"A=01,B=02;1 B roll {throw + 1} {die};0"
            digest = hmac.new(bytes.fromhex(SEED), text.encode(), hashlib.sha256).digest()
            expected.append(faces[int.from_bytes(digest[:6]) * 6 >> 48])
        choices = dice.roll(match.game, match.table.copy())
        assert match.game.words.spell(match.table, -1, choices) == " ".join(["roll", *expected])
        match.tally.count(match.tally.place(match.game, match.table), "roll")


def test_no_two_lines_of_a_game_stand_at_the_same_place(any_game: Game) -> None:
    """Throws are counted from one in every round of a seat, whatever came before: only its last round is remembered."""
    record, _ = keyed_game(any_game, any_game.fewest + (any_game.name != "floe"), who=3)
    match, counted, seen = open_match(record.header), Counter[tuple[int, str, str]](), set[str]()
    for entry in record.entries:
        if match.chance:
            place, verb = match.tally.place(match.game, match.table), entry.words.split()[0]
            seen.add(str(place))
            assert place.throw == counted[place.round, place.seat, place.verb] + 1
            counted[place.round, place.seat, verb] += 1
        match.add(entry)
    assert len(seen) == counted.total() > 2


def test_numbers_that_would_favour_a_face_are_tried_again() -> None:
    total = 3 << 46  # 2^48 is one and a third times as much: a quarter of all draws is refused
    dice = KeyedDice("00" * 32, {})
    drawn = [dice._keyed_number(str(number), total) for number in range(400)]
    assert 480 < dice.drawn < 600
    assert max(drawn) < total
    thirds = Counter(number // (1 << 46) for number in drawn)
    assert min(thirds.values()) > 90


def test_numbers_are_uniform_over_places_and_dice() -> None:
    dice = KeyedDice("11" * 32, {"A": "aa"})
    counts: Any = Counter(
        dice._keyed_number(f"{turn} {seat} roll {throw} {die}", 6)
        for turn in range(1, 26)
        for seat in "ABCD"
        for throw in range(1, 31)
        for die in range(4)
    )
    chi = sum((counts[face] - 2000) ** 2 / 2000 for face in range(6))
    assert chi < 20.5  # 5 degrees of freedom, p = 0.001


def test_games_that_part_company_meet_the_same_dice(any_game: Game) -> None:
    seats = any_game.fewest + (any_game.name != "floe")
    (one, ones), (other, others) = (keyed_game(any_game, seats, who) for who in (1, 2))
    assert [str(entry) for entry in one.entries] != [str(entry) for entry in other.entries]
    both = ones.noted.keys() & others.noted.keys()
    assert len(both) > 15
    assert all(ones.noted[key] == others.noted[key] for key in both)
    apart = {key for key, _ in ones.noted} ^ {key for key, _ in others.noted}
    assert apart, "these games should have parted company"


def test_a_keyed_game_is_proven_and_a_forged_one_is_found(any_game: Game) -> None:
    record, _ = keyed_game(any_game, any_game.fewest, 3)
    assert verify(record) > 10
    for forged in (
        replace(record.header, salts={**record.header.salts, "A": "00"}),
        replace(record.header, options={"first": "lot"}),  # these would be counted dice
        replace(record.header, options={"first": "lot", "keyed": "seat"}),
    ):
        with pytest.raises(BadProofError):
            verify(Record(forged, record.entries))


def test_a_roll_that_is_undone_falls_the_same() -> None:
    import rollmops

    match = rollmops.open("espresso", ["Ann", "Ben"], seed=3)
    told = []
    for _ in range(3):
        told.append(str(match.roll()))
        match.play("stand" if "stand" in match.lines() else match.lines()[0])
        match.undo()
        match.undo()
    assert len(set(told)) == 1
    rollmops.play(match, "random")
    assert rollmops.verify(match.record()) > 10


def test_a_die_that_is_rolled_alone_shows_what_it_shows_among_others() -> None:
    rules = game("espresso")
    shown = []
    for dice in ("b1 b2 r1", "b2", "b2 r1"):
        match = Match(rules, house("espresso"), Header("espresso", ("Ann", "Ben"), first="A"))
        keyed = KeyedDice(SEED, SALTS, match)
        match.roll(keyed)
        match.choose(0, f"reroll {dice}")
        faces = dict(zip(dice.split(), match.roll(keyed).words.split()[1:], strict=True))
        shown.append(faces["b2"])
    assert len(set(shown)) == 1


def test_the_same_fish_come_in_every_line() -> None:
    (one, _), (other, _) = (keyed_game(game("lure"), 3, who) for who in (5, 6))
    fish = [[entry.words for entry in record.entries if entry.seat == "*"] for record in (one, other)]
    assert fish[0] == fish[1]
    assert len(fish[0]) > 10


def test_a_number_changes_little_where_a_card_more_lies_in_the_pile() -> None:
    dice, same = KeyedDice("22" * 32, {}), 0
    pile = np.array([8, 2, 2, 2, 2, 2, 2, 4])
    for draw in range(300):
        kinds = []
        for more in (0, 1):
            weights = pile.copy()
            weights[draw % 8] -= more
            kinds.append(dice._choice(weights.tolist(), dice._keyed_number(str(draw), int(weights.sum()))))
        same += kinds[0] == kinds[1]
    assert same > 240  # a remainder would agree in about 40
