"""Margins are true: estimates are as far off as they say. In short a few games; `make test LONG=1` looks at many more.

No constant was chosen by these games: `python -m bench margins` has others for that. The gates have a reason: of all figures
of a kind 95 in 100 lie within their margin and the mean square of what they are off by is one, less what chance allows once
in ten thousand times. Figures of one game share what they are off by, so that fewer count than there are.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from bench.margins import (
    HOLD_OUT_SEEDS,
    KNOWN,
    MARGIN,
    Figures,
    Held,
    by_fitted_values,
    by_random_games,
    by_the_library,
    fitted_values,
    played,
)

from rollmops.engine.stream import stream
from rollmops.games import game, house
from rollmops.games.records import open_match
from rollmops.minds.sharp.floe_error import IDEAS_EACH_TURN, THROWS_EACH_IDEA
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_know import known as known_ice
from rollmops.minds.sharp.floe_play import mean_end, play_on
from rollmops.minds.sharp.floe_worth import SCRATCH
from rollmops.minds.sharp.lure_error import HOLD_OUT_SEED
from rollmops.minds.sharp.lure_error import held as held_table
from rollmops.review import review
from rollmops.review.effort import EFFORTS
from rollmops.review.endings import Endings, played_otherwise
from rollmops.review.floe import FloeValues
from rollmops.review.lure import LureValues
from rollmops.solve import valuer
from rollmops.solve.doubt import Doubt, mistaken
from rollmops.solve.fitted import kept
from rollmops.solve.fitted.level import level_of, off_by
from rollmops.solve.fitted.searches import search_of
from tests.effort import long_only, short_or_long, some_or_all

MORE = [("soles", seats) for seats in range(4, 9)] + [("espresso", seats) for seats in range(3, 6)]
"""Where values are fitted and nobody knows them exactly."""
FURTHEST = 6.0
"""Of some thousand figures none is further off (in standard errors)."""


def seeds(short: int, long: int) -> Iterable[int]:
    return HOLD_OUT_SEEDS[: short_or_long(short, long)]


def check(held: Held, what: str) -> None:
    """As many inside as should be, and a mean square that is not too large, but for what chance allows."""
    assert held.kinds
    for kind, figures in held.kinds.items():
        print(f"{what}, {kind}: {figures} (allowed: {1 - figures.most_outside:.0%}, {figures.most_square:.2f})")
    for kind, figures in held.kinds.items():
        assert figures.outside <= figures.most_outside, f"{what}, {kind}: too few inside their margins"
        assert figures.square <= figures.most_square, f"{what}, {kind}: errors are too small"
        assert np.abs(figures.z).max() < FURTHEST, f"{what}, {kind}: one is far off"


def test_what_chance_allows() -> None:
    """Of figures with true errors nearly every lot is let through; with errors that are half as large as they should be few
    of thirty games are, and none of a hundred."""
    rng = np.random.default_rng(1)

    def passed(games: int, wide: float) -> float:
        lots = [Figures((wide * rng.standard_normal(games)).tolist(), list(range(games))) for _ in range(200)]
        return float(np.mean([one.outside <= one.most_outside and one.square <= one.most_square for one in lots]))

    assert passed(30, 1.0) > 0.99
    assert passed(30, 2.0) < 0.05
    assert passed(100, 2.0) == 0
    assert passed(100, 1.5) < 0.1


def test_figures_of_one_game_that_are_off_alike_count_as_one() -> None:
    alike = Figures([3.0] * 50 + [0.1] * 50, [1] * 50 + [2] * 50)
    assert alike.many == 2
    assert alike.outside == 0.5
    assert alike.most_outside == 1.0, "two games that are off may be chance"
    apart = Figures(np.random.default_rng(1).standard_normal(100).tolist(), [1] * 50 + [2] * 50)
    assert apart.many > 80, "these have nothing to do with each other"
    assert apart.most_outside < 0.18


@pytest.mark.parametrize("effort", some_or_all(["quick", "usual"], "usual"))
@pytest.mark.parametrize(("name", "seats"), some_or_all(KNOWN, ("soles", 2)))
def test_fitted_values_are_as_far_off_as_they_say_where_the_truth_is_known(name: str, seats: int, effort: str) -> None:
    """Whole reviews, every figure of them."""
    check(
        by_fitted_values(name, seats, effort, seeds(14, 100 if name == "soles" and seats == 2 else 12)),
        f"{name} with {seats}, {effort}",
    )


@pytest.mark.parametrize("effort", some_or_all(["quick", "usual"], "quick"))
@pytest.mark.parametrize("name", some_or_all(["soles", "espresso"], "soles"))
def test_random_games_are_as_far_off_as_they_say(name: str, effort: str) -> None:
    """A box that nobody knows: here one that is known, looked at as if it were not."""
    held = by_random_games(name, effort, seeds(18, 120 if name == "soles" else 16))
    check(held, f"{name} by random games, {effort}")


@pytest.mark.parametrize(("name", "seats"), some_or_all(MORE, ("espresso", 3)))
def test_fitted_values_are_as_far_off_as_they_say_where_games_are_played_on(name: str, seats: int) -> None:
    """Other tables than those by which it was measured; what a first look leaves out is within its margin too."""
    search, level = search_of(game(name), house(name), seats), kept.read(name)[seats].level
    search.narrow(0.1875)
    found, doubt = level_of(search, 77, tables=short_or_long(10, 40))
    print(f"{name} with {seats}: {found:.4f} ± {doubt:.4f} against {level:.4f}")
    assert found**2 < level**2 + 2 * MARGIN * max(found, level) * doubt


@long_only
@pytest.mark.parametrize(("name", "seats"), MORE)
def test_a_first_look_and_its_margin_hold_what_is_found_by_playing_on(name: str, seats: int) -> None:
    values, deep = fitted_values(name, seats, EFFORTS["quick"].part), fitted_values(name, seats, 1.0)
    held, games, dice = Held(), 4, stream(5, seats)
    for seed in seeds(6, 30):
        t = game(name).open(house(name), seats, seed % seats)
        deep.search.scatter(t, np.random.default_rng([seed, seats]))
        off = np.array([off_by(deep.search, t, dice) for _ in range(games)])
        truth, doubt = np.array(deep.value(t).shares) + off.mean(axis=0), off.std(axis=0, ddof=1) / np.sqrt(games)
        value, held.game = values.value(t), seed
        held.shares("chances", value.shares, truth, value.errors or (), doubt)
    check(held, f"{name} with {seats}, first look")


@pytest.mark.parametrize("effort", ["quick", "usual"])
@pytest.mark.parametrize(
    ("name", "seats"),
    some_or_all([*MORE, ("lure", 2), ("lure", 3), ("lure", 5), ("floe", 2), ("floe", 4)], ("soles", 5)),
)
def test_what_estimates_do_not_agree_about_is_as_large_as_they_say(name: str, seats: int, effort: str) -> None:
    """The truth is known: with true values there would be nothing in that column."""
    held = Held()
    for seed in seeds(1, 4):
        record = played(name, seats, seed, ("random", "rollout:20")[seed % 2 if name != "floe" else 0], most_lines=150)
        held.game = seed
        for ledger in review(record, effort=effort).seats.values():
            assert ledger.error is not None
            held.add("estimation", ledger.estimation, 0.0, ledger.error["estimation"])
    check(held, f"{name} with {seats}, {effort}")


@long_only
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_worth_of_lure_is_as_far_off_as_it_says(seats: int) -> None:
    """Against games that are played on without their luck, from other tables than those by which it was measured: between
    rounds, and in the middle of one."""
    held, values, found = Held(), LureValues(game("lure"), seats, EFFORTS["usual"].trials), []
    for seed in range(HOLD_OUT_SEED, HOLD_OUT_SEED + short_or_long(8, 24)):
        one = held_table(seats, seed, 2, lambda t: np.array(values.value(t).shares))
        if one is not None:
            found.append((seed, one))
    luck = float(np.mean([one.noise for _, one in found]))  # of two games at one table nobody could tell
    for seed, one in found:
        held.game = seed
        held.shares("chances", one.said, one.mean, values.value(one.table).errors or (), np.full(seats, np.sqrt(luck)))
    check(held, f"Lure with {seats}")


@long_only
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_worth_of_the_floe_is_as_far_off_as_it_says(seats: int) -> None:
    """Against games that are played on upon the library's ice, from other tables than those by which it was measured."""
    ice, rules, parts = known_ice(), game("floe"), house("floe")
    values, held, rng = FloeValues(rules, parts, seats, 40), Held(), stream(5, seats)
    turns, games = np.random.default_rng([10, seats]), short_or_long(12, 40)
    while held.game < short_or_long(24, 60):
        rows = scratch(rules.open(parts, seats), 2 + SCRATCH)
        play_on(rows, int(turns.integers(20)), IDEAS_EACH_TURN, THROWS_EACH_IDEA, ice.ice, ice.nets[seats], rng)
        value = values.value(rows[0])
        if value.errors is None:
            continue
        total, squares = np.zeros(seats), np.zeros(seats)
        mean_end(rows, games, IDEAS_EACH_TURN, THROWS_EACH_IDEA, ice.ice, ice.nets[seats], rng, total, squares)
        mean, careful = total / games, (total + 2) / (games + 4)
        luck = np.maximum(squares / games - mean**2, careful * (1 - careful)) / games
        held.shares("chances", value.shares, mean, value.errors, np.sqrt(luck))
        held.game += 1
    check(held, f"the floe with {seats}")


