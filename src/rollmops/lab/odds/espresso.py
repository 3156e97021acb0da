"""Exact odds of one turn in Espresso Fishing: what every re-roll brings, and which is best for most fish.

Chances are whole numbers of equally likely outcomes until the very end, where they become fractions; nothing is rounded.
A turn is small: each of five dice either still lies as first rolled or shows one of five symbols, 7,776 states at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import loop
from rollmops.engine.components import Components
from rollmops.engine.table import Ints
from rollmops.games.espresso import GAME
from rollmops.games.espresso.combinations import is_special, may_fish, red_worm, steals, white_throws
from rollmops.games.espresso.table import DICE, FIRST_RED, FISH, SHOE, SYMBOLS, TWO, ZZZ
from rollmops.games.espresso.view import View
from rollmops.lab.odds.prospect import Prospect

SIDES = len(SYMBOLS)
MOST_THROWS = 8
"""A worm, two hooks and two double waves; no five dice give more white throws."""
MAY_FISH, THROWS, RED_WORM, STEALS, SPECIAL = range(5)

Whole = NDArray[Any]
"""Whole numbers: 64 bits where all results fit, otherwise Python's own, so that no component file can make it overflow."""


@dataclass(frozen=True)
class Turn:
    """Five dice as they lie, and what else matters for how many fish they bring."""

    faces: tuple[str, ...]  # b1 b2 b3 r1 r2
    rolled: frozenset[str] = frozenset()  # dice that were rolled twice already
    awake: bool = False  # whether an espresso is drunk before the first white throw
    lake: int | None = None  # fish in the lake, where so few are left that it matters
    others: int | None = None  # fish that other players own, if poached fish are to be counted as well


@dataclass(frozen=True)
class SetOdds:
    """These dice are rolled together: the chances if the player stands then, and the fish if she goes on at her best."""

    dice: tuple[str, ...]
    may_fish: Fraction
    throws: Fraction
    fish: Fraction
    steal_one: Fraction
    steal_two: Fraction
    steal_three: Fraction  # five equal symbols, which are a special combination as well
    special: Fraction
    best: Fraction  # expected fish with the best re-rolls afterwards, one die at a time; to roll none is to stand


@dataclass(frozen=True)
class TurnOdds:
    """The odds of every set of dice that may still be rolled, the empty set (stand) first."""

    turn: Turn
    sets: tuple[SetOdds, ...]

    @property
    def stand(self) -> SetOdds:
        """The dice as they lie."""
        return self.sets[0]

    @property
    def best(self) -> SetOdds:
        """What to roll next for most fish; among equals the fewest dice."""
        return max(self.sets, key=lambda odds: (odds.best, -len(odds.dice)))


def turn_odds(components: Components, turn: Turn) -> TurnOdds:
    """The odds of this turn, exactly."""
    box = GAME.empty(components)
    weights = [list(map(int, box.blue_faces if die < FIRST_RED else box.red_faces)) for die in range(len(DICE))]
    totals = [sum(faces) for faces in weights]
    lying = [SYMBOLS.index(face) for face in turn.faces]
    fresh = [die for die, name in enumerate(DICE) if name not in turn.rolled]
    white = [int(sides) for sides in box.white_faces]
    scale = sum(white) ** MOST_THROWS
    exact = np.int64 if 16 * scale * prod(totals) < 1 << 62 else object
    outcomes = _outcomes(turn, white).astype(exact)
    for die in reversed(range(len(DICE))):
        if die not in fresh:
            outcomes = outcomes.take(lying[die], axis=1 + die)
    mine = _Fresh(
        [lying[die] for die in fresh], [np.array(weights[die], exact) for die in fresh], [totals[die] for die in fresh]
    )
    together, ahead = mine.stand(outcomes), mine.go_on(outcomes[2])
    everything = mine.ways(~0) * scale
    sets = []
    for mask in sorted(together, key=lambda mask: (mask.bit_count(), [place for place in range(5) if mask >> place & 1])):
        dice = tuple(DICE[die] for place, die in enumerate(fresh) if mask >> place & 1)
        ways = mine.ways(mask)
        fishing, throws, fish, *rights = (int(number) for number in together[mask])
        one, two, three, special = (Fraction(right, ways) for right in rights)
        sets.append(
            SetOdds(
                dice,
                may_fish=Fraction(fishing, ways),
                throws=Fraction(throws, ways),
                fish=Fraction(fish, ways * scale),
                steal_one=one,
                steal_two=two,
                steal_three=three,
                special=special,
                best=Fraction(int(ahead[mask] if mask else fish * mine.ways(~0)), everything),
            )
        )
    return TurnOdds(turn, tuple(sets))


