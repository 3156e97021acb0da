"""Values by random playouts, with their standard errors: for every table of which nobody knows more."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
from msgspec.structs import replace

from rollmops.engine.compile import loop
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, OVER, Game, seats_of
from rollmops.engine.errors import RollmopsError
from rollmops.engine.lines import legal_lines, random_line
from rollmops.engine.playout import play_out
from rollmops.engine.stream import STREAM, Stream, follow, fork, stream
from rollmops.engine.table import Floats, Tables, copy
from rollmops.solve.doubt import Doubt
from rollmops.solve.value import Value

PLAYOUTS = 2000
FEWEST_PLAYOUTS = 4
DOUBT = Doubt(level=0.32, near=0.3, near_turn_end=0.45, far=1.0, least=0.05)
"""How far random games are from best play: measured on the house's boxes for two, where that is known (`python -m bench
margins`)."""
MOST_LINES = 300
"""Where more lines are open (a large hand of lures), so many are taken at random."""


@loop
def play_all(
    actors: Any, options: Any, step: Any, result: Any, roll_all: Any, tables: Tables, choices: int, games: int, rng: Stream,
    total: Floats, squares: Floats,
) -> None:  # fmt: skip
    """Add to total[i] every seat's share of random games from tables[i]; the n-th game of each has the same dice."""
    seats = total.shape[1]
    scratch = tables[:1].copy()
    weights, points, share = np.zeros(choices, np.int64), np.zeros(seats, np.int64), np.zeros(seats)
    streams = np.zeros(2, STREAM)
    common, dice = streams[0], streams[1]
    for _ in range(games):
        fork(rng, common)
        for i in range(len(tables)):
            follow(dice, common)
            scratch[0] = tables[i]
            play_out(actors, options, step, roll_all, scratch[0], dice, weights)
            result(scratch[0], points, share)
            for seat in range(seats):
                total[i, seat] += share[seat]
                squares[i, seat] += share[seat] * share[seat]


def _ended(t: Any, after: Any) -> bool:
    """Whether somebody else's turn has begun."""
    return "turn" in t.dtype.names and int(t.turn) != int(after.turn)


class Playouts:
    """Estimates every value anew, the same for the same table. Of each table so many games are played, of all lines of a
    decision together not more than `in_all` (but a few of each). Lines of a decision are compared by the same dice; another
    table has dice of its own, for what the same ones get wrong would add up over a game."""

    def __init__(
        self, game: Game, components: Components, seats: int, playouts: int = PLAYOUTS, in_all: int | None = None
    ) -> None:
        self.exact = False
        self.gain: float | None = None
        self.doubt = DOUBT
        self.game = game
        self.seats = seats
        self.playouts, self.in_all = playouts, in_all
        if not game.chance.by_weight:
            raise RollmopsError(
                f"what a table of {game.title} is worth is known for the house's components only: its dice are really"
                " thrown, and how they come to rest there was learned"
            )

    def value(self, t: Any) -> Value:
        """The mean of random games from this table on; a finished game is what it is."""
        if self.game.actors(t) == OVER:
            return Value(tuple(self.game.standing(t, self.seats)[1]))
        return self._values([t])[0]

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """The same after every line that this seat may play now."""
        actors = self.game.actors(t)
        if actors in (CHANCE, OVER) or seat not in seats_of(actors):
            return {}
        lines = self._some_lines(t, seat)
        tables = []
        for line in lines:
            after = copy(t)
            for choice in line:
                self.game.step(after, seat, choice)
            tables.append(after)
        spelled = [self.game.words.spell(t, seat, line) for line in lines]
        values = zip(self._values(tables), tables, strict=True)
        return dict(zip(spelled, (replace(value, turn_over=_ended(t, after)) for value, after in values), strict=True))

    def _some_lines(self, t: Any, seat: int) -> list[list[int]]:
        lines = legal_lines(self.game, t, seat, MOST_LINES + 1)
        if len(lines) <= MOST_LINES:
            return lines
        rng = stream(1)
        return [list(line) for line in {tuple(random_line(self.game, t, seat, rng)) for _ in range(MOST_LINES)}]

    def _values(self, tables: list[Any]) -> list[Value]:
        game, games = self.game, self.playouts
        if self.in_all is not None:
            games = max(FEWEST_PLAYOUTS, min(games, self.in_all // len(tables)))
        rows = np.empty(len(tables), tables[0].dtype)
        for place, t in enumerate(tables):
            rows[place] = t
        total, squares = np.zeros((len(rows), self.seats)), np.zeros((len(rows), self.seats))
        play_all(
            game.actors, game.options, game.step, game.result, game.roll_all,
            rows.view(np.ndarray), game.choices, games, stream(crc32(tables[0].tobytes())), total, squares,
        )  # fmt: skip
        means = total / games
        # Never below that of as many games with two more won and lost (Agresti and Coull): a few that end alike say little.
        careful = (total + 2) / (games + 4)
        least = np.sqrt(careful * (1 - careful) / (games + 4))
        errors = np.maximum(np.sqrt(np.maximum(squares / games - means**2, 0) / (games - 1)), least)
        errors *= np.sqrt((games - 1) / (games - 3))  # so few hardly know their own spread (Student's t)
        return [self.doubt.with_errors(m, e) for m, e in zip(means.tolist(), errors.tolist(), strict=True)]
