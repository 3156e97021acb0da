"""The ledger of a game: what every line changed about everybody's chances, and whether it was luck or skill.

For each seat: start + own dice + others' dice + own errors + others' gifts (+ estimation) = result. A die or a card is luck:
what the table is worth after it, less what was expected before it. A decision is skill: what the line played is worth, less
the best line. Where values are estimates, what is expected before a roll is the mean over what it could bring, and what the
estimates do not agree about among themselves stands in a column of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadRecordError, RollmopsError
from rollmops.engine.lines import read_line
from rollmops.engine.logbook import Entry, Record, shown
from rollmops.engine.match import Match
from rollmops.games.records import fold, hand_dice, open_match
from rollmops.review.columns import Columns
from rollmops.review.effort import EFFORTS, QUICK, USUAL
from rollmops.review.expecting import expected, is_mean
from rollmops.review.floe import FloeValues
from rollmops.review.heat import rests_of
from rollmops.review.judging import Judge, Lines, with_line
from rollmops.review.lure import LureValues
from rollmops.review.moments import key_moments
from rollmops.review.rating import rating_of
from rollmops.review.reasons import Reason, reason_of
from rollmops.review.structs import Column, Kind, Rests, Review, SeatLedger, Step
from rollmops.review.values import values_of
from rollmops.review.verdict import Verdict, judged
from rollmops.solve import Value, Valuer
from rollmops.solve.fitted.valuer import FittedValuer

WORTH_A_REASON_SHARE = 0.01
"""Who gave away more than this is told why; the page lets it be tried again."""
MOST_ENTRIES = 20_000
MOST_LINES_SHOWN = 12
Progress = Callable[[int, int], None]


def review(
    record: Record,
    components: Components | None = None,
    progress: Progress | None = None,
    *,
    effort: str = USUAL,
    values: Valuer | None = None,
) -> Review:
    """What was luck and what was skill in a game; a record that stops early is reviewed as far as it goes.

    `effort` is how closely estimates are looked at: `quick`, `usual` or `full`; `values` are asked instead of whoever knows
    best. Raises BadRecordError where the record is no
    legal game or is too long, RollmopsError where nobody can tell what its tables are worth.
    """
    if len(record.entries) > MOST_ENTRIES:
        raise BadRecordError(record.entries[MOST_ENTRIES].line, f"a review has {MOST_ENTRIES} entries at most")
    fold(record, components)  # a legal game first of all
    if effort not in EFFORTS:
        raise RollmopsError(f"effort: give {', '.join(EFFORTS)}, not {shown(effort)}")
    match = open_match(replace(record.header, result=None), components)
    return _Reviewer(match, effort, record.entries, progress, values).run()


class _Reviewer:
    """Goes through a game line by line."""

    def __init__(
        self, match: Match, effort: str, entries: tuple[Entry, ...], progress: Progress | None, values: Valuer | None
    ) -> None:
        self.match = match
        self.effort = effort
        self.entries, self.progress = entries, progress
        look, hand = EFFORTS[effort], hand_dice(match.header)
        self.steps: list[Step] = []
        go_on, questions = self._go_on_looking, 2 * len(entries)
        asked = values or values_of(
            match.game, match.components, match.seats, look, go_on, by_hand=hand, questions=questions
        )
        self.valuer: Valuer = asked
        self.judge = Judge(match, asked, look)
        self.columns = Columns(match.seats)
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
        """Dice or cards: what they brought against what was expected. Both by one and the same look at the table: what a
        closer one says of the table after it is estimation."""
        was = self.match.table
        foreseen, hope = is_mean(self.valuer, was), expected(self.match.game, self.valuer, was, before)
        rests, fitted = self._rests(entry), self.valuer if isinstance(self.valuer, FittedValuer) else None
        turn = fitted and fitted.rolling(was)
        self._go_on(entry)
        came = self.now.shares
        if fitted:
            hope, came = (tuple(part.tolist()) for part in fitted.luck(turn, was, self.match.table))
        roller = self._seat_of(entry)
        hoped, fell = (replace_struct(value, shares=shares) for value, shares in ((before, hope), (self.now, came)))
        if not foreseen:  # the mean over many tables has hardly any chance in it
            hoped = replace_struct(hoped, noise=None)
        errors = [self._apart(hoped, fell, seat) for seat in range(self.match.seats)]
        for seat in range(self.match.seats):
            column = Column.OWN_DICE if seat == roller else Column.OTHERS_DICE
            self.columns.add(column, seat, came[seat] - hope[seat], errors[seat])
            off = hope[seat] - before.shares[seat] + self.now.shares[seat] - came[seat]
            self.columns.add(Column.ESTIMATION, seat, off)
        self._note(entry, "luck", before, error=None if self.valuer.doubt is None else errors[max(0, roller)], rests=rests)

    def _apart(self, one: Value, other: Value, seat: int) -> float:
        """The standard error of what lies between two values."""
        return 0.0 if self.valuer.doubt is None else self.valuer.doubt.apart(one, other, seat)

    def _seat_of(self, entry: Entry) -> int:
        """Whose line it is; -1 for nobody's. On the floe lines name colours, of which two players have two each."""
        return LETTERS.index(entry.seat) % self.match.seats if entry.seat in LETTERS else -1

    def _rests(self, entry: Entry) -> Rests | None:
        """Where the dice in the air could have come to rest, if their gesture was thrown many times."""
        heap = self.valuer.could_rest(self.match.table) if isinstance(self.valuer, FloeValues) else None
        return None if heap is None else rests_of(heap, self.match.table, entry.words)

    def _decision(self, entry: Entry, before: Value) -> None:
        """One seat decides: its loss is its own, what it changes for the others is a gift."""
        (seat,) = self.match.owing
        lines, played = self._lines(seat, entry)
        reason = self._reason(seat, lines.worth, played)
        self._go_on(entry)
        if played not in lines.worth:
            lines = with_line(lines, played, self.now, seat)
        verdict = judged(lines, played, self.valuer.doubt)
        at_best = self.now if verdict.best == played else lines.values.get(verdict.best or "")
        for other in range(self.match.seats):
            change = self.now.shares[other] - before.shares[other]
            if other == seat:
                self.columns.add(Column.OWN_ERRORS, seat, -verdict.loss, verdict.error or 0.0)
                self.columns.add(Column.ESTIMATION, seat, change + verdict.loss)
            elif not self.valuer.exact and at_best is not None:
                # What the best line would have left them is what was to be expected; the estimates may not agree on that.
                error = verdict.error or 0.0 if verdict.best == played else self._apart(at_best, self.now, other)
                self.columns.add(Column.OTHERS_GIFTS, other, self.now.shares[other] - at_best.shares[other], error)
                self.columns.add(Column.ESTIMATION, other, at_best.shares[other] - before.shares[other])
            else:
                column = Column.ESTIMATION if len(lines.worth) == 1 else Column.OTHERS_GIFTS
                self.columns.add(column, other, change, self._apart(before, self.now, other))
        self._note(entry, verdict.kind, before, verdict, lines, reason=reason)

    def _sealed(self, entry: Entry, before: Value) -> None:
        """Several decide in secret: each is judged by what it could know, and what the others choose is their gift."""
        match = self.match
        seat = next(seat for seat in match.owing if match.game.words.letter(match.table, seat) == entry.seat)
        lines, played = self._lines(seat, entry)
        reason = self._reason(seat, lines.worth, played)
        self._go_on(entry)
        verdict = judged(lines, played, self.valuer.doubt) if played in lines.worth else Verdict("forced", None, 0.0, None)
        for other in range(match.seats):
            change = self.now.shares[other] - before.shares[other]
            error = self._apart(before, self.now, other) if change else 0.0
            if other == seat:
                self.columns.add(Column.OWN_ERRORS, seat, -verdict.loss, verdict.error or 0.0)
                change += verdict.loss
            self.columns.add(Column.OTHERS_GIFTS, other, change, error)
        self._note(entry, verdict.kind, before, verdict, lines, reason=reason)

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

    def _lines(self, seat: int, entry: Entry) -> tuple[Lines, str]:
        """What every line is worth to this seat by what it may know, and the line that was played."""
        match = self.match
        choices = read_line(match.game, match.table, seat, entry.words)
        played = match.game.words.spell(match.table, seat, choices)
        return self.judge.lines(seat, played), played

    def _note(
        self,
        entry: Entry,
        kind: Kind,
        before: Value,
        verdict: Verdict | None = None,
        lines: Lines | None = None,
        error: float | None = None,
        rests: Rests | None = None,
        reason: Reason | None = None,
    ) -> None:
        seat = LETTERS[self._seat_of(entry)] if entry.seat in LETTERS else entry.seat
        shown = [] if lines is None else sorted(lines.worth, key=lambda one: -lines.worth[one])[:MOST_LINES_SHOWN]
        self.steps.append(
            Step(
                line=entry.line or len(self.steps) + 1,
                seat=seat,
                words=entry.words,
                kind=kind,
                before=_by_letter(before.shares),
                after=_by_letter(self.now.shares),
                best=verdict.best if verdict else None,
                loss=verdict.loss if verdict else None,
                lines=None if lines is None else {words: lines.worth[words] for words in shown},
                line_errors=(lines and {words: lines.errors[words] for words in shown if words in lines.errors}) or None,
                loss_errors=(verdict and {words: verdict.errors[words] for words in shown if verdict.errors.get(words)})
                or None,
                after_error=None if self.now.errors is None else _by_letter(self.now.errors),
                rests=rests,
                error=verdict.error if verdict else error,
                held=self.held,
                reason=reason,
            )
        )

    def _seat(self, seat: int) -> SeatLedger:
        letter, sums = LETTERS[seat], {column.value: float(part[seat]) for column, part in self.columns.sums.items()}
        error = None
        if self.start.errors is not None or self.now.errors is not None or self.columns.estimated(seat):
            error = self.columns.errors(seat, _error(self.start, seat), _error(self.now, seat))
        return SeatLedger(
            start=self.start.shares[seat],
            result=self.now.shares[seat],
            rating=rating_of(self.steps, letter),
            error=error,
            **sums,
        )


def _error(value: Value, seat: int) -> float:
    return 0.0 if value.errors is None else value.errors[seat]


def _by_letter(shares: tuple[float, ...]) -> dict[str, float]:
    return dict(zip(LETTERS, shares, strict=False))
