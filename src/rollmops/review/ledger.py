"""The ledger of a game: what every line changed about everybody's chances, and whether it was luck or skill.

For each seat: start + own dice + others' dice + own errors + others' gifts (+ estimation) = result. A die or a card is luck:
what the table is worth after it, less what was expected before it. A decision is skill: what the line played is worth, less
the best line. Where values are estimates, what is expected before a roll is the mean over what it could bring, and what the
estimates do not agree about among themselves stands in a column of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.lines import read_line
from rollmops.engine.logbook import Entry, Record, shown
from rollmops.engine.match import Match
from rollmops.games.records import fold, hand_dice, open_match
from rollmops.review.effort import EFFORTS, QUICK, USUAL
from rollmops.review.floe import FloeValues
from rollmops.review.heat import rests_of
from rollmops.review.judging import Judge
from rollmops.review.lure import LureValues
from rollmops.review.moments import key_moments
from rollmops.review.outcomes import outcomes
from rollmops.review.rating import rating_of
from rollmops.review.reasons import Reason, reason_of
from rollmops.review.structs import Column, Kind, Rests, Review, SeatLedger, Step
from rollmops.review.values import values_of
from rollmops.solve import Value, Valuer
from rollmops.solve.fitted.valuer import FittedValuer
from rollmops.solve.playouts import Playouts

OBVIOUS_SHARE = 0.001
"""Where all lines are worth the same within this, nothing is decided."""
WORTH_A_REASON_SHARE = 0.01
"""Who gave away more than this is told why; the page lets it be tried again."""
MOST_ENTRIES = 20_000
MOST_LINES_SHOWN = 12
Progress = Callable[[int, int], None]


class _Columns:
    """The columns of every seat, and the squared standard errors behind them."""

    def __init__(self, seats: int) -> None:
        self.sums = {column: np.zeros(seats) for column in Column}
        self.squares = {column: np.zeros(seats) for column in Column}

    def add(self, column: Column, seat: int, change: float, *errors: float) -> None:
        """A change of a seat's share, and the standard errors of what it is the difference of."""
        self.sums[column][seat] += change
        self.squares[column][seat] += sum(error * error for error in errors)


def review(
    record: Record, components: Components | None = None, progress: Progress | None = None, *, effort: str = USUAL
) -> Review:
    """What was luck and what was skill in a game; a record that stops early is reviewed as far as it goes.

    `effort` is how closely estimates are looked at: `quick`, `usual` or `full`. Raises BadRecordError where the record is no
    legal game or is too long, RollmopsError where nobody can tell what its tables are worth.
    """
    if len(record.entries) > MOST_ENTRIES:
        raise BadRecordError(record.entries[MOST_ENTRIES].line, f"a review has {MOST_ENTRIES} entries at most")
    fold(record, components)  # a legal game first of all
    if effort not in EFFORTS:
        raise RollmopsError(f"effort: give {', '.join(EFFORTS)}, not {shown(effort)}")
    match = open_match(replace(record.header, result=None), components)
    return _Reviewer(match, effort, record.entries, progress).run()


