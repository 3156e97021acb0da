"""A match that is played, and the record that tells of one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY, is_seat
from rollmops.engine.dice import FairDice, new_seed
from rollmops.engine.errors import BadRecordError, BadTableError, RollmopsError
from rollmops.engine.keyed import dice_of
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import Entry, shown
from rollmops.engine.logbook import Record as Logbook
from rollmops.engine.match import Match as EngineMatch
from rollmops.games import records

MOST_LINES = 1000
"""Legal lines that are listed at most, where nobody asks for more."""
BOARD_COLUMNS = 100
"""Characters in a row of a board that is printed."""


@dataclass(repr=False)
class Match(EngineMatch):
    """A game that is played: roll, list the legal lines, play one, undo it; `print` it to see the board."""

    seed: str = ""  # of the fair dice; empty where others let chance happen
    dice: Source | None = None
    _fair: FairDice | None = field(default=None, init=False, compare=False)
    _drawn: dict[int, int] = field(default_factory=dict, init=False, compare=False)  # how far they were before each line

    def roll(self, dice: Source | None = None) -> Entry:
        """The next line of chance: fair dice, or these (see `script`). Returns its entry.

        Raises IllegalError where no dice or cards are due, and what the dice raise (a script that does not fit).
        """
        source = self._source() if dice is None else dice
        before = None if self._fair is None or source is not self.dice else self._fair.drawn
        entry = super().roll(source)
        if before is not None:
            self._drawn[len(self.entries) - 1] = before
        elif source is not self.dice:
            self._promise_nothing()
        return entry

    def roll_all(self, source: Source | None = None) -> list[Entry]:
        """Chance happens until somebody owes a choice or the game is over; nothing where somebody does already."""
        return super().roll_all(source or self._source())

    def lines(self, seat: str | None = None, most: int = MOST_LINES) -> list[str]:
        """The legal lines of the seat that owes a choice; none where dice are due or the game is over.

        Where many may choose at once, `seat` says whose lines. Where there are more than `most` (a large hand of lures),
        so many of them. Raises NotYourTurnError if that seat owes nothing.
        """
        if not self.owing:
            return []
        return legal_words(self.game, self.table, self._owing_seat(seat), most)

    def play(self, words: str, seat: str | None = None) -> list[Entry]:
        """The seat that owes a choice makes it; `seat` says which, where several do at once.

        Returns the entries that are open now: none while others still think about theirs. Raises BadWordsError for words
        that the game does not know, IllegalError for a choice that the rules forbid now, NotYourTurnError.
        """
        return self.choose(self._owing_seat(seat), words)

    def undo(self) -> Entry:
        """Take back the last line, whatever it was. Fair dice are taken back too: rolled again, they fall the same.

        Returns the entry that is gone; raises IllegalError where nothing has happened yet.
        """
        entry = super().undo()
        drawn = self._drawn.pop(len(self.entries), None)
        if self._fair is not None and drawn is not None:
            self._fair.drawn = drawn
        return entry

    def tell(self) -> list[str]:
        """Every line as a person would tell it."""
        return list(records.tell(EngineMatch.record(self), self.components))

    def record(self) -> Record:
        """The logbook; once the game is over, with the seed that proves its dice."""
        book = super().record()
        header = replace(book.header, reveal=self.seed) if self.over and self.seed else book.header
        return Record(header, book.entries, self.components)

    def board(self, seat: str | None = None) -> str:
        """The board as the terminal draws it: as this seat sees it, or anybody who watches."""
        from rich.console import Console

        from rollmops.cli.boards import draw

        paper = io.StringIO()
        view = self.view(NOBODY if seat is None else self._seat(seat))
        Console(file=paper, width=BOARD_COLUMNS, highlight=False).print(draw(self.game.name, view, self.names))
        return "\n".join(line.rstrip() for line in paper.getvalue().splitlines())

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        if self.over:
            state = f"over: {', '.join(f'{name} {p}' for name, p in zip(self.names, self.points(), strict=True))}"
        elif self.chance:
            state = "dice or cards are due"
        else:
            state = f"{' and '.join(self.names[seat] for seat in self.owing)} to choose"
        return f"<Match {self.game.name}: {', '.join(self.names)}; {len(self.entries)} lines, {state}>"

    def _seat(self, letter: str) -> int:
        if not is_seat(letter, self.seats):
            raise BadTableError(f"there is no seat {shown(letter)}; there are {', '.join(LETTERS[: self.seats])}")
        return LETTERS.index(letter)

    def _owing_seat(self, letter: str | None) -> int:
        seat = self.owing[0] if letter is None and self.owing else self._seat(letter or LETTERS[0])
        if seat not in self.owing:
            self._check_turn(seat)
        return seat

    def _source(self) -> Source:
        """The dice of this match; fresh ones where a record goes on without its seed."""
        if self.dice is None:
            self._fair = dice_of(self.header, self.seed or new_seed(), self)
            if not self.seed:
                self._promise_nothing()
            elif self.header.options.get("first") == "lot":
                self._fair.lot(self.seats)  # has said who begins
            self.dice = self.game.chance.source(self.components, self._fair)
        return self.dice

    def _promise_nothing(self) -> None:
        """Other dice than the promised ones have fallen, so nothing is proven at the end."""
        self.seed = ""
        kept = {name: value for name, value in self.header.options.items() if not name.startswith(("salt", "keyed"))}
        self.header = replace(self.header, commit=None, reveal=None, salts={}, options=kept)


@dataclass(frozen=True, repr=False)
class Record(Logbook):
    """A game as it was written down."""

    components: Components | None = field(default=None, compare=False)

    def match(self) -> Match:
        """The match as it stands at the end; `roll`, `play` and `undo` go on from there.

        Raises BadRecordError, which names the line that breaks the rules.
        """
        match = self._open()
        folded = records.fold(self, self.components)
        for entry in folded.record().entries:
            match.add(entry)
        return match

    def steps(self) -> Iterator[tuple[Entry, Match]]:
        """Line by line: each entry, and the match as it stands after it. Raises BadRecordError at the first bad line."""
        match = self._open()
        for entry in self.entries:
            try:
                match.add(entry)
            except RollmopsError as error:
                raise BadRecordError(entry.line, f"found {shown(str(entry))}: {error}") from None
            yield entry, match

    def write(self, path: str | Path) -> None:
        """Put it into a file; an existing one is overwritten. Raises OSError where that cannot be."""
        Path(path).write_text(self.text(), encoding="utf-8")

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        header = self.header
        return f"<Record {header.game}: {', '.join(header.seats)}; {len(self.entries)} lines>"

    def _open(self) -> Match:
        try:
            opened = records.open_match(self.header, self.components)
        except RollmopsError as error:
            raise BadRecordError(1, str(error)) from None
        return Match(opened.game, opened.components, self.header)
