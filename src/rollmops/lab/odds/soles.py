"""Exact odds of one roll in Roll for Soles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod

from rollmops.engine.components import Components
from rollmops.games.soles import GAME
from rollmops.games.soles.table import DOUBLE, FACES, HOOK, ONE, TWO
from rollmops.games.soles.view import View
from rollmops.lab.odds.prospect import Prospect


@dataclass(frozen=True)
class RollOdds:
    """What a roll of so many dice brings."""

    dice: int
    doubles: int
    no_sole: Fraction
    hook: Fraction  # the chance of a haul that may be taken from a player
    haul: Fraction  # expected, a roll without a sole counting 0
    hauls: dict[int, Fraction]


def roll_odds(components: Components, dice: int, doubles: int) -> RollOdds:
    """The odds of rolling `dice` dice with `doubles` Double-ups set aside, exactly."""
    return _roll_odds(tuple(int(weight) for weight in GAME.empty(components).faces), dice, doubles)


@lru_cache(maxsize=256)
def _roll_odds(weights: tuple[int, ...], dice: int, doubles: int) -> RollOdds:
    hauls: dict[int, Fraction] = {}
    hook = Fraction(0)
    for counts in _splits(dice, len(FACES)):
        ways = factorial(dice) // prod(map(factorial, counts))
        chance = Fraction(ways * prod(w**n for w, n in zip(weights, counts, strict=True)), sum(weights) ** dice)
        haul = (counts[ONE] + 2 * counts[TWO]) << (doubles + counts[DOUBLE])
        hauls[haul] = hauls.get(haul, Fraction(0)) + chance
        hook += chance if haul and counts[HOOK] else 0
    hauls = {haul: chance for haul, chance in sorted(hauls.items()) if chance}
    mean = sum((haul * chance for haul, chance in hauls.items()), Fraction(0))
    return RollOdds(dice, doubles, hauls.get(0, Fraction(0)), hook, mean, hauls)


def _splits(dice: int, kinds: int) -> list[tuple[int, ...]]:
    if kinds == 1:
        return [(dice,)]
    return [(n, *rest) for n in range(dice + 1) for rest in _splits(dice - n, kinds - 1)]


def again_odds(components: Components, view: View) -> RollOdds:
    """The odds of rolling again."""
    aside = view.aside + tuple(face for face in view.rolled if face in ("double", "water"))
    dice = int(GAME.empty(components).dice) - len(aside)
    return roll_odds(components, dice, aside.count("double"))


def prospects(components: Components, view: View, words: str) -> list[Prospect]:
    """Rolling again: the chance to come home empty, that of a hook with a haul, and the haul to expect."""
    if view.phase != "go on" or words not in ("", "again"):
        return []
    odds = again_odds(components, view)
    return [Prospect("again", {"no sole": odds.no_sole, "hook": odds.hook}, {"haul": odds.haul})]


def hint(components: Components, view: View) -> list[str]:
    """What rolling again would bring."""
    if view.phase != "go on":
        return []
    odds = again_odds(components, view)
    return [
        f"{odds.dice} dice would be rolled, with {odds.doubles} Double-ups set aside.",
        f"Chance of no sole, and the net of {view.net} lost: {float(odds.no_sole):.1%} ({odds.no_sole}).",
        f"Expected haul: {float(odds.haul):.2f} soles; with a hook and a haul: {float(odds.hook):.1%}.",
    ]
