"""Where the records leave the table: one line for each thing the first comment of the record promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.match import Match
from rollmops.games.records import read_match, tell

RECORDS = Path(__file__).parent / "records"

WINNERS = {
    "most_fish_win": "B",
    "yellow_breaks_the_tie": "B",
    "tie_without_yellow_is_out": "C",
    "the_last_fish_given_away_wins": "C",
    "yellow_among_the_last_three_wins": "E",
    "the_lake_runs_out_in_mid_turn": "A",
    "a_move_takes_the_last_fish": "A",
    "the_yellow_fish_is_left_for_the_end": "A",
}

FISH = {
    "three_white_throws": {"A": (2, 1), "B": (0, 0)},
    "the_lake_runs_out_in_mid_turn": {"A": (15, 1), "B": (3, 0)},
    "the_yellow_fish_is_left_for_the_end": {"A": (16, 0), "B": (2, 1)},
    "asleep_with_what_was_caught": {"A": (0, 1), "B": (0, 0)},
    "an_espresso_keeps_awake": {"A": (1, 0), "B": (0, 0)},
    "two_is_one_without_a_red_worm": {"A": (1, 0), "B": (0, 0)},
    "three_and_two_steal_one": {"A": (3, 0), "B": (3, 0), "C": (0, 1)},
    "four_equal_steal_two": {"A": (2, 1), "B": (2, 0), "C": (2, 0)},
    "five_equal_steal_three": {"A": (2, 0), "B": (2, 0), "C": (2, 1)},
    "five_equal_as_a_special_combination": {"A": (3, 0), "B": (3, 1), "C": (0, 0)},
    "stealing_may_be_declined": {"A": (3, 1), "B": (2, 0), "C": (1, 0)},
    "thief_of_the_last_owned_fish": {"A": (0, 0), "B": (1, 0)},
    "special_steal_is_a_move_to_oneself": {"A": (3, 0), "B": (3, 0), "C": (0, 1)},
    "special_move_back_into_the_lake": {"A": (4, 1), "B": (3, 0), "C": (0, 0)},
}

CHIPS = {
    "an_espresso_keeps_awake": ({"A": 1, "B": 2}, 1),
    "the_last_chip": ({"A": 0, "B": 2}, 2),
    "special_chip_from_a_player": ({"A": 3, "B": 2, "C": 1}, 0),
    "special_chip_from_the_pile": ({"A": 1, "B": 3}, 0),
}

NEXT = {
    "three_white_throws": ("B", "reroll"),
    "half_a_wave_is_no_throw": ("B", "reroll"),
    "two_is_one_without_a_red_worm": ("B", "roll"),
    "fishing_may_be_stopped": ("B", "reroll"),
    "special_may_be_declined": ("B", "reroll"),
    "nothing_to_steal": ("B", "reroll"),
    "waves_are_three_symbols": ("B", "reroll"),
    "all_dice_together": ("A", "reroll"),
}


def played(name: str, lines: int | None = None) -> Match:
    """The match of this record, or of its first lines."""
    text = (RECORDS / f"{name}.rollmops").read_text("utf-8")
    head, _, body = text.partition("\n\n")
    if lines is None:
        return read_match(text)
    entries = [line for line in body.splitlines() if not line.startswith("#")]
    return read_match(f"{head}\n\n" + "\n".join(entries[:lines]) + "\n")


@pytest.mark.parametrize("name", WINNERS)
def test_exactly_one_wins(name: str) -> None:
    match = played(name)
    assert match.over
    assert match.winners() == [WINNERS[name]]
    assert sum(match.shares()) == 1


def test_every_end_is_here() -> None:
    over = {path.stem for path in RECORDS.glob("*.rollmops") if read_match(path.read_bytes()).over}
    assert over == set(WINNERS)


@pytest.mark.parametrize("name", FISH)
def test_the_fish_lie_where_they_should(name: str) -> None:
    fish = played(name).game.words.table(played(name).table)["fish"]
    assert {seat: (lot["blue"], lot["yellow"]) for seat, lot in fish.items()} == FISH[name]


@pytest.mark.parametrize("name", CHIPS)
def test_the_chips_lie_where_they_should(name: str) -> None:
    table = played(name).game.words.table(played(name).table)
    assert (table["chips"], table["pile"]) == CHIPS[name]


@pytest.mark.parametrize("name", NEXT)
def test_who_is_next(name: str) -> None:
    view = played(name).view(NOBODY)
    assert (view.turn, view.phase) == NEXT[name]


def test_sabrina_throws_three_times() -> None:
    assert played("three_white_throws", 8).view(NOBODY).throws == 3


def test_dice_fall_in_the_order_in_which_they_were_named() -> None:
    faces = [die.face for die in played("each_die_once_more_in_any_order", 7).view(NOBODY).dice]
    assert faces == ["wave", "hook", "double", "wave", "worm"]


def test_before_the_gift_john_is_ahead_and_after_it_sabrina() -> None:
    match = played("the_last_fish_given_away_wins")
    before = played("the_last_fish_given_away_wins", len(match.entries) - 1)
    assert before.view(NOBODY).ahead == "A"
    assert match.view(NOBODY).ahead == "C"


def test_an_espresso_cannot_be_drunk_twice() -> None:
    match = played("an_espresso_keeps_awake", 5)
    assert match.game.words.verbs(match.table, 0) == ("cast", "pass")


TOLD = {
    "the_last_fish_given_away_wins": "John and Michael are level at 9 without the yellow fish, and out.",
    "yellow_among_the_last_three_wins": "are level at 10 without the yellow fish, and out. Elif has the yellow fish.",
    "yellow_breaks_the_tie": "The lake is empty, the game is over. Ben has the yellow fish.",
    "most_fish_win": "Ben takes 1 blue fish from the lake. The lake is empty, the game is over.",
    "asleep_with_what_was_caught": "Ann falls asleep.",
    "an_espresso_keeps_awake": "Ann pulls up nothing, but stays awake.",
    "three_white_throws": "Sabrina leaves the dice. 1 hook × 3½ waves = 3 throws.",
    "each_die_once_more_in_any_order": "Ann rolls wave on r1 and hook on b2. 1 hook × 4 waves = 4 throws.",
    "special_move_back_into_the_lake": "Cleo moves the yellow fish from Ann to the lake.",
    "five_equal_steal_three": "Cleo leaves the dice. A special combination, or 3 fish to steal!",
    "half_a_wave_is_no_throw": "Ann leaves the dice. 1 hook × ½ wave = 0 throws.",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_record_is_told_as_a_person_would(name: str) -> None:
    assert any(line.endswith(TOLD[name]) for line in tell(played(name).record()))
