"""Advice: exact where values are known, else with its error, always the best line first."""

from __future__ import annotations

import pytest

from rollmops.engine.contract import Game
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header, read_record
from rollmops.engine.match import Match
from rollmops.games import house
from rollmops.games.records import fold
from rollmops.minds.effort import Effort
from rollmops.solve import value_of
from rollmops.solve.advice import advise

HEADER = "rollmops 1\ngame soles\nseat A Karen\nseat B Reiner\nfirst A\n\n"


def test_what_is_known_is_said_exactly() -> None:
    match = fold(read_record(HEADER + "A roll 2 1 1 water\n"))
    counsel = advise(match.game, match.components, match.view(0), seed=1, effort=Effort(playouts=1))
    assert (counsel.exact, counsel.gain) == (True, 0)
    known = value_of(match).lines
    assert {one.words: one.share for one in counsel.lines} == {words: shares["A"] for words, shares in known.items()}
    first, second = (one.share or 0 for one in counsel.lines)
    assert first >= second
    assert f"{first - second:.1%}" in counsel.why()
    assert str(counsel.lines[0]).endswith("exactly")


def test_what_is_not_known_has_an_error(any_game: Game) -> None:
    parts, seats = house(any_game.name), any_game.most
    names = tuple("ABCDEFGH"[:seats])
    match = Match(any_game, parts, Header(any_game.name, names, first="A" if any_game.starter else None))
    match.roll_all(any_game.chance.source(parts, LabDice(2)))
    seat = match.owing[0]
    counsel = advise(any_game, parts, match.view(seat), seed=1, effort=Effort(playouts=8, seconds=0.3, keep=4))
    assert not counsel.exact
    best = counsel.lines[0]
    match.check(seat, best.words)
    assert any(one.error is not None for one in counsel.lines)
    if best.share is not None:
        assert 0 <= best.share <= 1
        assert best.share == pytest.approx(max(one.share or 0 for one in counsel.lines[:4]), abs=0.2)
