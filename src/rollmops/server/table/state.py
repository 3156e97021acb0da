"""The state of a table online: its plan, its people, its match and its log, and all that can be read off them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rollmops.arena.dice import MIXED
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, Game
from rollmops.engine.dice import FairDice, commitment
from rollmops.engine.errors import NotYourTurnError, RollmopsError, StaleError
from rollmops.engine.keyed import KeyedDice, keyed_options
from rollmops.engine.logbook import Header, Record
from rollmops.engine.match import Match
from rollmops.games import game
from rollmops.games.origin import Origin, origin_of
from rollmops.server.store import events as ev
from rollmops.server.table.keys import opened_by
from rollmops.server.table.offers import Offer, offer_of
from rollmops.server.table.seats import Seat, final_salts, house_salts


@dataclass
class State:
    """One table: its people, its match, its log. Nothing changes here."""

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
    offers: tuple[Any, dict[int, Offer]] = (None, {})  # what seats may choose at the table as it lies

    game: Game = field(init=False)

    def __post_init__(self) -> None:
        self.game = game(self.plan.game)

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

    def running(self) -> Match:
        """The match; refuses where there is none yet."""
        if self.match is None:
            raise NotYourTurnError("the game has not begun: somebody has yet to sit down")
        return self.match

    def check_sequence(self, sequence: int) -> None:
        """Refuse what was meant for another table than lies there now."""
        if sequence != self.sequence:
            raise StaleError(f"this was meant for sequence {sequence}, the table is at {self.sequence}; look again")

    def offer(self, seat: int) -> Offer:
        """What this seat may choose now; worked out once for each table."""
        table = (self.match or self.running()).table
        told, offers = self.offers
        if told is not table:
            offers = {}
            self.offers = (table, offers)
        found = offers.get(seat)
        if found is None:
            found = offers[seat] = offer_of(self.game, table, seat)
        return found

    def may_choose(self, seat: int, words: str) -> str:
        """Why this seat may not choose this now; empty if it may. Nothing changes."""
        try:
            self.running().check(seat, words)
        except RollmopsError as error:
            return str(error)
        return ""

    @property
    def can_undo(self) -> bool:
        """Whether the last thing that happened can be taken back, whatever it was."""
        started = 0 if self.plan.start is None else len(self.plan.start.entries)
        return self.plan.hand and self.match is not None and (len(self.lines) > started or bool(self.match.sealed))

    def can_withdraw(self, seat: int) -> bool:
        """Whether this seat's last choice can be taken back: sealed, or the last line with nothing after it."""
        return self.match is not None and self.match.can_take_back(seat)

    def start_for(self, sequence: int | None) -> int:
        """The first line to send to somebody who knows the table as of this sequence number."""
        if sequence is None or sequence > self.sequence:
            return 0
        if not self.cuts:
            return sequence
        known = sequence - 2 * sum(1 for cut, _ in self.cuts if cut <= sequence)
        return max(0, min([known, *(left for cut, left in self.cuts if cut > sequence)]))

    def dice(self) -> FairDice:
        """The table's fair dice, as far as they have fallen. Salts are given before the game begins."""
        if self.fair is None or self.match is None:
            self.fair = (KeyedDice if self.plan.keyed else FairDice)(self.plan.seed, self._salts())
        self.fair.drawn = self.drawn
        self.fair.follow(self.match)
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
        keyed = keyed_options() if plan.keyed else {}
        options = {"dice": "hand"} if plan.hand else lot | keyed | self.salt_options
        if plan.start is not None:
            options = plan.start.options if plan.start.salts is not None else options | plan.start.options
        return Header(
            game=plan.game,
            seats=self.names(),
            first=first if self.game.starter else None,
            components=plan.components,
            options=options,
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
