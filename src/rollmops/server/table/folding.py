"""The fold of a table's journal: what each event changes."""

from __future__ import annotations

from typing import Any

from rollmops.arena.dice import MIXED
from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.logbook import Entry
from rollmops.engine.match import Match
from rollmops.games.news import news_of
from rollmops.games.records import salt_options
from rollmops.server.store import events as ev
from rollmops.server.table.seats import final_salts, salted_by_house
from rollmops.server.table.state import State


class RoomMatch(Match):
    """The match of a table online: only its room has it in hand."""

    reads_once = True


class Fold(State):
    """A table that changes only by events, and is the fold of them."""

    def apply(self, event: ev.Events) -> None:
        """One event of the journal happens again."""
        match event:
            case ev.Sat():
                seat = self.seats[event.seat]
                seat.name, seat.colour, seat.salt = event.name, event.colour, event.salt
                seat.promise = event.promise
            case ev.Sealed():
                self.sealed = True
                # At a table that an older server had set, salts may be known already: its record claims no more than it did.
                self.promised_blind = not any(seat.salt for seat in self.seats)
            case ev.Opened():
                self.seats[event.seat].salt = event.salt
            case ev.Began():
                if self.promised_blind:
                    self.salt_options = salt_options(salted_by_house(self.seats))
                for seat, salt in zip(self.seats, final_salts(self.plan.seed, self.seats).values(), strict=True):
                    seat.salt = salt
                self.drawn = event.drawn
                self._lay(event.first)
                self.tables[-1] = self.running().table
            case ev.Chose():
                match_ = self.running()
                together = match_.together
                match_.choose(event.seat, event.words)
                self._chosen(match_, event, together=together)
            case ev.Happened():
                match_ = self.running()
                match_.put(event.line.words)
                self._happened(match_, event)
            case ev.Withdrew():
                self._withdrawn(event.seat)
            case ev.Undid():
                self._undone()
            case ev.Timed():
                self.since |= dict.fromkeys(event.seats, event.at)
            case ev.StoodIn():
                self.seats[event.seat].stand_in = event.level
            case ev.Locked():
                self.seats[event.seat].lock = event.lock
            case ev.Went():
                self.next = event.code

    def _lay(self, first: str) -> None:
        """The table is laid, and where it goes on from another record, what happened there happens first."""
        start = self.plan.start
        if start is None:
            self.match = RoomMatch(self.game, self.components, self.header(first))
            return
        self.match = match = RoomMatch(self.game, self.components, self.header(first))
        self.drawn, self.thrown = start.drawn, start.arena
        for line in start.entries:
            before, done = match.table, len(match.entries)
            letter, _, words = line.partition(" ")
            match.add(Entry(letter, words))
            self._write(match, tuple(self._keep(match, entry, before, False) for entry in match.entries[done:]))
        # Nothing before the beginning can be taken back.
        self.match = RoomMatch(self.game, self.components, match.header, match.entries, table=match.table, tally=match.tally)

    def _chosen(self, match: Match, event: ev.Chose, *, together: bool) -> None:
        if together:
            self.bots = self.bots | {event.seat} if event.bot else self.bots - {event.seat}
            if event.lines:
                self.bots = set()
        self._write(match, event.lines)

    def _happened(self, match: Match, event: ev.Happened) -> None:
        self.drawn = event.drawn
        if event.arena:
            same = not self.thrown or self.thrown.split()[:-1] == event.arena.split()[:-1]
            self.thrown = event.arena if same else f"{MIXED} {event.arena.split()[-1]}"
        self._write(match, (event.line,))

    def _write(self, match: Match, lines: tuple[ev.Kept, ...]) -> None:
        self.lines += lines
        self.sequence += len(lines)
        if lines:
            self.tables[len(self.lines) - 1] = match.table

    def _withdrawn(self, seat: int) -> None:
        match = self.running()
        sealed = seat in match.sealed
        match.take_back(seat)
        if sealed:
            self.bots.discard(seat)
            return
        del self.lines[-1]
        self.tables.pop(len(self.lines), None)
        self.sequence += 1
        self.cuts.append((self.sequence, len(self.lines)))

    def _undone(self) -> None:
        match = self.running()
        match.undo()
        self.bots &= set(match.sealed)
        while len(self.lines) > len(match.entries):
            del self.lines[-1]
            self.tables.pop(len(self.lines), None)
            self.sequence += 1
            self.cuts.append((self.sequence, len(self.lines)))

    def _keep(self, match: Match, entry: Entry, before: Any, bot: bool, flight: str = "") -> ev.Kept:
        """The line of an entry, also as those may see it who may not see all. It is told in words only where its game brings
        no news, from which a page tells it in its own language."""
        rules, letter, words = match.game, entry.seat, entry.words
        find = rules.brought.news
        if find is None or rules.secrets:
            return self._keep_veiled(match, entry, before, bot, flight)
        return ev.Kept(letter, words, "", bot, flight, {}, find(before, match.table, LETTERS.find(letter), words))

    def _keep_veiled(self, match: Match, entry: Entry, before: Any, bot: bool, flight: str) -> ev.Kept:
        """The same in a game where seats have secrets, or whose lines are told in words."""
        rules, seat = match.game, LETTERS.find(entry.seat)
        silent = rules.brought.news is not None

        def tell(words: str) -> str:
            return "" if silent else rules.words.tell(before, match.table, seat, words, match.names)

        veiled = {}
        if rules.secrets:
            for place in (*range(match.seats), NOBODY):
                seen = rules.views.seen(entry.seat, entry.words, place)
                if seen != entry.words:
                    veiled["*" if place == NOBODY else LETTERS[place]] = (seen, tell(seen))
        news = news_of(rules, before, match.table, seat, entry.words)
        return ev.Kept(entry.seat, entry.words, tell(entry.words), bot, flight, veiled, news)