@dataclass(frozen=True)
class _Fresh:
    """The dice that may be rolled once more: how they lie, the weights of their faces and how many sides they have."""

    lying: list[int]
    weights: list[Whole]
    totals: list[int]

    def ways(self, dice: int) -> int:
        """In how many ways these dice (a bit for each) can fall."""
        return prod(total for place, total in enumerate(self.totals) if dice >> place & 1)

    def stand(self, outcomes: Whole) -> dict[int, Whole]:
        """For each set of dice (a bit for each): outcomes summed over all ways in which they fall, the others lying."""
        done = {0: outcomes}
        for place in range(len(self.lying)):
            # the axis of this die is the first that is left after that of the outcomes' kinds
            done = {mask: numbers.take(self.lying[place], axis=1) for mask, numbers in done.items()} | {
                mask | 1 << place: np.tensordot(numbers, self.weights[place], (1, 0)) for mask, numbers in done.items()
            }
        return done

    def go_on(self, fish: Whole) -> dict[int, Any]:
        """For each set of dice rolled now: fish over all ways, if afterwards each die is rolled when that is best."""
        count = len(self.lying)
        values: dict[int, Whole] = {}  # by the set of dice not rolled yet; one axis for each die that was
        for left in sorted(range(1 << count), key=int.bit_count):
            value = fish
            for place in reversed(range(count)):
                if left >> place & 1:
                    value = value.take(self.lying[place], axis=place)
            value = value * self.ways(left)
            for place in range(count):
                if left >> place & 1:
                    axis = sum(1 for other in range(place) if not left >> other & 1)
                    rolled = np.tensordot(values[left & ~(1 << place)], self.weights[place], (axis, 0))
                    value = np.maximum(value, rolled)
            values[left] = value
        return {(1 << count) - 1 & ~left: self._sum(value, left) for left, value in values.items()}

    def _sum(self, value: Whole, left: int) -> Any:
        for place in range(len(self.lying)):
            if not left >> place & 1:
                value = np.tensordot(value, self.weights[place], (0, 0))
        return value


def _outcomes(turn: Turn, white: list[int]) -> Whole:
    """For every way in which five dice can lie: fishing allowed, throws, fish (scaled), and each poaching right."""
    ways = _ways()
    catches = [[_catch(white, n, both, turn.awake, turn.lake) for n in range(MOST_THROWS + 1)] for both in (0, 1)]
    fish = np.array(catches, object)[ways[RED_WORM], ways[THROWS]]
    if turn.others is not None:
        scale = sum(white) ** MOST_THROWS
        fish = fish + scale * np.maximum(np.minimum(ways[STEALS], turn.others), ways[SPECIAL]).astype(object)
    rights = [(ways[STEALS] == count).astype(np.int64) for count in (1, 2, 3)]
    return np.stack([*(kind.astype(object) for kind in (ways[MAY_FISH], ways[THROWS])), fish, *rights, ways[SPECIAL]])


@cache
def _ways() -> Ints:
    """What each of the 3125 ways in which five dice can lie allows, by the rules themselves."""
    ways = np.zeros((5, SIDES**5), np.int64)
    _survey(ways)
    return ways.reshape(5, *(SIDES,) * 5)


@loop
def _survey(ways: Ints) -> None:
    shown = np.zeros(5, np.int16)
    for way in range(ways.shape[1]):
        rest = way
        for die in range(4, -1, -1):
            shown[die] = rest % SIDES
            rest //= SIDES
        ways[MAY_FISH, way] = may_fish(shown)
        ways[THROWS, way] = white_throws(shown) if may_fish(shown) else 0
        ways[RED_WORM, way] = red_worm(shown)
        ways[STEALS, way] = steals(shown)
        ways[SPECIAL, way] = is_special(shown)