class _Reviewer:
    """Goes through a game line by line."""

    def __init__(self, match: Match, effort: str, entries: tuple[Entry, ...], progress: Progress | None) -> None:
        self.match = match
        self.effort = effort
        self.entries, self.progress = entries, progress
        look, hand = EFFORTS[effort], hand_dice(match.header)
        self.steps: list[Step] = []
        go_on, questions = self._go_on_looking, 2 * len(entries)
        asked = values_of(match.game, match.components, match.seats, look, go_on, by_hand=hand, questions=questions)
        self.valuer: Valuer = asked
        self.judge = Judge(match, asked, look)
        self.columns = _Columns(match.seats)
        self.held: dict[str, list[str]] | None = None
        self.now = asked.value(match.table)
        self.start = self.now

    def _go_on_looking(self) -> None:
        """Say how far it has come; whoever listens may raise to stop."""
        if self.progress:
            self.progress(len(self.steps), len(self.entries))

    def run(self) -> Review:
        """The whole review."""
        for entry in self.entries:
            self._step(entry)
            self._go_on_looking()
        match, letters = self.match, LETTERS[: self.match.seats]
        seats = {letter: self._seat(seat) for seat, letter in enumerate(letters)}
        return Review(
            game=match.game.name,
            exact=self.valuer.exact,
            gain=self.valuer.gain,
            effort=self.effort,
            over=match.over,
            names=dict(zip(letters, match.names, strict=True)),
            seats=seats,
            entries=self.steps,
            moments=key_moments(self.steps, dict(zip(letters, match.names, strict=True))),
        )

    def _step(self, entry: Entry) -> None:
        before = self.now
        self.held = self._held_by_others(entry)
        if self.match.chance:
            self._chance(entry, before)
        elif len(self.match.owing) + len(self.match.sealed) > 1:
            self._sealed(entry, before)
        else:
            self._decision(entry, before)

    def _chance(self, entry: Entry, before: Value) -> None:
        """Dice or cards: what they changed against what was expected."""
        foreseen, expected = self._foreseen, self._expected(before)
        rests = self._rests(entry)
        self._go_on(entry)
        roller = self._seat_of(entry)
        for seat in range(self.match.seats):
            column = Column.OWN_DICE if seat == roller else Column.OTHERS_DICE
            noise = _error(before, seat)
            self.columns.add(column, seat, self.now.shares[seat] - expected[seat], _error(self.now, seat), noise * foreseen)
            self.columns.add(Column.ESTIMATION, seat, expected[seat] - before.shares[seat], noise * (not foreseen))
        error = None if self.now.errors is None else max(_error(self.now, max(0, roller)), 1e-12)
        self._note(entry, "luck", before, error=error, rests=rests)

    def _seat_of(self, entry: Entry) -> int:
        """Whose line it is; -1 for nobody's. On the floe lines name colours, of which two players have two each."""
        return LETTERS.index(entry.seat) % self.match.seats if entry.seat in LETTERS else -1

    def _rests(self, entry: Entry) -> Rests | None:
        """Where the dice in the air could have come to rest, if their gesture was thrown many times."""
        heap = self.valuer.could_rest(self.match.table) if isinstance(self.valuer, FloeValues) else None
        return None if heap is None else rests_of(heap, self.match.table, entry.words)

    @property
    def _foreseen(self) -> bool:
        """Whether what this table is thought to be worth is the mean over what the roll can bring already: games or throws
        that go on from here bring it as often as it comes."""
        if isinstance(self.valuer, FloeValues | LureValues):
            return self.valuer.is_mean(self.match.table)
        return isinstance(self.valuer, Playouts)

    def _expected(self, before: Value) -> tuple[float, ...]:
        """What everybody could expect before the roll. Known values are that mean already; estimates are looked at one
        step deeper, for a roll that was foreseen too dark would always look lucky."""
        if before.errors is None or self._foreseen:
            return before.shares
        if isinstance(self.valuer, FittedValuer):
            deeper = self.valuer.deeper(self.match.table)
            if deeper is not None:
                return deeper
        could = outcomes(self.match.game, self.match.table)
        if could is None:
            return before.shares
        chances = np.array([chance for chance, _ in could])
        values = np.array([self.valuer.value(table).shares for _, table in could])
        return tuple((chances @ values).tolist())

    def _decision(self, entry: Entry, before: Value) -> None:
        """One seat decides: its loss is its own, what it changes for the others is a gift."""
        (seat,) = self.match.owing
        worth, errors, played, values = self._lines(seat, entry)
        reason = self._reason(seat, worth, played)
        self._go_on(entry)
        if played not in worth:
            worth[played] = self.now.shares[seat]
            errors |= {played: _error(self.now, seat)} if self.now.errors else {}
        best, loss, error = _judge(worth, errors, played)
        at_best = self.now.shares if best == played else values[best].shares if best in values else None
        for other in range(self.match.seats):
            change = self.now.shares[other] - before.shares[other]
            noise = (_error(self.now, other), _error(before, other))
            if other == seat:
                self.columns.add(Column.OWN_ERRORS, seat, -loss, error or 0.0)
                self.columns.add(Column.ESTIMATION, seat, change + loss, *noise)
            elif not self.valuer.exact and at_best is not None:
                # What the best line would have left them is what was to be expected; the estimates may not agree on that.
                self.columns.add(Column.OTHERS_GIFTS, other, self.now.shares[other] - at_best[other], error or 0.0)
                self.columns.add(Column.ESTIMATION, other, at_best[other] - before.shares[other], *noise)
            elif len(worth) == 1:
                self.columns.add(Column.ESTIMATION, other, change, *noise)
            else:
                self.columns.add(Column.OTHERS_GIFTS, other, change, *noise)
        self._note(entry, _kind(worth), before, best, loss, worth, error, reason=reason)

    def _sealed(self, entry: Entry, before: Value) -> None:
        """Several decide in secret: each is judged by what it could know, and what the others choose is their gift."""
        match = self.match
        seat = next(seat for seat in match.owing if match.game.words.letter(match.table, seat) == entry.seat)
        worth, errors, played, _ = self._lines(seat, entry)
        reason = self._reason(seat, worth, played)
        self._go_on(entry)
        best, loss, error = _judge(worth, errors, played) if played in worth else (None, 0.0, None)
        for other in range(match.seats):
            change = self.now.shares[other] - before.shares[other]
            noise = (_error(self.now, other), _error(before, other)) if change else ()
            if other == seat:
                self.columns.add(Column.OWN_ERRORS, seat, -loss, error or 0.0)
                change += loss
            self.columns.add(Column.OTHERS_GIFTS, other, change, *noise)
        self._note(entry, _kind(worth) if best else "forced", before, best, loss, worth, error, reason=reason)

    def _reason(self, seat: int, worth: dict[str, float], played: str) -> Reason | None:
        """Why the best line is better than the one played, where it matters; on the floe it takes a closer look."""
        best = max(worth, key=worth.__getitem__, default=played)
        if played not in worth or worth[best] - worth[played] <= WORTH_A_REASON_SHARE:
            return None
        if self.effort == QUICK and isinstance(self.valuer, FloeValues):
            return None
        found = reason_of(self.match, seat, best, played)
        return None if found.kind == "plain" else found

    def _held_by_others(self, entry: Entry) -> dict[str, list[str]] | None:
        """What is behind the others' screens just now: told as a fact, nobody is judged by it."""
        match = self.match
        if not match.game.secrets:
            return None
        others = [seat for seat in range(match.seats) if LETTERS[seat] != entry.seat]
        if isinstance(self.valuer, LureValues):
            return {LETTERS[seat]: self.valuer.hand(match.table, seat) for seat in others}
        return {LETTERS[seat]: list(getattr(match.view(seat), "hand", ())) for seat in others}

    def _go_on(self, entry: Entry) -> None:
        table = self.match.table
        self.match.add(entry)
        if self.match.table is not table:
            self.now = self.valuer.value(self.match.table)

    def _lines(self, seat: int, entry: Entry) -> tuple[dict[str, float], dict[str, float], str, dict[str, Value]]:
        """What every line is worth to this seat by what it may know, the standard errors, the line that was played, and what
        lines are worth to all."""
        match = self.match
        choices = read_line(match.game, match.table, seat, entry.words)
        played = match.game.words.spell(match.table, seat, choices)
        worth, errors, values = self.judge.lines(seat, played)
        return worth, errors, played, values

    def _note(
        self,
        entry: Entry,
        kind: Kind,
        before: Value,
        best: str | None = None,
        loss: float | None = None,
        lines: dict[str, float] | None = None,
        error: float | None = None,
        rests: Rests | None = None,
        reason: Reason | None = None,
    ) -> None:
        lines_shown = None if lines is None else dict(sorted(lines.items(), key=lambda one: -one[1])[:MOST_LINES_SHOWN])
        seat = LETTERS[self._seat_of(entry)] if entry.seat in LETTERS else entry.seat
        line = entry.line or len(self.steps) + 1
        after = _by_letter(self.now.shares)
        was = _by_letter(before.shares)
        told = (best, loss, lines_shown, rests, error, self.held, reason)
        self.steps.append(Step(line, seat, entry.words, kind, was, after, *told))

    def _seat(self, seat: int) -> SeatLedger:
        letter, sums = LETTERS[seat], {column.value: float(part[seat]) for column, part in self.columns.sums.items()}
        known = (
            self.start.errors is None
            and self.now.errors is None
            and not any(part[seat] for part in self.columns.squares.values())
        )
        errors = {column.value: math.sqrt(float(part[seat])) for column, part in self.columns.squares.items()}
        return SeatLedger(
            start=self.start.shares[seat],
            result=self.now.shares[seat],
            rating=rating_of(self.steps, letter),
            error=None if known else {"start": _error(self.start, seat), **errors, "result": _error(self.now, seat)},
            **sums,
        )


def _judge(worth: dict[str, float], errors: dict[str, float], played: str) -> tuple[str, float, float | None]:
    """The best line, what the one played gave away against it, and the standard error of that."""
    best = max(worth, key=lambda words: (worth[words], words == played))
    loss = worth[best] - worth[played]
    if not errors:
        return best, loss, None
    return best, loss, math.hypot(errors.get(best, 0.0), errors.get(played, 0.0)) if best != played else 0.0


def _kind(worth: dict[str, float]) -> Kind:
    if len(worth) < 2:
        return "forced"
    return "choice" if max(worth.values()) - min(worth.values()) > OBVIOUS_SHARE else "obvious"


def _error(value: Value, seat: int) -> float:
    return 0.0 if value.errors is None else value.errors[seat]


def _by_letter(shares: tuple[float, ...]) -> dict[str, float]:
    return dict(zip(LETTERS, shares, strict=False))