@long_only
@pytest.mark.parametrize("seats", [2, 4])
def test_a_first_look_at_a_gesture_holds_what_many_throws_of_it_bring(seats: int) -> None:
    """The library's ice against the arena."""
    check(by_the_library(seats, short_or_long(12, 100), seeds(24, 60)), f"gestures of the floe with {seats}, first look")


def test_the_endings_of_a_what_if_are_within_their_margins() -> None:
    """Games played on from decisions of soles with two, where the true chance is known."""
    held = Held()
    for seed in seeds(4, 16):
        record = played("soles", 2, seed, "rollout:20")
        place = [n for n, entry in enumerate(record.entries) if entry.words in ("again", "secure")][-2]
        endings = Endings(played_otherwise(record, place, "again"))
        truth = endings.value.shares[0]
        endings.more(short_or_long(40, 400))
        won = sum(shares[0] * weight for (_, shares), weight in endings.found.items())
        careful = (won + 2) / (endings.games + 4)
        held.game = seed
        held.add("wins", won / endings.games, truth, float(np.sqrt(careful * (1 - careful) / (endings.games + 4))))
    check(held, "what if")


def test_the_error_of_a_difference() -> None:
    """Tables next to each other share what they are off by, not the chance of their games; far ones share less."""
    doubt = Doubt(0.1)
    one, other = doubt.with_errors((0.5, 0.5)), doubt.with_errors((0.45, 0.55))
    assert doubt.apart(one, one, 0) < 0.4 * (one.errors or ())[0]
    assert doubt.apart(one, other, 0) > doubt.apart(one, one, 0)
    noisy = doubt.with_errors((0.5, 0.5), (0.03, 0.03))
    assert doubt.apart(noisy, noisy, 0) ** 2 == pytest.approx(doubt.apart(one, one, 0) ** 2 + 2 * 0.03**2)
    assert 0 < (doubt.with_errors((1.0, 0.0)).errors or ())[0] < 0.01, "nothing that is estimated is sure"
    assert doubt.apart(one, other, 0, turn_end=True) > doubt.apart(one, other, 0), "somebody else is to move behind one line"


