"""The words of the floe: what is no line is refused, with what would be right."""

from __future__ import annotations

import pytest

from rollmops.engine.errors import BadWordsError
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games.records import open_match

THROW = "throw from=0 aim=0 speed=120 height=40 spin=0"
OTHERS = "A2=water,1 A3=water,1 A4=water,1"


@pytest.fixture
def falling() -> Match:
    match = open_match(Header("floe", ("Ann", "Ben", "Cleo"), "A"))
    match.choose(0, THROW)
    return match


@pytest.mark.parametrize("up", ["12", "123456", "", "0", "7", "٣"])
@pytest.mark.parametrize("place", ["0.0,100.0,0", "water"])
def test_a_die_shows_one_of_six_numbers(place: str, up: str, falling: Match) -> None:
    with pytest.raises(BadWordsError, match="up from 1 to 6"):
        falling.put(f"rest A1={place},{up} {OTHERS}")
    falling.put(f"rest A1={place},6 {OTHERS}")
