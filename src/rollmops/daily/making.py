"""A day from its key: strong minds play, and the first decisions that fit the standard are the day's.

Nothing else goes in: not the date, not other days, not the clock. So whoever holds the key makes the same day again with the
same version on the same kind of machine.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

import numpy as np

from rollmops.daily.decision import SEAT, Decision, check, day_text
from rollmops.daily.keys import key_of
from rollmops.daily.shelf import Shelf, missing
from rollmops.daily.weighing import MOST_LINES, Weighed, natural_mistake, sharps, weigh
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.games import game, house
from rollmops.minds import Mind, mind
from rollmops.review.floe import FloeValues

DECISIONS = 5
NAMES = ("Ahab", "Berta", "Cato")
FIRST_ENTRY = 10
"""Decisions before that are openings, and would come again and again."""
LAST_ENTRY = {"soles": 90, "espresso": 120, "lure": 140, "floe": 45}
PLAY_SECONDS = 0.02
"""For a decision of those who play Lure: work of so many seconds."""
MOST_ENTRIES = 160
"""A game is given up after so many."""
MOST_GAMES = 400
"""A day whose key has not brought its decisions by then would be a defect."""
ONCE_IN = 3
"""Of decisions that fit, so many are passed over on average, so that not all are from the first minutes of a game."""


class Lot:
    """Numbers that follow from a key and what they are for."""

    def __init__(self, key: str) -> None:
        self.key = bytes.fromhex(key)

    def seed(self, *what: object) -> int:
        """Forty-eight bits for this."""
        return int.from_bytes(hmac.digest(self.key, " ".join(map(str, what)).encode(), "sha256")[:6])

    def order(self, what: str, count: int) -> list[int]:
        """So many places, shuffled."""
        return sorted(range(count), key=lambda place: self.seed(what, place))


def tables_of(key: str) -> list[tuple[str, int]]:
    """The games of a day and how many play: all four, and one more of those whose values are exact."""
    lot = Lot(key)
    more = (("soles", 2), ("soles", 3), ("espresso", 2))[lot.seed("fifth") % 3]
    tables = [("soles", 2 + lot.seed("soles") % 2), ("espresso", 2), ("lure", 2), ("floe", 2), more]
    return [tables[place] for place in lot.order("order", DECISIONS)]


def make_year(
    shelf: Shelf,
    year: int,
    first: date | None = None,
    last: date | None = None,
    tell: Callable[[date, int], None] | None = None,
) -> int:
    """Make the days that are missing, within these; each is kept as soon as it is made. Returns how many there were."""
    due = missing(shelf, year, first, last)
    for number, day in enumerate(due):
        if shelf.has(day):  # another process was quicker
            continue
        if tell is not None:
            tell(day, len(due) - number)
        key = key_of(shelf.seed, day)
        shelf.keep(day, make_day(key), key)
    return len(due)


def make_day(key: str) -> str:
    """The text of the day that follows from this key."""
    decisions = [_find(key, name, seats, place) for place, (name, seats) in enumerate(tables_of(key))]
    for decision in decisions:
        check(decision)
    return day_text(decisions)


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
    """Those who play a game from which decisions are taken; bounded by work, never by time."""
    rules, parts = game(name), house(name)
    if name == "floe":
        return [OnIce(rules, parts, seed) for seed in seeds]
    if name == "lure":
        return sharps(rules, parts, seeds, [PLAY_SECONDS] * len(seeds))
    return [mind("exact", rules, parts, seed) for seed in seeds]


def _find(key: str, name: str, seats: int, place: int) -> Decision:
    lot = Lot(key)
    for number in range(MOST_GAMES):
        for match in _decisions(name, seats, lot.seed(place, name, number)):
            seed = lot.seed(place, "look", number, len(match.entries))
            if name in ("soles", "espresso") and seed % ONCE_IN:
                continue
            found = _judge(match, seed)
            if found is not None:
                return found
    raise RollmopsError(f"{MOST_GAMES} games of {name} brought no decision that fits the daily catch")


def _decisions(name: str, seats: int, seed: int) -> Iterator[Match]:
    """A game by strong minds, as it stands at every decision of seat A."""
    rules, parts = game(name), house(name)
    first = LETTERS[seed % seats] if rules.starter else None
    match = Match(rules, parts, Header(game=name, seats=NAMES[:seats], first=first))
    minds = strong(name, range(seed, seed + seats))
    source = rules.chance.source(parts, LabDice(seed))
    match.roll_all(source)
    while not match.over and len(match.entries) < MOST_ENTRIES:
        if FIRST_ENTRY <= len(match.entries) <= LAST_ENTRY[name] and SEAT in match.owing and not match.sealed:
            yield match
        elif len(match.entries) > LAST_ENTRY[name]:
            return
        for seat in match.owing:
            match.choose(seat, minds[seat].choose(match.view(seat)))
        match.roll_all(source)


def _judge(match: Match, seed: int) -> Decision | None:
    """This decision, if it fits the standard."""
    weighed = weigh(match, seed)
    if weighed is None or not weighed.fits:
        return None
    best = next(iter(weighed.lines))
    mistake = natural_mistake(match, best, weighed.lines)
    if mistake is None:
        return None
    lines = _offered(weighed, mistake, match)
    record = Record(match.header, tuple(match.entries))
    rounded = {words: round(share, 4) for words, share in lines.items()}
    error = None if weighed.error is None else round(weighed.error + 5e-5, 4)
    decision = Decision(record, rounded, error, mistake)
    return decision if decision.sure else None  # as it is written, for errors are rounded up


def _offered(weighed: Weighed, mistake: str, match: Match) -> dict[str, float]:
    """All lines; where they are too many to be shown (casts in Lure) the best two, the mistake, and some of the others."""
    lines = list(weighed.lines)
    if match.game.name != "lure" or len(lines) <= MOST_LINES:
        return weighed.lines
    spread = np.linspace(2, len(lines) - 1, MOST_LINES - 3).round().astype(int).tolist()
    kept = {*lines[:2], mistake, *(lines[place] for place in spread)}
    return {words: share for words, share in weighed.lines.items() if words in kept}