def test_who_has_all_but_lost_may_decide_between_the_others() -> None:
    """A hook takes from Ann or from Ben: to Cy it is the same, and to them it is the game."""
    doubt = Doubt(0.05)
    from_ann, from_ben = doubt.with_errors((0.25, 0.74, 0.01)), doubt.with_errors((0.73, 0.26, 0.01))
    ann, ben, cy = doubt.swayed(from_ann, [from_ann, from_ben], 2)
    assert ann == ben == pytest.approx(np.sqrt(0.5) * 0.48)
    assert cy == 0
    worse = doubt.with_errors((0.9, 0.1, 0.0))
    assert doubt.swayed(from_ann, [from_ann, worse], 2)[0] > 0, "a hundredth is less than anybody knows"
    clear = [doubt.with_errors((0.1, 0.2, 0.7)), doubt.with_errors((0.3, 0.4, 0.3))]
    assert max(doubt.swayed(clear[0], clear, 2)) < 1e-6, "nobody doubts what they would play"
    two = [doubt.with_errors((0.5, 0.5)), doubt.with_errors((0.49, 0.51))]
    assert doubt.swayed(two[0], two, 0) == (0, 0), "with two it is known by the difference"


def test_a_hook_of_somebody_who_has_all_but_lost_leaves_the_others_unsure() -> None:
    """The table of a game by which constants are chosen: it was told with ± 5 %, and was off by 18."""
    record = played("soles", 3, 10_036, "random")
    values = fitted_values("soles", 3, EFFORTS["quick"].part)
    match = open_match(record.header)
    for entry in record.entries[:67]:
        match.add(entry)
    assert [entry.words for entry in record.entries[66:68]] == ["roll water 2 double hook", "take A"]
    told, truth = values.value(match.table), valuer(match.game, match.components, 3).value(match.table)
    assert told.errors is not None
    for share, right, error in zip(told.shares, truth.shares, told.errors, strict=True):
        assert abs(share - right) < MARGIN * error
    assert told.errors[2] < 0.02, "Cy has lost, and that is sure"


