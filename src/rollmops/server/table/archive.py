"""Tables played by older rules: they cannot go on, but their logbook can still be had, from the lines as they were kept."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import commitment
from rollmops.engine.errors import RollmopsError
from rollmops.engine.keyed import keyed_options
from rollmops.engine.logbook import Entry, Header, Record
from rollmops.games import game
from rollmops.games.records import salt_options
from rollmops.server.store import events as ev
from rollmops.server.store.store import Stored
from rollmops.server.table.seats import Seat, final_salts, salted_by_house


class OldRulesError(RollmopsError):
    """A table whose rules have changed since."""

    def __init__(self, stored: Stored, version: int) -> None:
        self.stored = stored
        super().__init__(
            f"this table was played by version {stored.plan.version} of the rules, this server has version {version};"
            " its logbook can still be downloaded"
        )


def kept_lines(events: tuple[ev.Events, ...]) -> list[ev.Kept]:
    """The log, with what was taken back left out."""
    lines: list[ev.Kept] = []
    sealed: set[int] = set()
    for event in events:
        match event:
            case ev.Chose(lines=()):
                sealed.add(event.seat)
            case ev.Chose():
                sealed.clear()
                lines += event.lines
            case ev.Happened():
                lines.append(event.line)
            case ev.Withdrew() if event.seat in sealed:
                sealed.discard(event.seat)
            case ev.Undid() if sealed:
                sealed.pop()
            case ev.Undid():
                lines.pop()
            case ev.Withdrew():
                lines.pop()
    return lines


def locks_of(stored: Stored) -> list[str]:
    """The seats' locks, with those that were changed since the table was set."""
    locks = [seat.lock for seat in stored.plan.seats]
    for event in stored.events:
        if isinstance(event, ev.Locked):
            locks[event.seat] = event.lock
    return locks


def old_record(stored: Stored, audience: str) -> Record:
    """The logbook as this audience (a seat's letter, or `*`) was told it; no seed, since nobody can say if it ended."""
    plan = stored.plan
    seats = [Seat(seat, seat.name, seat.colour, seat.lock) for seat in plan.seats]
    options: dict[str, str] = {}
    first, blind = plan.first, False
    for event in stored.events:
        match event:
            case ev.Sat():
                held = seats[event.seat]
                held.name, held.salt, held.promise = event.name, event.salt, event.promise
            case ev.Sealed():
                blind = not any(seat.salt for seat in seats)
            case ev.Opened():
                seats[event.seat].salt = event.salt
            case ev.Began():
                first = event.first
                options = salt_options(salted_by_house(seats)) if blind else {}
                for held, salt in zip(seats, final_salts(plan.seed, seats).values(), strict=True):
                    held.salt = salt
    salts = {LETTERS[place]: seat.salt for place, seat in enumerate(seats) if seat.salt}
    if plan.keyed:
        options = keyed_options() | options
    if plan.hand:
        options, salts = {"dice": "hand"}, {}
    start = plan.start
    if start is not None:
        options = start.options if start.salts is not None else options | start.options
        salts = salts if start.salts is None else start.salts
    header = Header(
        game=plan.game,
        seats=tuple(seat.name or f"Seat {LETTERS[place]}" for place, seat in enumerate(seats)),
        first=first,
        components=plan.components,
        commit=None if plan.hand else commitment(plan.seed),
        options=options,
        salts=salts,
        date=plan.date,
    )
    entries = [Entry(line.seat, line.veiled.get(audience, (line.words, ""))[0]) for line in kept_lines(stored.events)]
    place, see = LETTERS.find(audience), game(plan.game).views.seen
    parts = [line.partition(" ") for line in start.entries] if start is not None else []
    older = [Entry(letter, see(letter, words, place)) for letter, _, words in parts]
    return Record(header, (*older, *entries))
