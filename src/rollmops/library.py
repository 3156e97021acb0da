"""The front door, what `import rollmops` gives. Few nouns: a `Match` is played, a `Record` tells of one, a `Bot` plays."""

from __future__ import annotations

import hashlib
import io
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY, is_seat
from rollmops.engine.dice import FairDice, ScriptedDice, commitment, house_salt, new_seed
from rollmops.engine.errors import BadRecordError, BadTableError, NotYourTurnError, RollmopsError
from rollmops.engine.keyed import KeyedDice, dice_of, keyed_options
from rollmops.engine.lines import legal_words
from rollmops.engine.logbook import Entry, Header, clean_name, read_record, shown
from rollmops.engine.logbook import Record as Logbook
from rollmops.engine.match import Match as EngineMatch
from rollmops.games import components as read_components
from rollmops.games import game as find_game
from rollmops.games import house, records

if TYPE_CHECKING:
    from rollmops.lab.odds.prospect import Prospect
    from rollmops.lab.summary import Summary
    from rollmops.minds import Mind
    from rollmops.minds.aim import Trial
    from rollmops.minds.rollout import Opinion
    from rollmops.review.structs import Review, WhatIf

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


class Bot:
    """A mind by its name, for any game: `random`, `rollout`, `rollout:500`, `rollout:1.5s`. See `mind`."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.seed = secrets.randbits(62) if seed is None else seed
        self._minds: dict[tuple[str, str], Mind] = {}

    def mind_for(self, match: EngineMatch) -> Mind:
        """The mind that plays this match's game: it sees views, and chooses words."""
        from rollmops.minds import mind as make

        key = (match.game.name, match.components.digest)
        if key not in self._minds:
            self._minds[key] = make(self.name, match.game, match.components, self.seed)
        return self._minds[key]

    def choose(self, match: EngineMatch, seat: str | None = None) -> str:
        """The line it plays for the seat that owes a choice; it looks at that seat's view alone.

        Raises NotYourTurnError where nobody (or not that seat) owes one, BadTableError for an unknown name.
        """
        return self.mind_for(match).choose(self._view(match, seat))

    def weigh(self, match: EngineMatch, seat: str | None = None) -> list[Opinion | Trial]:
        """What it thinks of every line, best first. Raises BadTableError where this mind has no opinions (`random`)."""
        mind: Any = self.mind_for(match)
        if not hasattr(mind, "weigh"):
            raise BadTableError(f"the mind '{self.name}' has no opinions; ask rollout")
        return list(mind.weigh(self._view(match, seat)))

    def _view(self, match: EngineMatch, seat: str | None) -> Any:
        if not match.owing:
            raise NotYourTurnError("nobody owes a choice now: roll first, or the game is over")
        if seat is None:
            return match.view(match.owing[0])
        if not is_seat(seat, match.seats) or LETTERS.index(seat) not in match.owing:
            owing = ", ".join(LETTERS[place] for place in match.owing)
            raise NotYourTurnError(f"seat {shown(seat)} owes no choice now; {owing} does")
        return match.view(LETTERS.index(seat))

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


def open(  # noqa: A001  like `chess.Board`, one says rollmops.open
    game: str,
    players: Sequence[str],
    *,
    first: str | None = None,
    dice: Source | None = None,
    seed: int | str | None = None,
    components: str | Path | Components | None = None,
) -> Match:
    """A new match of `soles`, `espresso`, `lure`, `floe` or a game of yours, with these players.

    Who begins is drawn by lot unless `first` gives a seat's letter. Chance comes from fair dice, which the finished record
    proves; the same `seed` gives the same dice. `dice` are others: `script` or a source of your own. `components` is another
    component file. Raises BadTableError for an unknown game, seat or number of players, BadComponentsError.
    """
    rules, parts = find_game(game), _parts(game, components)
    names = tuple(clean_name(name) or f"Player {place}" for place, name in enumerate(players, 1))
    rules.open(parts, len(names))
    if first is not None and not is_seat(first, len(names)):
        raise BadTableError(f"first: give a seat from A to {LETTERS[len(names) - 1]}, not {shown(first)}")
    secret = "" if dice is not None else new_seed() if seed is None else hashlib.sha256(str(seed).encode()).hexdigest()
    # Nobody else's device takes part: all salts are the house's, so that the commitment fixes every die.
    salts = {letter: house_salt(secret, letter) for letter in LETTERS[: len(names)]} if secret else {}
    options = keyed_options() | records.salt_options(dict.fromkeys(salts, records.HOUSE)) if secret else {}
    if first is None and rules.starter:
        drawn = KeyedDice(secret, salts).lot(len(names)) if secret else 0
        first = LETTERS[drawn]
        options |= {"first": "lot"} if secret else {}
    header = Header(
        game,
        names,
        first=first,
        components=(parts.name, parts.digest),
        options=options,
        commit=commitment(secret) if secret else None,
        salts=salts,
        arena=rules.chance.maker() if secret else None,
        date=time.strftime("%Y-%m-%d"),
    )
    return Match(rules, parts, header, seed=secret, dice=dice)


def read(source: str | bytes | Path, *, components: str | Path | Components | None = None) -> Record:
    """A record from its file, or from its text (bytes, or a string with line breaks).

    `components` is the component file it was played with, where that is not the one of the house. Raises BadRecordError,
    which names the line that cannot be read, and RollmopsError for a file that cannot be.
    """
    try:
        is_text = isinstance(source, bytes) or (isinstance(source, str) and "\n" in source)
        text = source if is_text else Path(source).read_bytes()  # type: ignore[arg-type]
    except OSError as error:
        raise RollmopsError(f"{source!s} cannot be read: {error.strerror}") from None
    book = read_record(text)  # type: ignore[arg-type]
    parts = None if components is None else _parts(book.header.game, components)
    return Record(book.header, book.entries, parts)


