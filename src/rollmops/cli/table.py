"""A table in the terminal: asks people, lets minds think, throws the dice, keeps the log."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from rollmops.cli.asking import Asker
from rollmops.cli.boards import draw
from rollmops.cli.files import read_bytes, read_parts
from rollmops.cli.logfile import LogFile, default_path
from rollmops.cli.result import result_in_words
from rollmops.engine.chance import Source
from rollmops.engine.contract import LETTERS, NOBODY, is_seat
from rollmops.engine.dice import FairDice, commitment, house_salt, new_seed
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.engine.keyed import KeyedDice, keyed_options
from rollmops.engine.logbook import Entry, Header, clean_name, read_record, shown
from rollmops.engine.match import Match
from rollmops.games import game as find_game
from rollmops.games.records import HOUSE, go_on, hand_dice, salt_options
from rollmops.minds import Mind, is_own, mind
from rollmops.minds.levels import bot_names


def new_table(
    game: str, players: list[str], minds: list[str], first: str | None, dice: str, components: str | None, log: str | None
) -> TerminalTable:
    """Lay a new table."""
    if dice not in ("fair", "hand"):
        raise BadTableError(f"dice: give fair or hand, not '{dice}'")
    rules, parts = find_game(game), read_parts(game, components)
    if not players and not minds:
        players, minds = ["Skipper"], ["hard"]
    rules.open(parts, len(players) + len(minds))
    names = [clean_name(name) or f"Player {place}" for place, name in enumerate(players, 1)]
    names += bot_names(minds, names)
    for name in minds:
        mind(name, rules, parts, 0)
    seed = new_seed()
    options = {f"mind-{LETTERS[len(players) + place]}": name for place, name in enumerate(minds)}
    # Nobody else's device takes part: all salts are the house's, so that the commitment fixes every die.
    salts = {letter: house_salt(seed, letter) for letter in LETTERS[: len(names)]} if dice == "fair" else {}
    source = KeyedDice(seed, salts)
    options |= {"dice": "hand"} if dice == "hand" else keyed_options() | salt_options(dict.fromkeys(salts, HOUSE))
    if first is None and rules.starter:
        first = LETTERS[source.lot(len(names))]
        options |= {"first": "lot"} if dice == "fair" else {}
    header = Header(
        game,
        tuple(names),
        first=first,
        components=(parts.name, parts.digest),
        options=options,
        commit=commitment(seed) if dice == "fair" else None,
        salts=salts,
        arena=rules.chance.maker() if dice == "fair" else None,
        date=time.strftime("%Y-%m-%d"),
    )
    if first is not None and not is_seat(first, len(names)):
        raise BadTableError(f"first: give a seat from A to {LETTERS[len(names) - 1]}, not '{first}'")
    match = Match(rules, parts, header)
    return TerminalTable(match, LogFile.create(Path(log) if log else default_path(game), match, seed), source)


def resume_table(name: str, components: str | None) -> TerminalTable:
    """Go on with a game from its file."""
    data = read_bytes(name)
    header = read_record(data).header
    for option, who in header.options.items():
        if option.startswith("mind-") and is_own(who):
            raise BadTableError(
                f"a bot of this game is {shown(who)}, somebody's own program: a file may not start it;"
                " write a mind of the house into its 'option mind-…' line to go on"
            )
    parts = read_parts(header.game, components)
    log, match, dice = LogFile.resume(Path(name), data, parts)
    # what was sealed when the game stopped stands in the file already
    return TerminalTable(match, log, dice)


class TerminalTable:
    """One game from here to its end, or to Ctrl-C."""

    def __init__(self, match: Match, log: LogFile, dice: FairDice) -> None:
        self.match = match
        self.log = log
        self.console = Console(highlight=False)
        self.minds = {seat: self._mind(seat) for seat in range(match.seats) if self._mind_name(seat)}
        self.asker = Asker(self.console, match, people=[seat for seat in range(match.seats) if seat not in self.minds])
        self.dice = self.asker if hand_dice(match.header) else self._source(dice)

    def _source(self, dice: FairDice) -> Source:
        match = self.match
        if match.entries:
            return go_on(match, self.log.seed, dice)
        dice.follow(match)
        return match.game.chance.source(match.components, dice)

    def _mind_name(self, seat: int) -> str | None:
        return self.match.header.options.get(f"mind-{LETTERS[seat]}")

    def _mind(self, seat: int) -> Mind:
        name = self._mind_name(seat) or "random"
        return mind(name, self.match.game, self.match.components, int.from_bytes(new_seed().encode()[:6]))

    def run(self) -> None:
        """Play to the end; leaving in between loses nothing."""
        match = self.match
        self.console.print(f"{match.game.title}: {', '.join(match.names)}", style="bold", markup=False)
        if match.header.commit and not match.over:
            self.console.print(f"The dice are promised: {match.header.commit[:16]}…", style="dim")
        try:
            while not match.over:
                self._go_on()
        except (KeyboardInterrupt, EOFError):
            self.console.print(
                f"\nNothing is lost. Go on with: rollmops play --resume {self.log.path}", markup=False, soft_wrap=True
            )
            sys.exit(130)
        self._end()

    def _go_on(self) -> None:
        match = self.match
        if match.chance:
            before = match.table
            entry = match.roll(self.dice)
            self.log.write(entry)
            self._tell([entry], before)
            return
        for seat in match.owing:
            before = match.table
            opened = self._choose(seat)
            self._tell(opened, before)

    def _choose(self, seat: int) -> list[Entry]:
        """A seat decides; a sealed choice is on the disk at once too, but not told."""
        match = self.match
        letter = match.game.words.letter(match.table, seat)
        if seat in self.minds:
            words, opened = self._bot_line(seat)
        else:
            words = self.asker.ask(seat)
            opened = match.choose(seat, words)
        self.log.write(Entry(letter, words))
        return opened

    def _bot_line(self, seat: int) -> tuple[str, list[Entry]]:
        """A bot's line; one that fails or chooses what it may not forfeits, and the game waits in its file."""
        match = self.match
        try:
            words = self.minds[seat].choose(match.view(seat))
            return words, match.choose(seat, words)
        except Exception as error:
            why = f"{match.names[seat]} ({self._mind_name(seat)}) forfeits: {type(error).__name__}: {error}"
            raise RollmopsError(f"{why}; the game so far is in {self.log.path}") from error

    def _tell(self, entries: list[Entry], before: object) -> None:
        match = self.match
        for entry in entries:
            words = self.asker.visible(entry)
            sentence = match.game.words.tell(before, match.table, LETTERS.find(entry.seat), words, match.names)
            self.console.print(f"  {sentence}", markup=False)

    def _end(self) -> None:
        match = self.match
        self.console.print()
        self.console.print(draw(match.game.name, match.view(NOBODY), match.names))
        self.console.print(result_in_words(match), style="bold", markup=False)
        if not self.log.closed:
            match.header = replace(match.header, arena=match.game.chance.stamp(self.dice) or None)
            self.log.close(match)
        self.console.print(f"Logbook: {self.log.path}", markup=False, soft_wrap=True)
        if match.header.commit:
            check = f"Check the dice: rollmops verify {self.log.path}"
            self.console.print(check, style="dim", markup=False, soft_wrap=True)
