"""Asking a person at the keyboard: legal choices by their words or by one key, a hint on request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console

from rollmops.cli.boards import draw
from rollmops.engine.contract import LETTERS, NOBODY, Game
from rollmops.engine.errors import RollmopsError
from rollmops.engine.lines import legal_words, read_line, take, with_verb
from rollmops.engine.logbook import Entry
from rollmops.engine.match import Match
from rollmops.engine.table import copy
from rollmops.lab.odds import hint
from rollmops.minds import THROWS
from rollmops.minds.effort import Effort
from rollmops.solve.advice import advise

MOST_OFFERED = 12
"""So many choices are listed with a key; more are asked for in words."""
WIDEST_CHARACTERS = 120
"""Choices with more characters than this stand below each other."""
RESERVED = "hlq?"
HINT_PLAYOUTS = 4000
HINT_LINES = 5


def keys_for(lines: list[str]) -> dict[str, str]:
    """One key for each line: a letter of its own words where that is free, else a digit."""
    keys: dict[str, str] = {}
    for line in lines:
        wanted = [word[0].lower() for word in reversed(line.split())] + list("123456789") + list("abcdefgijkmnoprstuvwxyz")
        key = next(mark for mark in wanted if mark not in keys and mark not in RESERVED)
        keys[key] = line
    return keys


class Asker:
    """Asks whoever sits at the keyboard; also the source of dice for people who throw their own."""

    def __init__(self, console: Console, match: Match, people: list[int]) -> None:
        self.console = console
        self.match = match
        self.people = people
        self.only = people[0] if len(people) == 1 else NOBODY  # whoever plays alone may see what that seat may
        self.at_keyboard: int | None = None

    def ask(self, seat: int) -> str:
        """The words this seat chooses."""
        with self._behind_screen(seat):
            return self._ask(seat)

    def _ask(self, seat: int) -> str:
        match = self.match
        self.console.print()
        self.console.print(draw(match.game.name, match.view(seat), match.names))
        lines = legal_words(match.game, match.table, seat, MOST_OFFERED + 1)
        many = len(lines) > MOST_OFFERED
        offered = lines if not many else lines[:MOST_OFFERED] if match.game.menu is not None else self._plain_verbs(seat)
        keys = keys_for(offered)
        self._offer(seat, keys, many=many)
        while True:
            typed = self._read("> ")
            if typed in ("h", "H"):
                self._hint(seat)
            elif typed == "?":
                self._offer(seat, keys, many=many)
            elif typed in ("l", "L"):
                self._log(seat)
            elif typed in ("q", "Q"):
                raise KeyboardInterrupt
            elif words := self._understand(seat, keys.get(typed.lower(), typed)):
                return words

    def _plain_verbs(self, seat: int) -> list[str]:
        """The verbs that are a whole line by themselves, like `stand`."""
        match, plain = self.match, []
        for verb in match.game.words.verbs(match.table, seat):
            with suppress(RollmopsError):
                match.check(seat, verb)
                plain.append(verb)
        return plain

    def _understand(self, seat: int, words: str) -> str | None:
        """The words if they are legal; else say why not."""
        match = self.match
        words = words.removeprefix(f"{match.game.words.letter(match.table, seat)} ")  # as the record has it
        words = with_verb(match.game, match.table, seat, words)  # `3 d12` is enough where only a cast can be meant
        try:
            if words:
                match.check(seat, words)
                return words
        except RollmopsError as error:
            self.console.print(str(error), style="red", markup=False)
        return None

    def _offer(self, seat: int, keys: dict[str, str], *, many: bool) -> None:
        name = self.match.names[seat]
        wide = sum(map(len, keys.values())) > WIDEST_CHARACTERS
        offered = [f"[{key}] {line}" for key, line in keys.items()]
        if many:
            offered = [self.match.game.words.expected(self.match.table, seat), *offered]
        offers = ("\n  " if wide else "   ").join(offered)
        self.console.print(f"{name}: {offers}   [h] hint  [l] log  [q] leave", style="bold", markup=False)

    def _hint(self, seat: int) -> None:
        match = self.match
        view = match.view(seat)
        for line in hint(match.game.name, match.components, view):
            self.console.print(f"  {line}", markup=False)
        effort = Effort(HINT_PLAYOUTS if match.game.chance.by_weight else THROWS, keep=HINT_LINES)
        counsel = advise(match.game, match.components, view, seed=len(match.entries), effort=effort)
        for advice in counsel.lines[:HINT_LINES]:
            self.console.print(f"  {advice}", markup=False)
        self.console.print(f"  {counsel.why()}", markup=False)

    def _log(self, seat: int) -> None:
        for entry in self.match.seen(seat).entries:
            self.console.print(f"  {entry}", markup=False)

    @contextmanager
    def _behind_screen(self, seat: int) -> Iterator[None]:
        """Where something is secret, hand the keyboard over; what is shown then leaves no trace for the next player.

        It goes to the terminal's alternate screen, which has no scrollback; what all may see stays where it was.
        """
        if not self.match.game.secrets or len(self.people) < 2:
            yield
            return
        if self.at_keyboard != seat:
            if self._read(f"Hand over to {self.match.names[seat]}, then press Enter. ") in ("q", "Q"):
                raise KeyboardInterrupt
            self.at_keyboard = seat
        self.console.set_alt_screen(True)
        try:
            yield
        finally:
            self.console.clear()
            self.console.set_alt_screen(False)

    def visible(self, entry: Entry) -> str:
        """A line's words as everyone at this keyboard may see them."""
        return self.match.game.views.seen(entry.seat, entry.words, self.only)

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance as people threw it; a lure that others must not see is typed in behind the screen."""
        letter, verb = game.words.letter(t, NOBODY), game.words.verbs(t, NOBODY)[0]
        hidden = game.views.seen(letter, f"{verb} it", NOBODY) != f"{verb} it"
        if not hidden or LETTERS.find(letter) not in self.people:
            return self._roll(game, t)
        with self._behind_screen(LETTERS.index(letter)):
            return self._roll(game, t)

    def _roll(self, game: Game, t: Any) -> list[int]:
        while True:
            self.console.print(f"Throw and type: {game.words.expected(t, NOBODY)}", markup=False)
            typed = self._read("> ").removeprefix(f"{game.words.letter(t, NOBODY)} ")
            words = with_verb(game, t, NOBODY, typed)
            try:
                choices = read_line(game, t, NOBODY, words)
                take(game, copy(t), NOBODY, choices, words)
                take(game, t, NOBODY, choices, words)
                return choices
            except RollmopsError as error:
                self.console.print(str(error), style="red", markup=False)

    def _read(self, prompt: str) -> str:
        return " ".join(self.console.input(prompt, markup=False).split())