def verify(record: Logbook | EngineMatch | str | Path) -> int:
    """How many dice and cards of a finished game its revealed seed proves.

    Raises BadProofError at the first that is another, or where there is nothing to prove; BadRecordError for a record that
    is no legal game.
    """
    if isinstance(record, str | Path):
        record = read(record)
    if isinstance(record, EngineMatch):
        record = record.record()
    return records.verify(record, record.components if isinstance(record, Record) else None)


def review_of(record: Logbook | EngineMatch | str | Path, *, effort: str = "usual") -> Review:
    """What was luck and what was skill in a game, line by line: `rollmops.review`.

    Raises BadRecordError where the record is no legal game, RollmopsError where it cannot be reviewed.
    """
    from rollmops.review.ledger import review

    book, parts = _book(record)
    return review(book, parts, effort=effort)


def what_if(
    record: Logbook | EngineMatch | str | Path, entries: int, words: str = "", *, seat: str | None = None, games: int = 100
) -> WhatIf:
    """Had this line been played after so many entries: what it is worth to everybody, and how the game would end.

    Without words the line that was played is looked at. Raises BadTableError where nobody decides there, IllegalError and
    BadWordsError for a line that cannot be played, BadRecordError for a record that is no legal game.
    """
    from rollmops.review.endings import what_if as look

    book, parts = _book(record)
    return look(book, entries, words, components=parts, seat=seat, games=games)


def _book(record: Logbook | EngineMatch | str | Path) -> tuple[Logbook, Components | None]:
    """A record and the components it was played with, where it knows them."""
    if isinstance(record, str | Path):
        record = read(record)
    if isinstance(record, EngineMatch):
        return record.record(), record.components
    return record, record.components if isinstance(record, Record) else None


def simulate(
    game: str,
    *,
    seats: int | None = None,
    games: int = 10_000,
    minds: str | Sequence[str] = "random",
    seed: int = 1,
    first: str | None = None,
    longest: int | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    rows: str | Path | None = None,
    plot: str | Path | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    components: str | Path | Components | None = None,
) -> Summary:
    """Many games between minds (one for all seats, or one for each): who wins how often, points, length.

    The same seed gives the same games for any number of processes (`jobs`) and on any `cluster` (the address of a Dask
    scheduler). `rows` is a file for every game (CSV, or Parquet by its name), `plot` one for a picture, `checkpoint` one
    from which `resume` goes on. A game that takes more than `longest` dice and decisions is given up and not counted. Raises
    BadTableError, BadComponentsError, MissingExtraError.
    """
    from rollmops.lab.simulate import LONGEST_GAME, Plan, Simulation

    given = [minds] if isinstance(minds, str) else list(minds)
    places = seats if seats is not None else max(2, len(given))
    if first is not None and not is_seat(first, places):
        raise BadTableError(f"first: give one of the {places} seats, not {shown(first)}")
    names = tuple(given * places if len(given) == 1 else given)
    start = None if first is None else LETTERS.index(first)
    limit = LONGEST_GAME if longest is None else longest
    simulation = Simulation(
        Plan(game, _parts(game, components), places, names, games, seed, start, limit),
        jobs=jobs,
        cluster=cluster,
        rows=None if rows is None else Path(rows),
        checkpoint=None if checkpoint is None else Path(checkpoint),
        resume=resume,
    )
    simulation.run()
    if plot is not None:
        from rollmops.lab.plots import plot_simulation

        plot_simulation(simulation.summary(), simulation.state.tally, Path(plot))
    return simulation.summary()


def odds(match: EngineMatch, words: str = "", seat: str | None = None) -> list[Prospect]:
    """Exact odds of the lines worth knowing, or of these words, for the seat that owes a choice; none where a game has none.

    Only that seat's view is looked at. Raises NotYourTurnError where nobody owes a choice.
    """
    from rollmops.lab.odds import prospects

    return prospects(match.game.name, match.components, Bot("random", 0)._view(match, seat), words)


def mind(name: str, seed: int | None = None) -> Bot:
    """A mind that plays: `random`, `rollout`, `rollout:500` (playouts for each choice), `rollout:1.5s` (seconds for a turn).

    The same seed thinks the same thoughts. Raises BadTableError for a name that no game knows, when it is to play.
    """
    return Bot(name, seed)


def script(*lines: str) -> ScriptedDice:
    """Dice that fall as written: lines in the words of the record, with or without their verb (`2 1 1 water`)."""
    return ScriptedDice(lines)


def play(match: Match, minds: str | Bot | Mind | Sequence[str | Bot | Mind], *, most_lines: int | None = None) -> Match:
    """Let minds play a match to its end, or until its log has so many lines; one for all seats, or one for each.

    A mind is a name, a `Bot`, or anything of yours with `choose(view)` that returns the words of a line. Returns the match.
    Raises BadTableError for too few minds, and what a wrong choice raises.
    """
    from rollmops.minds.loop import play as run

    given = list(minds) if isinstance(minds, Sequence) and not isinstance(minds, str) else [minds] * match.seats
    if len(given) != match.seats:
        raise BadTableError(f"minds: {match.seats} seats need one mind for all or {match.seats}, not {len(given)}")
    bots = [Bot(one) if isinstance(one, str) else one for one in given]
    ready = [one.mind_for(match) if isinstance(one, Bot) else one for one in bots]
    run(match, ready, match._source(), most_lines=most_lines)
    return match


def _parts(game: str, given: str | Path | Components | None) -> Components:
    if isinstance(given, Components):
        return given
    return house(game) if given is None else read_components(game, Path(given))
