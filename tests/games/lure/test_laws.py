"""Laws of a table of Lure: nothing is lost, nothing leaks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import CHANCE, LETTERS, NOBODY, OVER
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.playout import play_out
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games import house
from rollmops.games.lure import GAME
from rollmops.games.lure.casting import dice_cast
from rollmops.games.lure.table import ADJUSTING, BOAST, CAST, FIRST_LURE, FISHED, MIDDLE, PILE_OF, ROLL, UNSEEN
from rollmops.minds import mind
from tests.contract.walk import seat_counts, walk

SEATS = list(seat_counts(GAME))


def lures_on_the_table(t: Any) -> Any:
    """All lures there are, by kind, wherever they lie."""
    lures = t.pile + t.discards + t.hand.sum(axis=0)
    lures[BOAST] += t.boasts.sum()
    if t.phase in (ROLL, ADJUSTING, FISHED):
        for seat in range(t.seats):
            if not int(t.fished) >> seat & 1:
                lures = lures + t.cast[seat, FIRST_LURE:]
    return lures


@pytest.mark.parametrize("seats", SEATS)
def test_no_lure_fish_or_die_is_lost(seats: int) -> None:
    for seed in range(3):
        for moment in walk(GAME, seats, seed):
            t = moment.after
            assert (lures_on_the_table(t) == t.lures).all()
            assert (t.hand >= 0).all()
            assert (t.pile >= 0).all()
            turned_up = int((t.place >= MIDDLE).sum())
            assert turned_up == t.turned_up
            assert t.shoal == (t.place == MIDDLE).sum()
            assert turned_up + t.deck == 30 - t.leave[seats]
            assert int((t.place == UNSEEN).sum()) == t.deck + t.leave[seats]
            assert all(0 <= dice_cast(t, seat) <= 7 for seat in range(seats))
            for seat in range(seats):
                assert np.count_nonzero(t.face[seat]) <= dice_cast(t, seat)


@pytest.mark.parametrize("seats", SEATS)
def test_lures_held_since_the_shuffle_drawn_and_played_account_for_every_hand(seats: int) -> None:
    for moment in walk(GAME, seats, seed=20):
        t = moment.after
        assert (t.pile + t.drawn.sum(axis=0) == t.stock).all()
        assert (t.hand + t.played - t.drawn >= 0).all()


@pytest.mark.parametrize("seats", SEATS)
def test_the_game_ends_with_the_last_fish(seats: int) -> None:
    *_, last = walk(GAME, seats, seed=21)
    assert last.after.deck == 0
    piles = (last.after.place >= PILE_OF).sum() + (last.after.place == MIDDLE).sum()
    assert piles == 30 - last.after.leave[seats]


def swap_lures(t: Any, seat: int, rng: np.random.Generator) -> None:
    """Exchange lures of other hands with the pile, if drawn since the shuffle, or with another hand, if held before."""
    for other in (s for s in range(t.seats) if s != seat):
        for kind in np.flatnonzero(np.minimum(t.hand[other], t.drawn[other])):
            if t.pile.sum():
                new = rng.choice(np.flatnonzero(t.pile))
                for row, sign in ((t.hand[other], -1), (t.drawn[other], -1), (t.pile, 1)):
                    row[kind] += sign
                    row[new] -= sign
        third = int(rng.integers(t.seats))
        old, theirs = (np.minimum(t.hand[s], t.hand[s] + t.played[s] - t.drawn[s]) for s in (other, third))
        if third not in (seat, other) and old.sum() and theirs.sum():
            mine, yours = rng.choice(np.flatnonzero(old)), rng.choice(np.flatnonzero(theirs))
            for row, sign in ((t.hand[other], -1), (t.hand[third], 1)):
                row[mine] += sign
                row[yours] -= sign


def choose_anew(t: Any, seat: int, rng: np.random.Generator) -> None:
    """Other seats have chosen something else of their casts or turns that are still secret, or nothing yet."""
    for other in (s for s in range(t.seats) if s != seat):
        if t.phase == CAST:
            t.cast[other] = 0
            t.casting[other] = 0
            t.owing |= 1 << other
        elif t.phase == ADJUSTING and t.turned[other].any():
            t.turned[other] = 0
            t.owing |= 1 << other
    for other in (s for s in range(t.seats) if s != seat and t.phase in (CAST, ADJUSTING)):
        for _ in range(int(rng.integers(4))):
            weights = GAME.weights(t, other)
            ahead = copy(t)
            if int(GAME.actors(t)) >> other & 1:
                GAME.step(ahead, other, int(rng.choice(np.flatnonzero(weights))))
            if ahead.phase != t.phase or ahead.drawing:
                return
            for name in t.dtype.names:
                t[name] = ahead[name]


def shuffle_secrets(t: Any, seat: int, rng: np.random.Generator) -> Any:
    """The same table with what this seat cannot know laid anew: other hands, the pile, casts and turns not revealed."""
    twin = copy(t)
    swap_lures(twin, seat, rng)
    choose_anew(twin, seat, rng)
    return twin


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_a_seat_cannot_know_changes_its_view(seats: int) -> None:
    rng = np.random.default_rng(seats)
    changed = 0
    for seed in range(30, 33):
        for number, moment in enumerate(walk(GAME, seats, seed)):
            seat = number % (seats + 1) - 1  # a watcher, NOBODY, included
            twin = shuffle_secrets(moment.before, seat, rng)
            changed += twin.tobytes() != moment.before.tobytes()
            assert GAME.views.view(twin, seat) == GAME.views.view(moment.before, seat)
    assert changed > 100


@pytest.mark.parametrize("seats", SEATS)
def test_another_seats_secret_choice_changes_no_view_until_all_are_in(seats: int) -> None:
    for moment in walk(GAME, seats, seed=32):
        if moment.actors in (CHANCE, OVER) or moment.before.phase != moment.after.phase:
            continue
        assert moment.before.phase in (CAST, ADJUSTING)
        for other in {(moment.seat + 1) % seats, (moment.seat + 2) % seats, NOBODY} - {moment.seat}:
            assert GAME.views.view(moment.before, other) == GAME.views.view(moment.after, other)


def test_a_lure_drawn_changes_no_other_view() -> None:
    """Whatever Ann draws, Ben's view and what he sees of the log are the same."""
    views, logs = set(), set()
    for lure in ("adjust", "x1", "x6", "boast"):
        match = Match(GAME, house("lure"), Header("lure", ("Ann", "Ben")))
        match.put(f"draw {lure}")
        views.add(repr(match.view(1)))
        logs.add(match.seen(1).text())
        assert match.view(0).hand == (lure,)
        assert match.seen(0).entries[0].words == f"draw {lure}"
    assert len(views) == len(logs) == 1


