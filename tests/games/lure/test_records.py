"""What each record of Lure shows, beside being legal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.errors import BadRecordError
from rollmops.games.lure.table import lures_of
from rollmops.games.records import read_match

RECORDS = Path(__file__).parent / "records"

SHOWN: dict[str, dict[str, Any]] = {
    "more_turns_up_one_more_fish_in_chains": {
        "deck": 14,
        "middle": ["minnow", "gudgeon", "loach", "perch", "carp", "eel"],
    },
    "four_players_turn_up_three_fish": {"deck": 27, "middle": ["carp", "eel", "pike"]},
    "each_player_begins_with_one_lure": {"deck": 18, "lures": {"A": ["x5"], "B": ["boast"], "C": ["adjust"]}},
    "everyone_draws_a_lure_when_bleak_splashes": {
        "lures": {"A": ["adjust", "x5"], "B": ["adjust", "x4"], "C": ["x3", "boast"]},
    },
    "fewest_dice_fish_first": {"middle": ["eel"], "caught": {"A": ["gudgeon", "carp"], "B": ["minnow"]}},
    "all_fish_one_can_catch_are_taken": {"middle": [], "caught": {"A": ["minnow", "gudgeon", "carp", "roach"], "B": []}},
    "catch_number_reached_exactly": {"caught": {"A": [], "B": ["gudgeon"]}},
    "pair_needs_two_equal_dice": {"caught": {"A": [], "B": ["roach"]}},
    "distinct_needs_no_two_equal_dice": {"caught": {"A": [], "B": ["ruffe"]}},
    "odd_needs_every_die_odd": {"caught": {"A": [], "B": ["bullhead", "ide"]}},
    "even_needs_every_die_even": {"caught": {"A": [], "B": ["rudd", "bream"]}},
    "has_needs_every_number_as_often_as_named": {"caught": {"A": [], "B": ["burbot", "zander"]}},
    "one_die_is_odd_and_distinct_by_itself": {"caught": {"A": ["eel", "chub"], "B": []}, "resting": {"A": ["d20"], "B": []}},
    "special_dice_rest_for_one_round": {"resting": {"A": ["d12"], "B": ["d20"]}},
    "adjust_turns_a_die_by_one": {"caught": {"A": ["bleak", "salmon"], "B": []}},
    "several_adjusts_may_go_to_one_die": {"caught": {"A": ["burbot"], "B": []}, "lures": {"A": [], "B": ["x1", "x4"]}},
    "unused_adjusts_are_discarded": {"caught": {"A": ["gudgeon"], "B": []}, "lures": {"A": [], "B": ["x4"]}},
    "an_adjust_without_dice_asks_nothing": {"lures": {"A": ["x1"], "B": ["x4"]}},
    "extra_dice_count_for_total_and_need_but_not_for_order": {
        "middle": ["trout"],
        "caught": {"A": ["roach", "gudgeon"], "B": []},
    },
    "an_extra_die_may_spoil_a_need": {"middle": ["bullhead", "carp"]},
    "any_catch_scores_all_boasts": {"boasts": {"A": 2, "B": 0}, "caught": {"A": ["minnow"], "B": []}},
    "boasts_without_a_catch_are_discarded": {"boasts": {"A": 0, "B": 0}, "lures": {"A": ["x1"], "B": ["x5"]}},
    "who_catches_nothing_draws_a_lure": {"lures": {"A": ["x1", "x5"], "B": ["x4"]}, "caught": {"A": [], "B": ["carp"]}},
    "no_dice_fish_first_with_extra_dice_alone": {"caught": {"A": ["bullhead", "minnow"], "B": []}},
    "no_dice_meet_no_need": {"middle": ["rudd", "carp"]},
    "rolling_together_the_lower_total_catches": {"caught": {"A": ["dace"], "B": ["gudgeon"], "C": []}},
    "a_tie_for_the_lowest_total_catches_nothing": {
        "middle": ["gudgeon", "carp", "eel"],
        "caught": {"A": [], "B": [], "C": []},
    },
    "a_tie_counts_only_among_those_who_could_catch": {"caught": {"A": ["roach"], "B": [], "C": []}},
    "totals_are_compared_after_adjusting": {"caught": {"A": ["gudgeon"], "B": []}},
    "only_who_cast_an_adjust_is_asked": {"caught": {"A": [], "B": ["gudgeon"], "C": []}},
    "no_fish_left_sends_the_others_home": {
        "caught": {"A": ["minnow", "bleak", "ruffe"], "B": [], "C": []},
        "boasts": {"A": 0, "B": 0, "C": 0},
        "lures": {"A": ["x1", "x5"], "B": ["x2", "x6"], "C": ["x4", "x6"]},
        "resting": {"A": ["d12"], "B": [], "C": ["d12"]},
    },
    "leftovers_stay_in_the_middle": {"middle": ["carp", "eel", "pike", "char"]},
    "no_lure_left_none_is_drawn": {"deck": 24},
    "discards_are_shuffled_when_the_pile_is_empty": {"deck": 24},
}
WINNERS = {
    "ends_with_the_round_of_the_last_fish": ["B"],
    "ends_in_a_tie_fewest_fish_win": ["A"],
    "ends_in_a_tie_that_is_shared": ["A", "B"],
    "boasts_are_no_fish_in_the_tie_break": ["A", "B"],
    "the_last_splash_draws_what_is_there": ["A"],
    "more_with_an_empty_deck_brings_nothing": ["A"],
    "three_players_two_share_the_win": ["A", "C"],
    "five_players_play_the_whole_deck": ["E"],
}


def test_every_record_is_looked_at() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == SHOWN.keys() | WINNERS.keys()


@pytest.mark.parametrize("name", SHOWN)
def test_the_table_at_the_end_of_the_record(name: str) -> None:
    match = read_match((RECORDS / f"{name}.rollmops").read_bytes())
    table = match.game.words.table(match.table)
    assert {key: table[key] for key in SHOWN[name]} == SHOWN[name]


@pytest.mark.parametrize("name", WINNERS)
def test_who_has_won(name: str) -> None:
    match = read_match((RECORDS / f"{name}.rollmops").read_bytes())
    assert match.winners() == WINNERS[name]


def test_the_pile_after_a_shuffle_is_what_was_discarded() -> None:
    t = read_match((RECORDS / "discards_are_shuffled_when_the_pile_is_empty.rollmops").read_bytes()).table
    assert lures_of(t.stock) == ["x1"]
    assert lures_of(t.pile) == lures_of(t.discards) == []
    assert lures_of(t.drawn[4]) == ["x1"]


HEAD = "rollmops 1\ngame lure\nseat A Ann\nseat B Ben\n\n"
BEGUN = HEAD + "A draw x5\nB draw adjust\n* splash carp\n* splash eel\n"
ROLLED = BEGUN + "A cast 1 d12\nB cast 2 adjust\nA roll 3 10\nB roll 6 1\n"

REFUSED = {
    "a lure that does not exist": (HEAD + "A draw x7\n", 6, "x7"),
    "drawing out of turn": (HEAD + "B draw x5\n", 6, "'A draw'"),
    "a third x5": (HEAD + "A draw x5\nB draw x5\n* splash bleak\nA draw x5\n", 9, "against the rules"),
    "a fish twice": (HEAD + "A draw x5\nB draw x1\n* splash carp\n* splash carp\n", 9, "not been turned up"),
    "an unknown fish": (HEAD + "A draw x5\nB draw x1\n* splash herring\n", 8, "herring"),
    "six dice": (BEGUN + "A cast 6\n", 10, "6 six-sided dice are too many, A has 5"),
    "a lure not in hand": (BEGUN + "A cast 1 adjust\n", 10, "A casts 1 adjust and has 0 in hand"),
    "two of one": (BEGUN + "A cast 1 x5 x5\n", 10, "A casts 2 x5 and has 1 in hand"),
    "two d12": (BEGUN + "A cast 1 d12 d12\n", 10, "A casts 2 d12 and has 1"),
    "a cast without its number": (BEGUN + "A cast d12\n", 10, "'d12' should be a number"),
    "casting twice": (BEGUN + "A cast 1\nA cast 2\n", 11, "chosen already"),
    "a die that does not exist": (BEGUN + "A cast 1 d8\n", 10, "d8"),
    "seven on a six-sided die": (BEGUN + "A cast 1\nB cast 2\nA roll 7\n", 12, "die 1 shows 1 to 6, not 7"),
    "too many faces": (BEGUN + "A cast 1\nB cast 2\nA roll 3 3\n", 12, "A rolls 1 here, not 2"),
    "the wrong one rolls first": (BEGUN + "A cast 1\nB cast 2\nB roll 3 3\n", 12, "'A roll'"),
    "adjusting too much": (ROLLED + "B adjust 1- 2+\n", 14, "2 turns are too many, B has cast 1 adjust"),
    "above the highest face": (ROLLED + "B adjust 1+\n", 14, "each within its faces"),
    "below one": (ROLLED + "B adjust 2-\n", 14, "each within its faces"),
    "a die that was not rolled": (ROLLED + "B adjust 3+\n", 14, "'3+' turns no die"),
    "adjusting without the lure": (ROLLED + "A adjust\n", 14, "owes no choice"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_record_against_the_rules_is_refused_with_its_line(name: str) -> None:
    text, line, message = REFUSED[name]
    with pytest.raises(BadRecordError) as caught:
        read_match(text)
    assert caught.value.line == line
    assert message in str(caught.value)


def test_a_resting_die_cannot_be_cast() -> None:
    text = BEGUN + "A cast 0 d12\nB cast 0\nB draw x1\nA roll 5\nA draw x1\n* splash pike\n* splash char\nA cast 0 d12\n"
    with pytest.raises(BadRecordError, match="the d12 of A rests this round"):
        read_match(text)


def test_turning_a_die_there_and_back_is_refused() -> None:
    text = HEAD + "A draw adjust\nB draw x1\n* splash bleak\nA draw adjust\nB draw x2\n* splash eel\n"
    text += "A cast 1 adjust adjust\nB cast 5\nA roll 3\nA adjust 1+ 1-\n"
    with pytest.raises(BadRecordError, match="one way"):
        read_match(text)


def test_dice_lures_and_turns_may_be_named_in_any_order() -> None:
    text = HEAD + "A draw adjust\nB draw x1\n* splash bleak\nA draw adjust\nB draw x2\n* splash eel\n"
    plain = read_match(text + "A cast 2 d12 d20 adjust adjust\nB cast 5\nA roll 3 3 3 3\nA adjust 1+ 4-\n")
    mixed = read_match(text + "A cast 2 adjust d20 d12 adjust\nB cast 5\nA roll 3 3 3 3\nA adjust 4- 1+\n")
    assert plain.table.tobytes() == mixed.table.tobytes()
