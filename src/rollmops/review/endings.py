"""What if: another line at a decision of a game, what it is worth, and how the game would end from there.

Where few tables can follow, every ending is listed with its probability. Else the game is played on many times: by the
values where those are quick to ask, by a search of every turn where there is one, on the floe by the sharp mind's own ice,
in other games by bots of the usual level.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, LETTERS, OVER, seats_of
from rollmops.engine.dice import LabDice
from rollmops.engine.errors import BadTableError
from rollmops.engine.lines import read_line
from rollmops.engine.logbook import Record
from rollmops.engine.match import Match
from rollmops.engine.stream import stream
from rollmops.engine.table import copy
from rollmops.games.records import fold
from rollmops.minds import mind
from rollmops.minds.levels import USUAL
from rollmops.minds.loop import play
from rollmops.review.effort import EFFORTS
from rollmops.review.floe import LIBRARY
from rollmops.review.ice import play_on_ice
from rollmops.review.judging import Judge, Lines
from rollmops.review.outcomes import outcomes
from rollmops.review.structs import WhatIf
from rollmops.review.values import values_of
from rollmops.solve import Valuer
from rollmops.solve.fitted.searches import SEARCHES, search_of
from rollmops.solve.known import Known

LISTED_SECONDS = 0.3
LISTED_TABLES = 2_000
"""What may be spent on listing every ending; where that is not enough, games are played."""
MOST_LINES = 12
CLOSENESS = EFFORTS["quick"]
"""Somebody waits for the answer."""
QUICKLY_VALUED = (("soles", 2),)
"""Games and players whose values are quick to ask: there the best lines are played to the end."""

Ending = tuple[tuple[int, ...], tuple[float, ...]]
"""Everybody's points and shares of the win."""


@dataclass(frozen=True)
class Otherwise:
    """A match in which another line was played, whose it was, and what could have been played there."""

    match: Match
    seat: str
    words: str
    played: str
    lines: dict[str, float]
    line_errors: dict[str, float]


def played_otherwise(
    record: Record, entries: int, words: str = "", components: Components | None = None, seat: str | None = None
) -> Otherwise:
    """The match in which this line (without words: the one that was played) was played after so many entries.

    Where several choose at the same time the others choose what they did. Raises BadTableError where nobody decides there,
    IllegalError and BadWordsError for a line that cannot be played, BadRecordError for a record that is no legal game.
    """
    if not 0 <= entries < len(record.entries):
        raise BadTableError(f"there are {len(record.entries)} entries; a line can be played instead of one of them")
    match = fold(Record(replace(record.header, result=None), record.entries[:entries]), components)
    if not match.owing:
        raise BadTableError(f"after entry {entries} nobody decides: dice or cards are due there, or the game is over")
    letter = seat or record.entries[entries].seat
    mover = next((one for one in match.owing if match.game.words.letter(match.table, one) == letter), None)
    if mover is None:
        raise BadTableError(f"after entry {entries} seat {letter} owes no choice")
    played = next(entry.words for entry in record.entries[entries:] if entry.seat == letter)
    words = words or played
    spelled = spelled_line(match, mover, words)
    match.check(mover, words)
    lines = best_lines(match, mover, spelled_line(match, mover, played))
    best = sorted(lines.worth, key=lambda one: -lines.worth[one])
    worth = {one: lines.worth[one] for place, one in enumerate(best) if place < MOST_LINES or one in (spelled, played)}
    match.choose(mover, words)
    for entry in record.entries[entries:]:
        if not match.sealed:
            break
        if entry.seat != letter:
            match.add(entry)
    errors = {words: lines.errors[words] for words in worth if words in lines.errors}
    return Otherwise(match, letter, spelled, played, worth, errors)


def spelled_line(match: Match, seat: int, words: str) -> str:
    """A line as the game spells it."""
    return match.game.words.spell(match.table, seat, read_line(match.game, match.table, seat, words))


def best_lines(match: Match, seat: int, played: str) -> Lines:
    """What the lines worth a thought win for this seat, by what it could know; the one that was played is among them."""
    return Judge(match, values_of(match.game, match.components, match.seats, CLOSENESS), CLOSENESS).lines(seat, played)


