"""The odds of a turn of Espresso Fishing against brute force over all outcomes, and against simulation."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from rollmops.engine.contract import NOBODY
from rollmops.engine.stream import Stream, pick, stream
from rollmops.games import components, house
from rollmops.games.espresso import GAME
from rollmops.games.espresso.fishing import CAST
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.table import ANGLE, DICE, REROLL, ROLL, SYMBOLS, TAKE, WHITE
from rollmops.lab.odds import hint, prospects
from rollmops.lab.odds.espresso import SetOdds, Turn, expected_catch, turn_odds, turn_of

BLUE = ["worm", "hook", "wave", "wave", "double", "empty"]
RED = ["worm", "worm", "hook", "hook", "wave", "double"]
WHITE_SIDES = ["fish", "fish", "two", "shoe", "zzz", "zzz"]
WAVES = {"wave": Fraction(1), "double": Fraction(2), "empty": Fraction(1, 2)}
TURNS = [
    Turn(("wave", "wave", "empty", "hook", "hook")),
    Turn(("worm", "hook", "wave", "wave", "empty"), frozenset({"r1", "b2"})),
    Turn(("wave", "wave", "empty", "hook", "hook"), frozenset({"b1"})),
    Turn(("hook", "hook", "hook", "worm", "worm"), frozenset({"b1", "r2"})),
    Turn(("double", "double", "hook", "hook", "worm"), frozenset({"b2"})),
    Turn(("empty", "empty", "empty", "wave", "wave"), frozenset({"r1", "r2"}), others=2),
    Turn(("worm", "worm", "wave", "hook", "double"), frozenset({"b3"}), lake=2),
    Turn(("worm", "double", "wave", "hook", "hook"), frozenset({"b1"}), awake=True, others=0),
    Turn(("wave", "wave", "wave", "wave", "wave"), frozenset(DICE)),
]


@cache
def catch(throws: int, both: bool, awake: bool, lake: int) -> Fraction:
    """Fish expected from so many throws, told throw by throw."""
    if not throws or not lake:
        return Fraction(0)
    total = Fraction(0)
    for side in WHITE_SIDES:
        caught = min(lake, {"fish": 1, "two": 2 if both else 1}.get(side, 0))
        goes_on = awake or side != "zzz"
        total += caught + (catch(throws - 1, both, awake, lake - caught) if goes_on else 0)
    return total / len(WHITE_SIDES)


def final(turn: Turn, dice: tuple[str, ...]) -> tuple[Fraction, ...]:
    """Fishing, throws, fish, and the poaching rights of five dice, by plain counting."""
    counts = Counter(dice)
    waves = sum((WAVES[face] for face in dice if face in WAVES), Fraction(0))
    fishing = bool(counts["worm"] and counts["hook"] and waves)
    throws = int(counts["hook"] * waves) if fishing else 0
    fish = catch(throws, "worm" in dice[3:], turn.awake, 99 if turn.lake is None else turn.lake)
    special = len(set(dice[:3])) == 1 and len(set(dice[3:])) == 1
    equal = tuple(sorted(counts.values(), reverse=True))
    steals = {(5,): 3, (4, 1): 2, (3, 2): 0 if special else 1}.get(equal, 0)
    if turn.others is not None:
        fish += max(min(steals, turn.others), special)
    return (Fraction(fishing), Fraction(throws), fish, *(Fraction(steals == n) for n in (1, 2, 3)), Fraction(special))


def with_faces(dice: tuple[str, ...], rolled: tuple[str, ...], faces: tuple[str, ...]) -> tuple[str, ...]:
    lying = dict(zip(DICE, dice, strict=True)) | dict(zip(rolled, faces, strict=True))
    return tuple(lying.values())


def sides(die: str) -> list[str]:
    return BLUE if die.startswith("b") else RED


def mean(values: list[tuple[Fraction, ...]]) -> list[Fraction]:
    return [sum(column, Fraction(0)) / len(values) for column in zip(*values, strict=True)]


def columns(odds: SetOdds) -> list[Fraction]:
    rights = [odds.steal_one, odds.steal_two, odds.steal_three, odds.special]
    return [odds.may_fish, odds.throws, odds.fish, *rights]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: "-".join(turn.faces))
def test_every_set_of_dice_against_all_outcomes(turn: Turn) -> None:
    odds = turn_odds(house("espresso"), turn)
    fresh = [die for die in DICE if die not in turn.rolled]
    assert [found.dice for found in odds.sets] == [dice for n in range(len(fresh) + 1) for dice in combinations(fresh, n)]
    judged = cache(lambda dice: final(turn, dice))
    for found in odds.sets:
        outcomes = product(*(sides(die) for die in found.dice))
        assert columns(found) == mean([judged(with_faces(turn.faces, found.dice, faces)) for faces in outcomes])


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: "-".join(turn.faces))
def test_the_best_re_roll_against_a_search_of_all_ways_to_go_on(turn: Turn) -> None:
    @cache
    def value(dice: tuple[str, ...], left: tuple[str, ...]) -> Fraction:
        return max([final(turn, dice)[2], *(rolled(dice, left, (die,)) for die in left)])

    @cache
    def rolled(dice: tuple[str, ...], left: tuple[str, ...], now: tuple[str, ...]) -> Fraction:
        rest = tuple(die for die in left if die not in now)
        outcomes = [with_faces(dice, now, faces) for faces in product(*(sides(die) for die in now))]
        return sum((value(outcome, rest) for outcome in outcomes), Fraction(0)) / len(outcomes)

    odds = turn_odds(house("espresso"), turn)
    fresh = tuple(die for die in DICE if die not in turn.rolled)
    for found in odds.sets:
        assert found.best == (rolled(turn.faces, fresh, found.dice) if found.dice else final(turn, turn.faces)[2])
    assert odds.best.best == value(turn.faces, fresh)
    assert len(odds.best.dice) <= 1, "one at a time is never worse"


@pytest.mark.parametrize(("both", "awake"), list(product((False, True), repeat=2)))
def test_the_white_die_against_every_way_it_can_fall(both: bool, awake: bool) -> None:
    for throws, lake in product(range(5), (1, 2, 3, 99)):
        total = 0
        for falls in product(WHITE_SIDES, repeat=throws):
            caught = 0
            for side in falls:
                caught += {"fish": 1, "two": 2 if both else 1}.get(side, 0)
                if side == "zzz" and not awake:
                    break
            total += min(caught, lake)
        assert expected_catch(house("espresso"), throws, both, awake, lake) == Fraction(total, 6**throws)


def test_no_five_dice_give_more_throws_than_the_odds_foresee() -> None:
    from rollmops.lab.odds.espresso import MOST_THROWS

    turn = TURNS[1]
    assert max(final(turn, dice)[1] for dice in product(SYMBOLS, repeat=5)) == MOST_THROWS


def play_turn(turn: Turn, policy: Callable[[Turn], tuple[str, ...]], rng: Stream) -> int:
    """One turn by the rules from these dice on, never drinking; returns the fish caught."""
    t = GAME.open(house("espresso"), 5)
    t.shown[:] = [SYMBOLS.index(face) for face in turn.faces]
    t.fresh = sum(1 << place for place, die in enumerate(DICE) if die not in turn.rolled)
    t.thrown = t.fallen = t.order[:] = 0
    t.phase = REROLL
    while t.turn == 0 and t.phase in (ROLL, REROLL, ANGLE, WHITE, TAKE):
        if t.phase == REROLL:
            faces = tuple(SYMBOLS[symbol] for symbol in t.shown)
            rolled = frozenset(die for place, die in enumerate(DICE) if not int(t.fresh) >> place & 1)
            dice = policy(Turn(faces, rolled))
            GAME.step(t, 0, sum(1 << DICE.index(die) for die in dice) if dice else STAND)
        elif t.phase in (ROLL, WHITE):
            weights = GAME.weights(t, NOBODY)
            GAME.step(t, NOBODY, int(pick(rng, weights, int(weights.sum()))))
        else:
            GAME.step(t, 0, CAST if t.phase == ANGLE else 0)
    return int(t.fish[0].sum())


def test_playing_the_best_re_rolls_brings_what_the_odds_promise() -> None:
    turn = Turn(("wave", "wave", "empty", "hook", "hook"), frozenset({"b2", "r1"}))
    promised = turn_odds(house("espresso"), turn).best.best
    best = cache(lambda now: turn_odds(house("espresso"), now).best.dice)
    rng, games = stream(5), 2500
    caught = np.array([play_turn(turn, best, rng) for _ in range(games)])
    assert abs(caught.mean() - float(promised)) < 4 * caught.std() / games**0.5


@pytest.mark.parametrize("dice", [("r2",), ("b1", "b3"), ("b1", "b2", "b3", "r1", "r2")])
def test_rolling_together_and_standing_brings_what_the_odds_promise(dice: tuple[str, ...]) -> None:
    turn = Turn(("wave", "double", "empty", "hook", "hook"))
    promised = next(found for found in turn_odds(house("espresso"), turn).sets if found.dice == dice)
    rng, games = stream(6, len(dice)), 2500
    caught = np.array([play_turn(turn, lambda now: () if now.rolled else dice, rng) for _ in range(games)])
    assert abs(caught.mean() - float(promised.fish)) < 4 * caught.std() / games**0.5


def test_other_components_are_exact_too_however_many_sides_they_have(tmp_path: Path) -> None:
    """Ten thousand times as many sides are the same die; 64 bits would not do."""
    text = (Path(__file__).parents[2] / "src/rollmops/games/espresso/components.toml").read_text("utf-8")
    head, white = text.split("[white.faces]")
    for face, count in (("fish", 2), ("two", 1), ("shoe", 1), ("zzz", 2)):
        white = white.replace(f"{face} = {count}", f"{face} = {count * 5000}")
    other = tmp_path / "many.toml"
    other.write_text(f"{head}[white.faces]{white}", "utf-8")
    turn = Turn(("wave", "wave", "empty", "hook", "hook"), frozenset({"b1", "r1"}))
    many, house_odds = turn_odds(components("espresso", other), turn), turn_odds(house("espresso"), turn)
    assert many == house_odds


def test_the_odds_take_less_than_fifty_milliseconds_once_warm() -> None:
    turn = Turn(("wave", "wave", "empty", "hook", "hook"))
    turn_odds(house("espresso"), turn)
    spent = []
    for _ in range(7):
        begin = time.perf_counter()
        turn_odds(house("espresso"), turn)
        spent.append(time.perf_counter() - begin)
    assert min(spent) < 0.050


def test_the_hint_tells_the_best_re_roll_and_what_an_espresso_is_worth() -> None:
    from tests.games.espresso.test_records import played

    first = played("three_white_throws", 1).view(0)
    best = turn_odds(house("espresso"), Turn(("wave", "wave", "empty", "hook", "hook"), lake=19, others=0)).best
    said = hint("espresso", house("espresso"), first)
    assert f"reroll {' '.join(best.dice)}" in said[1]
    assert f"{float(best.best):.2f}" in said[1]
    fishing = hint("espresso", house("espresso"), played("three_white_throws", 8).view(0))
    both = [f"{float(catch(3, True, awake, 19)):.2f}" for awake in (False, True)]
    assert all(figure in fishing[0] for figure in both)


def test_prospects_tell_what_standing_the_best_re_roll_and_an_espresso_bring() -> None:
    from tests.games.espresso.test_records import played

    view = played("three_white_throws", 1).view(0)
    odds = turn_odds(house("espresso"), turn_of(view))
    stand, best = prospects("espresso", house("espresso"), view)
    assert (stand.line, stand.means["fish"]) == ("stand", odds.stand.fish)
    assert (best.line, best.means["fish"]) == (f"reroll {' '.join(odds.best.dice)}", odds.best.best)
    assert best.chances == {
        "may fish": odds.best.may_fish,
        "may poach": odds.best.steal_one + odds.best.steal_two + odds.best.special,
    }
    assert prospects("espresso", house("espresso"), view, best.line) == [best]
    fishing = played("three_white_throws", 8).view(0)
    assert [one.line for one in prospects("espresso", house("espresso"), fishing)] == ["cast", "drink"]
