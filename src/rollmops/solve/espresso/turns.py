"""The turn starts of Espresso Fishing, and the sweeps over them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.table import Floats, Ints, Tables, copy
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.table import ALL_DICE, ANGLE, BLUE, LAKE, POACH, REROLL, ROLL, Table
from rollmops.solve.espresso.dice import Dice, dice_of, fill_dice, fill_starts, key_of
from rollmops.solve.espresso.holdings import (
    STEALS,
    THROWS,
    fill_rights,
    lay_holdings,
    lead_scores,
    number_of,
    place_of,
    poach_row,
)
from rollmops.solve.numbers import Whole, combinations, holdings
from rollmops.solve.turns import Turns, Within


class EspressoTurns(Turns):
    """All turn starts with so many fish and chips."""

    def __init__(self, game: Game, components: Components, seats: int) -> None:
        super().__init__(game, components, seats)
        fish, chips = int(self.opening.fish[LAKE, BLUE]), int(self.opening.chips.sum())
        self.combs = combinations(max(fish, chips), seats)
        chip_ways = int(self.combs[chips + 1, seats])
        self.count = int(self.combs[fish + 1, seats]) * (seats + 1) * chip_ways
        self.fish, self.cups = fish, chips
        self.chip_ways = chip_ways
        self._known: tuple[Floats, float, Floats] | None = None
        self.inside = self.count * 12_870  # tables of the dice that differ, if all faces are on them

    @cached_property
    def dice(self) -> Dice:
        """The dice of a turn."""
        return dice_of(self.game, self.opening)

    @cached_property
    def sizes(self) -> Ints:
        """What the compiled functions must know of the size of things."""
        throws = max(1, *(kind[0] for kind in self.dice.kinds))
        return np.array([self.count, self.chip_ways, throws, self.fish, self.cups])

    @cached_property
    def blues(self) -> Ints:
        """Who may have how many blue fish, by number."""
        return holdings(self.fish, self.seats)

    @cached_property
    def chips(self) -> Ints:
        """Who may have how many chips, by number."""
        return holdings(self.cups, self.seats)

    @cached_property
    def running(self) -> Any:
        """For each turn start whether there is a fish in the lake."""
        fish, yellow = np.divmod(np.arange(self.count) // self.chip_ways, self.seats + 1)
        return (self.fish - self.blues.sum(1)[fish] > 0) | (yellow == self.seats)

    @cached_property
    def rights(self) -> list[Tables]:
        """A table for every right that the dice give or a turn leads through, in an order in which each leads to earlier
        ones: few white throws before many, with coffee before without; few steals before many, the special last."""
        found: dict[tuple[int, ...], Any] = {}
        for score, (throws, worm, steals, special) in zip(self.dice.scores, self.dice.kinds, strict=True):
            for left in range(1, throws + 1):
                for drunk in (1, 0):
                    found.setdefault((0, left, -drunk, worm), self._right(score, ANGLE, throws=left, drunk=drunk))
            for left in range(1, steals + 1):
                found.setdefault((1, 0, left, 0), self._right(score, POACH, steals=left))
            if special:
                found.setdefault((1, 1, steals, 1), self._right(score, POACH, steals=steals, special=1))
        return [found[key] for key in sorted(found)]

    def _right(self, score: Any, phase: int, **numbers: int) -> Tables:
        tables = np.array([score]).view(np.ndarray)
        tables["phase"], tables["fresh"] = phase, 0
        for name, number in numbers.items():
            tables[name] = number
        return tables

    @cached_property
    def rows(self) -> Whole:
        """Where the dice lead when they score, by holdings and score."""
        rows = np.zeros((self.count, len(self.dice.kinds)), np.int32)
        rows[self.running] = self.lead(np.flatnonzero(self.running))
        return rows

    def lead(self, numbers: Ints) -> Whole:
        """Where the dice lead with these holdings when they score."""
        scores, rows = self.dice.scores, np.zeros((len(numbers), len(self.dice.kinds)), np.int32)
        lead_scores(self.game.step, STAND, scores, self.blues, self.chips, self.combs, self.sizes, numbers, rows)
        return rows

    def known_after(self, starts: Floats, temperature: float) -> Floats:
        """All that follows from the turn starts: these as those see them who have just passed, and what every right is
        worth with every holding. Kept for the next question about the same turn starts."""
        if self._known is None or self._known[0] is not starts or self._known[1] != temperature:
            blocks = int(poach_row(STEALS, 0, int(self.sizes[THROWS])))
            known = np.zeros((blocks * self.count, self.seats)) if self._known is None else self._known[2]
            self._known = None
            known[: self.count] = np.roll(starts, 1, axis=1)
            self.put_rights(np.flatnonzero(self.running), known, temperature)
            self._known = (starts, temperature, known)
        return self._known[2]

    def number(self, t: Table) -> int:
        """The number of what everyone has, whose turn it is first."""
        return int(number_of(t, np.zeros(self.seats, np.int64), self.combs, self.sizes))

    def place(self, t: Table) -> int:
        """The row of a table that is kept, as if it were seat A's turn."""
        turned = self.turned(t)
        return int(place_of(turned, np.zeros(self.seats, np.int64), self.combs, self.sizes))

    def turned(self, t: Table) -> Any:
        """The same table with the seats turned so that A moves."""
        turned, turn = copy(t), int(t.turn)
        turned.fish[: self.seats] = np.roll(t.fish[: self.seats], -turn, axis=0)
        turned.chips[: self.seats] = np.roll(t.chips[: self.seats], -turn)
        turned.turn = 0
        return turned

    def table(self, number: int) -> Any:
        """The turn start of this number at which seat A moves."""
        t = copy(self.opening)
        lay_holdings(t, number, self.blues, self.chips, self.sizes)
        return t

    def is_start(self, t: Table) -> bool:
        """Whether all dice are in the air for the first time in this turn."""
        return bool(t.phase == ROLL and t.fallen == 0 and t.fresh == ALL_DICE)

    def put_rights(self, numbers: Ints, known: Floats, temperature: float) -> None:
        """What all rights are worth with these holdings."""
        game = self.game
        for right in self.rights:

            def fill(some: Ints, right: Tables = right) -> None:
                fill_rights(
                    game.actors, game.options, game.step, game.result, place_of, game.choices, right, self.blues, self.chips,
                    self.combs, self.sizes, temperature, some, known,
                )  # fmt: skip

            self.share_out(fill, numbers)

    def sweep(self, starts: Floats, temperature: float, still: float) -> Floats:
        """All turn starts once."""
        known, rows, new, dice = self.known_after(starts, temperature), self.rows, starts.copy(), self.dice

        def fill(some: Ints) -> None:
            fill_starts(
                dice.rolls, dice.first, dice.to, dice.chance, temperature, len(dice.kinds), some, rows, known, new
            )  # fmt: skip

        self.share_out(fill, np.flatnonzero(self.running))
        return new

    def within(self, starts: Floats, temperature: float, t: Table) -> Turn:
        """The rest of this turn."""
        return Turn(self, starts, temperature, t)


