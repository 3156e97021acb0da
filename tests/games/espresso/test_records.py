"""Where the records leave the table: one line for each thing the first comment of the record promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.match import Match
from rollmops.games.records import read_match, tell

RECORDS = Path(__file__).parent / "records"

WINNERS = {
    "most-fish-win": "B",
    "yellow-breaks-the-tie": "B",
    "tie-without-yellow-is-out": "C",
    "the-last-fish-given-away-wins": "C",
    "yellow-among-the-last-three-wins": "E",
    "the-lake-runs-out-in-mid-turn": "A",
    "a-move-takes-the-last-fish": "A",
    "the-yellow-fish-is-left-for-the-end": "A",
}

FISH = {
    "three-white-throws": {"A": (2, 1), "B": (0, 0)},
    "the-lake-runs-out-in-mid-turn": {"A": (15, 1), "B": (3, 0)},
    "the-yellow-fish-is-left-for-the-end": {"A": (16, 0), "B": (2, 1)},
    "asleep-with-what-was-caught": {"A": (0, 1), "B": (0, 0)},
    "an-espresso-keeps-awake": {"A": (1, 0), "B": (0, 0)},
    "two-is-one-without-a-red-worm": {"A": (1, 0), "B": (0, 0)},
    "three-and-two-steal-one": {"A": (3, 0), "B": (3, 0), "C": (0, 1)},
    "four-equal-steal-two": {"A": (2, 1), "B": (2, 0), "C": (2, 0)},
    "five-equal-steal-three": {"A": (2, 0), "B": (2, 0), "C": (2, 1)},
    "five-equal-as-a-special-combination": {"A": (3, 0), "B": (3, 1), "C": (0, 0)},
    "stealing-may-be-declined": {"A": (3, 1), "B": (2, 0), "C": (1, 0)},
    "thief-of-the-last-owned-fish": {"A": (0, 0), "B": (1, 0)},
    "special-steal-is-a-move-to-oneself": {"A": (3, 0), "B": (3, 0), "C": (0, 1)},
    "special-move-back-into-the-lake": {"A": (4, 1), "B": (3, 0), "C": (0, 0)},
}

CHIPS = {
    "an-espresso-keeps-awake": ({"A": 1, "B": 2}, 1),
    "the-last-chip": ({"A": 0, "B": 2}, 2),
    "special-chip-from-a-player": ({"A": 3, "B": 2, "C": 1}, 0),
    "special-chip-from-the-pile": ({"A": 1, "B": 3}, 0),
}

NEXT = {
    "three-white-throws": ("B", "reroll"),
    "half-a-wave-is-no-throw": ("B", "reroll"),
    "two-is-one-without-a-red-worm": ("B", "roll"),
    "fishing-may-be-stopped": ("B", "reroll"),
    "special-may-be-declined": ("B", "reroll"),
    "nothing-to-steal": ("B", "reroll"),
    "waves-are-three-symbols": ("B", "reroll"),
    "all-dice-together": ("A", "reroll"),
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
    assert played("three-white-throws", 8).view(NOBODY).throws == 3


def test_dice_fall_in_the_order_in_which_they_were_named() -> None:
    faces = [die.face for die in played("each-die-once-more-in-any-order", 7).view(NOBODY).dice]
    assert faces == ["wave", "hook", "double", "wave", "worm"]


def test_before_the_gift_john_is_ahead_and_after_it_sabrina() -> None:
    match = played("the-last-fish-given-away-wins")
    before = played("the-last-fish-given-away-wins", len(match.entries) - 1)
    assert before.view(NOBODY).ahead == "A"
    assert match.view(NOBODY).ahead == "C"


def test_an_espresso_cannot_be_drunk_twice() -> None:
    match = played("an-espresso-keeps-awake", 5)
    assert match.game.words.verbs(match.table, 0) == ("cast", "pass")


TOLD = {
    "the-last-fish-given-away-wins": "John and Michael are level at 9 without the yellow fish, and out.",
    "yellow-among-the-last-three-wins": "are level at 10 without the yellow fish, and out. Elif has the yellow fish.",
    "yellow-breaks-the-tie": "The lake is empty, the game is over. Ben has the yellow fish.",
    "most-fish-win": "Ben pulls up 1 fish. The lake is empty, the game is over.",
    "asleep-with-what-was-caught": "Ann pulls up nothing, and falls asleep.",
    "an-espresso-keeps-awake": "Ann pulls up nothing, but stays awake.",
    "three-white-throws": "Sabrina leaves the dice: fishing is allowed, 3 white throws.",
    "each-die-once-more-in-any-order": "Ann rolls wave on r1 and hook on b2: fishing is allowed, 4 white throws.",
    "special-move-back-into-the-lake": "Cleo moves a yellow fish from Ann to the lake.",
    "five-equal-steal-three": "Cleo leaves the dice: a special combination, or 3 fish to steal.",
    "half-a-wave-is-no-throw": "Ann leaves the dice: fishing is allowed, 0 white throws.",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_record_is_told_as_a_person_would(name: str) -> None:
    assert any(line.endswith(TOLD[name]) for line in tell(played(name).record()))
