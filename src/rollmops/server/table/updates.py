"""From a sitting to what its pages are sent: the table's state, and the game as each seat may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import UNSET, Raw

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import commitment
from rollmops.engine.match import Match
from rollmops.server.protocol.messages import (
    ClockState,
    Line,
    Part,
    Result,
    SeatState,
    Start,
    TableState,
    Update,
    message_encoder,
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


def update_for(sitting: Sitting, seats: Sequence[int], start: int) -> Update:
    """The game for a device that holds these seats (none: it watches) and has the log up to `start`."""
    return Eyes(sitting, {}).update(tuple(seats), start)


Device = tuple[tuple[int, ...], int]
"""The seats that a device holds, and how much of the log it has."""


class Eyes:
    """The game through the eyes of each seat, with the tables in between as far as there are any: so pages can show what
    happened one after the other. Where nothing is secret all see one table and one log, which are encoded once for all of
    them; only whose view it is differs."""

    def __init__(self, sitting: Sitting, tables: dict[int, Any]) -> None:
        self.sitting = sitting
        self.match = match = sitting.running()
        self.tables = tables
        self.owing = match.owing
        self.letters = letters(self.owing)
        self.chosen = letters(tuple(sorted(match.sealed))) if match.sealed else ()
        self.due = due_of(sitting) if sitting.plan.hand else None
        self.open = not match.game.secrets
        self.view = b""
        self.lines: dict[tuple[int, int], Raw] = {}

    def update(self, seats: tuple[int, ...], start: int) -> Update:
        """The game for a device that holds these seats and has the log up to `start`."""
        parts = tuple([self.part(seat, start) for seat in seats or WATCHING])
        return Update(self.sitting.sequence, start, self.letters, self.chosen, parts, self.due)

    def text(self, seats: tuple[int, ...], start: int) -> bytes:
        """The same, encoded."""
        return message_encoder.encode(self.update(seats, start))

    def view_of(self, seat: int) -> Any:
        """What this seat may know."""
        if not self.open:
            return self.match.view(seat)
        if not self.view:
            self.view = message_encoder.encode(self.match.view(NOBODY))
        return Raw(self.view if seat == NOBODY else self.view.replace(NOBODYS, SEATED[seat], 1))

    def lines_of(self, seat: int, start: int) -> Any:
        """The log from `start` on as this seat may see it; all of it once the game is over."""
        audience = NOBODY if self.open else seat
        found = self.lines.get((audience, start))
        if found is None:
            found = self.lines[audience, start] = Raw(message_encoder.encode(self._lines(seat, start)))
        return found

    def _lines(self, seat: int, start: int) -> list[Line]:
        audience, over, lines = "*" if self.open or seat == NOBODY else LETTERS[seat], self.match.over, []
        last = len(self.sitting.lines) - 1
        for place, kept in enumerate(self.sitting.lines[start:], start):
            staged = place < last and kept.news and place in self.tables
            lines.append(line_for(kept, audience, over, self.view_at(place, seat) if staged else UNSET))
        return lines

    def view_at(self, line: int, seat: int) -> Any:
        """What this seat may know of the table after this line; -1: of the table as it was laid."""
        return self.match.game.views.view(self.tables[line], seat)

    def part(self, seat: int, start: int) -> Part:
        """The game as one seat may see it."""
        sitting, match = self.sitting, self.match
        letter = None if seat == NOBODY else LETTERS[seat]
        sealed = match.sealed[seat].words if seat in match.sealed else None
        undo = sitting.can_undo if sitting.plan.hand else match.can_take_back(seat)
        before = self.view_at(-1, seat) if start == 0 and -1 in self.tables else UNSET
        lines, view = self.lines_of(seat, start), self.view_of(seat)
        if seat not in self.owing:
            return Part(letter, lines, view, False, (), (), sealed, undo, before)
        verbs, choices, _ = sitting.offer(seat)
        return Part(letter, lines, view, True, verbs, choices, sealed, undo, before)


WATCHING = (NOBODY,)
NOBODYS = b'"seat":null'
"""How an encoded view of nobody's says whose it is: in its first field after the name of its game."""
SEATED = [b'"seat":"%s"' % letter.encode() for letter in LETTERS]


def line_for(kept: Kept, audience: str, over: bool, view: Any = UNSET) -> Line:
    """A line as this audience may see it."""
    words, told = kept.words, kept.told
    if kept.veiled and not over:
        words, told = kept.veiled.get(audience, (words, told))
    return Line(kept.seat, words, told, kept.flight or UNSET, kept.bot, kept.news, view)
