"""Espresso Fishing on fitted values: what the network sees of a turn start, and the search of a whole turn.

The search is exact: the coloured dice are one graph for all turns (solve/espresso/dice.py), and what the rights bring that
they lead to is found by going through the game's own rules, white throw by white throw.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game
from rollmops.engine.stream import Stream, pick
from rollmops.engine.table import Floats, copy
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.table import BLUE, LAKE, REROLL, ROLL, YELLOW, Table
from rollmops.games.espresso.turn import fish_at
from rollmops.solve.espresso.dice import Dice, dice_of, fill_dice, key_of
from rollmops.solve.fitted.espresso_ways import (
    INPUTS,
    MOST_TURN_CHOICES,
    explore,
    explore_scores,
    is_start,
    look,
    sway_dice,
    walk_dice,
)
from rollmops.solve.fitted.net import new_net, put_shares

AHEAD_NOW, AHEAD = 8, 9


class EspressoSearch:
    """Searches whole turns of Espresso Fishing with this box on this network."""

    inputs = INPUTS

    def __init__(self, game: Game, components: Components, seats: int, net: Floats, scale: float) -> None:
        self.game, self.seats, self.net, self.scale = game, seats, net, scale
        self.components = components
        self.opening = game.open(components, seats, 0)
        self.most_fish = int(fish_at(self.opening, LAKE))

    @staticmethod
    def prepare(game: Game, components: Components) -> None:
        """Do before the first decision what takes longer than one may."""
        all_dice(game, components)

    @cached_property
    def dice(self) -> Dice:
        """The coloured dice of a turn; the same for any number of players."""
        return all_dice(self.game, self.components)

    @cached_property
    def throws(self) -> int:
        """The most white throws of a turn."""
        return max(1, *(kind[0] for kind in self.dice.kinds))

    @staticmethod
    def guess(seed: int = 1) -> Floats:
        """A network before any game: whoever is ahead wins, the surer the nearer the end."""
        return new_net(INPUTS, {AHEAD_NOW: 2.0, AHEAD: 2.0}, seed)

    @staticmethod
    def pieces(opening: Table) -> int:
        """How many fish there are."""
        return int(fish_at(opening, LAKE))

    def narrow(self, part: float, late: float | None = None) -> bool:
        """A turn is searched in milliseconds: there is nothing to leave out."""
        return False

    def is_start(self, t: Table) -> bool:
        """Whether all coloured dice are in the air for the first time in this turn."""
        return bool(is_start(t))

    def see(self, t: Table) -> Floats:
        """What the network sees of this turn start."""
        seen = np.zeros((self.seats, INPUTS))
        look(t, self.scale, seen)
        return seen

    def start(self, t: Table) -> Floats:
        """What the network thinks of this turn start, by turn order."""
        shares = np.zeros((1, self.seats))
        put_shares(self.see(t), self.net, shares, 0)
        return np.asarray(shares[0])

    def turn(self, t: Table) -> Fishing:
        """The tables of this turn from this one on."""
        return Fishing(self, t)

    def scatter(self, t: Table, rng: np.random.Generator) -> None:
        """Some of the fish with the seats, some of the chips drunk."""
        blue, chips = int(self.opening.fish[LAKE, BLUE]), int(self.opening.chips_each)
        t.fish[LAKE, BLUE] = rng.integers(1, blue + 1)
        t.fish[: self.seats, BLUE] = rng.multinomial(blue - int(t.fish[LAKE, BLUE]), rng.dirichlet(np.full(self.seats, 4.0)))
        holder = int(rng.integers(0, self.seats + 1))
        t.fish[LAKE, YELLOW] = 0
        t.fish[LAKE if holder == self.seats else holder, YELLOW] = 1
        t.chips[: self.seats] = rng.integers(0, chips + 1, self.seats)
        t.pile = chips * self.seats - int(t.chips[: self.seats].sum())


_DICE: dict[str, Dice] = {}


def all_dice(game: Game, components: Components) -> Dice:
    """The graph of the coloured dice, made once in a process: that takes a second or two."""
    if components.digest not in _DICE:
        _DICE[components.digest] = dice_of(game, game.open(components, game.fewest))
    return _DICE[components.digest]


class Fishing:
    """The tables of a turn with these fish and chips at hand. With a doubt everybody's share is followed by what it is off
    by because the mover may decide between others by a hair."""

    def __init__(self, search: EspressoSearch, t: Table, doubt: Floats | None = None) -> None:
        self.search, self.mover, self.doubt = search, int(t.turn), doubt
        self.begun, self.table = self._state(t), copy(t)
        rows, self.width = (search.throws + 1) * 4 * (search.most_fish + 1) * 2, search.seats * (1 if doubt is None else 2)
        self.memory, self.remembered = np.zeros((rows, self.width)), np.zeros(rows, np.int64)
        self.values: Floats | None = None
        self._swayed: Fishing | None = None
        if t.phase in (ROLL, REROLL):
            self._roll(t)

    def _roll(self, t: Table) -> None:
        game, search, dice = self.search.game, self.search, self.search.dice
        table, scores = np.array([t]).view(np.ndarray), len(dice.kinds)
        worth = np.zeros((scores, self.width))
        explore_scores(
            game.actors, game.options, game.step, game.result, game.choices, dice.scores, table, search.most_fish,
            search.scale, search.net, self.memory, self.remembered, self._figures, worth,
        )  # fmt: skip
        values = np.zeros((scores + len(dice.rolls), search.seats))
        values[:scores] = worth[:, : search.seats]
        fill_dice(dice.rolls, dice.first, dice.to, dice.chance, 0.0, scores, values, np.zeros(64))
        self.values = values
        if self.doubt is not None:
            sways = np.zeros_like(values)
            sways[:scores] = worth[:, search.seats :]
            sway_dice(dice.rolls, dice.first, dice.to, dice.chance, scores, values, self.doubt, sways)
            self.values = np.hstack([values, sways])

    @property
    def _figures(self) -> Floats:
        return np.zeros(0) if self.doubt is None else self.doubt

    def covers(self, t: Table) -> bool:
        """Whether this player has these fish and chips, and the dice were looked at if they are still rolled."""
        return self._state(t) == self.begun and (self.values is not None or t.phase not in (ROLL, REROLL))

    def _state(self, t: Table) -> tuple[int, int, bytes, bytes]:
        return int(t.turn), int(t.drunk), t.fish.tobytes(), t.chips.tobytes()

    def shares(self, t: Table) -> Floats | None:
        """By turn order, wherever the coloured dice are rolled or done."""
        if t.phase in (ROLL, REROLL):
            return None if self.values is None else self.values[self.search.dice.nodes[key_of(t)]]
        return self._explore(t)

    def sways(self, t: Table, doubt: Floats) -> Floats | None:
        """What they are off by there because the mover may decide between others by a hair; looked at when first asked."""
        if self._swayed is None:
            self._swayed = Fishing(self.search, self.table, doubt)
        both = self._swayed.shares(t)
        return None if both is None else both[self.search.seats :]

    def assumed(self, t: Table) -> Floats:
        """By turn order; nothing is left out here."""
        shares = self.shares(t)
        assert shares is not None
        return shares

    def _explore(self, t: Any) -> Floats:
        game, search = self.search.game, self.search
        stack = np.empty(MOST_TURN_CHOICES + 1, t.dtype).view(np.ndarray)
        stack[0] = t
        out = np.zeros((1, self.width))
        explore(
            game.actors, game.options, game.step, game.result, game.choices, stack, 0, self.mover, search.most_fish,
            search.scale, search.net, self.memory, self.remembered, self._figures, out, 0,
        )  # fmt: skip
        return np.asarray(out[0])

    def play(self, t: Table, rng: Stream) -> None:
        """Play this turn to its end as the mover would."""
        game, dice = self.search.game, self.search.dice
        assert self.values is not None
        score = walk_dice(dice.rolls, dice.first, dice.to, dice.chance, len(dice.kinds), self.values, rng)
        t.shown[:] = dice.scores[score]["shown"]
        t.phase = REROLL
        game.step(t, self.mover, STAND)
        while game.actors(t) != OVER and not is_start(t):
            if game.actors(t) == CHANCE:
                weights = game.weights(t, NOBODY)
                game.step(t, NOBODY, int(pick(rng, weights, int(weights.sum()))))
                continue
            best, share = 0, -1.0
            for choice in np.flatnonzero(game.weights(t, self.mover)).tolist():
                after = copy(t)
                game.step(after, self.mover, choice)
                own = float(self._explore(after)[0])
                if own > share:
                    best, share = choice, own
            game.step(t, self.mover, best)
