"""The luck of the dice in Lure: nothing on average whatever was cast, and much of what makes results differ."""

from __future__ import annotations

import numpy as np
import pytest

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.games.lure.table import ADJUSTING, CAST, ROLL
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.minds.sharp.lure_error import HOLD_OUT_SEED, held, somewhere, worth_of
from rollmops.minds.sharp.lure_luck import Round, luck_of
from rollmops.minds.sharp.lure_worth import read_level
from tests.effort import long_only

LURE = game("lure")


def cast_at_random(seats: int, seed: int, rounds: int) -> tuple[object, dict[int, str]]:
    """A table at which all are to cast, some rounds into a game of random play, and a cast for each."""
    match = Match(LURE, house("lure"), Header("lure", tuple("ABCDE"[:seats])))
    minds, dice = [mind("random", LURE, house("lure"), seed + seat) for seat in range(seats)], LabDice(seed, 0, 0)
    while True:
        match.roll_all(dice)
        assert not match.over
        t = match.table
        if t.phase == CAST and t.rounds > rounds:
            return t, {seat: minds[seat].choose(match.view(seat)) for seat in range(seats)}
        for seat in match.owing:
            match.choose(seat, minds[seat].choose(match.view(seat)))


@pytest.mark.parametrize(("seats", "seed", "rounds"), [(2, 1, 0), (2, 5, 6), (3, 2, 2), (4, 3, 1)])
def test_given_the_casts_luck_is_nothing_on_average(seats: int, seed: int, rounds: int) -> None:
    """By the game's own dice. Nobody adjusts here: later seats may find fish that the yardstick gives to others."""
    before, lines = cast_at_random(seats, seed, rounds)
    found, rng = [], stream(seed)
    for number in range(300):
        one = Round(before, lines)  # type: ignore[arg-type]
        match = Match(LURE, house("lure"), Header("lure", tuple("ABCDE"[:seats])), table=copy(before))  # type: ignore[type-var]
        dice = LabDice(seed, number, 7)
        for seat, line in lines.items():
            match.choose(seat, line)
        while match.table.phase in (ROLL, ADJUSTING) and match.table.rounds == before.rounds:  # type: ignore[attr-defined]
            if match.chance:
                roller, rolling = int(match.table.roller), match.table.phase == ROLL and not match.table.drawing
                entry = match.roll(dice)
                if rolling:
                    one.faces[roller] = [int(face) for face in entry.words.split()[1:]]
            else:
                for seat in match.owing:
                    match.choose(seat, "adjust")
        found.append(one.luck(rng))
    luck = np.array(found)
    assert np.abs(luck.sum(axis=1)).max() < 1e-9
    spread = luck.std(axis=0, ddof=1)
    assert spread.max() > 0.005
    assert (np.abs(luck.mean(axis=0)) < 4 * spread / np.sqrt(len(luck))).all()


@long_only
def test_results_without_luck_vary_less() -> None:
    raw, fair = [], []
    for number in range(24):
        match = Match(LURE, house("lure"), Header("lure", ("A", "B")))
        minds = [mind("rollout:20", LURE, house("lure"), 2 * number + seat) for seat in range(2)]
        play(match, minds, LabDice(3, number, 0))
        luck = luck_of(match)
        assert sum(luck) == pytest.approx(0, abs=1e-9)
        assert luck == luck_of(match)
        raw.append(match.shares()[0])
        fair.append(raw[-1] - luck[0])
    assert np.std(fair) < 0.8 * np.std(raw)


def test_how_far_the_weights_are_off_is_measured_for_every_number_of_players() -> None:
    """The shipped figures are of the size that a look at one table finds; nobody is sure of everything."""
    found = held(2, HOLD_OUT_SEED - 3, 2, worth_of)
    assert found is not None
    assert found.said.sum() == pytest.approx(1)
    assert found.ends.shape == (2, 2)
    assert found.ends.sum(axis=1) == pytest.approx([1, 1])
    assert np.abs(found.said - found.mean).max() < 0.5
    for seats in range(LURE.fewest, LURE.most + 1):
        assert 0.02 < read_level(seats) < 0.25


def test_tables_that_are_looked_at_lie_between_rounds_and_within() -> None:
    phases = [match.table.phase for seed in range(8) if (match := somewhere(2, HOLD_OUT_SEED - 20 + seed)) is not None]
    assert ROLL in phases
    assert any(phase != ROLL for phase in phases)


def test_luck_since_the_middle_of_a_round_leaves_out_dice_that_lay_there() -> None:
    """Of a game that ends in the round one looks from: what has fallen before is nobody's luck any more."""
    match = next(
        match
        for seed in range(20)
        if (match := somewhere(2, HOLD_OUT_SEED - 60 + seed)) is not None
        and match.table.phase == ROLL
        and Round.under_way(match.table).faces
    )
    begun = len(match.entries)
    lain = Round.under_way(match.table)
    assert lain.lain == frozenset(lain.faces)
    assert np.abs(lain.luck(stream(1))).max() < 0.1, "nothing more has fallen: the chance of some throws is left"
    play(match, [mind("random", LURE, house("lure"), seat) for seat in range(2)], LabDice(1))
    luck = luck_of(match, since=begun)
    assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert luck != luck_of(match)
