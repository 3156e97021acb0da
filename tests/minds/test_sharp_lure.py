"""The sharp mind for Lure: legal in every phase, the same seed thinks the same, it sees a view, and its work is bounded."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.lines import read_line
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.games import components, game, house
from rollmops.games.lure.view import View
from rollmops.minds.sharp.lure import Sharp
from rollmops.minds.sharp.lure_search import MOST_ROLLS, KnownOdds, Search
from rollmops.minds.sharp.lure_worth import read_weights
from tests.effort import some_or_all
from tests.games.lure.test_rollout import nine_lures

LURE = game("lure")
LAKE = components("lure", Path(__file__).parent.parent / "games" / "lure" / "own" / "lake.toml")
QUICK_SECONDS = 0.02
"""Seconds' worth of work, which is little."""
PLAINLY = np.full(LURE.most, 0.2)


def play(box: Components, seats: int, seed: int, minds: list[Sharp]) -> tuple[Match, set[str]]:
    """A whole game, each line by the match's own door, which refuses what is not legal; and the phases that were asked."""
    match = Match(LURE, box, Header("lure", tuple(LETTERS[:seats]), first="A"))
    dice, asked = LabDice(seed, 0, 0), set[str]()
    match.roll_all(dice)
    while not match.over:
        for seat in match.owing:
            view = match.view(seat)
            asked.add(view.phase)
            match.choose(seat, minds[seat].choose(view))
        match.roll_all(dice)
    return match, asked


BOXES = {"house": house("lure"), "lake": LAKE}
COUNTS = range(LURE.fewest, LURE.most + 1)


@pytest.mark.parametrize(("name", "seats"), some_or_all(product(BOXES, COUNTS), ("house", LURE.fewest), ("lake", LURE.most)))
def test_it_plays_whole_games_by_the_rules(name: str, seats: int) -> None:
    box = BOXES[name]
    minds = [Sharp(LURE, box, seat, seconds=QUICK_SECONDS) for seat in range(seats)]
    match, asked = play(box, seats, seats, minds)
    assert match.over
    assert sum(match.shares()) == pytest.approx(1)
    assert "cast" in asked


def test_it_adjusts_too() -> None:
    box = house("lure")
    asked = set[str]()
    for seed in range(4):  # until one has adjusted
        if len(asked) == 2:
            break
        asked |= play(box, 2, seed, [Sharp(LURE, box, seat, seconds=QUICK_SECONDS) for seat in range(2)])[1]
    assert asked == {"cast", "adjust"}


def moment(seed: int = 3, lines: int = 3) -> Match:
    """A cast is due some rounds on."""
    box = house("lure")
    match, dice = Match(LURE, box, Header("lure", ("Ann", "Ben"), first="A")), LabDice(seed, 0, 0)
    minds = [Sharp(LURE, box, seat, seconds=QUICK_SECONDS) for seat in range(2)]
    match.roll_all(dice)
    while match.table.rounds < lines or match.view(0).phase != "cast":
        for seat in match.owing:
            match.choose(seat, minds[seat].choose(match.view(seat)))
        match.roll_all(dice)
    return match


def test_the_same_seed_thinks_the_same() -> None:
    match = moment()
    for seat in match.owing:
        first, second = (Sharp(LURE, match.components, 5, seconds=QUICK_SECONDS) for _ in range(2))
        assert [first.choose(match.view(seat)) for _ in range(3)] == [second.choose(match.view(seat)) for _ in range(3)]
        assert first.weigh(match.view(seat)) == second.weigh(match.view(seat))


def test_it_sees_only_a_view() -> None:
    """Another table that the same view could be of makes no difference, nor does a view that came over the wire."""
    match = moment()
    view = match.view(0)
    for seed in range(50):
        other = LURE.empty(match.components)
        LURE.views.fill(view, other, np.random.default_rng(seed))
        if (other.hand[1] != match.table.hand[1]).any():
            break
    assert (other.hand[1] != match.table.hand[1]).any()
    sent = msgspec.json.decode(msgspec.json.encode(view), type=View)
    views = (view, LURE.views.view(other, 0), sent)
    assert len({Sharp(LURE, match.components, 5, seconds=QUICK_SECONDS).choose(one) for one in views}) == 1


