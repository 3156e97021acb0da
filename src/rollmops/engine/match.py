"""A match: the table as the fold of its log, who owes a choice, what is sealed, and what each seat may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, LETTERS, NOBODY, OVER, Game, seats_of
from rollmops.engine.errors import BadTableError, IllegalError, NotYourTurnError, StaleError
from rollmops.engine.keyed import Place, Tally
from rollmops.engine.lines import follow, read_line
from rollmops.engine.logbook import Entry, Header, Record
from rollmops.engine.table import copy, lay


@dataclass
class Match:
    """One game from setup to result. Everything that happens is an entry; the table follows."""

    reads_once: ClassVar[bool] = False
    """Whether its tables are in nobody else's hands, so that what they say can be read once for all (`lay`)."""
    game: Game
    components: Components
    header: Header
    entries: list[Entry] = field(default_factory=list)
    sealed: dict[int, Entry] = field(default_factory=dict)
    table: Any = None
    transitions: int = 0  # decisions, dice and cards so far; a line may be several
    tally: Tally = field(default_factory=Tally, repr=False, compare=False)  # rounds and throws so far
    _tail: list[tuple[Any, int, int]] = field(default_factory=list, init=False, repr=False, compare=False)
    # (table, transitions, seat) before each line that can be taken back: decisions since chance happened or seals opened
    _opening: tuple[Any, int, Tally] = field(default=(None, 0, Tally()), init=False, repr=False, compare=False)
    actors: int = field(default=OVER, init=False, repr=False, compare=False)  # who acts (see the contract) as the table lies

    def __post_init__(self) -> None:
        if self.table is None:
            first = LETTERS.index(self.header.first) if self.header.first else 0
            if self.game.starter and not self.header.first:
                raise BadTableError("the header has no 'first LETTER' line, and somebody must begin")
            self.table = self.game.open(self.components, self.seats, first)
        self._lie(self.table, self.transitions)
        self._opening = (self.table, len(self.entries), self.tally.copy())

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.header.seats)

    @property
    def names(self) -> list[str]:
        """Who sits there, from seat A."""
        return list(self.header.seats)

    def _lie(self, table: Any, transitions: int) -> None:
        """This table lies there now, after so many transitions. A table is never changed but replaced."""
        if self.reads_once:
            lay(table)
        self.table = table
        self.transitions = transitions
        self.actors = self.game.actors(table)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actors == OVER

    @property
    def chance(self) -> bool:
        """Whether dice or cards are to happen next."""
        return self.actors == CHANCE

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that still owe a choice."""
        seats = seats_of(self.actors)
        return tuple(seat for seat in seats if seat not in self.sealed) if self.sealed else seats

    @property
    def together(self) -> bool:
        """Whether several seats choose at the same time, each without seeing what the others choose."""
        actors = self.actors
        return bool(actors & (actors - 1))

    def acting(self) -> list[str]:
        """The letters of those whose line comes next: who owes a choice, or who rolls; nobody when a card is turned."""
        letter = self.game.words.letter
        if self.chance:
            return [letter(self.table, NOBODY)] if letter(self.table, NOBODY) != "*" else []
        return [letter(self.table, seat) for seat in self.owing]

    def choose(self, seat: int, words: str, sequence: int | None = None, *, known: list[int] | None = None) -> list[Entry]:
        """A seat's decision in words; returns the entries that are open now (none while choices are sealed).

        `known` are the choices from which these words were spelled for this very table: nothing is read or checked again.
        """
        if sequence is not None and sequence != len(self.entries):
            raise StaleError(f"this was meant for entry {sequence}, the log is at {len(self.entries)}; look again")
        self._check_turn(seat)
        before = (self.table, self.transitions, seat)
        entry = Entry(self.game.words.letter(self.table, seat), words if known is not None else " ".join(words.split()))
        if not self.together:
            self._follow(seat, entry.words, known)
            self._tail.append(before)
            self.entries.append(entry)
            return [entry]
        # Secret choices made at the same time stay out of the table until the last has come.
        self.check(seat, words)
        self.sealed[seat] = entry
        return self._open_seals() if len(self.sealed) == len(seats_of(self.actors)) else []

    def check(self, seat: int, words: str) -> None:
        """Whether this seat may choose this now; raises what `choose` would raise."""
        self._check_turn(seat)
        follow(self.game, copy(self.table), seat, read_line(self.game, self.table, seat, words), words)

    def _follow(self, seat: int, words: str, known: list[int] | None = None) -> None:
        game, table = self.game, self.table
        choices = read_line(game, table, seat, words) if known is None else known
        ahead = copy(table)
        follow(game, ahead, seat, choices, words, known=known is not None)
        self._lie(ahead, self.transitions + len(choices))

    def _open_seals(self) -> list[Entry]:
        opened = [self.sealed[seat] for seat in sorted(self.sealed)]
        for seat in sorted(self.sealed):
            self._follow(seat, self.sealed[seat].words)
        self.sealed.clear()
        self._tail.clear()
        self.entries += opened
        return opened

    def can_take_back(self, seat: int) -> bool:
        """Whether this seat's last choice can be taken back: sealed, or the last line with nothing after it."""
        return seat in self.sealed if self.sealed else seat == self.taker != NOBODY

    @property
    def taker(self) -> int:
        """The seat that could take its open line back, since nothing has followed it; NOBODY where there is none."""
        return self._tail[-1][2] if self._tail and not self.sealed and self.actors != OVER else NOBODY

    def take_back(self, seat: int) -> None:
        """A seat takes back its sealed choice, or its last line while nothing has followed."""
        if not self.can_take_back(seat):
            raise IllegalError("there is nothing to take back: something has followed, or no choice was made")
        if seat in self.sealed:
            del self.sealed[seat]
        else:
            self._lie(*self._tail.pop()[:2])
            del self.entries[-1]

    def undo(self) -> Entry:
        """Take back the last thing that happened, whatever it was: a choice, sealed or open, or a line of chance.

        Choices that were opened together are one line each in the log: the last of them is taken back, the others are
        sealed again. Raises IllegalError where nothing has happened yet.
        """
        if self.sealed:
            return self.sealed.pop(next(reversed(self.sealed)))
        opening, given, tally = self._opening
        if len(self.entries) == given:
            raise IllegalError("there is nothing to undo: nothing has happened yet")
        entry = self.entries[-1]
        if self._tail:
            self._lie(*self._tail.pop()[:2])
            del self.entries[-1]
            return entry
        again = Match(self.game, self.components, self.header, self.entries[:given], table=opening, tally=tally.copy())
        for earlier in self.entries[given:-1]:
            again.add(earlier)
        self._lie(again.table, again.transitions)
        self.entries, self.sealed, self._tail, self.tally = again.entries, again.sealed, again._tail, again.tally
        return entry

    def _check_turn(self, seat: int) -> None:
        if seat in self.owing:
            return
        if not 0 <= seat < self.seats:
            raise BadTableError(f"there is no such seat; there are {', '.join(LETTERS[: self.seats])}")
        if self.over:
            raise NotYourTurnError("the game is over")
        if seat in self.sealed:
            raise NotYourTurnError("this seat has chosen already; the others still think")
        whose = " and ".join(LETTERS[seat] for seat in self.owing) or "chance"
        raise NotYourTurnError(f"it is not {LETTERS[seat]}'s turn, but {whose}'s")

    def roll(self, source: Source) -> Entry:
        """Chance's next line happens as this source lets it.

        Raises IllegalError where no chance is due, and BadTableError for dice that only draw where they must be thrown.
        """
        self._check_chance()
        game, table = self.game, self.table
        if not game.chance.by_weight:
            self._check_source(source)
        ahead = copy(table)
        place = self.tally.place(game, table, ahead)
        choices = source.roll(game, ahead)
        entry = Entry(place.seat, game.words.spell(table, NOBODY, choices))
        if game.note:
            game.note(ahead, entry.words)
        self._happened(entry, place, ahead, len(choices))
        return entry

    def roll_all(self, source: Source) -> list[Entry]:
        """Chance happens as this source lets it until somebody owes a choice or the game is over."""
        happened = []
        while self.chance:
            happened.append(self.roll(source))
        return happened

    def put(self, words: str) -> Entry:
        """Chance's next line happens as these words of a record say."""
        self._check_chance()
        place = self.tally.place(self.game, self.table)
        entry = Entry(place.seat, " ".join(words.split()))
        choices = read_line(self.game, self.table, NOBODY, entry.words)
        ahead = copy(self.table)
        follow(self.game, ahead, NOBODY, choices, entry.words)
        self._happened(entry, place, ahead, len(choices))
        return entry

    def _check_source(self, source: Source) -> None:
        """Weights say what is possible of a real throw, not how likely it is: who draws by them plays another game."""
        if hasattr(source, "draw"):
            raise BadTableError(
                f"dice of {self.game.title} are thrown, not drawn; give game.chance.source(components, dice) instead of"
                f" {type(source).__name__}, or a script of rests"
            )

    def _check_chance(self) -> None:
        if self.actors != CHANCE:
            raise IllegalError(f"no dice or cards are due now; legal is {self.legal()}")

    def _happened(self, entry: Entry, place: Place, ahead: Any, choices: int) -> None:
        self.tally.count(place, entry.words.partition(" ")[0])
        self._lie(ahead, self.transitions + choices)
        self.entries.append(entry)
        self._tail.clear()

    def add(self, entry: Entry) -> None:
        """Fold one entry of a record."""
        letter = self.game.words.letter
        if self.over:
            raise IllegalError("the game is over, nothing can follow")
        if self.chance:
            if entry.seat != letter(self.table, NOBODY):
                raise NotYourTurnError(f"expected {self.legal()}")
            self.put(entry.words)
            return
        seats = seats_of(self.actors)
        seat = next((seat for seat in seats if letter(self.table, seat) == entry.seat), None)
        if seat is None:
            raise NotYourTurnError(f"{entry.seat} owes no choice here; legal is {self.legal()}")
        self.choose(seat, entry.words)

    def legal(self) -> str:
        """What would be legal now, for messages."""
        if self.chance:
            return self.game.words.expected(self.table, NOBODY)
        return " or ".join(self.game.words.expected(self.table, seat) for seat in self.owing) or "nothing"

    def view(self, seat: int) -> Any:
        """What this seat (NOBODY: a watcher) may know."""
        return self.game.views.view(self.table, seat)

    def points(self) -> list[int]:
        """Points as they stand."""
        return self.game.standing(self.table, self.seats).points

    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        return self.game.standing(self.table, self.seats).shares if self.over else [0.0] * self.seats

    def winners(self) -> list[str]:
        """The letters of those who have won."""
        return [LETTERS[seat] for seat, share in enumerate(self.shares()) if share > 0]

    def record(self) -> Record:
        """The full logbook, sealed choices included."""
        header = self.header
        if self.over:
            points = " ".join(f"{LETTERS[seat]} {p}" for seat, p in enumerate(self.points()))
            header = replace(header, result=points)
        return Record(header, (*self.entries, *(self.sealed[seat] for seat in sorted(self.sealed))))

    def seen(self, seat: int) -> Record:
        """The logbook as this seat may see it now: no seed, no sealed choices, no one else's secrets until the end."""
        if self.over:
            return self.record()
        see = self.game.views.seen
        entries = tuple(Entry(entry.seat, see(entry.seat, entry.words, seat)) for entry in self.entries)
        return Record(replace(self.header, reveal=None), entries)