def expected_catch(components: Components, throws: int, both: bool, awake: bool, lake: int | None = None) -> Fraction:
    """Fish expected from so many white throws; `both`: a red worm lets two be two."""
    white = [int(sides) for sides in GAME.empty(components).white_faces]
    return Fraction(_catch(white, throws, int(both), awake, lake), sum(white) ** MOST_THROWS)


def _catch(white: list[int], throws: int, both: int, awake: bool, lake: int | None) -> int:
    """Expected fish of so many throws, times all ways in which MOST_THROWS white dice can fall."""
    enough = 2 * throws if lake is None else lake
    unthrown: int = sum(white) ** (MOST_THROWS - throws)
    return _catch_of(tuple(white), throws, both, awake, enough) * unthrown


@cache
def _catch_of(white: tuple[int, ...], throws: int, both: int, awake: bool, lake: int) -> int:
    """Fish summed over all ways in which the white throws can fall: asleep catches no more, an empty lake ends it."""
    if not throws or not lake:
        return 0
    ways: int = sum(white) ** (throws - 1)
    total = 0
    for face, caught in ((FISH, 1), (TWO, 1 + both), (SHOE, 0), (ZZZ, 0)):
        taken = min(caught, lake)
        total += white[face] * taken * ways
        if awake or face != ZZZ:
            total += white[face] * _catch_of(white, throws - 1, both, awake, lake - taken)
    return total


def prospects(components: Components, view: View, words: str) -> list[Prospect]:
    """While dice may be rolled once more: to stand, and the best re-roll; while fishing: with an espresso or without."""
    found = []
    if view.phase == "reroll":
        odds = turn_odds(components, turn_of(view))
        sets = odds.sets if words else dict.fromkeys((odds.stand, odds.best))
        found = [_prospect(one) for one in sets]
    elif view.phase == "fish":
        found = [Prospect(line, means={"fish": fish}) for line, fish in _fishing(components, view).items()]
    return [one for one in found if words in ("", one.line)]


def turn_of(view: View) -> Turn:
    """The turn as it lies, with what is left in the lake and what the others own."""
    others = sum(fish.blue + fish.yellow for seat, fish in view.fish.items() if seat != view.turn)
    faces = tuple(die.face or "" for die in view.dice)
    rolled = frozenset(die.name for die in view.dice if not die.fresh)
    return Turn(faces, rolled, lake=view.lake.blue + view.lake.yellow, others=others)


def line_of(odds: SetOdds) -> str:
    """The line that rolls this set of dice."""
    return " ".join(("reroll", *odds.dice)) if odds.dice else "stand"


def _prospect(odds: SetOdds) -> Prospect:
    poach = odds.steal_one + odds.steal_two + odds.special  # five equal symbols are special as well
    return Prospect(line_of(odds), {"may fish": odds.may_fish, "may poach": poach}, {"fish": odds.best})


def _fishing(components: Components, view: View) -> dict[str, Fraction]:
    """The fish that the throws left bring, by how one begins: with the white die, or with an espresso."""
    lake = view.lake.blue + view.lake.yellow
    asleep, awake = (expected_catch(components, view.throws, view.red_worm, cup, lake) for cup in (False, True))
    if view.drunk:
        return {"cast": awake}
    return {"cast": asleep, "drink": awake} if view.chips[view.turn] else {"cast": asleep}


def hint(components: Components, view: View) -> list[str]:
    """What the odds say about the next re-roll, or about an espresso."""
    if view.phase == "reroll":
        return list(_reroll_hint(components, view))
    if view.phase == "fish":
        fish = _fishing(components, view)
        said = f"Fish to expect from {view.throws} more throws: {float(fish['cast']):.2f}"
        return [said + (f", after an espresso {float(fish['drink']):.2f}." if "drink" in fish else ".")]
    return []


def _reroll_hint(components: Components, view: View) -> Iterator[str]:
    odds = turn_odds(components, turn_of(view))
    best, stand = odds.best, odds.stand
    yield f"Fish to expect if you stand: {float(stand.fish):.2f} (without an espresso)."
    if best is stand:
        yield "For most fish: stand."
        return
    yield f"For most fish: reroll {' '.join(best.dice)}, then go on as it falls: {float(best.best):.2f}."
    yield (
        f"Standing after that re-roll: fishing allowed {float(best.may_fish):.1%}, {float(best.throws):.2f} white throws;"
        f" special combination {float(best.special):.1%}."
    )