def test_a_sealed_cast_is_in_no_view_and_no_log_until_all_are_in() -> None:
    match = Match(GAME, house("lure"), Header("lure", ("Ann", "Ben", "Cleo")))
    match.roll_all(LabDice(3))
    before = [repr(match.view(seat)) for seat in (0, 1, 2, NOBODY)]
    for seat in (2, 0):
        assert match.choose(seat, "cast 3") == []
        assert [repr(match.view(seat)) for seat in (0, 1, 2, NOBODY)] == before
        assert "cast" not in match.seen(1).text()
    opened = match.choose(1, "cast 2 d12")
    assert [str(entry) for entry in opened] == ["A cast 3", "B cast 2 d12", "C cast 3"]
    assert match.view(NOBODY).casts["B"].specials == ("d12",)


@pytest.mark.parametrize("seats", SEATS)
def test_in_a_match_no_hidden_lure_is_in_a_view_or_a_log(seats: int) -> None:
    """Played as people do; two matches that differ only in what a seat cannot know look the same to it."""
    rng = np.random.default_rng(40)
    match, dice = Match(GAME, house("lure"), Header("lure", tuple(LETTERS[:seats]))), LabDice(41)
    minds = [mind("random", GAME, house("lure"), seat) for seat in range(seats)]
    match.roll_all(dice)
    while not match.over:
        for seat in range(seats):
            for entry in match.seen(seat).entries:
                assert not entry.words.startswith("draw ") or entry.seat == LETTERS[seat] or entry.words == "draw lure"
            twin = shuffle_secrets(match.table, seat, rng)
            assert match.view(seat) == GAME.views.view(twin, seat)
        for seat in match.owing:
            match.choose(seat, minds[seat].choose(match.view(seat)))
        match.roll_all(dice)


def test_the_deck_leaves_every_fish_out_equally_often() -> None:
    """Ten fish leave unseen with two players, though nobody takes them out: each is missing in a third of the games."""
    missing = np.zeros(30)
    games = 3000
    rng = stream(50)
    weights = np.zeros(GAME.choices, np.int64)
    laid = GAME.open(house("lure"), 2)
    for _ in range(games):
        t = copy(laid)
        play_out(GAME.actors, GAME.options, GAME.step, GAME.roll_all, t, rng, weights)
        missing += t.place == UNSEEN
    # five standard errors of a share of 1/3
    assert np.abs(missing / games - 1 / 3).max() < 5 * np.sqrt(2 / 9 / games)