class Endings:
    """How a game would end from a table on; `more` plays a few more games, `summary` says what is known so far."""

    def __init__(self, otherwise: Otherwise) -> None:
        self.otherwise = otherwise
        self.match = match = otherwise.match
        self.valuer: Valuer = values_of(match.game, match.components, match.seats, CLOSENESS)
        self.value = self.valuer.value(match.table)
        self.found: dict[Ending, float] = defaultdict(float)
        self.games = 0
        self.exact = False
        self._on_ice = not match.game.chance.by_weight
        self.players, self._playing = self._way()

    def _way(self) -> tuple[str, Iterator[Ending | None]]:
        """Who plays on, and one game after the other: nothing after each line or turn, and at the end of a game how it
        ended."""
        game, seats = self.match.game, self.match.seats
        if self._on_ice:
            return "best", self._on_the_ice()
        if (game.name, seats) in QUICKLY_VALUED and isinstance(self.valuer, Known):
            return "best", self._by_lines()
        if game.name in SEARCHES:
            search = search_of(game, self.match.components, seats)
            search.narrow(CLOSENESS.part)
            return "search", self._by_lines(search)
        return USUAL, self._by_bots()

    def list_all(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """List every ending, if they are few; whether that could be done."""
        game = self.match.game
        if self._on_ice or game.secrets:
            return False
        until = time.monotonic() + LISTED_SECONDS
        ends: dict[Ending, float] = defaultdict(float)
        level: dict[bytes, tuple[float, Any]] = {self.match.table.tobytes(): (1.0, self.match.table)}
        seen = 0
        while level:
            following: dict[bytes, tuple[float, Any]] = {}
            for chance, table in level.values():
                seen += 1
                if seen > LISTED_TABLES or time.monotonic() > until or stop():
                    return False
                if game.actors(table) == OVER:
                    ends[self._ending(table)] += chance
                    continue
                for part, after in self._after(table):
                    key = after.tobytes()
                    before, _ = following.get(key, (0.0, after))
                    following[key] = (before + chance * part, after)
            level = following
        self.found, self.exact, self.players = ends, True, "best"
        return True

    def _after(self, table: Any) -> list[tuple[float, Any]]:
        """The tables after this one: by chance, or after the best line."""
        game = self.match.game
        actors = game.actors(table)
        if actors == CHANCE:
            return outcomes(game, table, most=LISTED_TABLES) or []
        (seat,) = seats_of(actors)
        return [(1.0, self._best(table, seat))]

    def _best(self, table: Any, seat: int) -> Any:
        game = self.match.game
        lines = self.valuer.lines(table, seat)
        words = max(lines, key=lambda one: lines[one].shares[seat])
        after = copy(table)
        for choice in read_line(game, table, seat, words):
            game.step(after, seat, choice)
        return after

    def more(self, games: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Play so many games more, unless every ending is known. Whoever says stop is heard between two lines; the game
        under way goes on when more are asked for."""
        if self.exact or self.match.over:
            self._end_now()
            return
        most = self.games + games
        while self.games < most:
            if stop():
                return
            ending = next(self._playing)
            if ending is not None:
                self.games += 1
                self.found[ending] += 1

    def _end_now(self) -> None:
        if not self.exact:
            self.found[tuple(self.match.points()), tuple(self.match.shares())] = 1
            self.exact = True

    def _on_the_ice(self) -> Iterator[Ending | None]:
        for number in count(1):
            yield self._ending(play_on_ice(self.match.table, number))

    def _by_lines(self, search: Any = None) -> Iterator[Ending | None]:
        """By the best lines; with a search only in the turn under way, then every turn as its search plays it."""
        game, match = self.match.game, self.match
        for number in count(1):
            dice, rng, t = LabDice(number), stream(number, match.seats), copy(match.table)
            while (actors := game.actors(t)) != OVER:
                if search is not None and search.is_start(t):
                    search.turn(t).play(t, rng)
                elif actors == CHANCE:
                    dice.roll(game, t)
                else:
                    t = self._best(t, *seats_of(actors))
                yield None
            yield self._ending(t)

    def _by_bots(self) -> Iterator[Ending | None]:
        match = self.match
        for number in count(1):
            dice, minds = LabDice(number), [mind(USUAL, match.game, match.components, number)] * match.seats
            again = Match(match.game, match.components, match.header, list(match.entries), table=match.table)
            again.roll_all(dice)
            while not again.over:
                play(again, minds, dice, most_lines=len(again.entries) + 1)
                yield None
            yield self._ending(again.table)

    def _ending(self, table: Any) -> Ending:
        points, shares = self.match.game.standing(table, self.match.seats)
        return tuple(points), tuple(shares)

    def summary(self) -> WhatIf:
        """What is known so far."""
        total = float(sum(self.found.values())) or 1.0
        letters = LETTERS[: self.match.seats]
        wins, points = np.zeros(len(letters)), [defaultdict[int, float](float) for _ in letters]
        squares = np.zeros(len(letters))
        for (ended, shares), weight in self.found.items():
            part = weight / total
            wins += part * np.array(shares)
            squares += part * np.array(shares) ** 2
            for seat, figure in enumerate(ended):
                points[seat][figure] += part
        errors = None
        if not self.exact and self.games:
            careful = (wins * self.games + 2) / (self.games + 4)  # never too sure after a few games
            least = np.sqrt(careful * (1 - careful) / (self.games + 4))
            chance = np.maximum(np.sqrt(np.maximum(squares - wins**2, 0) / max(1, self.games - 1)), least)
            ice = LIBRARY.level * np.sqrt(careful * (1 - careful)) if self._on_ice else 0.0
            errors = np.hypot(chance, ice).tolist()
        known = self.value.errors is None
        if not self.exact and (errors is None or max(self.value.errors or (0.0,)) < max(errors)):
            wins, errors = np.array(self.value.shares), self.value.errors  # the value tells more than so few games
        return WhatIf(
            seat=self.otherwise.seat,
            words=self.otherwise.words,
            played=self.otherwise.played,
            lines=self.otherwise.lines,
            line_errors=self.otherwise.line_errors or None,
            value=dict(zip(letters, self.value.shares, strict=True)),
            value_error=None if known else dict(zip(letters, self.value.errors or (), strict=True)),
            wins=dict(zip(letters, wins.tolist(), strict=True)),
            wins_error=None if errors is None else dict(zip(letters, errors, strict=True)),
            points={letter: dict(sorted(points[seat].items())) for seat, letter in enumerate(letters)},
            games=0 if self.exact else self.games,
            listed=self.exact,
            players=self.players,
        )


def what_if(
    record: Record,
    entries: int,
    words: str = "",
    *,
    components: Components | None = None,
    seat: str | None = None,
    games: int = 100,
) -> WhatIf:
    """Had this line been played after so many entries: what it is worth, and how the game would end."""
    endings = Endings(played_otherwise(record, entries, words, components, seat))
    if not endings.list_all():
        endings.more(games)
    return endings.summary()
