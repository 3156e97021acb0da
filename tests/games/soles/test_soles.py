"""What the sheet of Roll for Soles says, in its own examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import ScriptedDice
from rollmops.engine.logbook import Header, read_record
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.records import fold
from rollmops.games.soles.rules import haul
from rollmops.games.soles.view import view
from tests.contract.walk import walk

RECORDS = Path(__file__).parent / "records"


def table_of(record: str) -> dict[str, Any]:
    match = fold(read_record((RECORDS / f"{record}.rollmops").read_bytes()))
    return match.game.words.table(match.table)


def rolled(faces: str, seats: int = 2) -> Match:
    match = Match(game("soles"), house("soles"), Header("soles", tuple(LETTERS[:seats]), first="A"))
    match.roll_all(ScriptedDice([f"roll {faces}"]))
    return match


def test_karens_turn_ends_with_fourteen_soles_two_of_them_from_reiner() -> None:
    assert table_of("karen_secures_fourteen") == {"middle": 65, "net": 0, "supply": {"A": 14, "B": 1}}


@pytest.mark.parametrize(
    ("faces", "soles"),
    [
        ("2 2 1 water", 5),
        ("1 2 double water", 6),
        ("1 1 1 double", 6),
        ("2 double double hook", 8),
        ("1 double double double", 8),
    ],
)
def test_hauls_of_the_sheet(faces: str, soles: int) -> None:
    match = rolled(faces)
    if match.view(0).phase == "take":
        assert match.view(0).haul == soles
        match.choose(0, "take middle")
    assert match.view(0).net == soles


def test_three_double_ups_multiply_by_eight() -> None:
    assert table_of("three_double_ups_multiply_by_eight")["supply"]["A"] == 16


@pytest.mark.parametrize(("seats", "soles"), [(2, 80), (3, 100), (4, 120), (5, 140), (6, 160), (7, 160), (8, 160)])
def test_red_soles_come_in_by_the_number_of_players(seats: int, soles: int) -> None:
    t = game("soles").open(house("soles"), seats)
    assert game("soles").words.table(t)["middle"] == soles
    assert view(t, NOBODY).pieces["middle"].yellow == 40
    assert view(t, NOBODY).pieces["middle"].red == (soles - 40) // 5


def test_a_lost_net_goes_to_the_middle_also_what_came_from_a_player() -> None:
    table = table_of("no_sole_loses_the_net_to_the_middle")
    assert table == {"middle": 73, "net": 0, "supply": {"A": 7, "B": 0}}


def test_who_has_fewer_gives_what_there_is() -> None:
    assert table_of("who_has_fewer_gives_what_there_is") == {"middle": 77, "net": 0, "supply": {"A": 3, "B": 0}}
    assert table_of("a_player_without_soles_may_be_named") == {"middle": 80, "net": 0, "supply": {"A": 0, "B": 0}}


def test_without_a_hook_there_is_no_choice_of_source() -> None:
    match = rolled("1 1 double water", seats=3)
    assert [str(entry) for entry in match.entries] == ["A roll 1 1 double water"]
    assert match.view(0).phase == "go on"


def test_a_hook_without_a_sole_is_nothing() -> None:
    match = Match(game("soles"), house("soles"), Header("soles", ("Karen", "Reiner"), first="A"))
    match.put("roll hook hook double water")
    assert match.acting() == ["B"]
    assert match.chance


def test_water_and_double_ups_stay_aside_for_the_turn_hooks_and_soles_do_not() -> None:
    match = rolled("1 hook double water")
    match.choose(0, "take middle")
    match.choose(0, "again")
    assert match.view(0).aside == ("double", "water")
    assert match.view(0).falling == 2


@pytest.mark.parametrize(
    ("record", "winners"),
    [
        ("ends_on_the_last_sole_exactly", ["A"]),
        ("ends_with_a_haul_larger_than_the_middle", ["A"]),
        ("ends_in_a_tie_that_is_shared", ["A", "B"]),
        ("who_ends_the_game_may_lose_it", ["A"]),
        ("three_players_two_share_the_win", ["A", "B"]),
        ("eight_players_share_160_soles", ["H"]),
    ],
)
def test_who_wins(record: str, winners: list[str]) -> None:
    match = fold(read_record((RECORDS / f"{record}.rollmops").read_bytes()))
    assert match.winners() == winners
    assert sum(match.shares()) == 1


@pytest.mark.parametrize("seats", range(2, 9))
def test_soles_are_conserved_and_pieces_are_worth_what_they_show(seats: int) -> None:
    for seed in range(4):
        for moment in walk(game("soles"), seats, seed):
            t = moment.after
            total = t.yellow + t.red_value * t.red[seats]
            assert t.middle + t.net + t.supply.sum() == total
            assert min(t.middle, t.net, *t.supply) >= 0
            shown = view(t, 0)
            worth = {"middle": shown.middle, "net": shown.net} | shown.supply
            assert all(pile.yellow + 5 * pile.red == worth[place] for place, pile in shown.pieces.items())
            assert sum(pile.yellow for pile in shown.pieces.values()) == t.yellow
            assert sum(pile.red for pile in shown.pieces.values()) == t.red[seats]


def test_a_haul_never_exceeds_what_four_dice_can_show() -> None:
    for moment in walk(game("soles"), 3, seed=11):
        assert haul(moment.after) <= 6 * 8
