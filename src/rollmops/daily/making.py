"""A day from its key: strong minds play, and the first decisions that fit the standard are the day's.

Nothing else goes in: not the date, not other days, not the clock. So whoever holds the key makes the same day again with the
same version on the same kind of machine.

There are two makings. The first played a whole game for every position of Lure and the floe that it looked at; the second
looks at many throws of one game, and turns away early what cannot fit. A day says which it was made by, and can be made
again by it; new days are made by the second.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from datetime import date

import numpy as np

from rollmops.daily.decision import MAKING, Decision, check, day_text
from rollmops.daily.keys import key_of
from rollmops.daily.playing import branches, decisions, play_up_to_it
from rollmops.daily.shelf import Shelf, missing
from rollmops.daily.weighing import MOST_LINES, Weighed, natural_mistake, weigh
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Record
from rollmops.engine.match import Match

DECISIONS = 5
MOST_GAMES = 400
"""A day whose key has not brought its decisions by then would be a defect."""
ONCE_IN = 3
"""Of decisions that fit, so many are passed over on average, so that not all are from the first minutes of a game."""
DECIDED, MOST_DECIDED = 0.03, 2
"""Whoever wins with less than this or more than one less it has decided the game; a game whose throws lead there so often is
left."""


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


def make_day(key: str, making: int = MAKING) -> str:
    """The text of the day that follows from this key."""
    tables = enumerate(tables_of(key))
    found = [find(key, name, seats, place, making) for place, (name, seats) in tables]
    for decision in found:
        check(decision)
    return day_text(found, making)


def find(key: str, name: str, seats: int, place: int, making: int = MAKING) -> Decision:
    """The decision of a day that has this place in it."""
    branching = making > 1 and name in ("lure", "floe")
    looked_at = _branched(key, name, seats, place) if branching else _played(key, name, seats, place, making)
    for decision in looked_at:
        if decision is not None:
            return decision
    raise RollmopsError(f"{MOST_GAMES} games of {name} brought no decision that fits the daily catch")


def _played(key: str, name: str, seats: int, place: int, making: int) -> Iterator[Decision | None]:
    """Every decision of seat A in game after game."""
    lot = Lot(key)
    for number in range(MOST_GAMES):
        for match in decisions(name, seats, lot.seed(place, name, number)):
            seed = lot.seed(place, "look", number, len(match.entries))
            if name not in ("soles", "espresso") or seed % ONCE_IN == 0:
                yield _judge(match, weigh(match, seed, making))


def _branched(key: str, name: str, seats: int, place: int) -> Iterator[Decision | None]:
    """Decisions that follow from many throws of the same dice, in game after game."""
    lot = Lot(key)
    for number in range(MOST_GAMES):
        for ways in branches(name, seats, lot.seed(place, name, number)):
            decided, entries = 0, len(ways[0].entries)
            for way, match in enumerate(ways):
                seed = lot.seed(place, "way", number, entries, way)
                if decided >= MOST_DECIDED or not play_up_to_it(match, seed):
                    continue
                weighed = weigh(match, seed, MAKING)
                decided += weighed is not None and not DECIDED < next(iter(weighed.lines.values())) < 1 - DECIDED
                yield _judge(match, weighed)


def _judge(match: Match, weighed: Weighed | None) -> Decision | None:
    """This decision, if it fits the standard."""
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
