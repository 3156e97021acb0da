"""Exact odds of a cast in Lure: which fish it can catch, and how many VP to expect with the best use of adjust lures.

Six-sided dice are alike, so what lies on the table is a multiset of them beside d12 and d20: 252 × 12 × 20 rolls at most,
each with its number of ways. The rules of the game say what a roll catches. What adjusting can make of it is found by
letting every roll look at its neighbours, one turn of one die away, once for each adjust lure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollmops.engine.compile import rule
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadWordsError, IllegalError
from rollmops.engine.lines import follow, read_line
from rollmops.engine.table import Ints, copy
from rollmops.games.lure import GAME
from rollmops.games.lure.adjusting import ENOUGH
from rollmops.games.lure.box import LURES
from rollmops.games.lure.fishing import can_catch, read_roll
from rollmops.games.lure.table import ADJUST, BOAST, D12, FIRST_LURE, SIX, SPECIAL, Table, deck_of, name_of
from rollmops.games.lure.view import View
from rollmops.games.lure.words import read_cast, read_fish, spell_cast
from rollmops.lab.odds.prospect import Prospect

SIDES = (12, 20)
MOST_TOLD = 5
NOTHING = "nothing"
"""Beside the names of fish: that none can be caught."""
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class CastOdds:
    """What a cast can do, if nobody fishes before it."""

    words: str
    catch: dict[str, Fraction]  # the chance to be able to catch each fish
    nothing: Fraction  # the chance that none can be caught
    vp: Fraction  # expected, boasts included, with the adjusting that brings most
    best: dict[int, Fraction]  # the chance of every number of VP


def cast_odds(components: Components, words: str, fish: Sequence[str]) -> CastOdds:
    """The exact odds of a cast like `cast 3 d12 x5` for these fish."""
    t = GAME.empty(components)
    counts = _read(t, words)
    wanted = np.array([read_fish(t, name) for name in dict.fromkeys(fish)], np.int64)
    if not len(wanted):
        raise BadWordsError(f"name the fish in the middle; there are {', '.join(deck_of(t))}")
    sixes = counts[SIX]
    caught, vp = _all_rolls(t, counts, wanted)
    for _ in range(counts[FIRST_LURE + ADJUST]):
        caught, vp = _spread(caught, neighbours(sixes), np.bitwise_or), _spread(vp, neighbours(sixes), np.maximum)
    ways = np.broadcast_to(np.array(ways_of(sixes), np.int64)[:, None, None], caught.shape)
    return _odds(spell_cast(counts), [name_of(t, f) for f in wanted], caught, vp, ways)


def _all_rolls(t: Table, counts: list[int], wanted: Ints) -> tuple[Numbers, Numbers]:
    """For every way these dice can lie (six-sided ones sorted · d12 · d20) which fish they catch, as bits, and the VP."""
    t.cast[0] = counts
    sixes, faces = counts[SIX], [sides if counts[D12 + i] else 1 for i, sides in enumerate(SIDES)]
    rolls = _rolls(sixes)
    caught, vp = (np.zeros((len(rolls), *faces), np.int64) for _ in range(2))
    look(t, rolls, wanted, caught, vp, counts[FIRST_LURE + BOAST] * int(t.boast_vp))
    return caught, vp


def _rolls(sixes: int) -> Numbers:
    return np.array(multisets(sixes), np.int64).reshape(len(multisets(sixes)), sixes)


def _odds(words: str, fish: list[str], caught: Numbers, vp: Numbers, ways: Numbers) -> CastOdds:
    total = int(ways.sum())
    values = np.bincount(vp.ravel(), weights=ways.ravel())  # whole numbers below 2^53: exact as floats
    return CastOdds(
        words=words,
        catch={name: Fraction(int(ways[caught >> bit & 1 == 1].sum()), total) for bit, name in enumerate(fish)},
        nothing=Fraction(int(ways[caught == 0].sum()), total),
        vp=Fraction(int((vp * ways).sum()), total),
        best={worth: Fraction(int(count), total) for worth, count in enumerate(values) if count},
    )


def _read(t: Table, words: str) -> list[int]:
    rest = words.split()
    if rest[:1] == ["cast"]:
        del rest[0]
    if not rest:
        raise BadWordsError("a cast is 'cast N [d12] [d20] [LURE…]' with N six-sided dice")
    counts = read_cast(rest[0], rest[1:])
    have = [int(t.sixes), *map(int, t.specials), *map(int, t.lures)]
    names = ("six-sided dice", *SPECIAL, *LURES)
    for name, count, most in zip(names, counts, have, strict=True):
        if count > most:
            raise IllegalError(f"'{words}' casts {count} {name}, and there are {most}")
    return counts


@rule
def look(t: Any, rolls: Ints, fish: Ints, caught: Any, vp: Any, boasts: int) -> None:
    """For each roll as it lies: a bit for every fish it catches, and the VP of all of them with the boasts."""
    sixes = rolls.shape[1]
    has_twelve = caught.shape[1] > 1
    has_twenty = caught.shape[2] > 1
    for roll in range(rolls.shape[0]):
        for die in range(sixes):
            t.face[0, die] = rolls[roll, die]
        for twelve in range(caught.shape[1]):
            if has_twelve:
                t.face[0, sixes] = twelve + 1
            for twenty in range(caught.shape[2]):
                if has_twenty:
                    t.face[0, sixes + has_twelve] = twenty + 1
                read_roll(t, 0)
                bits, worth = 0, 0
                for i in range(len(fish)):
                    if can_catch(t, 0, fish[i]):
                        bits |= 1 << i
                        worth += t.vp[fish[i]]
                caught[roll, twelve, twenty] = bits
                vp[roll, twelve, twenty] = worth + boasts if bits else 0


@cache
def multisets(sixes: int) -> tuple[tuple[int, ...], ...]:
    """All ways so many dice can lie, smallest face first."""
    return tuple(combinations_with_replacement(range(1, 7), sixes))


@cache
def ways_of(sixes: int) -> tuple[int, ...]:
    """In how many of 6^sixes throws each comes."""
    return tuple(factorial(sixes) // prod(factorial(roll.count(face)) for face in set(roll)) for roll in multisets(sixes))


@cache
def neighbours(sixes: int) -> Numbers:
    """For each of them those one turn of one die away; itself where a die cannot be turned that way."""
    place = {roll: i for i, roll in enumerate(multisets(sixes))}
    rows = [
        [
            place.get(tuple(sorted((*roll[:die], roll[die] + turn, *roll[die + 1 :]))), i)
            for die in range(sixes)
            for turn in (-1, 1)
        ]
        for roll, i in place.items()
    ]
    return np.array(rows, np.int64).reshape(len(place), 2 * sixes)


def _spread(seen: Numbers, near: Numbers, join: Any) -> Numbers:
    """Every roll takes over what a neighbour has that is better."""
    out = seen.copy()
    for column in near.T:
        join(out, seen[column], out=out)
    for axis in (1, 2):
        low, high = [slice(None)] * 3, [slice(None)] * 3
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        join(out[tuple(low)], seen[tuple(high)], out=out[tuple(low)])
        join(out[tuple(high)], seen[tuple(low)], out=out[tuple(high)])
    return out


def prospects(components: Components, view: View, words: str) -> list[Prospect]:
    """Before a cast, what it could catch if nobody fishes before (without words: each number of six-sided dice); before
    adjusting, what these turns catch (without words: those that bring most)."""
    if view.phase == "cast":
        casts = [words] if words else [f"cast {sixes}" for sixes in range(1, view.sixes + 1)]
        return [_cast_prospect(components, view, cast) for cast in casts]
    return _adjust_prospects(components, view, words)[:MOST_TOLD] if view.phase == "adjust" else []


def _cast_prospect(components: Components, view: View, words: str) -> Prospect:
    odds = cast_odds(components, words, [card.name for card in view.middle])
    return Prospect(odds.words, {**odds.catch, NOTHING: odds.nothing}, {"vp": odds.vp})


def _adjust_prospects(components: Components, view: View, words: str) -> list[Prospect]:
    """Every different catch that turning dice can bring, by the fewest turns that bring it, most VP first."""
    seat = LETTERS.index(str(view.seat))
    t = GAME.empty(components)
    GAME.views.fill(view, t, np.random.default_rng(0))
    if words:
        lines = [read_line(GAME, t, seat, words)]
        follow(GAME, copy(t), seat, lines[0], words)  # refuses what is against the rules
    else:
        lines = shortest_turns(t, seat, components, [card.name for card in view.middle])
    deck, found = deck_of(t), dict[tuple[str, ...], Prospect]()
    for line in lines:
        ahead = copy(t)
        for choice in line[: -1 if line[-1] == 0 else None]:
            ahead.face[seat, (choice - 1) // 2] += 1 if choice % 2 else -1
        read_roll(ahead, seat)
        caught = tuple(card.name for card in view.middle if can_catch(ahead, seat, deck[card.name]))
        if caught not in found:
            worth = sum(card.vp for card in view.middle if card.name in caught)
            boasts = int(t.cast[seat, FIRST_LURE + BOAST]) * int(t.boast_vp) if caught else 0
            found[caught] = Prospect(
                GAME.words.spell(t, seat, line),
                {card.name: Fraction(card.name in caught) for card in view.middle},
                {"total": Fraction(int(ahead.total[seat])), "vp": Fraction(worth + boasts)},
            )
    return sorted(found.values(), key=lambda one: -one.means["vp"])


def shortest_turns(t: Table, seat: int, components: Components, fish: list[str]) -> list[list[int]]:
    """For every different catch within reach the line with the fewest turns: sorted dice go to sorted dice."""
    counts = [int(count) for count in t.cast[seat]]
    sixes, most = counts[SIX], counts[FIRST_LURE + ADJUST]
    faces = [int(face) for face in t.face[seat, : sixes + sum(counts[D12 : D12 + len(SIDES)])]]
    caught, _ = _all_rolls(GAME.empty(components), counts, np.array([read_fish(t, name) for name in fish], np.int64))
    rolls, special = _rolls(sixes), iter(faces[sixes:])
    away = np.abs(rolls - sorted(faces[:sixes])).sum(axis=1)[:, None, None]
    for axis, sides in enumerate(SIDES):
        shape = [1, 1, 1]
        shape[axis + 1] = -1
        away = away + (np.abs(np.arange(1, sides + 1) - next(special)).reshape(shape) if counts[D12 + axis] else 0)
    lines = []
    for catch in np.unique(caught[away <= most]):
        near = np.where((caught == catch) & (away <= most), away, most + 1)
        roll, *rest = np.unravel_index(int(near.argmin()), near.shape)
        wanted = dict(zip(np.argsort(faces[:sixes], kind="stable"), rolls[roll], strict=True))
        shown = [face + 1 for face, count in zip(rest, counts[D12:], strict=False) if count]
        goal = [int(wanted[die]) for die in range(sixes)] + [int(face) for face in shown]
        lines.append(_turned(faces, goal, most))
    return sorted(lines, key=len)


def _turned(faces: list[int], goal: list[int], most: int) -> list[int]:
    """The choices that turn dice from how they lie to how they shall lie; with lures to spare the line is ended."""
    line = [
        1 + 2 * die + (want < face)
        for die, (face, want) in enumerate(zip(faces, goal, strict=True))
        for _ in range(abs(want - face))
    ]
    return line if len(line) == most else [*line, ENOUGH]


def hint(components: Components, view: View) -> list[str]:
    """Before a cast, what dice could catch; before adjusting, which turns bring most."""
    if view.phase == "cast":
        return _hint_cast(components, view)
    return _hint_adjust(components, view) if view.phase == "adjust" else []


def _hint_cast(components: Components, view: View) -> list[str]:
    """The best cast of each number of dice, because fewer dice fish first."""
    fish = [card.name for card in view.middle]
    ready = [name for name in view.specials if name not in view.resting[str(view.seat)]]
    best: dict[int, CastOdds] = {}
    for sixes in range(view.sixes + 1):
        for specials in (some for size in range(len(ready) + 1) for some in combinations(ready, size)):
            odds, dice = cast_odds(components, " ".join(["cast", str(sixes), *specials]), fish), sixes + len(specials)
            if dice not in best or odds.vp > best[dice].vp:
                best[dice] = odds
    heading = "Best dice if nobody fishes before you, without lures (special dice rest afterwards):"
    return [heading, *(_best(dice, best[dice]) for dice in sorted(best))]


def _best(dice: int, odds: CastOdds) -> str:
    chances = ", ".join(f"{name} {float(chance):.0%}" for name, chance in odds.catch.items() if chance)
    said = f"{'1 die' if dice == 1 else f'{dice} dice'}, {odds.words}: {float(odds.vp):.2f} VP expected"
    return said + (f"; {chances}" if chances else "")


def _hint_adjust(components: Components, view: View) -> list[str]:
    told = []
    for one in _adjust_prospects(components, view, "")[:MOST_TOLD]:
        fish = ", ".join(name for name, sure in one.chances.items() if sure) or "no fish"
        told.append(f"{one.line}: total {one.means['total']}, {fish} ({one.means['vp']} VP)")
    return told
