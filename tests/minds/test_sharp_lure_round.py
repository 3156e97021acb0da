"""The sharp mind's rounds of Lure are the game's: the same fish go to the same seats, with the exact odds of the lab."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import CHANCE, NOBODY, OVER
from rollmops.engine.stream import Stream, below, pick, stream
from rollmops.engine.table import Ints, copy
from rollmops.games import game, house
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.fishing import can_catch, read_roll
from rollmops.games.lure.rules import score
from rollmops.games.lure.table import ADJUST, BOAST, CAST, D12, FIRST_LURE, MIDDLE, PILE_OF, SPECIAL, Table, fish_at, name_of
from rollmops.games.lure.words import spell_cast
from rollmops.lab.odds.lure import cast_odds
from rollmops.minds.sharp.lure_odds import CASTS, MOST_FISH, Odds, add_odds, no_odds
from rollmops.minds.sharp.lure_round import MOST_DICE, Stakes, empty_scene, no_rivals, others_fish, share, together
from rollmops.minds.sharp.lure_stakes import stakes_of
from rollmops.minds.sharp.lure_worth import FIRST_HELD, FIRST_RESTING, FISH, THINGS, VP, things, weights_now

LURE = game("lure")
NOT_ME = -1
WEIGHTS = np.array([[2.0, 0.1], [-0.1, 0], *[[0.5, 0.2]] * 8, [-0.3, 0], [-0.4, 0.1]])
"""A lure is a lure: which one is drawn makes no difference."""


def random_choice(t: Table, seat: int, rng: Stream) -> int:
    weights = LURE.weights(t, seat)
    if seat != NOBODY and t.casting[seat] == FIRST_LURE + ADJUST:
        return 0  # without adjust lures a roll has one mask
    return int(pick(rng, weights, int(weights.sum())))


def to_casts(t: Table, rng: Stream) -> bool:
    """On to the next time that all cast, or the end."""
    while LURE.actors(t) != OVER and not (t.phase == CAST and not t.drawing):
        LURE.step(t, NOBODY, random_choice(t, NOBODY, rng))
    return bool(LURE.actors(t) != OVER)


def play_round(t: Table, rng: Stream) -> Table:
    """All cast and fish, until the first fish of the next round is due or the game is over; casts and dice still lie."""
    for seat in range(t.seats):
        while t.phase == CAST and int(t.owing) >> seat & 1:
            LURE.step(t, seat, random_choice(t, seat, rng))
    rounds = int(t.rounds)
    while LURE.actors(t) == CHANCE and t.rounds == rounds:
        LURE.step(t, NOBODY, random_choice(t, NOBODY, rng))
    return copy(t)


def scene_of(start: Table, end: Table, fish: Ints) -> tuple[Any, Odds]:
    """The same round in masks: every seat's roll is certain; who did not roll rolls ones, which must not matter."""
    seats = int(start.seats)
    scene = empty_scene(seats)
    for seat in range(seats):
        there = copy(start)
        there.cast[seat] = end.cast[seat]
        there.face[seat] = np.where(end.face[seat] > 0, end.face[seat], 1)
        read_roll(there, seat)
        scene.cast[seat] = scene.roll[seat] = seat
        scene.mask[seat] = sum(int(can_catch(there, seat, int(f))) << bit for bit, f in enumerate(fish))
        scene.total[seat] = there.total[seat]
    odds = no_odds()
    odds.option[: seats + 1] = np.arange(seats + 1)
    odds.mask[:seats] = scene.mask
    return scene, odds


def stakes_for(start: Table, end: Table, fish: Ints, deck: int) -> Stakes:
    seats = int(start.seats)
    t = copy(start)
    t.deck = deck
    now = weights_now(t, WEIGHTS)
    items = end.cast[:seats]
    held = start.hand[:seats] - items[:, FIRST_LURE:]
    keep = held @ now[FIRST_HELD:FIRST_RESTING] + items[:, D12 : D12 + len(SPECIAL)] @ now[FIRST_RESTING:]
    dice = np.array([dice_cast(end, seat) for seat in range(seats)])
    boasts = items[:, FIRST_LURE + BOAST].astype(np.int64)
    return stakes_of(t, now, fish, keep, boasts, dice, np.arange(seats), t.lures.astype(np.int64))


