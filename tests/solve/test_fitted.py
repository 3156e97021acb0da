"""The sharp mind of Roll for Soles and Espresso Fishing: legal everywhere, the same thoughts about a table, and values that
are shares whoever moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, LETTERS, NOBODY, OVER
from rollmops.engine.dice import LabDice
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import components, game, house
from rollmops.games.espresso.table import ANGLE, REROLL
from rollmops.minds import mind
from rollmops.solve import valuer
from rollmops.solve.asking import known
from rollmops.solve.fit import main
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.level import level_of
from rollmops.solve.fitted.net import judge_all, learn, new_net
from rollmops.solve.fitted.searches import SEARCHES, search_of
from rollmops.solve.fitted.selfplay import Course
from rollmops.solve.fitted.sharp import Sharp
from rollmops.solve.fitted.soles_grid import fill_grid
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.known import Known
from rollmops.solve.playouts import Playouts
from tests.effort import long_only, some_or_all

TABLES = [(name, seats) for name in SEARCHES for seats in range(game(name).fewest, game(name).most + 1)]
QUICK_SECONDS = 0.1
"""Seconds' worth of search, which is little."""


def play(name: str, box: Components, seats: int, seed: int) -> tuple[Match, set[str]]:
    """A whole game, each line by the match's own door, which refuses what is not legal; and the phases that were asked."""
    match = Match(game(name), box, Header(name, tuple(LETTERS[:seats]), first="A"))
    minds = [Sharp(game(name), box, seat, seconds=QUICK_SECONDS) for seat in range(seats)]
    dice, asked = LabDice(seed, 0, 0), set[str]()
    match.roll_all(dice)
    while not match.over:
        (seat,) = match.owing
        view = match.view(seat)
        asked.add(view.phase)
        match.choose(seat, minds[seat].choose(view))
        match.roll_all(dice)
    return match, asked


@pytest.mark.parametrize(
    ("name", "seats"), some_or_all(TABLES, ("soles", 2), ("soles", 8), ("espresso", 2), ("espresso", 5))
)
def test_it_plays_whole_games_by_the_rules(name: str, seats: int) -> None:
    match, asked = play(name, house(name), seats, seats)
    assert match.over
    assert sum(match.shares()) == pytest.approx(1)
    assert asked >= ({"take", "go on"} if name == "soles" else {"reroll", "fish"})


def test_it_decides_in_every_phase_of_espresso() -> None:
    asked = set[str]()
    for seed in range(6):
        asked |= play("espresso", house("espresso"), 4, seed)[1]
    assert asked == {"reroll", "fish", "take", "poach"}


OTHER_SOLES = """
game = "soles"
name = "other"
[soles]
mark = "house"
yellow = 900
red_value = 7
red = { 2 = 3, 3 = 9, 4 = 9, 5 = 9, 6 = 9, 7 = 9, 8 = 9 }
[die]
mark = "house"
dice = 3
faces = { 1 = 1, 2 = 3, hook = 2, double = 1, water = 1 }
"""


