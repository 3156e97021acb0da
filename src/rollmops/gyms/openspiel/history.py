"""A history: the logbook of a game that is played choice by choice, as far as each seat may know it.

It is a chain: adding a choice gives a new history and leaves the old one as it was: a search tree shares what it can.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rollmops.engine.contract import CHANCE, NOBODY, Game, seats_of
from rollmops.engine.table import copy


@dataclass(frozen=True)
class Line:
    """A line on its way: whose, the table it began at, its choices so far and the table they lead to."""

    seat: int
    start: Any
    ahead: Any
    choices: tuple[int, ...] = ()

    def add(self, game: Game, choice: int) -> Line:
        """One choice more."""
        ahead = copy(self.ahead)
        game.step(ahead, self.seat, choice)
        return Line(self.seat, self.start, ahead, (*self.choices, choice))

    def words(self, game: Game, *more: int) -> str:
        """The line in the words of the record, if it were these choices too."""
        return game.words.spell(self.start, self.seat, [*self.choices, *more])

    def letter(self, game: Game) -> str:
        """The letter that begins the line."""
        return game.words.letter(self.start, self.seat)


@dataclass(frozen=True)
class History:
    """The open table, the lines that led to it, and lines on their way."""

    game: Game
    table: Any
    lines: tuple[tuple[str, str], ...] = ()
    begun: dict[int, Line] = field(default_factory=dict)  # by seat, NOBODY for chance
    notes: dict[int, str] = field(default_factory=dict)  # what seats know of a past that was laid anew (resample.py)

    def line(self, seat: int) -> Line:
        """The line of this seat, begun or not."""
        return self.begun.get(seat) or Line(seat, self.table, self.table)

    def add(self, seat: int, choice: int) -> History:
        """This history with one choice more, of a seat or of NOBODY."""
        line = self.line(seat).add(self.game, choice)
        begun = self.begun | {seat: line}
        together = () if seat == NOBODY else seats_of(self.game.actors(self.table))
        if len(together) > 1:
            ready = [s for s in together if s in begun and not self.game.actors(begun[s].ahead) >> s & 1]
            return self._opened(begun) if len(ready) == len(together) else replace(self, begun=begun)
        if self.game.words.begun(line.ahead, seat):
            return replace(self, begun=begun)
        lines = (*self.lines, (line.letter(self.game), line.words(self.game)))
        return History(self.game, line.ahead, lines, notes=self.notes)

    def _opened(self, begun: dict[int, Line]) -> History:
        """All sealed lines are in: they are opened in seat order."""
        table, lines = copy(self.table), list(self.lines)
        for seat in sorted(begun):
            lines.append((begun[seat].letter(self.game), begun[seat].words(self.game)))
            for choice in begun[seat].choices:
                self.game.step(table, seat, choice)
        return History(self.game, table, tuple(lines), notes=self.notes)

    def known(self, seat: int) -> str:
        """Everything this seat (NOBODY: a watcher) may have seen happen, and what it has chosen of its own line.

        That is an information state. The choices stand beside the words, for words are not made for all of them: an item
        of which none is cast is not mentioned, but the next choice is another one then.
        """
        see = self.game.views.seen
        lines = [f"{letter} {see(letter, words, seat)}" for letter, words in self.lines]
        if self.notes.get(seat):
            lines.append(self.notes[seat])
        for mover in sorted({seat, NOBODY} & self.begun.keys(), reverse=True):
            line = self.begun[mover]
            letter, words = line.letter(self.game), line.words(self.game)
            chosen = " ".join(map(str, line.choices))
            lines.append(f"{letter} {see(letter, words, seat)} …" if mover == NOBODY else f"{letter} {words} … {chosen}")
        return "\n".join(lines)

    def seen(self, seat: int) -> Any:
        """The table as this seat has it before it."""
        mine = self.begun.get(seat)
        if mine is not None:
            return mine.ahead
        chance = self.begun.get(NOBODY)
        return chance.ahead if chance is not None and self.game.actors(self.table) == CHANCE else self.table
