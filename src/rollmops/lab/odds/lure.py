"""Exact odds of a cast in Lure: which fish it can catch, and how many VP to expect with the best use of adjust lures.

What every roll of the dice catches is `games/lure/reach.py`'s. What adjusting can make of it is found by letting every roll
look at its neighbours, one turn of one die away, once for each adjust lure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, seats_of
from rollmops.engine.errors import BadWordsError, IllegalError
from rollmops.engine.lines import follow, read_line
from rollmops.engine.table import copy
from rollmops.games.lure import GAME
from rollmops.games.lure.box import LURES
from rollmops.games.lure.fishing import can_catch, read_roll
from rollmops.games.lure.reach import Numbers, all_rolls, neighbours, turnings, ways_of
from rollmops.games.lure.table import ADJUST, BOAST, FIRST_LURE, SIX, SPECIAL, Table, deck_of, name_of
from rollmops.games.lure.view import View
from rollmops.games.lure.words import read_cast, read_fish, spell_cast
from rollmops.lab.odds.prospect import Prospect

MOST_LINES_NAMED = 5
NOTHING = "nothing"
"""Beside the names of fish: that none can be caught."""


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
    caught, _ = all_rolls(t, counts, wanted)
    vp = _worth(t, wanted, caught, counts[FIRST_LURE + BOAST] * int(t.boast_vp))
    for _ in range(counts[FIRST_LURE + ADJUST]):
        caught, vp = _spread(caught, neighbours(sixes), np.bitwise_or), _spread(vp, neighbours(sixes), np.maximum)
    ways = np.broadcast_to(ways_of(sixes)[:, None, None], caught.shape)
    return _odds(spell_cast(counts), [name_of(t, f) for f in wanted], caught, vp, ways)


def _worth(t: Table, wanted: Numbers, caught: Numbers, boasts: int) -> Numbers:
    """The VP of all fish that each roll catches, with the boasts."""
    vp = np.where(caught > 0, boasts, 0)
    for bit, fish in enumerate(wanted):
        vp += (caught >> bit & 1) * int(t.vp[fish])
    return vp


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
    return _adjust_prospects(components, view, words)[:MOST_LINES_NAMED] if view.phase == "adjust" else []


def _cast_prospect(components: Components, view: View, words: str) -> Prospect:
    odds = cast_odds(components, words, [card.name for card in view.middle])
    return Prospect(odds.words, {**odds.catch, NOTHING: odds.nothing}, {"vp": odds.vp})


def _adjust_prospects(components: Components, view: View, words: str) -> list[Prospect]:
    """Every different catch that turning dice can bring, by the fewest turns that bring it, most VP first."""
    seat = LETTERS.index(str(view.seat))
    t = GAME.empty(components)
    GAME.views.fill(view, t, np.random.default_rng(0))
    if seat not in seats_of(GAME.actors(t)):
        raise IllegalError(f"seat {view.seat} has nothing to adjust: it cast no adjust lure, or no dice")
    if words:
        lines = [read_line(GAME, t, seat, words)]
        follow(GAME, copy(t), seat, lines[0], words)  # refuses what is against the rules
    else:
        lines = shortest_turns(t, seat, [card.name for card in view.middle])
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


def shortest_turns(t: Table, seat: int, fish: list[str]) -> list[list[int]]:
    """For every different catch within reach the line with the fewest turns."""
    return [one.line for one in turnings(t, seat, np.array([read_fish(t, name) for name in fish], np.int64))]


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
    sentences = []
    for one in _adjust_prospects(components, view, "")[:MOST_LINES_NAMED]:
        fish = ", ".join(name for name, sure in one.chances.items() if sure) or "no fish"
        sentences.append(f"{one.line}: total {one.means['total']}, {fish} ({one.means['vp']} VP)")
    return sentences
