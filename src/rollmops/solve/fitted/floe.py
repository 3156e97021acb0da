"""What a table of Rolling Dice is worth: an estimate by the worth that its sharp mind has, with its standard error.

Between turns it is what the network says. Dice that are in the air come to rest many times over on the library's ice, and
dice are put back and kept as each owner likes best. The library is a copy of the ice, not the ice: the error is that of
self-play there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import OVER, Game, seats_of
from rollmops.engine.lines import legal_lines
from rollmops.engine.stream import stream
from rollmops.engine.table import Floats
from rollmops.games import house
from rollmops.games.floe.table import PLACE, REST, THROW
from rollmops.minds.aim import places
from rollmops.minds.sharp.floe_ice import scratch
from rollmops.minds.sharp.floe_know import known
from rollmops.minds.sharp.floe_play import mean_rest
from rollmops.minds.sharp.floe_worth import SCRATCH, settled_shares
from rollmops.solve.doubt import Doubt
from rollmops.solve.value import Value

SAMPLED_RESTS = 400
"""Times that dice in the air come to rest."""


class FloeValuer:
    """Estimates the worth of tables of the house's floe; the same for the same table."""

    def __init__(self, game: Game, seats: int) -> None:
        self.exact = False
        self.gain: float | None = None
        self.game, self.seats = game, seats
        self.known = known()
        self.net, self.doubt = self.known.nets[seats], floe_doubt(seats)

    def value(self, t: Any) -> Value:
        """What this table is worth to every seat; a finished game is what it is."""
        if self.game.actors(t) == OVER:
            return Value(tuple(self.game.standing(t, self.seats)[1]))
        if t.phase != REST:
            return self.doubt.with_errors(self._settled(t).tolist())
        total, squares = np.zeros(self.seats), np.zeros(self.seats)
        mean_rest(scratch(t, 1 + SCRATCH), SAMPLED_RESTS, self.known.ice, self.net, stream(1), total, squares)
        mean = total / SAMPLED_RESTS
        noise = np.sqrt(np.maximum(squares / SAMPLED_RESTS - mean**2, 0) / (SAMPLED_RESTS - 1))
        return self.doubt.with_errors(mean.tolist(), noise.tolist())

    def lines(self, t: Any, seat: int) -> dict[str, Value]:
        """What the table is worth after every way to keep or put back a die; gestures are too many to be listed."""
        if t.phase in (REST, THROW) or self.game.actors(t) == OVER or seat not in seats_of(self.game.actors(t)):
            return {}
        found = {}
        for line in places(t) if t.phase == PLACE else legal_lines(self.game, t, seat):
            after = scratch(t, 1)[0]
            for choice in line:
                self.game.step(after, seat, choice)
            found[self.game.words.spell(t, seat, line)] = self.value(after)
        return found

    def _settled(self, t: Any) -> Floats:
        share = np.zeros(self.seats)
        settled_shares(scratch(t, SCRATCH), self.net, share)
        return share


def floe_doubt(seats: int) -> Doubt:
    """How far the fitted worth is off for so many (`minds/sharp/floe_error.py` measures it)."""
    return Doubt(known().levels[seats])


def floe_valuer(game: Game, components: Components, seats: int) -> FloeValuer | None:
    """What values this floe, if it is the house's and the error of its worth was measured."""
    if components.digest != house(game.name).digest or seats not in known().levels:
        return None
    return FloeValuer(game, seats)