def test_who_has_all_but_lost_and_begins_the_next_turn_leaves_the_others_unsure() -> None:
    """Another of those tables: to secure was told with ± 5 %, and was off by 11. It leaves the next roll to Ann, who has
    lost and will take from Ben or from Cy."""
    record = played("soles", 3, 10_020, "random")
    values, match = fitted_values("soles", 3, 1.0), open_match(record.header)
    for entry in record.entries[:103]:
        match.add(entry)
    assert (record.entries[103].seat, match.owing) == ("C", (2,))
    told = values.lines(match.table, 2)["secure"]
    truth = valuer(match.game, match.components, 3).lines(match.table, 2)["secure"]
    assert told.errors is not None
    assert told.shares[0] < 0.05, "Ann has all but lost"
    assert abs(told.shares[2] - truth.shares[2]) > 0.1
    for share, right, error in zip(told.shares, truth.shares, told.errors, strict=True):
        assert abs(share - right) < MARGIN * error
    assert told.errors[0] < 0.02, "and that is sure"
    again = values.lines(match.table, 2)["again"]
    assert (again.errors or ())[2] < 0.03, "who rolls again leaves nobody to decide yet"


def test_the_line_that_looks_best_may_not_be() -> None:
    """What was given away if it was another: for equal lines half of the spread, for a clear lead nothing."""
    rng = np.random.default_rng(1)
    for lead in (0.0, 0.01, 0.02):
        lost = np.maximum(0, -(lead + 0.01 * rng.standard_normal(200_000)))
        assert mistaken(lead, 0.01) == pytest.approx(float(np.sqrt((lost**2).mean())), rel=0.03)
    assert mistaken(0.1, 0.01) < 1e-9
    assert mistaken(0.1, 0.0) == 0
