"""What the lines of a decision are worth, to the daily catch's standard: exact, or with errors far below the gap.

Soles and espresso: exact or certified values. Lure: decisions of the last round alone, where nothing is fitted; the sharp
mind thinks twice, and must find the same. The floe: which die to keep; a thousand times the game goes on for some turns on
the sharp mind's ice, and what lies there then is worth what it was fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.daily.decision import LEAST_GAP, MOST_GAP, SEAT, SURE
from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.lines import legal_lines
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games.floe.table import KEEP
from rollmops.minds import mind
from rollmops.minds.rollout import Opinion
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_play import play_on
from rollmops.minds.sharp.floe_worth import SCRATCH, settled_shares, shares
from rollmops.minds.sharp.lure import Sharp
from rollmops.minds.sharp.lure_search import KnownOdds
from rollmops.solve import valuer

TRIES = 3
"""So many thoughts of a weaker mind: where most of them are wrong, the mistake is a natural one."""
WEAKER = {"lure": "rollout:400"}
"""Who errs; the medium bot elsewhere. In Lure that one is too rough to err as people do."""
MOST_LINES = 8
"""Where lines cannot all be shown, so many are offered."""
QUICK_SECONDS, FULL_SECONDS = 0.1, 0.7
"""For a decision of Lure: a first look, and the two that count."""
TURNS_AHEAD = 4
"""With two players every colour throws once more."""
IDEAS, THROWS = 8, 5
"""Gestures weighed a turn on the floe and throws of each, when the game goes on."""
PORTION, MOST_GAMES = 100, 1000
"""Games for each line between two looks, and at most."""
ALL, THRIFTY = 1, 2
"""The two makings: the thrifty one turns away early what will hardly fit."""
PROMISING = 0.0375
"""What is fitted must tell the best two dice of the floe so far apart, for the thrifty one to play on from there."""
NEARLY_SURE = 2.8
"""Standard errors of a single thought about Lure: with two of them a gap is sure."""


@dataclass(frozen=True)
class Weighed:
    """Lines with their shares, the best first, and the standard error of how far it is ahead."""

    lines: dict[str, float]
    error: float | None = None

    @property
    def fits(self) -> bool:
        """Whether the best is as far ahead as it should be, and surely so."""
        if len(self.lines) < 2:
            return False
        first, second, *_ = self.lines.values()
        return LEAST_GAP <= first - second <= MOST_GAP and first - second >= SURE * (self.error or 0.0)


def sorted_lines(lines: dict[str, float]) -> dict[str, float]:
    """The best first."""
    return dict(sorted(lines.items(), key=lambda one: (-one[1], one[0])))


def weigh(match: Match, seed: int, making: int) -> Weighed | None:
    """What seat A's lines are worth here, if that is known well enough; None where nobody need think on."""
    if match.game.name == "lure":
        return _weigh_lure(match, seed) if making == ALL else _weigh_cast(match, seed)
    if match.game.name == "floe":
        return _weigh_floe(match, seed, 2 * LEAST_GAP if making == ALL else PROMISING)
    values = valuer(match.game, match.components, match.seats)
    return Weighed(sorted_lines({words: value.shares[SEAT] for words, value in values.lines(match.table, SEAT).items()}))


def natural_mistake(match: Match, best: str, offered: dict[str, float]) -> str | None:
    """What a weaker mind chooses, where it is wrong more often than not."""
    view, name, wrong, right = match.view(SEAT), WEAKER.get(match.game.name, "medium"), list[str](), 0
    for seed in range(TRIES):
        line = mind(name, match.game, match.components, seed).choose(view)
        if line != best and line in offered:
            wrong.append(line)
        else:
            right += 1
        if right > TRIES / 2:
            return None
        if wrong and wrong.count(wrong[0]) > TRIES / 2:  # nothing can outnumber it
            return wrong[0]
    return max(wrong, key=wrong.count)


def sharps(rules: Game, parts: Components, seeds: Sequence[int], seconds: Sequence[float]) -> list[Sharp]:
    """Sharp minds for one game of Lure. They know odds together: each asks for the same casts on the same fish, and to find
    their odds is most of the work."""
    odds, minds = KnownOdds(), list[Sharp]()
    for seed, bound in zip(seeds, seconds, strict=True):
        minds.append(Sharp(rules, parts, seed, seconds=bound))
        minds[-1].odds = odds
    return minds


def is_last_round(t: Any) -> bool:
    """Whether no round of Lure follows this one: only then is nothing fitted."""
    return bool(t.deck == 0)


