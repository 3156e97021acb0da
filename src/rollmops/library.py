"""The front door, what `import rollmops` gives. Few nouns: a `Match` is played, a `Record` tells of one, a `Bot` plays."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rollmops.bot import Bot, owing_view
from rollmops.engine.chance import Source
from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, is_seat
from rollmops.engine.dice import ScriptedDice, commitment, house_salt, new_seed
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.engine.keyed import KeyedDice, keyed_options
from rollmops.engine.logbook import Header, clean_name, read_record, shown
from rollmops.engine.logbook import Record as Logbook
from rollmops.engine.match import Match as EngineMatch
from rollmops.games import components as read_components
from rollmops.games import game as find_game
from rollmops.games import house, records
from rollmops.matches import Match, Record

if TYPE_CHECKING:
    from rollmops.lab.odds.prospect import Prospect
    from rollmops.lab.summary import Summary
    from rollmops.minds import Mind
    from rollmops.review.structs import Review, WhatIf

__all__ = [
    "Bot",
    "Match",
    "Record",
    "mind",
    "odds",
    "open",
    "play",
    "read",
    "review_of",
    "script",
    "simulate",
    "verify",
    "what_if",
]


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

    return prospects(match.game.name, match.components, owing_view(match, seat), words)


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
