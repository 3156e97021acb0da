"""Tables played by older rules: they cannot go on, but their logbook can still be had, from the lines as they were kept."""

from __future__ import annotations

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import commitment
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Entry, Header, Record
from rollmops.server import events as ev
from rollmops.server.store import Stored


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
            case ev.Withdrew():
                lines.pop()
    return lines


def old_record(stored: Stored, audience: str) -> Record:
    """The logbook as this audience (a seat's letter, or `*`) was told it; no seed, since nobody can say if it ended."""
    plan = stored.plan
    names = {seat: plan.seats[seat].name for seat in range(len(plan.seats))}
    salts: dict[str, str] = {}
    first = plan.first
    for event in stored.events:
        if isinstance(event, ev.Sat):
            names[event.seat] = event.name
            salts[LETTERS[event.seat]] = event.salt
        elif isinstance(event, ev.Began):
            first = event.first
    header = Header(
        game=plan.game,
        seats=tuple(name or f"Seat {LETTERS[seat]}" for seat, name in names.items()),
        first=first,
        components=plan.components,
        commit=commitment(plan.seed),
        salts={seat: salt for seat, salt in salts.items() if salt},
        date=plan.date,
    )
    entries = [Entry(line.seat, line.veiled.get(audience, (line.words, ""))[0]) for line in kept_lines(stored.events)]
    return Record(header, tuple(entries))
