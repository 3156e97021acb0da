"""A sitting: all that a table online is, without a socket or a disk. It changes only by events, and is the fold of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rollmops.arena.dice import MIXED
from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY, Game
from rollmops.engine.dice import FairDice, commitment, salt_promise
from rollmops.engine.errors import BadTableError, IllegalError, NotYourTurnError, RollmopsError, StaleError
from rollmops.engine.lines import with_verb
from rollmops.engine.logbook import Entry, Header, Record, clean_name
from rollmops.engine.match import Match
from rollmops.games import game
from rollmops.games.news import news_of
from rollmops.games.origin import Origin, origin_of
from rollmops.games.records import salt_options
from rollmops.server.protocol.words import Colour
from rollmops.server.store import events as ev
from rollmops.server.table.keys import opened_by
from rollmops.server.table.seats import Seat, final_salts, house_salts, salted_by_house


@dataclass
class Sitting:
    """One table: its people, its match, its log."""

    plan: ev.Plan
    components: Components
    seats: list[Seat]
    match: Match | None = None
    lines: list[ev.Kept] = field(default_factory=list)
    sequence: int = 0
    drawn: int = 0
    fair: FairDice | None = None
    sealed: bool = False  # no promise of a salt changes any more
    promised_blind: bool = False  # and all of them were made before any salt was known
    salt_options: dict[str, str] = field(default_factory=dict)  # what the record says of the salts
    next: str | None = None
    since: dict[int, float] = field(default_factory=dict)  # when the time of a seat began, at a table with a clock
    thrown: str = ""  # which arena threw, and the digest of all trajectories so far; MIXED if it has changed in between
    cuts: list[tuple[int, int]] = field(default_factory=list)  # (sequence, lines left) of every line taken back
    bots: set[int] = field(default_factory=set)  # seats whose sealed choice a bot made
    tables: dict[int, Any] = field(default_factory=dict)  # after lines that have not been sent yet; -1: as it was laid
    listed: tuple[Any, dict[int, tuple[str, ...] | None]] = (None, {})  # legal lines of the table as it lies

    @classmethod
    def of(cls, plan: ev.Plan, components: Components, journal: Iterable[ev.Events] = ()) -> Sitting:
        """The table of this plan after all these events."""
        seats = [Seat(seat, seat.name, seat.colour, seat.lock) for seat in plan.seats]
        sitting = cls(plan, components, seats)
        for event in journal:
            sitting.apply(event)
        sitting.tables.clear()
        return sitting

    @property
    def game(self) -> Game:
        """What is played."""
        return game(self.plan.game)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match is not None and self.match.over

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe a choice."""
        return self.match.owing if self.match else ()

    @property
    def ready(self) -> bool:
        """Whether everybody has sat down and the salts can be opened."""
        return self.match is None and all(seat.sat or seat.bot for seat in self.seats)

    @property
    def opening(self) -> bool:
        """Whether salts are being opened now; the game begins when all are."""
        return self.sealed and self.match is None

    @property
    def all_opened(self) -> bool:
        """Whether no salt is to be waited for."""
        return all(seat.opened for seat in self.seats)

    def holds(self, token: str) -> int | None:
        """The seat that this token opens."""
        return opened_by(token, [seat.lock for seat in self.seats])

    # -- what people do: each checks, happens, and returns the event to be kept --

    def sit(self, seat: int, name: str, colour: Colour | None, promise: str) -> ev.Events:
        """Sit down with the promise of a salt; once all have promised only the sign at the seat changes."""
        held = self.seats[seat]
        taken = {other.colour for place, other in enumerate(self.seats) if place != seat and (other.sat or other.bot)}
        wanted = colour or held.colour
        free = [one for one in COLOURS if one not in taken]
        name = clean_name(name)
        if not name:
            raise BadTableError("a name needs at least one letter that can be shown")
        salt, promise = (held.salt, held.promise) if self.sealed or self.match else ("", promise)
        return self._do(ev.Sat(seat, name, wanted if wanted in free else free[0], salt, promise))

    def leave_door(self, seat: int) -> ev.Events:
        """Get up again before the salts are opened: the seat is free."""
        held = self.seats[seat]
        return self._do(ev.Sat(seat, held.name, held.colour))

    def seal(self) -> ev.Events:
        """Everybody has sat down: no promise changes any more."""
        return self._do(ev.Sealed())

    def open(self, seat: int, salt: str) -> list[ev.Events]:
        """A seat opens the salt it has promised; nothing more happens when it has done so already."""
        held = self.seats[seat]
        if salt == held.salt:
            return []
        if not self.sealed:
            raise NotYourTurnError("salts are opened when everybody has sat down; somebody has not")
        if self.match is not None:
            raise StaleError("the game has begun without this salt; the house's own was taken for it")
        if salt_promise(salt) != held.promise:
            raise IllegalError("this is not the salt that was promised: its SHA-256 is another")
        return [self._do(ev.Opened(seat, salt))]

    def begin(self) -> ev.Events:
        """The dice are fixed, with the house's salt where a seat has opened none; the lot says who begins."""
        first, drawn = self.plan.first, 0
        if first is None:
            dice = FairDice(self.plan.seed, final_salts(self.plan.seed, self.seats))
            first = LETTERS[dice.number(len(self.seats))] if self.game.starter else "A"
            drawn = dice.drawn
        return self._do(ev.Began(first, drawn))

    def choose(self, seat: int, words: str, sequence: int, *, bot: bool = False) -> ev.Events:
        """A decision."""
        match = self.running()
        self.check_sequence(sequence)
        before, together = match.table, match.together
        entries = match.choose(seat, words)
        bots = {LETTERS[place] for place in (self.bots | {seat} if bot else self.bots - {seat})}
        lines = tuple(self._keep(entry, before, entry.seat in bots if together else bot) for entry in entries)
        event = ev.Chose(seat, words, lines, bot)
        self._chosen(event, together)
        return event

    def may_choose(self, seat: int, words: str) -> str:
        """Why this seat may not choose this now; empty if it may. Nothing changes."""
        try:
            self.running().check(seat, words)
        except RollmopsError as error:
            return str(error)
        return ""

    def roll(self, source: Source | None = None) -> ev.Events:
        """Chance's next line, as the table's fair dice say, or another source."""
        match, dice, chance = self.running(), self.dice(), self.game.chance
        source = source or chance.source(self.components, dice, self.thrown)
        before = match.table
        entry = match.roll(source)
        event = ev.Happened(self._keep(entry, before, False, chance.flight(source)), dice.drawn, chance.stamp(source))
        self._happened(event)
        return event

    def put(self, words: str, sequence: int) -> ev.Events:
        """Dice or cards as people threw them."""
        match = self.running()
        self.check_sequence(sequence)
        if not self.plan.hand:
            raise IllegalError("at this table the dice fall by themselves")
        before = match.table
        entry = match.put(with_verb(self.game, match.table, NOBODY, words))
        event = ev.Happened(self._keep(entry, before, False), 0)
        self._happened(event)
        return event

    def undo(self, sequence: int) -> ev.Events:
        """Take back the last thing that happened, at a table with people's own dice."""
        self.check_sequence(sequence)
        if not self.can_undo:
            raise IllegalError("there is nothing to take back: nothing has happened yet, or the dice fell by themselves")
        return self._do(ev.Undid())

    @property
    def can_undo(self) -> bool:
        """Whether the last thing that happened can be taken back, whatever it was."""
        started = 0 if self.plan.start is None else len(self.plan.start.entries)
        return self.plan.hand and self.match is not None and (len(self.lines) > started or bool(self.match.sealed))

    def withdraw(self, seat: int, sequence: int) -> ev.Events:
        """Take back a sealed choice or the seat's last line."""
        self.check_sequence(sequence)
        if not self.can_withdraw(seat):
            raise IllegalError("there is nothing to take back: something has followed, or no choice was made")
        return self._do(ev.Withdrew(seat))

    def can_withdraw(self, seat: int) -> bool:
        """Whether this seat's last choice can be taken back: sealed, or the last line with nothing after it."""
        return self.match is not None and self.match.can_take_back(seat)

    def stand_in(self, seat: int, level: str) -> ev.Events:
        """A bot plays on for this seat; without a level its holder does again."""
        return self._do(ev.StoodIn(seat, level))

    def time(self, at: float, seats: Iterable[int]) -> ev.Events:
        """The time of these seats begins to run."""
        return self._do(ev.Timed(at, tuple(seats)))

    def lock(self, seat: int, lock: str) -> ev.Events:
        """Give the seat a new lock."""
        return self._do(ev.Locked(seat, lock))

    def go_on(self, code: str) -> ev.Events:
        """These people go on at another table."""
        return self._do(ev.Went(code))

    def running(self) -> Match:
        """The match; refuses where there is none yet."""
        if self.match is None:
            raise NotYourTurnError("the game has not begun: somebody has yet to sit down")
        return self.match

    def check_sequence(self, sequence: int) -> None:
        """Refuse what was meant for another table than lies there now."""
        if sequence != self.sequence:
            raise StaleError(f"this was meant for sequence {sequence}, the table is at {self.sequence}; look again")

    # -- the fold --

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
                self._chosen(event, together)
            case ev.Happened():
                self.running().put(event.line.words)
                self._happened(event)
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
            self.match = Match(self.game, self.components, self.header(first))
            return
        self.match = match = Match(self.game, self.components, self.header(first))
        self.drawn, self.thrown = start.drawn, start.arena
        for told in start.entries:
            before, done = match.table, len(match.entries)
            letter, _, words = told.partition(" ")
            match.add(Entry(letter, words))
            self._write(tuple(self._keep(entry, before, False) for entry in match.entries[done:]))
        # Nothing before the beginning can be taken back.
        self.match = Match(self.game, self.components, match.header, match.entries, table=match.table)

    def _do(self, event: ev.Events) -> ev.Events:
        self.apply(event)
        return event

    def _chosen(self, event: ev.Chose, together: bool) -> None:
        if together:
            self.bots = self.bots | {event.seat} if event.bot else self.bots - {event.seat}
        if event.lines:
            self.bots = set()
        self._write(event.lines)

    def _happened(self, event: ev.Happened) -> None:
        self.drawn = event.drawn
        if event.arena:
            same = not self.thrown or self.thrown.split()[:-1] == event.arena.split()[:-1]
            self.thrown = event.arena if same else f"{MIXED} {event.arena.split()[-1]}"
        self._write((event.line,))

    def _write(self, lines: tuple[ev.Kept, ...]) -> None:
        self.lines += lines
        self.sequence += len(lines)
        if lines:
            self.tables[len(self.lines) - 1] = self.running().table

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

    def start_for(self, sequence: int | None) -> int:
        """The first line to send to somebody who knows the table as of this sequence number."""
        if sequence is None or sequence > self.sequence:
            return 0
        known = sequence - 2 * sum(1 for cut, _ in self.cuts if cut <= sequence)
        return max(0, min([known, *(left for cut, left in self.cuts if cut > sequence)]))

    # -- what can be read off --

    def dice(self) -> FairDice:
        """The table's fair dice, as far as they have fallen. Salts are given before the game begins."""
        if self.fair is None or self.match is None:
            self.fair = FairDice(self.plan.seed, self._salts())
        self.fair.drawn = self.drawn
        return self.fair

    def salts(self) -> dict[str, str]:
        """Every seat's contribution to the dice, once the game has begun: until then nobody is told another's salt."""
        return self._salts() if self.match else {}

    def _salts(self) -> dict[str, str]:
        start = self.plan.start
        if start is not None and start.salts is not None:
            return start.salts
        return final_salts(self.plan.seed, self.seats)

    def house_salts(self) -> dict[str, str]:
        """What the house puts in for bots, and for salts that are never opened."""
        return house_salts(self.plan.seed, self.seats)

    def promises(self) -> dict[str, str]:
        """The salts that seats have promised, as fingerprints."""
        return {LETTERS[place]: seat.promise for place, seat in enumerate(self.seats) if seat.promise}

    def names(self) -> tuple[str, ...]:
        """Who sits there, from seat A."""
        return tuple(seat.name or f"Seat {LETTERS[place]}" for place, seat in enumerate(self.seats))

    def header(self, first: str) -> Header:
        """The head of the logbook."""
        plan = self.plan
        lot = {"first": "lot"} if plan.first is None and self.game.starter else {}
        told = {"dice": "hand"} if plan.hand else lot | self.salt_options
        if plan.start is not None:
            told = plan.start.options if plan.start.salts is not None else told | plan.start.options
        return Header(
            game=plan.game,
            seats=self.names(),
            first=first if self.game.starter else None,
            components=plan.components,
            options=told,
            commit=None if plan.hand else commitment(plan.seed),
            salts={} if plan.hand else self._salts(),
            date=plan.date,
        )

    @property
    def origin(self) -> Origin | None:
        """The record that this game goes on from, if it does."""
        start = self.plan.start
        return None if start is None else origin_of(Header(self.plan.game, (), options=start.options))

    def record(self, seat: int) -> Record:
        """The logbook as this seat (NOBODY: a watcher) may see it; whole, with the seed, once the game is over."""
        match = self.running()
        if not self.over:
            return match.seen(seat)
        return self.full_record()

    def full_record(self) -> Record:
        """The logbook with everything in it, the seed as well."""
        record = self.running().record()
        if self.plan.hand:
            return record
        arena = MIXED if self.thrown.startswith(MIXED) else self.thrown or None
        return replace(record, header=replace(record.header, reveal=self.plan.seed, arena=arena))

    def _keep(self, entry: Entry, before: Any, bot: bool, flight: str = "") -> ev.Kept:
        """The line of an entry, with its telling for those who may see it and for those who may not."""
        match, rules = self.running(), self.game
        seat = LETTERS.find(entry.seat)
        told = rules.words.tell(before, match.table, seat, entry.words, match.names)
        veiled = {}
        if rules.secrets:
            for place in (*range(match.seats), NOBODY):
                seen = rules.views.seen(entry.seat, entry.words, place)
                if seen != entry.words:
                    audience = "*" if place == NOBODY else LETTERS[place]
                    veiled[audience] = (seen, rules.words.tell(before, match.table, seat, seen, match.names))
        news = news_of(rules, before, match.table, seat, entry.words)
        return ev.Kept(entry.seat, entry.words, told, bot, flight, veiled, news)


COLOURS: tuple[Colour, ...] = ("coral", "lemon", "sea", "leaf", "plum", "stone", "sky", "rust")
