"""Asking a person at the keyboard: legal choices by their words or by one key, a hint on request."""

from __future__ import annotations

from rich.console import Console

from rollmops.cli.boards import draw
from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.errors import RollmopsError
from rollmops.engine.lines import legal_words, read_line
from rollmops.engine.logbook import Entry
from rollmops.engine.match import Match
from rollmops.lab.odds import hint
from rollmops.minds.rollout import Rollout

OFFERED = 12
"""So many choices are listed with a key; more are asked for in words."""
RESERVED = "hlq?"
HINT_PLAYOUTS = 4000


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

    def __init__(self, console: Console, match: Match, people: int) -> None:
        self.console = console
        self.match = match
        self.people = people
        self.before_curtain: int | None = None

    def ask(self, seat: int) -> str:
        """The words this seat chooses."""
        match = self.match
        self._curtain(seat)
        self.console.print()
        self.console.print(draw(match.game.name, match.view(seat), match.names))
        lines = legal_words(match.game, match.table, seat, OFFERED + 1)
        keys = keys_for(lines) if len(lines) <= OFFERED else {}
        self._offer(seat, keys)
        while True:
            typed = self._read("> ")
            if typed == "h":
                self._hint(seat)
            elif typed == "?":
                self._offer(seat, keys)
            elif typed == "l":
                self._log(seat)
            elif typed == "q":
                raise KeyboardInterrupt
            elif words := self._understand(seat, keys.get(typed.lower(), typed)):
                return words

    def _understand(self, seat: int, words: str) -> str | None:
        """The words if they are legal; else say why not."""
        match = self.match
        try:
            if words:
                match.check(seat, words)
                return words
        except RollmopsError as error:
            self.console.print(str(error), style="red", markup=False)
        return None

    def _offer(self, seat: int, keys: dict[str, str]) -> None:
        name = self.match.names[seat]
        if keys:
            offers = "   ".join(f"[{key}] {line}" for key, line in keys.items())
        else:
            offers = self.match.game.words.expected(self.match.table, seat)
        self.console.print(f"{name}: {offers}   [h] hint  [l] log  [q] leave", style="bold", markup=False)

    def _hint(self, seat: int) -> None:
        match = self.match
        view = match.view(seat)
        for line in hint(match.game.name, match.components, view):
            self.console.print(f"  {line}", markup=False)
        adviser = Rollout(match.game, match.components, len(match.entries), playouts=HINT_PLAYOUTS)
        for opinion in adviser.weigh(view)[:5]:
            share = f"{opinion.share:.1%} ± {1.96 * opinion.error:.1%}"
            self.console.print(f"  {opinion.words}: wins {share} of {opinion.playouts} random games", markup=False)

    def _log(self, seat: int) -> None:
        for entry in self.match.seen(seat).entries:
            self.console.print(f"  {entry}", markup=False)

    def _curtain(self, seat: int) -> None:
        """Where something is secret, hand the keyboard over unseen."""
        if not self.match.game.secrets or self.people < 2 or self.before_curtain == seat:
            return
        self.console.clear()
        self._read(f"Hand over to {self.match.names[seat]}, then press Enter. ")
        self.before_curtain = seat

    def may_tell(self, entry: Entry) -> bool:
        """Whether a line may be told to everyone at this keyboard."""
        return self.match.game.views.seen(entry.seat, entry.words, NOBODY) == entry.words

    def line(self, game: Game, t: object) -> list[int]:
        """Chance as people threw it."""
        while True:
            self.console.print(f"Throw and type: {game.words.expected(t, NOBODY)}", markup=False)
            typed = self._read("> ").split()
            verbs = game.words.verbs(t, NOBODY)
            if typed and typed[0] not in verbs:
                typed = [verbs[0], *typed]
            try:
                choices = read_line(game, t, NOBODY, " ".join(typed))
                if all(0 <= choice < game.choices for choice in choices):
                    return choices
            except RollmopsError as error:
                self.console.print(str(error), style="red", markup=False)

    def _read(self, prompt: str) -> str:
        return " ".join(self.console.input(prompt, markup=False).split())