def test_another_box_is_played_too(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text(OTHER_SOLES, encoding="utf-8")
    match, _ = play("soles", components("soles", path), 3, 1)
    assert match.over
    asked = valuer(game("soles"), components("soles", path), 5)
    assert isinstance(asked, Playouts), "the error of a network was not measured for another box"


@pytest.mark.parametrize("name", SEARCHES)
def test_the_same_seed_thinks_the_same_and_a_view_is_enough(name: str) -> None:
    match = Match(game(name), house(name), Header(name, tuple(LETTERS[:4]), first="A"))
    dice = LabDice(3, 0, 0)
    match.roll_all(dice)
    while not match.owing:
        match.roll_all(dice)
    view = match.view(match.owing[0])
    first, second = (mind("sharp", game(name), house(name), 7) for _ in range(2))
    assert isinstance(first, Sharp)
    assert isinstance(second, Sharp)
    assert first.weigh(view) == second.weigh(view)
    assert first.choose(view) == first.weigh(view)[0].words
    shares = [opinion.share for opinion in first.weigh(view)]
    assert shares == sorted(shares, reverse=True)


def tables_of(name: str, seats: int, seed: int) -> list[Any]:
    """Every table of a game of random lines."""
    match = Match(game(name), house(name), Header(name, tuple(LETTERS[:seats]), first="A"))
    dice, tables, rng = LabDice(seed, 0, 0), list[Any](), np.random.default_rng(seed)
    while not match.over:
        tables.append(copy(match.table))
        match.roll_all(dice)
        tables.append(copy(match.table))
        if match.owing:
            match.choose(match.owing[0], str(rng.choice(legal_words(match.game, match.table, match.owing[0]))))
            tables.append(copy(match.table))
    return tables


def turned(name: str, t: Any, seats: int) -> Any:
    """The same table with everything one seat further."""
    other = copy(t)
    other.turn = (int(t.turn) + 1) % seats
    for field in ("supply",) if name == "soles" else ("fish", "chips"):
        getattr(other, field)[:seats] = np.roll(getattr(t, field)[:seats], 1, axis=0)
    return other


@pytest.mark.parametrize(("name", "seats"), [("soles", 2), ("soles", 5), ("espresso", 3), ("espresso", 4)])
def test_shares_sum_to_one_and_turn_with_the_seats(name: str, seats: int) -> None:
    search = search_of(game(name), house(name), seats)
    search.narrow(QUICK_SECONDS)
    asked = FittedValuer(search, 0.01)
    for t in tables_of(name, seats, 1)[::3]:
        shares = asked.value(t).shares
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= -1e-12
        assert np.roll(shares, 1) == pytest.approx(asked.value(turned(name, t, seats)).shares)
        for value in asked.lines(t, int(t.turn)).values():
            assert sum(value.shares) == pytest.approx(1)


@pytest.mark.parametrize("deep", [True, False])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_choice_is_worth_its_best_line_and_a_finished_game_what_it_is(name: str, deep: bool) -> None:
    """However closely one looks: a review that was in no hurry looked more closely at a line that ends the turn than at
    the table before it."""
    search = search_of(game(name), house(name), 3)
    search.most_spots = search.late_spots = 10**6  # nothing left out
    asked = FittedValuer(search, 0.01, deep=deep)
    for t in tables_of(name, 3, 2)[::7]:
        lines = asked.lines(t, int(t.turn))
        if lines:
            best = max(value.shares[int(t.turn)] for value in lines.values())
            assert asked.value(t).shares[int(t.turn)] == pytest.approx(best)
        if game(name).actors(t) == OVER:
            assert asked.value(t).errors is None
            assert list(asked.value(t).shares) == game(name).standing(t, 3)[1]


def after_dice(name: str, t: Any) -> list[tuple[float, Any]]:
    """Every table that chance's next line can lead to, with its chance."""
    rules, ends, waiting = game(name), list[tuple[float, Any]](), [(1.0, t)]
    while waiting:
        chance, before = waiting.pop()
        weights = rules.weights(before, NOBODY)
        for choice in np.flatnonzero(weights).tolist():
            after = copy(before)
            rules.step(after, NOBODY, choice)
            part = chance * float(weights[choice] / weights.sum())
            (waiting if rules.words.begun(after, NOBODY) else ends).append((part, after))
    return ends


@pytest.mark.parametrize(("name", "seats"), [("soles", 5), ("espresso", 3)])
def test_luck_is_zero_on_average_even_where_the_search_left_rivals_out(name: str, seats: int) -> None:
    search = search_of(game(name), house(name), seats)
    search.narrow(0.02)
    chances = [t for t in tables_of(name, seats, 4) if game(name).actors(t) == CHANCE]
    for t in chances[:: max(1, len(chances) // 4)]:
        turn, mean, mover = search.turn(t), np.zeros(seats), int(t.turn)
        for chance, after in after_dice(name, t):
            if game(name).actors(after) == OVER:
                mean += chance * np.array(game(name).standing(after, seats)[1])
            elif search.is_start(after):
                mean += chance * np.roll(search.start(after), int(after.turn))
            else:
                mean += chance * np.roll(turn.assumed(after), mover)
        assert mean == pytest.approx(np.roll(turn.shares(t), mover))


def test_what_was_thought_while_fishing_does_not_stand_for_the_dice_of_another_turn() -> None:
    espresso, box = game("espresso"), house("espresso")
    search = search_of(espresso, box, 2)
    fishing, rolling = espresso.open(box, 2), espresso.open(box, 2)
    fishing.phase, fishing.throws = ANGLE, 2
    rolling.phase, rolling.shown[:] = REROLL, 0
    assert search.turn(fishing).covers(fishing)
    assert not search.turn(fishing).covers(rolling)
    assert search.turn(rolling).covers(fishing)
    fishing.drunk = 1
    assert not search.turn(rolling).covers(fishing), "with a coffee already drunk the same chips are others"


def test_on_exact_values_the_search_of_a_turn_of_soles_is_exact() -> None:
    soles, box = game("soles"), house("soles")
    exact, search = known(soles, box, 2), search_of(soles, box, 2)
    assert isinstance(exact, Known)
    rng, kinds = np.random.default_rng(1), search.kinds
    for number in rng.choice(np.flatnonzero(exact.turns.running), 12):
        t = exact.turns.table(int(number))
        grid, all_soles = search.turn(t), exact.turns.first
        columns, rows = int(grid.sizes.prod()), grid.middle + 1
        secured, bust, over = np.zeros_like(grid.secured), np.zeros((columns, 2)), np.zeros((columns, 2))
        soles_in_all = int(exact.turns.table(all_soles).middle)
        for other in range(columns):
            for middle in range(-1, rows):
                after = copy(t)
                after.supply[1], after.turn = other, 1
                if middle < 0:
                    after.middle = soles_in_all - int(t.supply[0]) - other
                    bust[other] = exact.value(after).shares
                    continue
                after.middle, after.supply[0] = middle, soles_in_all - middle - other
                if middle:
                    secured[other * rows + middle] = exact.value(after).shares
                else:
                    over[other] = soles.standing(after, 2)[1]
        fill_grid(
            kinds.chance, kinds.parts, kinds.after, kinds.hauls, kinds.hooks, grid.sizes, grid.strides, grid.middle,
            secured, bust, over, grid.inner, grid.agains,
        )  # fmt: skip
        assert grid.shares(t) == pytest.approx(exact.value(t).shares, abs=1e-8)


def test_the_network_learns() -> None:
    rng = np.random.default_rng(1)
    seen = rng.normal(size=(3000, 3, 4))
    right = np.exp(2 * np.tanh(seen[:, :, 0]) - seen[:, :, 1])
    targets = right / right.sum(1, keepdims=True)
    net, judged = new_net(4, {}, 1), np.zeros_like(targets)
    judge_all(seen, net, judged)
    assert judged == pytest.approx(1 / 3)
    mean, square, steps = np.zeros_like(net), np.zeros_like(net), 0
    for rate in (0.01, 0.003):
        for _ in range(15):
            steps = learn(seen, targets, rng.permutation(len(seen)), net, mean, square, steps, rate, 32)
    judge_all(seen, net, judged)
    assert np.abs(judged - targets).mean() < 0.01


def test_targets_mix_what_the_search_found_with_what_came_of_it() -> None:
    found = [np.array([0.6, 0.4]), np.array([0.3, 0.7])]
    course = Course([np.zeros((2, 1))] * 2, found, [0, 1], np.array([1.0, 0.0]))
    assert [row.tolist() for row in course.targets(0.0)] == [[0.6, 0.4], [0.3, 0.7]]
    assert [row.tolist() for row in course.targets(1.0)] == [[1.0, 0.0], [0.0, 1.0]]
    last = 0.5 * np.array([0.7, 0.3]) + 0.5 * np.array([1.0, 0.0])  # by seat: B moves second
    assert course.targets(0.5)[0] == pytest.approx(0.5 * found[0] + 0.5 * last)


@long_only
def test_the_error_of_a_network_that_is_sure_of_the_wrong_seat_is_large() -> None:
    search = search_of(game("soles"), house("soles"), 2)
    search.narrow(QUICK_SECONDS)
    honest, _ = level_of(search, 1, tables=10)
    search.net = -search.net
    assert honest < 0.15 < 0.3 < level_of(search, 1, tables=10)[0]


def test_fitting_is_one_command_and_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    files = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        main(["soles", "--seats", "2", "--games", "2", "--rounds", "1", "--tables", "3", "--folder", str(tmp_path / folder)])
        files.append(kept.read("soles", tmp_path / folder)[2])
    assert (files[0].net == files[1].net).all()
    assert files[0].level == files[1].level
    assert files[0].fits(game("soles"), house("soles"))


@pytest.mark.parametrize(("name", "seats"), [pair for pair in TABLES if pair[1] > 3])
def test_the_package_has_fitted_values_where_there_is_no_table(name: str, seats: int) -> None:
    asked = valuer(game(name), house(name), seats)
    assert isinstance(asked, FittedValuer)
    assert (asked.exact, asked.gain) == (False, None)
    worth = asked.value(game(name).open(house(name), seats))
    assert worth.errors is not None
    assert 0 < worth.errors[0] < 0.05
    assert sum(worth.shares) == pytest.approx(1)