def test_its_opinions_are_shares_with_errors_of_legal_lines_best_first() -> None:
    match = moment()
    opinions = Sharp(LURE, match.components, 5).weigh(match.view(0))
    assert all(0 <= one.share <= 1 and 0 <= one.error < 0.05 and one.playouts > 1 for one in opinions)
    assert [one.share for one in opinions] == sorted((one.share for one in opinions), reverse=True)
    assert len({one.words for one in opinions}) == len(opinions)
    for one in opinions:
        assert read_line(LURE, match.table, 0, one.words)


@pytest.mark.parametrize("seconds", [None, 0.07])
def test_its_work_is_bounded(seconds: float | None) -> None:
    """With nine lures there are thousands of casts; it looks at as many as it has work for, and stops."""
    match = nine_lures()
    mind = Sharp(LURE, match.components, 1, seconds=seconds)
    t = LURE.empty(match.components)
    view = match.view(0)
    LURE.views.fill(view, t, np.random.default_rng(1))
    search = Search(view, t, read_weights(int(t.seats)), None, PLAINLY, mind.part, np.random.default_rng(1))
    assert search.shelf.rolls <= MOST_ROLLS
    work = 50_000
    search.run(work, stream(1))
    # the last trials may go beyond it: one of every seat and one of the own hand
    assert work <= search.done < work + 200 * sum(map(len, search.casts))


def test_it_beats_random_casts() -> None:
    box, won = house("lure"), 0.0
    from rollmops.minds import mind

    for seed in range(6):
        match, dice = Match(LURE, box, Header("lure", ("sharp", "random"), first="A")), LabDice(seed, 0, 0)
        minds = [Sharp(LURE, box, seed, seconds=QUICK_SECONDS), mind("random", LURE, box, seed)]
        match.roll_all(dice)
        while not match.over:
            for seat in match.owing:
                match.choose(seat, minds[seat].choose(match.view(seat)))
            match.roll_all(dice)
        won += match.shares()[0]
    assert won >= 5


def test_what_was_cast_tells_what_is_held() -> None:
    """It remembers from one round to the next, and forgets when a round was missed."""
    box = house("lure")
    match, dice = Match(LURE, box, Header("lure", ("Ann", "Ben"), first="A")), LabDice(1, 0, 0)
    minds = [Sharp(LURE, box, seat, seconds=0.1) for seat in range(2)]
    match.roll_all(dice)
    told = 0
    while not match.over and match.table.rounds < 6:
        for seat in match.owing:
            view = match.view(seat)
            if view.phase == "cast" and minds[seat].memories:
                told += recalled(minds[seat], view)
            match.choose(seat, minds[seat].choose(view))
        match.roll_all(dice)
    assert told > 0


def recalled(mind: Sharp, view: View) -> int:
    """How many hands are remembered; each fits what all can see."""
    from rollmops.minds.sharp.lure_beliefs import recall

    t = LURE.empty(house("lure"))
    LURE.views.fill(view, t, np.random.default_rng(1))
    hands = recall(view, t, mind.memories[-1], PLAINLY, 20, np.random.default_rng(1))
    other = 1 - LETTERS.index(str(view.seat))
    for hand in hands:
        assert hand[other].sum() == view.hands[LETTERS[other]]
        assert (hand[other] + t.discards + t.hand[1 - other] <= t.lures).all()
    missed = msgspec.structs.replace(view, round=view.round + 1)
    assert len(recall(missed, t, mind.memories[-1], PLAINLY, 20, np.random.default_rng(1))) == 0
    return len(hands)


def test_odds_that_another_seat_has_found_are_the_same() -> None:
    """Whoever looks at a round from every seat finds the odds once; nothing else changes."""
    match, known = moment(), KnownOdds()
    for seat in range(match.seats):
        found = []
        for odds in (known, KnownOdds()):
            t, view = LURE.empty(match.components), match.view(seat)
            LURE.views.fill(view, t, np.random.default_rng(1))
            weights = read_weights(int(t.seats))
            search = Search(view, t, weights, None, PLAINLY, 0.1, np.random.default_rng(1), odds)
            found.append(search.run(20_000, stream(1)).shares)
        assert (found[0] == found[1]).all()
