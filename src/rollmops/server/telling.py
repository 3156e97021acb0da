"""From a sitting to what a page hears: the table's state, and the game as each seat may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET

from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import commitment
from rollmops.engine.lines import legal_words
from rollmops.engine.match import Match
from rollmops.lab.odds import chances
from rollmops.server.events import Kept
from rollmops.server.sitting import Sitting
from rollmops.server.tells import Line, Odd, Part, Result, SeatState, TableState, Update
from rollmops.server.wire import MOST_CHOICES, Letter, State

Presence = Callable[[int], tuple[bool, bool]]
"""Of a seat: is its holder here, and may the others let a bot play on?"""


def result_of(match: Match) -> Result:
    """How a finished match ended."""
    points, shares = match.points(), match.shares()
    return Result(
        points={LETTERS[seat]: p for seat, p in enumerate(points)},
        shares={LETTERS[seat]: share for seat, share in enumerate(shares)},
        winners=tuple(match.winners()),
    )


def letters(seats: Sequence[int]) -> tuple[str, ...]:
    """Seats by their letters."""
    return tuple(LETTERS[seat] for seat in seats)


def state_of(sitting: Sitting) -> State:
    """At the door, in play, or over."""
    if sitting.match is None:
        return "door"
    return "over" if sitting.over else "play"


def table_state(sitting: Sitting, presence: Presence, watchers: int) -> TableState:
    """The table apart from the game."""
    plan, match = sitting.plan, sitting.match
    over = sitting.over
    return TableState(
        code=plan.code,
        game=plan.game,
        title=sitting.game.title,
        state=state_of(sitting),
        seats=tuple(_seat(sitting, seat, presence) for seat in range(len(sitting.seats))),
        first=match.header.first if match else plan.first,
        odds=plan.odds,
        options=plan.options,
        components=plan.components,
        commit=commitment(plan.seed),
        salts=sitting.salts(),
        reveal=plan.seed if over else None,
        result=result_of(match) if match and over else None,
        date=plan.date,
        watchers=watchers,
        next=sitting.next,
    )


def _seat(sitting: Sitting, place: int, presence: Presence) -> SeatState:
    seat = sitting.seats[place]
    machine = seat.plan.kind == "bot"
    present, replaceable = presence(place)
    letter: Letter = LETTERS[place]  # type: ignore[assignment]  # one of the eight
    return SeatState(
        seat=letter,
        kind=seat.plan.kind,
        name=seat.name,
        colour=seat.colour,
        level=seat.bot,
        sat=seat.sat or machine or bool(seat.stand_in),
        present=present or machine,
        bot=bool(seat.bot),
        replaceable=replaceable and not seat.bot,
    )


def update_for(sitting: Sitting, seats: Sequence[int], start: int) -> Update:
    """The game for a device that holds these seats (none: it watches) and has the log up to `start`."""
    match = sitting.running()
    return Update(
        sequence=sitting.sequence,
        start=start,
        owing=letters(match.owing),
        chosen=letters(sorted(match.sealed)),
        parts=tuple(part_for(sitting, match, seat, start) for seat in seats or (NOBODY,)),
    )


def part_for(sitting: Sitting, match: Match, seat: int, start: int) -> Part:
    """The game as one seat may see it."""
    rules, table = match.game, match.table
    owes = seat in match.owing
    view = match.view(seat)
    odds = chances(rules.name, sitting.components, view) if sitting.plan.odds and (owes or not rules.secrets) else {}
    return Part(
        seat=None if seat == NOBODY else LETTERS[seat],
        lines=lines_for(sitting, seat, start),
        view=view,
        owes=owes,
        verbs=rules.words.verbs(table, seat) if owes else (),
        choices=choices_of(match, seat) if owes else (),
        expected=rules.words.expected(table, seat) if owes else "",
        sealed=match.sealed[seat].words if seat in match.sealed else None,
        undo=sitting.can_withdraw(seat),
        odds=tuple(Odd(what, chance) for what, chance in odds.items()),
    )


def choices_of(match: Match, seat: int) -> tuple[str, ...] | None:
    """Every legal line in words, or None where they are too many to list."""
    first = int((match.game.weights(match.table, seat) > 0).sum())
    if first > MOST_CHOICES:
        return None
    found = legal_words(match.game, match.table, seat, MOST_CHOICES + 1)
    return tuple(found) if len(found) <= MOST_CHOICES else None


def lines_for(sitting: Sitting, seat: int, start: int) -> tuple[Line, ...]:
    """The log from `start` on as this seat may see it; all of it once the game is over."""
    audience = "*" if seat == NOBODY else LETTERS[seat]
    over = sitting.over
    return tuple(line_for(kept, audience, over=over) for kept in sitting.lines[start:])


def line_for(kept: Kept, audience: str, *, over: bool) -> Line:
    """A line as this audience may see it."""
    words, told = kept.words, kept.told
    if kept.veiled and not over:
        words, told = kept.veiled.get(audience, (words, told))
    return Line(kept.seat, words, told, kept.flight or UNSET, kept.bot)