def _weigh_lure(match: Match, seed: int) -> Weighed | None:
    if not is_last_round(match.table):
        return None
    view, seconds = match.view(SEAT), (QUICK_SECONDS, FULL_SECONDS, FULL_SECONDS)
    first_look, *looks = sharps(match.game, match.components, range(seed, seed + len(seconds)), seconds)
    quick = [opinion.share for opinion in first_look.weigh(view)]
    if len(quick) < 2 or not LEAST_GAP / 2 <= quick[0] - quick[1] <= 1.5 * MOST_GAP:
        return None
    one, other = (_opinions(mind, view) for mind in looks)
    return _of_two(one, other)


def _weigh_cast(match: Match, seed: int) -> Weighed | None:
    """A cast of the last round, each look only where the one before leaves hope; that nobody errs is found out early. What
    is decided anyway is told as it was seen first, and does not fit."""
    view, seconds = match.view(SEAT), (QUICK_SECONDS, FULL_SECONDS, FULL_SECONDS)
    first_look, *looks = sharps(match.game, match.components, range(seed, seed + len(seconds)), seconds)
    quick = sorted_lines({words: one.share for words, one in _opinions(first_look, view).items()})
    if len(quick) < 2:
        return None
    gap = _gap(quick)
    if not LEAST_GAP <= gap <= 1.5 * MOST_GAP:
        return Weighed(quick, gap)
    if natural_mistake(match, next(iter(quick)), quick) is None:
        return None
    first = _opinions(looks[0], view)
    lines = sorted_lines({words: one.share for words, one in first.items()})
    noise = math.hypot(*(first[words].error for words in list(lines)[:2]))
    if not max(LEAST_GAP, NEARLY_SURE * noise) <= _gap(lines) <= 1.2 * MOST_GAP:
        return None
    return _of_two(first, _opinions(looks[1], view))


def _opinions(mind: Sharp, view: Any) -> dict[str, Opinion]:
    """What a mind finds of every line."""
    return {one.words: one for one in mind.weigh(view)}


def _gap(lines: dict[str, float]) -> float:
    first, second, *_ = lines.values()
    return first - second


def _of_two(one: dict[str, Opinion], other: dict[str, Opinion]) -> Weighed | None:
    """Two thoughts that find the same line best: their mean, and the larger of their noise and their difference."""
    both = sorted_lines({words: (one[words].share + other[words].share) / 2 for words in one if words in other})
    if len(both) < 2 or next(iter(both)) != max(one, key=lambda words: one[words].share):
        return None
    first, second = list(both)[:2]
    noise = math.sqrt(sum(looks[words].error ** 2 for looks in (one, other) for words in (first, second))) / 2
    apart = abs((one[first].share - one[second].share) - (other[first].share - other[second].share)) / 2
    return Weighed(both, max(noise, apart))


def _weigh_floe(match: Match, seed: int, promising: float) -> Weighed | None:
    if match.table.phase != KEEP:
        return None
    rules, net = match.game, known().nets[match.seats]
    after: dict[str, Any] = {}
    guess, share = dict[str, float](), np.zeros(match.seats)
    for line in legal_lines(rules, match.table, SEAT):
        ahead = copy(match.table)
        for choice in line:
            rules.step(ahead, SEAT, choice)
        words = rules.words.spell(match.table, SEAT, line)
        after[words] = ahead
        settled_shares(scratch(ahead, SCRATCH), net, share)
        guess[words] = float(share[SEAT])
    first, second = [*sorted(guess.values(), reverse=True), -1.0, -1.0][:2]
    if not promising <= first - second <= 1.2 * MOST_GAP:
        return None
    best = max(guess, key=lambda words: guess[words])
    if natural_mistake(match, best, guess) is None:
        return None
    return _play_on(after, seed, match.seats)


def _play_on(after: dict[str, Any], seed: int, seats: int) -> Weighed | None:
    """Let the game go on from every line, until it is sure which is best or that nobody can be."""
    net, ice, share = known().nets[seats], known().ice, np.zeros(seats)
    found: dict[str, list[float]] = {words: [] for words in after}
    rngs = {words: stream(seed, 1) for words in after}  # common chance as long as the games agree
    while True:
        for words, table in after.items():
            for _ in range(PORTION):
                rows = scratch(table, 1 + SCRATCH)
                play_on(rows, TURNS_AHEAD, IDEAS, THROWS, ice, net, rngs[words])
                shares(rows[0], net, share)
                found[words].append(float(share[SEAT]))
        lines = sorted_lines({words: float(np.mean(values)) for words, values in found.items()})
        first, second = list(lines)[:2]
        games = len(found[first])
        error = math.sqrt((np.var(found[first]) + np.var(found[second])) / (games - 1))
        weighed = Weighed(lines, error)
        gap = lines[first] - lines[second]
        if weighed.fits:
            return weighed
        if games >= MOST_GAMES or gap + 2 * error < LEAST_GAP or gap - 2 * error > MOST_GAP or gap < error:
            return None
