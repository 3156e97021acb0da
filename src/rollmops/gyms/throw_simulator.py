"""A simulator whose dice are thrown for real: where physics is chance, a decision is a whole line.

It has the face of `Simulator`. An action is the number of a line in the game's menu (`game.menu`, or all lines where they
can be listed), or a point in a box: its k-th number says where, from the first to the last open one, the k-th choice lies.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollmops.arena.dice import put_rests, request
from rollmops.arena.throw import arena_of
from rollmops.engine.components import Components
from rollmops.engine.contract import CHANCE, NOBODY, lowest
from rollmops.engine.dice import THROW_SEEDS, LabDice
from rollmops.engine.lines import legal_lines
from rollmops.engine.table import Floats
from rollmops.games.floe.map import Map
from rollmops.gyms.observation import Bytes, Shorts, numbers, read_row
from rollmops.gyms.simulator import CLOSED, AnySimulator

MENU_LINES = 32
"""Lines that a menu offers at most."""


class ThrowSimulator(AnySimulator):
    """`count` tables of a game of real throws."""

    kept = ("tables", "rngs", "owing")

    def __init__(
        self, name: str, seats: int, count: int = 1, components: Components | None = None, first: int | None = None
    ) -> None:
        super().__init__(name, seats, count, components, first)
        self.choices = MENU_LINES
        self.arena = arena_of(Map.read(self.box.facts))
        self.empty = self.game.empty(self.box)
        self.tables = np.repeat(np.array([self.empty]), self.count).view(np.recarray)
        self.dice = [LabDice(0) for _ in range(self.count)]
        for dice, rng in zip(self.dice, self.rngs, strict=True):
            dice.rng = rng

    def begin(self, i: int) -> int:
        """A new game at table i; returns who owes a choice."""
        self.tables[i] = self.empty
        self.game.setup(self.tables[i], self.seats, self.dice[i].number(self.seats) if self.first is None else self.first)
        return self.throw_all([i])

    def lines(self, i: int, seat: int) -> list[list[int]]:
        """The menu of a seat at table i."""
        return legal_lines(self.game, self.tables[i], seat, MENU_LINES)

    def line_at(self, i: int, seat: int, point: Floats) -> list[int]:
        """The line that a point in the box stands for."""
        ahead, line = self.tables[i : i + 1].copy()[0], list[int]()
        while not line or self.game.words.begun(ahead, seat):
            open_choices = np.flatnonzero(self.game.weights(ahead, seat))
            where = (float(np.clip(point[len(line)], -1, 1)) + 1) / 2
            line.append(int(open_choices[round(where * (len(open_choices) - 1))]))
            self.game.step(ahead, seat, line[-1])
        return line

    def choose_line(self, i: int, seat: int, line: list[int]) -> None:
        """A decision, without what follows."""
        for choice in line:
            self.game.step(self.tables[i], seat, choice)
        self.owing[i] = self.game.actors(self.tables[i])

    def try_choose(self, i: int, seat: int, choice: int) -> int:
        """A line of the menu and what follows; returns who owes a choice then, or CLOSED."""
        lines = self.lines(i, seat)
        if not 0 <= choice < len(lines):
            return CLOSED
        self.choose_line(i, seat, lines[choice])
        return self.throw_all([i])

    choose = try_choose

    def choose_point(self, i: int, seat: int, point: Floats) -> int:
        """A point in the box and what follows; returns who owes a choice then."""
        self.choose_line(i, seat, self.line_at(i, seat, point))
        return self.throw_all([i])

    def throw_all(self, places: list[int], threads: int = 1) -> int:
        """Throw at these tables until somebody owes a choice at each; returns who, at the first."""
        due = [i for i in places if self.game.actors(self.tables[i]) == CHANCE]
        while due:
            seeds = [self.dice[i].number(THROW_SEEDS) for i in due]
            asked = [request(self.tables[i], seed) for i, seed in zip(due, seeds, strict=True)]
            for i, thrown in zip(due, self.arena.throws(asked, threads), strict=True):
                put_rests(self.game, self.tables[i], thrown.rests)
            due = [i for i in due if self.game.actors(self.tables[i]) == CHANCE]
        for i in places:
            self.owing[i] = self.game.actors(self.tables[i])
        return int(self.owing[places[0]])

    def show(self, i: int, seat: int, out: Shorts, mask: Bytes) -> None:
        """What a seat sees at table i, and 1 for each line of its menu; all if it owes none, for nothing it sends counts."""
        read_row(numbers(self.tables)[i], seat, self.layout.starts, self.layout.lengths, out)
        mask[:] = 1
        if self.owing[i] >> seat & 1:
            mask[len(self.lines(i, seat)) :] = 0

    def turn(self, i: int, seat: int, choice: int, out: Shorts, mask: Bytes) -> int:
        """`try_choose`, and what the first that owes a choice then sees."""
        who = self.try_choose(i, seat, choice)
        if who > 0:
            self.show(i, lowest(who), out, mask)
        return who

    def read(self, i: int, out: Shorts) -> None:
        """All numbers of table i."""
        read_row(numbers(self.tables)[i], NOBODY, self.layout.starts, self.layout.lengths, out)

    def table(self, i: int, seat: int) -> Any:
        """The table, which lies open for all."""
        return self.tables[i]

    def share(self, i: int) -> list[float]:
        """Each seat's share of the win as it stands at table i."""
        return self.game.standing(self.tables[i], self.seats).shares

    def play(self, places: list[int], actions: Any, seats: Bytes, threads: int) -> None:
        """One line of the menu at each of these tables, thrown together."""
        for i in places:
            seat = int(seats[i])
            self.choose_line(i, seat, self.lines(i, seat)[int(actions[i])])
        if places:
            self.throw_all(places, threads)

    def action_names(self, i: int, seat: int, choices: list[int]) -> dict[int, str]:
        """These lines of the menu at table i, in the words of the record."""
        lines = self.lines(i, seat)
        return {choice: self.game.words.spell(self.tables[i], seat, lines[choice]) for choice in choices}
