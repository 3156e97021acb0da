"""The records beside this file end as their first lines say; the figures here were added up by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.errors import BadRecordError
from rollmops.engine.match import Match
from rollmops.games.floe.story import tell_score
from rollmops.games.records import read_match

RECORDS = Path(__file__).parent / "records"
NINE = {"A": 9, "B": 6, "C": 2}
"""The track after the first round that most records share."""


def told(name: str) -> tuple[Match, dict[str, Any]]:
    match = read_match((RECORDS / f"{name}.rollmops").read_bytes())
    return match, match.game.words.table(match.table)


@pytest.mark.parametrize(
    ("name", "track", "next_colour"),
    [
        ("scoring_example", {"A": 19, "B": 22, "C": 15, "D": 9, "E": 0}, "E"),
        ("four_dice_one_is_kept", NINE, "C"),
        ("all_four_in_the_water", {"A": 0, "B": 12, "C": 8}, "B"),
        ("blocks_fill_from_the_starting_symbol", {"A": 0, "B": 0, "C": 13}, "A"),
        ("in_the_hole", {"A": 9, "B": 2, "C": 3}, "C"),
        ("never_below_zero", {"A": 0, "B": 6, "C": 3}, "A"),
        ("touching_a_net_is_enough", {"A": 6, "B": 2, "C": 5}, "A"),
        ("not_touching_a_net", {"A": 1, "B": 8, "C": 3}, "A"),
        ("level_dice_are_not_behind", {"A": 5, "B": 6, "C": 2}, "C"),
        ("a_seal_jumps_over_others", {"A": 5, "B": 1, "C": 2}, "B"),
        ("nobody_on_a_block_the_rearmost_starts", {"A": 9, "B": 4, "C": 6}, "B"),
        ("level_rearmost_the_last_on_the_track_starts", {"A": 9, "B": 1, "C": 5}, "B"),
        ("two_players_two_colours_each", {"A": 16, "B": 7, "C": 3, "D": 1}, "D"),
    ],
)
def test_a_round_is_scored(name: str, track: dict[str, int], next_colour: str) -> None:
    match, table = told(name)
    assert table["track"] == track
    assert match.acting() == [next_colour]


def test_a_scored_round_can_be_told_line_by_line() -> None:
    match, _ = told("scoring_example")
    scores = match.view(0).scored
    assert [(score.colour, score.earned, score.start, score.end) for score in scores] == [
        ("A", 19, 0, 19),
        ("B", 22, 0, 22),
        ("C", 15, 0, 15),
        ("D", 9, 0, 9),
        ("E", 0, 0, 0),
    ]
    assert [tell_score(score) for score in scores] == [
        "3 + 1 + 4 + 6 (behind) + 5 (on blocks) = 19; from 0 to 19.",
        "1 + 6 (net) + 4 + 6 (behind) + 5 (on blocks) = 22; from 0 to 22.",
        "4 + 6 (behind) + 5 (on blocks) = 15; from 0 to 15.",
        "6 − 2 (hole) + 5 (on blocks) = 9; from 0 to 9.",
        "5 on an ice block earns nothing; stays on 0.",
    ]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("never_below_zero", "= 0, for it is never below; stays on 0."),
        ("a_seal_jumps_over_others", "past other seals."),
    ],
)
def test_what_is_odd_about_a_line_is_told(name: str, line: str) -> None:
    match, _ = told(name)
    assert any(line in tell_score(score) for score in match.view(0).scored)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.rollmops")), ids=lambda path: path.stem)
def test_the_parts_of_a_line_add_up(path: Path) -> None:
    for score in read_match(path.read_bytes()).view(0).scored:
        total = score.up + score.bonus + sum(score.behind.values()) + sum(score.blocks.values())
        assert score.earned == (0 if score.blocked else max(total, 0))
        assert score.end - score.start >= score.earned


@pytest.mark.parametrize(
    ("name", "die", "up"),
    [
        ("outdo_higher", "C2", 5),
        ("outdo_further", "C2", 1),
        ("outdo_choose_one_of_three", "C4", 6),
        ("a_die_that_does_not_outdo_cannot_be_kept", "C3", 1),
        ("just_beyond_level_is_further", "C2", 2),
        ("moved_ahead_is_harder_to_outdo", "C3", 3),
        ("special_case_pushed_off_with_three_dice", "C2", 5),
        ("two_pushed_off_are_put_back_from_the_left", "C3", 6),
    ],
)
def test_the_new_scoring_die_lies_there(name: str, die: str, up: int) -> None:
    match, table = told(name)
    assert (table["dice"]["C"]["die"], table["dice"]["C"]["up"]) == (die, up)
    assert table["blocks"] == []
    assert match.acting() == ["A"]


@pytest.mark.parametrize(
    ("name", "up"),
    [
        ("misthrow", 2),
        ("level_is_not_further", 2),
        ("misthrow_with_the_number_then", 6),
        ("mishap", 5),
        ("mishap_beats_everything", 5),
        ("pushed_off_and_a_mishap", 3),
    ],
)
def test_the_die_goes_onto_the_first_block(name: str, up: int) -> None:
    _, table = told(name)
    assert table["blocks"] == [{"colour": "C", "up": up}]
    assert "C" not in table["dice"]


def test_pushed_off_dice_are_put_back_with_the_number_they_showed() -> None:
    _, table = told("special_case_pushed_off_with_four_dice")
    assert table["dice"]["A"] == {"die": "A1", "x": 40.0, "y": 340.0, "turn": 15, "up": 5}
    _, table = told("two_pushed_off_are_put_back_from_the_left")
    assert [table["dice"][c]["up"] for c in "AB"] == [1, 2]


def test_two_players_add_up_their_colours() -> None:
    match, _ = told("two_players_two_colours_each")
    assert match.points() == [19, 8]


def with_line(name: str, old: str, new: str) -> bytes:
    text = (RECORDS / f"{name}.rollmops").read_text(encoding="utf-8")
    assert text.count(old) == 1
    return text.replace(old, new).encode()


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("two_pushed_off_are_put_back_from_the_left", "A place 40,340,0", "B place 40,340,0", "A place"),
        ("two_pushed_off_are_put_back_from_the_left", "B place -55,290,0", "B place 40,345,0", "clear of every die"),
        ("two_pushed_off_are_put_back_from_the_left", "A place 40,340,0", "A place 124,190,0", "wholly on the floe"),
        ("two_pushed_off_are_put_back_from_the_left", "A place 40,340,0", "A place 40,340,360", "0 to 359"),
        ("two_pushed_off_are_put_back_from_the_left", "A place 40,340,0", "A place 40.25,340,0", "one decimal"),
        ("outdo_choose_one_of_three", "C keep C4", "C keep C1", "keep C2"),
        ("outdo_choose_one_of_three", "C keep C4", "C keep A4", "not a die of C"),
        ("outdo_choose_one_of_three", "C4=50.0,110.0,0,6", "C4=50.0,110.0,0,7", "from 1 to 6"),
        ("outdo_choose_one_of_three", " C4=50.0,110.0,0,6", "", "C4 is missing"),
        ("outdo_choose_one_of_three", "C4=50.0,110.0,0,6", "D4=50.0,110.0,0,6", "D4"),
        ("outdo_choose_one_of_three", "C4=50.0,110.0,0,6", "C4=140.0,110.0,0,6", "on the floe"),
    ],
)
def test_what_is_against_the_rules_is_refused(name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(BadRecordError, match=said):
        read_match(with_line(name, old, new))


@pytest.mark.parametrize(
    ("gesture", "said"),
    [
        ("from=0 aim=0 speed=401 height=40 spin=0", "speed must be from 20 to 400, not 401"),
        ("from=0 aim=0 height=40 spin=0", "speed is missing"),
        ("from=0 aim=0 speed=fast height=40 spin=0", "speed=fast"),
        ("from=0 from=0 aim=0 speed=100 height=40 spin=0", "from is given twice"),
        ("from=0 aim=0 speed=100 height=40 spin=0 wind=3", "wind=3"),
    ],
)
def test_a_gesture_is_refused_by_the_name_of_its_number(gesture: str, said: str) -> None:
    record = f"rollmops 1\ngame floe\nseat A Ann\nseat B Ben\nfirst A\n\nA throw {gesture}\n"
    with pytest.raises(BadRecordError, match=said) as caught:
        read_match(record)
    assert caught.value.line == 7
