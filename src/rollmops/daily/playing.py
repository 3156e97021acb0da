"""The games from which decisions of the daily catch are taken: strong minds play them, bounded by work and never by time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rollmops.daily.decision import SEAT
from rollmops.daily.weighing import is_last_round, sharps
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.games.floe.table import KEEP, REST
from rollmops.games.lure.table import CAST, ROLL
from rollmops.minds import Mind, mind
from rollmops.review.floe import FloeValues

NAMES = ("Ahab", "Berta", "Cato")
FIRST_ENTRY = 10
"""Decisions before that are openings, and would come again and again."""
LAST_ENTRY = {"soles": 90, "espresso": 120, "lure": 140, "floe": 45}
PLAY_SECONDS = 0.02
"""For a decision of those who play Lure: work of so many seconds."""
MOST_ENTRIES = 160
"""A game is given up after so many."""
BRANCHES = {"lure": 16, "floe": 12}
"""So many throws of the same dice are looked at, where to play up to them is what takes time."""
ENDINGS = 4
"""So often the last rounds of a game of Lure are played."""
FISH_A_ROUND = 2
"""Turned up with two players: with so few to come the next round of Lure is the last."""


class OnIce:
    """Plays the floe by what the sharp mind was fitted to, with a look at its menu of gestures on the library's ice."""

    def __init__(self, rules: Game, parts: Components, seed: int) -> None:
        self.rules, self.parts, self.empty = rules, parts, rules.empty(parts)
        self.imagination = np.random.default_rng(seed)

    def choose(self, view: Any) -> str:
        """The line that is worth most."""
        table, seat = copy(self.empty), LETTERS.index(view.seat)
        self.rules.views.fill(view, table, self.imagination)
        lines = FloeValues(self.rules, self.parts, int(table.seats)).lines(table, seat)
        return max(lines, key=lambda words: lines[words].shares[seat])


def strong(name: str, seeds: Sequence[int]) -> Sequence[Mind]:
    """Those who play a game from which decisions are taken."""
    rules, parts = game(name), house(name)
    if name == "floe":
        return [OnIce(rules, parts, seed) for seed in seeds]
    if name == "lure":
        return sharps(rules, parts, seeds, [PLAY_SECONDS] * len(seeds))
    return [mind("exact", rules, parts, seed) for seed in seeds]


def decisions(name: str, seats: int, seed: int) -> Iterator[Match]:
    """A game by strong minds, as it stands at every decision of seat A."""
    match, minds = _opened(name, seats, seed), strong(name, range(seed, seed + seats))
    source = match.game.chance.source(match.components, LabDice(seed))
    match.roll_all(source)
    while not match.over and len(match.entries) < MOST_ENTRIES:
        if FIRST_ENTRY <= len(match.entries) <= LAST_ENTRY[name] and SEAT in match.owing and not match.sealed:
            yield match
        elif len(match.entries) > LAST_ENTRY[name]:
            return
        _choose(match, minds)
        match.roll_all(source)


def branches(name: str, seats: int, seed: int) -> Iterator[list[Match]]:
    """Throws of a game by strong minds that lead to decisions of seat A worth a look, each as if it had gone several ways.

    On the floe every throw of seat A, and the die to keep follows. In Lure that of the last round but one, and the last
    round's cast follows: nothing before it is asked, so to play a whole game for every one would be most of the work.
    """
    match, minds = _opened(name, seats, seed), strong(name, range(seed, seed + seats))
    source = match.game.chance.source(match.components, LabDice(seed))
    match.roll_all(source)
    while not match.over and len(match.entries) <= LAST_ENTRY[name]:
        _choose(match, minds)
        if match.chance and len(match.entries) >= FIRST_ENTRY and _is_fork(match):
            if name == "lure":
                yield from _endings(match, seed)
                return
            yield [_branch(match) for _ in range(BRANCHES[name])]
        match.roll_all(source)


def _endings(match: Match, seed: int) -> Iterator[list[Match]]:
    """The throws of the last round but one in several games that go apart with the throw here."""
    for number in range(ENDINGS):
        ahead, minds = _branch(match), strong("lure", range(seed, seed + match.seats))
        source = match.game.chance.source(match.components, LabDice(seed + 1 + number))
        while not (ahead.chance and ahead.table.phase == ROLL and 0 < ahead.table.deck <= FISH_A_ROUND):
            ahead.roll_all(source)
            if ahead.over or is_last_round(ahead.table):
                break
            _choose(ahead, minds)
        else:
            yield [_branch(ahead) for _ in range(BRANCHES["lure"])]


def play_up_to_it(match: Match, seed: int) -> bool:
    """Let chance happen in a branch, and play it up to the decision that it was made for; False where there is none."""
    name = match.game.name
    source = match.game.chance.source(match.components, LabDice(seed))
    match.roll_all(source)
    minds: Sequence[Mind] = ()
    while SEAT not in match.owing or not _is_asked(match):
        if name != "lure" or match.over:
            return False
        minds = minds or strong(name, range(seed, seed + match.seats))
        _choose(match, minds)
        match.roll_all(source)
    return True


def _opened(name: str, seats: int, seed: int) -> Match:
    rules = game(name)
    first = LETTERS[seed % seats] if rules.starter else None
    return Match(rules, house(name), Header(game=name, seats=NAMES[:seats], first=first))


def _choose(match: Match, minds: Sequence[Mind]) -> None:
    for seat in match.owing:
        match.choose(seat, minds[seat].choose(match.view(seat)))


def _is_fork(match: Match) -> bool:
    t = match.table
    if match.game.name == "floe":
        return bool(t.phase == REST and t.turn % t.seats == SEAT)
    return bool(t.phase == ROLL and 0 < t.deck <= 2 * FISH_A_ROUND)


def _is_asked(match: Match) -> bool:
    t = match.table
    return bool(t.phase == KEEP) if match.game.name == "floe" else bool(t.phase == CAST) and is_last_round(t)


def _branch(match: Match) -> Match:
    return Match(match.game, match.components, match.header, list(match.entries), table=match.table)
