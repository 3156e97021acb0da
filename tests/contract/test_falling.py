"""Dice of a line that fall in one call fall as die by die."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.dice import FairDice
from rollmops.engine.falling import DRAWN
from rollmops.engine.keyed import KeyedDice
from rollmops.engine.lines import random_line, roll_line
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.engine.table import copy, same
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.loop import play

SALTS = {"A": "12" * 16, "B": "34" * 16}
GAMES = ("soles", "espresso", "lure")


@pytest.mark.parametrize("name", GAMES)
def test_a_line_falls_as_die_by_die(name: str) -> None:
    rules, rng = game(name), stream(7)
    t = rules.open(house(name), 2)
    at_once, one_by_one = FairDice("ab" * 32, SALTS), FairDice("ab" * 32, SALTS)
    lines = 0
    for _ in range(300):
        actors = rules.actors(t)
        if not actors:
            break
        if actors < 256:
            for seat in (seat for seat in range(2) if actors >> seat & 1):
                for choice in random_line(rules, t, seat, rng):
                    rules.step(t, seat, choice)
            continue
        other = copy(t)
        assert at_once.roll(rules, t) == roll_line(rules, other, one_by_one.draw_at)
        assert at_once.drawn == one_by_one.drawn
        assert same(t, other)
        lines += 1
    assert lines > 10


def test_a_number_past_the_last_whole_multiple_is_passed_over() -> None:
    rules = game("soles")
    t = rules.open(house("soles"), 2)
    fall = rules.words.fall  # type: ignore[attr-defined]
    weights, choices = np.zeros(rules.choices, np.int64), np.zeros(4, np.int64)
    total = int(rules.weights(t, NOBODY).sum())
    assert DRAWN % total, "some numbers are past it"
    assert fall(t, np.array([DRAWN - 1, 0, DRAWN - 1, 1]), weights, choices, False) == (4, 2, False)
    assert rules.words.begun(t, NOBODY)


class OneByOne(KeyedDice):
    """Keyed dice that fall die by die, in a game that knows no other way."""

    def roll(self, game: Game, t: Any) -> list[int]:
        return roll_line(game, t, self.draw_at)


class SomeTriesFail(KeyedDice):
    """Every third number is one that must not count: the next try of that die does."""

    def _bits_of(self, head: bytes, tails: Iterable[bytes]) -> list[int]:
        tails = list(tails)
        drawn = zip(super()._bits_of(head, tails), tails, strict=True)
        return [0 if (head + tail).endswith(b";0") and found % 3 == 0 else found for found, tail in drawn]


class SomeTriesFailOneByOne(SomeTriesFail, OneByOne):
    pass


@pytest.mark.parametrize(("at_once", "one_by_one"), [(KeyedDice, OneByOne), (SomeTriesFail, SomeTriesFailOneByOne)])
@pytest.mark.parametrize("name", GAMES)
def test_keyed_dice_of_a_line_fall_as_die_by_die(name: str, at_once: type, one_by_one: type) -> None:
    rules = game(name)
    tables = []
    for kind in (at_once, one_by_one):
        match = Match(rules, house(name), Header(name, ("Ann", "Ben"), first="A" if rules.starter else None))
        dice = kind("ab" * 32, SALTS, match)
        play(match, [mind("random", rules, match.components, seed) for seed in (1, 2)], dice, most_lines=60)
        tables.append((str(match.entries), dice.drawn))
    assert tables[0] == tables[1]


@pytest.mark.parametrize("seed", ["ab" * 32, "cd" * 64, "ef" * 65, "01"])
def test_draws_are_hmacs(seed: str) -> None:
    dice = FairDice(seed, SALTS, drawn=41)
    text = f"A={SALTS['A']},B={SALTS['B']};41".encode()
    value = int.from_bytes(hmac.digest(bytes.fromhex(seed), text, "sha256")[:6], "big")
    assert dice.number(1000) == value % 1000
