"""A sitting: all that a table online is, without a socket or a disk. It changes only by events, and is the fold of them."""

from __future__ import annotations

from collections.abc import Iterable

from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY
from rollmops.engine.dice import FairDice, salt_promise
from rollmops.engine.errors import BadTableError, IllegalError, NotYourTurnError, StaleError
from rollmops.engine.keyed import KeyedDice
from rollmops.engine.lines import with_verb
from rollmops.engine.logbook import clean_name
from rollmops.engine.match import Match
from rollmops.server.protocol.words import Colour
from rollmops.server.store import events as ev
from rollmops.server.table.folding import Fold
from rollmops.server.table.seats import Seat, final_salts

COLOURS: tuple[Colour, ...] = ("coral", "lemon", "sea", "leaf", "plum", "stone", "sky", "rust")


class Sitting(Fold):
    """One table and what people do there: each method checks, lets it happen, and returns the event to be kept."""

    @classmethod
    def of(cls, plan: ev.Plan, components: Components, journal: Iterable[ev.Events] = ()) -> Sitting:
        """The table of this plan after all these events."""
        seats = [Seat(seat, seat.name, seat.colour, seat.lock) for seat in plan.seats]
        sitting = cls(plan, components, seats)
        for event in journal:
            sitting.apply(event)
        sitting.tables.clear()
        return sitting

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
            salts = final_salts(self.plan.seed, self.seats)
            dice = KeyedDice(self.plan.seed, salts) if self.plan.keyed else FairDice(self.plan.seed, salts)
            first = LETTERS[dice.lot(len(self.seats))] if self.game.starter else "A"
            drawn = dice.drawn
        return self._do(ev.Began(first, drawn))

    def choose(self, seat: int, words: str, sequence: int, *, bot: bool = False) -> ev.Events:
        """A decision."""
        match = self.match or self.running()
        self.check_sequence(sequence)
        if match.together:
            return self._choose_together(match, seat, words, bot)
        before, (told, offers) = match.table, self.offers
        # The choices that these words were spelled from when this seat was told what it may do; None if they were not.
        known = offers[seat].lines.get(words) if told is before and seat in offers else None
        entry = match.choose(seat, words, known=known)[0]
        lines = (self._keep(match, entry, before, bot),)
        self._write(match, lines)
        return ev.Chose(seat, words, lines, bot)

    def _choose_together(self, match: Match, seat: int, words: str, bot: bool) -> ev.Events:
        before = match.table
        entries = match.choose(seat, words)
        bots = {LETTERS[place] for place in (self.bots | {seat} if bot else self.bots - {seat})}
        lines = tuple([self._keep(match, entry, before, entry.seat in bots) for entry in entries])
        event = ev.Chose(seat, words, lines, bot)
        self._chosen(match, event, together=True)
        return event

    def roll(self, source: Source | None = None) -> ev.Events:
        """Chance's next line, as the table's fair dice say, or another source."""
        match, dice, chance = self.match or self.running(), self.dice(), self.game.chance
        source = source or chance.source(self.components, dice, self.thrown)
        before = match.table
        entry = match.roll(source)
        line = self._keep(match, entry, before, False, chance.flight(source))
        event = ev.Happened(line, dice.drawn, chance.stamp(source))
        self._happened(match, event)
        return event

    def put(self, words: str, sequence: int) -> ev.Events:
        """Dice or cards as people threw them."""
        match = self.running()
        self.check_sequence(sequence)
        if not self.plan.hand:
            raise IllegalError("at this table the dice fall by themselves")
        before = match.table
        entry = match.put(with_verb(self.game, match.table, NOBODY, words))
        event = ev.Happened(self._keep(match, entry, before, False), 0)
        self._happened(match, event)
        return event

    def undo(self, sequence: int) -> ev.Events:
        """Take back the last thing that happened, at a table with people's own dice."""
        self.check_sequence(sequence)
        if not self.can_undo:
            raise IllegalError("there is nothing to take back: nothing has happened yet, or the dice fell by themselves")
        return self._do(ev.Undid())

    def withdraw(self, seat: int, sequence: int) -> ev.Events:
        """Take back a sealed choice or the seat's last line."""
        self.check_sequence(sequence)
        if not self.can_withdraw(seat):
            raise IllegalError("there is nothing to take back: something has followed, or no choice was made")
        return self._do(ev.Withdrew(seat))

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

    def _do(self, event: ev.Events) -> ev.Events:
        self.apply(event)
        return event
