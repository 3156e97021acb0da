"""A sitting is the fold of its journal: live or read again, the same to the last bit."""

from __future__ import annotations

import random

import msgspec
import pytest

from rollmops.engine.contract import Game
from rollmops.engine.dice import new_salt, new_seed, salt_promise
from rollmops.engine.errors import RollmopsError
from rollmops.engine.table import same
from rollmops.games import house
from rollmops.games.records import fold
from rollmops.server.store.events import Events, Plan, SeatPlan, encoder, events_decoder
from rollmops.server.table.sitting import Sitting
from rollmops.server.table.thinking import any_line
from rollmops.server.table.updates import update_for


def new_plan(game: Game, seats: int, first: str | None = None) -> Plan:
    parts = house(game.name)
    people = tuple(SeatPlan("here", "", "", "coral", str(seat)) for seat in range(seats))
    return Plan(
        "c" * 16, game.name, game.version, people, first, False, (parts.name, parts.digest), new_seed(), "2026-11-15"
    )


def opened(game: Game, seats: int) -> tuple[Sitting, list[Events]]:
    sitting = Sitting.of(new_plan(game, seats), house(game.name))
    salts = [new_salt() for _ in range(seats)]
    events = [sitting.sit(seat, f"Player {seat}", None, salt_promise(salt)) for seat, salt in enumerate(salts)]
    events.append(sitting.seal())
    for seat, salt in enumerate(salts):
        events += sitting.open(seat, salt)
    return sitting, [*events, sitting.begin()]


def settle(sitting: Sitting) -> list[Events]:
    events = []
    while sitting.running().chance:
        events.append(sitting.roll())
    return events


def play(sitting: Sitting, seed: int, most: int = 150) -> list[Events]:
    """Random play, with choices taken back now and then."""
    rng = random.Random(seed)
    events = settle(sitting)
    for _ in range(most):
        match = sitting.running()
        if match.over:
            break
        seat = rng.choice(match.owing)
        words = any_line(match.game, sitting.components, match.view(seat))
        events.append(sitting.choose(seat, words, sitting.sequence, bot=rng.random() < 0.3))
        if rng.random() < 0.3 and sitting.can_withdraw(seat):
            events.append(sitting.withdraw(seat, sitting.sequence))
        events += settle(sitting)
    return events


@pytest.mark.parametrize("seed", range(4))
def test_the_fold_of_the_journal_is_the_table(any_game: Game, seed: int) -> None:
    sitting, events = opened(any_game, random.Random(seed).randint(any_game.fewest, any_game.most))
    events += play(sitting, seed, 150 if any_game.chance.by_weight else 12)
    kept = events_decoder.decode(encoder.encode(events))
    again = Sitting.of(sitting.plan, sitting.components, kept)
    assert same(again.running().table, sitting.running().table)
    assert again.running().entries == sitting.running().entries
    assert again.running().sealed == sitting.running().sealed
    for name in ("lines", "sequence", "drawn", "cuts", "bots"):
        assert getattr(again, name) == getattr(sitting, name), name
    seats = range(len(sitting.seats))
    assert [again.can_withdraw(seat) for seat in seats] == [sitting.can_withdraw(seat) for seat in seats]
    assert msgspec.json.encode(update_for(again, (0,), 0)) == msgspec.json.encode(update_for(sitting, (0,), 0))
    entries = fold(sitting.full_record()).entries
    assert tuple(entries) == sitting.running().record().entries[: len(entries)]


def test_an_open_game_s_views_differ_in_their_seat_only(any_game: Game) -> None:
    """The server makes one view for all seats where nothing is secret; that this is right is a law."""
    if any_game.secrets:
        pytest.skip("has secrets")
    sitting, _ = opened(any_game, any_game.fewest)
    for seed in range(5):
        play(sitting, seed, 6)
        match = sitting.running()
        for seat in range(match.seats):
            view = match.view(seat)
            assert msgspec.structs.replace(match.view(-1), seat=view.seat) == view


def test_what_is_refused_changes_nothing(any_game: Game) -> None:
    sitting, _ = opened(any_game, any_game.fewest)
    settle(sitting)
    before = (sitting.running().table.tobytes(), list(sitting.lines), sitting.sequence, dict(sitting.running().sealed))
    for seat in (*range(any_game.fewest), any_game.fewest, 7):
        for words in ("", "nonsense", "roll 1 1 1 1", "cast 99", "take Z"):
            with pytest.raises(RollmopsError):
                sitting.choose(seat, words, sitting.sequence)
            with pytest.raises(RollmopsError):
                sitting.choose(seat, words, sitting.sequence + 1)
        with pytest.raises(RollmopsError):
            sitting.withdraw(seat, sitting.sequence)
    after = (sitting.running().table.tobytes(), list(sitting.lines), sitting.sequence, dict(sitting.running().sealed))
    assert after == before
