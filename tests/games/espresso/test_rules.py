"""Laws of Espresso Fishing beyond those of every game: nothing is lost, one wins, refusals say why."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollmops.engine.contract import LETTERS, NOBODY, OVER
from rollmops.engine.errors import RollmopsError
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import Entry
from rollmops.games import house
from rollmops.games.espresso import GAME
from rollmops.games.espresso.rules import winner
from rollmops.games.espresso.table import BLUE, LAKE, YELLOW
from tests.contract.walk import walk
from tests.games.espresso.test_records import played


@pytest.mark.parametrize("seats", range(2, 6))
def test_fish_and_chips_are_conserved(seats: int) -> None:
    stock = 19 if seats < 4 else 29
    for seed in range(3):
        for moment in walk(GAME, seats, seed):
            t = moment.after
            assert t.fish[:, BLUE].sum() == stock - 1
            assert t.fish[:, YELLOW].sum() == 1
            assert t.chips.sum() + t.pile == 2 * seats
            assert t.fish.min() >= 0
            assert t.chips.min() >= 0
            assert not t.fish[seats:LAKE].any()


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_game_is_over_exactly_when_the_lake_is_empty(seats: int) -> None:
    for moment in walk(GAME, seats, seed=11):
        assert (GAME.actors(moment.after) == OVER) == (not moment.after.fish[LAKE].any())


def knock_out(fish: list[int], yellow: int) -> int:
    """The end as RULES.md tells it, in plain Python."""
    for most in sorted(set(fish), reverse=True):
        equals = [seat for seat, count in enumerate(fish) if count == most]
        if len(equals) == 1:
            return equals[0]
        if yellow in equals:
            return yellow
    raise AssertionError("the yellow fish is with somebody, so somebody wins")


@given(st.lists(st.integers(0, 5), min_size=2, max_size=5), st.integers(0, 4))
def test_the_knock_out_of_ties(blue: list[int], holder: int) -> None:
    holder %= len(blue)
    t = GAME.open(house("espresso"), len(blue))
    t.fish[:] = 0
    t.fish[: len(blue), BLUE] = blue
    t.fish[holder, YELLOW] = 1
    fish = [count + (seat == holder) for seat, count in enumerate(blue)]
    assert winner(t) == knock_out(fish, holder)


def test_nobody_is_ahead_before_anything_is_caught() -> None:
    t = GAME.open(house("espresso"), 3)
    assert winner(t) == NOBODY
    assert GAME.standing(t, 3) == ([0, 0, 0], [0.0, 0.0, 0.0])


def test_a_move_is_never_from_the_mover_and_never_back() -> None:
    moves = 0
    for seed in range(8):
        for moment in walk(GAME, 3, seed):
            if moment.seat == NOBODY or not moment.before.special:
                continue
            who = LETTERS[moment.seat]
            for line in legal_words(GAME, moment.before, moment.seat):
                if line.startswith("move"):
                    _, source, _, target = line.split()
                    assert source not in (who, target)
                    moves += 1
    assert moves > 100


def test_every_kind_of_line_is_played_by_chance() -> None:
    """The walks of the laws reach every verb, so the laws speak of the whole game."""
    verbs = {
        GAME.words.spell(moment.before, moment.seat, [moment.choice]).split()[0]
        for seed in range(6)
        for moment in walk(GAME, 4, seed)
    }
    assert verbs == {"roll", "reroll", "stand", "drink", "cast", "white", "take", "steal", "chip", "move", "pass"}


REFUSED = [
    ("three_white_throws", 0, "roll wave wave wave wave empty", "red: worm, hook, wave, double"),
    ("three_white_throws", 0, "roll wave wave", "5 dice are rolled here (b1 b2 b3 r1 r2), not 2"),
    ("three_white_throws", 0, "roll wave wave tide wave wave", "not 'tide'"),
    ("three_white_throws", 1, "reroll", "names the dice"),
    ("three_white_throws", 1, "reroll b1 b1", "names a die twice"),
    ("three_white_throws", 1, "reroll b4", "not 'b4'"),
    ("three_white_throws", 1, "cast", "'A stand'"),
    ("three_white_throws", 3, "reroll r2", "any of b1 b2 b3 r1, or 'A stand'"),
    ("three_white_throws", 8, "take blue", "'A cast' or 'A drink' or 'A pass'"),
    ("three_white_throws", 9, "white wave", "fish, two, shoe, zzz"),
    ("three_white_throws", 10, "take green", "blue, yellow, not 'green'"),
    ("an_espresso_keeps_awake", 5, "drink", "'A cast' or 'A pass'"),
    ("four_equal_steal_two", 17, "steal C blue", "'C steal A blue'"),
    ("four_equal_steal_two", 17, "steal B yellow", "'C steal B blue'"),
    ("four_equal_steal_two", 17, "move lake blue C", "'C pass'"),
    ("three_and_two_steal_one", 17, "steal F blue", "a seat's letter, not 'F'"),
    ("special_steal_is_a_move_to_oneself", 17, "steal A yellow", "'C move FROM COLOUR TO'"),
    ("special_steal_is_a_move_to_oneself", 17, "move A yellow A", "against the rules"),
    ("special_steal_is_a_move_to_oneself", 17, "move C blue A", "against the rules"),
    ("special_steal_is_a_move_to_oneself", 17, "move lake blue lake", "against the rules"),
    ("special_steal_is_a_move_to_oneself", 17, "move lake blue D", "against the rules"),
    ("special_steal_is_a_move_to_oneself", 17, "move lake yellow C", "against the rules"),
    ("special_steal_is_a_move_to_oneself", 17, "chip pile", "'C chip A' or 'C chip B'"),
    ("special_steal_is_a_move_to_oneself", 17, "chip C", "against the rules"),
    ("special_steal_is_a_move_to_oneself", 17, "chip lake", "a seat's letter or pile"),
]


@pytest.mark.parametrize(("name", "lines", "words", "said"), REFUSED)
def test_what_is_against_the_rules_is_refused_with_what_would_be_right(name: str, lines: int, words: str, said: str) -> None:
    match = played(name, lines)
    before = match.table.tobytes()
    with pytest.raises(RollmopsError) as caught:
        match.add(Entry(LETTERS[match.table.turn], words))
    assert said in str(caught.value)
    assert match.table.tobytes() == before


def test_the_lab_and_the_table_know_the_same_view() -> None:
    """A watcher sees what a player sees: nothing in this game is secret."""
    match = played("four_equal_steal_two", 17)
    mine, watching = match.view(2), match.view(NOBODY)
    assert (mine.seat, watching.seat) == ("C", None)
    table = GAME.empty(house("espresso"))
    GAME.views.fill(watching, table, np.random.default_rng(0))
    assert table.tobytes() == match.table.tobytes()
