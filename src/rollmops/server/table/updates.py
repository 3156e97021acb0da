"""From a sitting to what its pages are sent: the table's state, and the game as each seat may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import UNSET

from rollmops.engine.contract import LETTERS, NOBODY, OVER
from rollmops.engine.dice import commitment
from rollmops.engine.match import Match
from rollmops.server.protocol.messages import (
    ClockState,
    Line,
    OpenGame,
    Part,
    Result,
    SeatState,
    Start,
    TableState,
    Turn,
    Update,
)
from rollmops.server.protocol.words import Letter, State
from rollmops.server.store.events import Clock, Kept
from rollmops.server.table.hand import due_of
from rollmops.server.table.sitting import Sitting

PresenceOf = Callable[[int], tuple[bool, bool, bool]]
"""Of a seat: is its holder here, may the others let a bot play on, and does its page say when dice are thrown there?"""


def result_of(match: Match) -> Result:
    """How a finished match ended."""
    points, shares = match.points(), match.shares()
    return Result(
        points={LETTERS[seat]: p for seat, p in enumerate(points)},
        shares={LETTERS[seat]: share for seat, share in enumerate(shares)},
        winners=tuple(match.winners()),
    )


@cache
def letters(seats: tuple[int, ...]) -> tuple[str, ...]:
    """Seats by their letters."""
    return tuple(LETTERS[seat] for seat in seats)


def state_of(sitting: Sitting) -> State:
    """At the door, in play, or over."""
    if sitting.match is None:
        return "door"
    return "over" if sitting.over else "play"


def table_state(
    sitting: Sitting, presence: PresenceOf, watchers: int, ends: dict[str, float], *, waking: bool
) -> TableState:
    """The table apart from the game."""
    plan, match = sitting.plan, sitting.match
    over = sitting.over
    return TableState(
        code=plan.code,
        game=plan.game,
        title=sitting.game.title,
        secrets=sitting.game.secrets,
        state=state_of(sitting),
        seats=tuple(_seat(sitting, seat, presence) for seat in range(len(sitting.seats))),
        first=match.header.first if match else plan.first,
        odds=plan.odds,
        components=plan.components,
        commit="" if plan.hand else commitment(plan.seed),
        house=sitting.house_salts(),
        promises=sitting.promises(),
        opening=sitting.opening,
        salts=sitting.salts(),
        reveal=plan.seed if over and not plan.hand else None,
        result=result_of(match) if match and over else None,
        date=plan.date,
        watchers=watchers,
        next=sitting.next,
        start=_start(sitting),
        hand=plan.hand,
        owing=letters(sitting.owing),
        clock=_clock(plan.clock, ends),
        keyed=plan.keyed and (plan.start is None or bool(plan.same)),
        same=plan.same,
        waking=waking,
    )


def _clock(clock: Clock | None, ends: dict[str, float]) -> ClockState | None:
    if clock is None:
        return None
    return ClockState(clock.seconds, clock.level, clock.zone, clock.opens, clock.closes, ends)


def _start(sitting: Sitting) -> Start | None:
    origin = sitting.origin
    if origin is None:
        return None
    return Start(origin.digest, origin.entries, "record" if origin.same_dice else "new")


def _seat(sitting: Sitting, place: int, presence: PresenceOf) -> SeatState:
    seat = sitting.seats[place]
    machine = seat.plan.kind == "bot"
    present, replaceable, presses = presence(place)
    letter: Letter = LETTERS[place]  # type: ignore[assignment]  # one of the eight
    return SeatState(
        seat=letter,
        kind=seat.plan.kind,
        name=seat.name,
        colour=seat.colour,
        level=seat.bot,
        sat=seat.sat or bool(seat.bot),
        present=present or machine,
        bot=bool(seat.bot),
        replaceable=replaceable and not seat.bot,
        presses=presses and not seat.bot,
    )


def update_for(sitting: Sitting, seats: Sequence[int], start: int, *, reads_open: bool = False) -> Update:
    """The game for a device that holds these seats (none: it watches) and has the log up to `start`."""
    eyes = Eyes(sitting, {})
    return eyes.update(None if eyes.open and reads_open else tuple(seats), start)


class Eyes:
    """The game through the eyes of each seat, with the tables in between as far as there are any: so pages can show what
    happened one after the other. Where nothing is secret all see the same, and one update serves every page."""

    def __init__(self, sitting: Sitting, tables: dict[int, Any]) -> None:
        self.sitting = sitting
        self.match = match = sitting.match or sitting.running()
        self.tables = tables
        self.owing = match.owing
        self.taker = match.taker
        self.open = not match.game.secrets and not match.sealed

    def update(self, seats: tuple[int, ...] | None, start: int) -> Update:
        """The game for a device that holds these seats and has the log up to `start`; None: for all, where it is open."""
        sitting, match, owing = self.sitting, self.match, letters(self.owing)
        due = due_of(sitting) if sitting.plan.hand else None
        if seats is None:
            shown = OpenGame(self.turns(), *self.seen(NOBODY, start))
            return Update(sitting.sequence, start, owing, (), (), shown, due)
        parts = tuple([self.part(seat, start) for seat in seats or WATCHING])
        return Update(sitting.sequence, start, owing, letters(tuple(sorted(match.sealed))), parts, UNSET, due)

    def part(self, seat: int, start: int) -> Part:
        """The game as one seat may see it that has the log up to `start`, and what it may do now."""
        turn = self.turn(seat)
        may = (turn.seat, turn.owes, turn.verbs, turn.choices, turn.sealed, turn.undo)
        return Part(*may, *self.seen(seat, start))

    def turns(self) -> tuple[Turn, ...]:
        """What every seat may do that may do anything, where nothing is sealed."""
        seats: Sequence[int] = self.owing
        if self.sitting.plan.hand and self.sitting.can_undo:  # whoever sits there
            seats = range(self.match.seats)
        elif self.taker != NOBODY and self.taker not in seats:
            seats = sorted((self.taker, *seats))
        return tuple([self.turn(seat) for seat in seats])

    def turn(self, seat: int) -> Turn:
        """What a seat may do now."""
        sitting, sealed = self.sitting, self.match.sealed
        chosen = sealed[seat].words if seat in sealed else None
        undo = sitting.can_undo if sitting.plan.hand else chosen is not None or seat == self.taker != NOBODY
        if seat in self.owing:  # so it has chosen nothing yet
            turn = sitting.offer(seat).turn
            return Turn(turn.seat, True, turn.verbs, turn.choices, None, True) if undo else turn
        return Turn(None if seat == NOBODY else LETTERS[seat], False, (), (), chosen, undo)

    def seen(self, seat: int, start: int) -> tuple[Any, Any, Any]:
        """What a seat (NOBODY: all, or a watcher) may see: the log from `start` on, all of it once the game is over, the
        table as it lies, and as it was laid where that is news."""
        match, tables, lines = self.match, self.tables, []
        view, audience, over = match.game.views.view, "*" if seat == NOBODY else LETTERS[seat], match.actors == OVER
        last = len(self.sitting.lines) - 1
        for place, kept in enumerate(self.sitting.lines[start:], start):
            staged = place < last and kept.news and place in tables
            lines.append(line_for(kept, audience, over, view(tables[place], seat) if staged else UNSET))
        before = view(tables[-1], seat) if start == 0 and -1 in tables else UNSET
        return lines, view(match.table, seat), before


WATCHING = (NOBODY,)


def line_for(kept: Kept, audience: str, over: bool, view: Any = UNSET) -> Line:
    """A line as this audience may see it."""
    words, told = kept.words, kept.told
    if kept.veiled and not over:
        words, told = kept.veiled.get(audience, (words, told))
    return Line(kept.seat, words, told, kept.flight or UNSET, kept.bot, kept.news, view)