@pytest.mark.parametrize("seats", range(LURE.fewest, LURE.most + 1))
def test_fish_go_where_the_rules_say(seats: int) -> None:
    rng, looked, ties = stream(7, seats), 0, 0
    for _ in range(60):
        t = LURE.open(house("lure"), seats)
        while to_casts(t, rng):
            start = copy(t)
            fish = np.array(fish_at(t, MIDDLE), np.int64)
            end = play_round(t, rng)
            if len(fish) > MOST_FISH:
                continue
            scene, odds = scene_of(start, end, fish)
            stakes = stakes_for(start, end, fish, 0)
            everything = (1 << len(fish)) - 1
            left, best, level = others_fish(stakes, odds, scene, NOT_ME, -1, MOST_DICE + 1, everything, no_rivals(True), 0.0)
            assert left == sum(int(end.place[f] == MIDDLE) << bit for bit, f in enumerate(fish))
            points, _ = LURE.standing(end, seats)
            scores = [score(p, int((end.place == PILE_OF + seat).sum())) for seat, p in enumerate(points)]
            assert (best, level) == (max(scores), scores.count(max(scores)))
            looked += 1
            ties += len({dice_cast(end, seat) for seat in range(seats)}) < seats
    assert looked > 100
    assert ties > 20


@pytest.mark.parametrize("seats", range(LURE.fewest, LURE.most + 1))
def test_before_the_last_round_everything_counts_by_its_worth(seats: int) -> None:
    """Every seat's part of all, from each seat's place at the table."""
    rng, looked = stream(8, seats), 0
    for _ in range(40):
        t = LURE.open(house("lure"), seats)
        while to_casts(t, rng):
            start = copy(t)
            fish = np.array(fish_at(t, MIDDLE), np.int64)
            end = play_round(t, rng)
            over = bool(LURE.actors(t) == OVER)
            if over or len(fish) > MOST_FISH or t.pile.sum() + t.discards.sum() < seats:
                continue  # in the last round scores count; with no lures left none is drawn
            scene, odds = scene_of(start, end, fish)
            stakes = stakes_for(start, end, fish, int(start.deck))
            worth = things(t) @ weights_now(t, WEIGHTS)
            expected = np.exp(worth) / np.exp(worth).sum()
            for me in range(seats):
                scene, odds = scene_of(start, end, fish)
                dice = int(stakes.dice[me])
                left, rivals, level = others_fish(
                    stakes, odds, scene, me, -1, dice, (1 << len(fish)) - 1, no_rivals(False), 0.0
                )
                assert together(stakes, odds, scene, me, dice, left, rivals, level) == pytest.approx(expected[me])
            looked += 1
    assert looked > 80


def test_scores_decide_the_last_round() -> None:
    stakes = Stakes(True, 0, *(np.zeros(1),) * 3, 0.0, *(np.zeros(1),) * 2, *(np.zeros(1, np.int64),) * 2)  # type: ignore[arg-type]
    assert share(stakes, 5.0, 4.0, 1.0) == 1
    assert share(stakes, 4.0, 4.0, 2.0) == pytest.approx(1 / 3)
    assert share(stakes, 3.0, 4.0, 1.0) == 0


def test_odds_are_those_of_the_lab() -> None:
    rng, t = stream(3), LURE.empty(house("lure"))
    for _ in range(25):
        fish = np.unique([below(rng, int(t.cards)) for _ in range(4)])
        dice, extras = [below(rng, 6), below(rng, 2), below(rng, 2)], [int(below(rng, 4) == 0) for _ in range(6)]
        counts = [*dice, below(rng, 3), *extras, 0]
        odds = add_odds(no_odds(), t, counts, fish)
        exact = cast_odds(house("lure"), spell_cast(counts), [name_of(t, f) for f in fish])
        last = int(odds.counts[CASTS]) - 1
        assert last == counts[FIRST_LURE + ADJUST]
        rolls = range(odds.first[last], odds.first[last + 1])
        masks = {roll: odds.mask[odds.option[roll] : odds.option[roll + 1]] for roll in rolls}
        assert sum(odds.chance[roll] for roll in rolls) == pytest.approx(1)
        for bit, f in enumerate(fish):
            chance = sum(odds.chance[roll] for roll in rolls if (masks[roll] >> bit & 1).any())
            assert chance == pytest.approx(float(exact.catch[name_of(t, f)]))
        vp = np.array([sum(int(t.vp[f]) for bit, f in enumerate(fish) if mask >> bit & 1) for mask in range(64)])
        assert sum(odds.chance[roll] * vp[masks[roll]].max() for roll in rolls) == pytest.approx(float(exact.vp))
        pairs = slice(odds.first_pair[last], odds.first_pair[last + 1])
        assert odds.pair_chance[pairs] @ vp[odds.pair_mask[pairs]] == pytest.approx(float(exact.vp))
        assert Fraction(odds.pair_up_to[pairs][-1]).limit_denominator(1000) == 1


def test_things_are_named() -> None:
    assert THINGS[VP] == "vp"
    assert THINGS[FISH] == "fish"
    assert THINGS[FIRST_HELD] == "adjust"
    assert THINGS[FIRST_RESTING] == "d12"