class Turn(Within):
    """The tables of a turn with these fish and chips at hand: its dice, and what can become of the rights they give."""

    def __init__(self, turns: EspressoTurns, starts: Floats, temperature: float, t: Table) -> None:
        self.turns = turns
        self.mover = int(t.turn)
        self.number = turns.number(t)
        self.known = turns.known_after(starts, temperature)
        dice = turns.dice
        self.values: Floats | None = None
        if t.phase in (ROLL, REROLL):
            rows = turns.lead(np.array([self.number]))
            self.values = np.zeros((len(dice.kinds) + len(dice.rolls), turns.seats - 1))
            self.values[: len(dice.kinds)] = self.known[rows[0], :-1]
            fill_dice(dice.rolls, dice.first, dice.to, dice.chance, temperature, len(dice.kinds), self.values, np.zeros(64))

    def covers(self, t: Table) -> bool:
        """Whether it is the same player's turn, with the same fish and chips as long as dice are rolled."""
        if int(t.turn) != self.mover:
            return False
        return t.phase not in (ROLL, REROLL) or (self.values is not None and self.turns.number(t) == self.number)

    def shares(self, t: Table) -> Floats | None:
        """Where dice are rolled, before a white throw, and with a right to poach."""
        if t.phase in (ANGLE, POACH):
            return np.asarray(self.known[self.turns.place(t)])
        if t.phase not in (ROLL, REROLL) or self.values is None:
            return None
        shares = self.values[self.turns.dice.nodes[key_of(t)]]
        return np.append(shares, 1 - shares.sum())
