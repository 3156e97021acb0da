"""Minds of ours as OpenSpiel's bots, and OpenSpiel's bots as minds of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from rollmops.engine.components import Components
from rollmops.engine.contract import LETTERS, NOBODY, Game
from rollmops.engine.errors import BadTableError
from rollmops.engine.lines import read_line
from rollmops.games import house
from rollmops.gyms.openspiel.game import PREFIX, SpielGame, SpielState
from rollmops.gyms.openspiel.history import History
from rollmops.gyms.openspiel.position import Position
from rollmops.minds import mind as make_mind


class MindBot(pyspiel.Bot):  # type: ignore[misc]
    """A mind of ours at OpenSpiel's table: `MindBot(game, player, "rollout:500", seed=1)`.

    A mind chooses whole lines, OpenSpiel asks for one elementary choice after the other: the rest of a line is kept until it
    is asked for.
    """

    def __init__(self, game: SpielGame, player: int, mind: str, seed: int = 0) -> None:
        super().__init__()
        rules = game.rules
        if not rules.chance.by_weight:
            raise BadTableError(f"{rules.title}: there a choice is a line of the menu, and minds throw as they please")
        self._game, self._player = game, player
        self._made_of = (mind, rules, game.box, seed)
        self._mind, self._line = make_mind(*self._made_of), list[int]()

    def restart(self) -> None:
        """A new game: nothing is kept of the last."""
        self._mind, self._line = make_mind(*self._made_of), []

    def restart_at(self, state: SpielState) -> None:
        """The same."""
        self.restart()

    def step(self, state: SpielState) -> int:
        """The next elementary choice."""
        history = state.course.written()
        begun = history.begun.get(self._player)
        if begun is None or not self._line:
            rules = self._game.rules
            words = self._mind.choose(rules.views.view(history.table, self._player))
            self._line = read_line(rules, history.table, self._player, words)
            self._line = self._line[len(begun.choices) if begun is not None else 0 :]
        return self._line.pop(0)


BotMaker = Callable[[SpielGame, int], Any]
"""Makes a bot for a game and the seat it plays."""


class BotMind:
    """A bot of OpenSpiel's as a mind of ours: it is shown a state that this seat cannot tell from the real one.

    `BotMind(make, rules, components, seed)` with `make(game, player)` is a mind for `rollmops.play`, tournaments and tables.
    """

    def __init__(self, make: BotMaker, game: Game, components: Components, seed: int = 0) -> None:
        if not game.chance.by_weight:
            raise BadTableError(f"{game.title}: there OpenSpiel chooses lines of the menu, which is no whole line of ours")
        self._make, self._rules, self._box = make, game, components
        self._rng = np.random.default_rng(seed)
        self._bots: dict[tuple[int, int], tuple[SpielGame, Any]] = {}

    def choose(self, view: Any) -> str:
        """The line that the bot plays, in words."""
        rules, seat = self._rules, LETTERS.index(view.seat)
        blank = rules.empty(self._box)
        tables = np.array([blank])
        table = tables.view(np.recarray)[0]
        rules.views.fill(view, table, self._rng)
        game, bot = self._bot(int(table.seats), seat)
        state = game.state_at(Position.at(rules, table, game.board.seats), History(rules, table))
        others = [] if len(state.course.arrays) == 2 else [other for other in range(seat) if _owes(rules, table, other)]
        for other in others:  # they choose at the same time, and OpenSpiel wants an order; what they seal is not known
            while state.current_player() == other:
                state.apply_action(int(self._rng.choice(state.legal_actions())))
        bot.restart()
        line = list[int]()
        while state.current_player() == seat:
            line.append(int(bot.step(state)))
            state.apply_action(line[-1])
            if self._done(state, seat):
                break
        return rules.words.spell(table, seat, line)

    def _done(self, state: SpielState, seat: int) -> bool:
        """Whether the line is complete."""
        return seat not in state.course.written().begun

    def _bot(self, seats: int, seat: int) -> tuple[SpielGame, Any]:
        if (seats, seat) not in self._bots:
            game = pyspiel.load_game(PREFIX + self._rules.name, {"players": seats} | self._components())
            self._bots[seats, seat] = (game, self._make(game, seat))
        return self._bots[seats, seat]

    def _components(self) -> dict[str, str]:
        """OpenSpiel's parameters are text: a box of one's own is told as its file."""
        return {} if self._box.digest == house(self._rules.name).digest else {"components": self._box.text()}


def _owes(rules: Game, table: Any, seat: int) -> bool:
    return bool(rules.actors(table) >> seat & 1) and seat != NOBODY
