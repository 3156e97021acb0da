"""Exact odds of a cast against plain enumeration that shares no code with them."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rollmops.engine.errors import BadWordsError, IllegalError
from rollmops.engine.lines import follow
from rollmops.engine.table import copy
from rollmops.games import house
from rollmops.games.lure import GAME
from rollmops.games.lure.box import LURES
from rollmops.games.lure.table import Table
from rollmops.games.records import read_match
from rollmops.lab.odds import prospects
from rollmops.lab.odds.lure import cast_odds, hint, shortest_turns

CARDS = house("lure").facts["fish"]["deck"]


def met(needs: str, dice: list[int]) -> bool:
    """A need in the plainest words."""
    match needs.split():
        case []:
            return True
        case ["pair"]:
            return len(set(dice)) < len(dice)
        case ["distinct"]:
            return bool(dice) and len(set(dice)) == len(dice)
        case ["odd"]:
            return bool(dice) and all(die % 2 for die in dice)
        case ["even"]:
            return bool(dice) and not any(die % 2 for die in dice)
        case ["has", *numbers]:
            return not Counter(map(int, numbers)) - Counter(dice)
    raise AssertionError(needs)


def catches(dice: list[int], fish: list[str]) -> set[str]:
    return {name for name in fish if sum(dice) >= CARDS[name]["catch"] and met(CARDS[name].get("needs", ""), dice)}


def enumerate_cast(words: str, fish: list[str]) -> tuple[dict[str, Fraction], Fraction]:
    """Every throw, every adjusting."""
    sixes, *rest = words.split()[1:]
    sides = [6] * int(sixes) + [int(word[1:]) for word in rest if word.startswith("d")]
    extra = [int(word[1:]) for word in rest if word.startswith("x")]
    adjusts, boasts = rest.count("adjust"), rest.count("boast")
    able, worth, throws = Counter[str](), 0, 0
    reach: dict[tuple[int, ...], tuple[set[str], int]] = {}
    for throw in product(*(range(1, n + 1) for n in sides)):
        key = (*sorted(throw[: int(sixes)]), *throw[int(sixes) :])
        if key not in reach:
            lying = {key}
            for _ in range(adjusts):
                lying |= {
                    (*roll[:i], roll[i] + turn, *roll[i + 1 :])
                    for roll in lying
                    for i in range(len(roll))
                    for turn in (-1, 1)
                    if 1 <= roll[i] + turn <= sides[i]
                }
            caught = [catches([*roll, *extra], fish) for roll in lying]
            vp = max(sum(CARDS[name]["vp"] for name in some) + 2 * boasts * bool(some) for some in caught)
            reach[key] = set().union(*caught), vp
        can, vp = reach[key]
        able.update(can)
        worth += vp
        throws += 1
    return {name: Fraction(able[name], throws) for name in fish}, Fraction(worth, throws)


CASTS = {
    "cast 0": "minnow rudd eel",
    "cast 0 x5 x5": "roach trout gudgeon",
    "cast 1": "minnow bleak bullhead",
    "cast 3 d12 x5": "roach carp eel",
    "cast 2 adjust": "salmon roach ruffe loach",
    "cast 2 x3 adjust adjust boast": "salmon asp ide",
    "cast 4 adjust adjust": "burbot zander barbel chub tench",
    "cast 0 d12 d20 adjust adjust adjust": "eel catfish huchen chub",
    "cast 5 boast boast": "trout salmon carp perch bream",
    "cast 3 d20 adjust": "grayling char pike nase",
}


@pytest.mark.parametrize("words", CASTS)
def test_odds_are_what_enumeration_counts(words: str) -> None:
    fish = CASTS[words].split()
    odds = cast_odds(house("lure"), words, fish)
    chances, vp = enumerate_cast(words, fish)
    assert odds.catch == chances
    assert odds.vp == vp
    assert sum(odds.best.values()) == 1
    assert sum((worth * chance for worth, chance in odds.best.items()), Fraction(0)) == vp


def test_the_largest_cast_is_quick_once_warm() -> None:
    words = "cast 5 d12 d20 " + "adjust " * 8
    cast_odds(house("lure"), words, ["roach", "carp", "eel"])
    begin = time.process_time()
    cast_odds(house("lure"), words, ["roach", "carp", "eel"])
    assert time.process_time() - begin < 0.1  # asked for with every tap on a lure; nobody notices a tenth of a second


def test_what_cannot_be_cast_is_refused() -> None:
    with pytest.raises(IllegalError, match="6 six-sided dice"):
        cast_odds(house("lure"), "cast 6", ["roach"])
    with pytest.raises(IllegalError, match="3 x5"):
        cast_odds(house("lure"), "cast 1 x5 x5 x5", ["roach"])
    with pytest.raises(BadWordsError, match="herring"):
        cast_odds(house("lure"), "cast 1", ["herring"])
    with pytest.raises(BadWordsError, match="worm"):
        cast_odds(house("lure"), "cast 1 worm", ["roach"])
    with pytest.raises(BadWordsError, match="cast N"):
        cast_odds(house("lure"), "cast", ["roach"])


BEGUN = "rollmops 1\ngame lure\nseat A Ann\nseat B Ben\n\nA draw adjust\nB draw x1\n* splash roach\n* splash ide\n"


def test_hints_say_what_dice_and_turns_can_do() -> None:
    match = read_match(BEGUN)
    told = hint(house("lure"), match.view(0))
    # the d20 alone has no pair, but is odd and at least nine in six of twenty throws
    assert told[2] == "1 die, cast 0 d20: 0.90 VP expected; ide 30%"
    assert [line.split(",")[0] for line in told[1:]] == ["0 dice", "1 die", *(f"{dice} dice" for dice in range(2, 8))]
    match = read_match(BEGUN + "A cast 2 adjust\nB cast 5\nA roll 5 4\n")
    told = hint(house("lure"), match.view(0))
    assert "adjust 2+: total 10, roach, ide (5 VP)" in told
    assert GAME.words.verbs(match.table, 0) == ("adjust",)


def test_hints_leave_dice_alone_that_rest() -> None:
    round_one = "A cast 0 d20\nB cast 5\nA roll 1\nA draw x2\nB roll 1 2 3 4 6\nB draw x3\n* splash carp\n* splash eel\n"
    match = read_match(BEGUN + round_one)
    told = {seat: " ".join(hint(house("lure"), match.view(seat))) for seat in (0, 1)}
    assert "d12" in told[0]
    assert "d20" not in told[0]
    assert "d12 d20" in told[1]


def test_prospects_of_turns_say_what_each_would_catch() -> None:
    match = read_match(BEGUN + "A cast 2 adjust\nB cast 5\nA roll 5 4\n")
    best, *others = prospects("lure", house("lure"), match.view(0))
    assert (best.line, str(best.means["total"]), str(best.means["vp"])) == ("adjust 2+", "10", "5")
    assert [name for name, sure in best.chances.items() if sure == 1] == ["roach", "ide"]
    assert all(one.means["vp"] < best.means["vp"] for one in others)
    (none,) = prospects("lure", house("lure"), match.view(0), "adjust")
    assert none.means["total"] == 9
    with pytest.raises(IllegalError, match="too many"):
        prospects("lure", house("lure"), match.view(0), "adjust 1+ 2+")


def turning(faces: list[int], specials: list[int], adjusts: int) -> Table:
    """Seat A has rolled this and may turn dice."""
    t: Table = read_match(BEGUN + "A cast 2 adjust\nB cast 5\nA roll 5 4\n").table
    t.cast[0] = [len(faces) - sum(specials), *specials, adjusts, *[0] * (len(LURES) - 1)]
    t.face[0, : len(faces)] = faces
    return t


def within_reach(faces: list[int], sides: list[int], adjusts: int) -> set[tuple[int, ...]]:
    """All ways dice can lie after turning them, one turn after the other."""
    lying = {tuple(faces)}
    for _ in range(adjusts):
        lying |= {
            (*dice[:i], dice[i] + turn, *dice[i + 1 :])
            for dice in lying
            for i in range(len(dice))
            for turn in (-1, 1)
            if 1 <= dice[i] + turn <= sides[i]
        }
    return lying


@pytest.mark.parametrize(
    ("faces", "specials", "adjusts", "fish"),
    [
        ([3, 3, 2, 2, 2, 2, 2], [1, 1], 5, "bleak dace bullhead eel"),
        ([1, 6, 6, 2], [0, 1], 3, "pike carp eel salmon roach"),
        ([5, 5, 1], [0, 0], 4, "zander grayling asp ide"),
        ([12, 20], [1, 1], 2, "tench chub huchen"),
        ([4], [0, 0], 1, "minnow"),
    ],
)
def test_turns_find_every_catch_within_reach(faces: list[int], specials: list[int], adjusts: int, fish: str) -> None:
    t, names = turning(faces, specials, adjusts), fish.split()
    sides = [6] * (len(faces) - sum(specials)) + [size for size, there in zip((12, 20), specials, strict=True) if there]
    found = set()
    for line in shortest_turns(t, 0, names):
        follow(GAME, copy(t), 0, line, "adjust")  # it is legal
        dice = list(faces)
        for choice in line:
            if choice:
                dice[(choice - 1) // 2] += 1 if choice % 2 else -1
        found.add(frozenset(catches(dice, names)))
    assert found == {frozenset(catches(list(dice), names)) for dice in within_reach(faces, sides, adjusts)}
