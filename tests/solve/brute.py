"""Brute force: every table of a small game, one unknown for each throw that is due, and exact fractions.

Nothing of the solver is used: no numbers of turn starts, no turned seats, no dice that are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from rollmops.engine.contract import CHANCE, NOBODY, OVER, Game, lowest
from rollmops.engine.table import copy

Name = bytes


class Brute:
    """All tables that can be reached, and what chance and choices lead to."""

    def __init__(self, game: Game, opening: Any) -> None:
        self.game = game
        self.tables: dict[Name, Any] = {}
        self.seat: dict[Name, int] = {}
        self.edges: dict[Name, list[tuple[int, Name]]] = {}
        self.ends: dict[Name, float] = {}
        waiting: list[Any] = [opening]
        while waiting:
            t = waiting.pop()
            name = t.tobytes()
            if name in self.tables:
                continue
            self.tables[name] = t
            who = game.actors(t)
            if who == OVER:
                self.ends[name] = game.standing(t, 2)[1][0]
                continue
            seat = self.seat[name] = NOBODY if who == CHANCE else int(lowest(who))
            weights = game.weights(t, seat)
            self.edges[name] = []
            for choice in np.flatnonzero(weights):
                after = copy(t)
                game.step(after, seat, int(choice))
                self.edges[name].append((int(weights[choice]), after.tobytes()))
                waiting.append(after)

    def values(self, guess: Callable[[Any], float]) -> dict[Name, Fraction]:
        """What seat A has of every table when both play perfectly.

        The guess only suggests the choices; what they are worth is solved exactly, and that no other choice is better is
        proven exactly, at every table.
        """
        guessed = {name: guess(t) for name, t in self.tables.items()}
        choice = {}
        for name, edges in self.edges.items():
            if self.seat[name] != NOBODY:
                worth = [self._sign(name) * guessed[behind] for _, behind in edges]
                choice[name] = worth.index(max(worth))
        exact = self._solve(choice)
        for name in choice:
            sign = self._sign(name)
            assert sign * exact[name] == max(sign * exact[behind] for _, behind in self.edges[name]), "not the optimum"
        return exact

    def _sign(self, name: Name) -> int:
        return 1 if self.seat[name] == 0 else -1

    def _solve(self, choice: dict[Name, int]) -> dict[Name, Fraction]:
        """The value of these choices, one table after the other put into those that lead to it (Gauss's elimination)."""
        rows = {name: self._row(name, choice) for name in self.edges}
        leads: dict[Name, set[Name]] = {}
        for name, row in rows.items():
            for behind in row:
                leads.setdefault(behind, set()).add(name)
        done: list[tuple[Name, dict[Name, Fraction]]] = []
        for name in self._order():
            row = rows.pop(name)
            stays = row.pop(name, Fraction(0))
            row = {behind: part / (1 - stays) for behind, part in row.items()}
            done.append((name, row))
            for other in leads.pop(name, set()):
                part = rows[other].pop(name, Fraction(0)) if other in rows else Fraction(0)
                if part:
                    for behind, more in row.items():
                        rows[other][behind] = rows[other].get(behind, Fraction(0)) + part * more
                        leads.setdefault(behind, set()).add(other)
        exact = {name: Fraction(share) for name, share in self.ends.items()}
        for name, row in reversed(done):
            exact[name] = sum((part * exact[behind] for behind, part in row.items()), Fraction(0))
        return exact

    def _order(self) -> list[Name]:
        """Every table behind those that it leads to in its turn; the tables at which a turn begins come last."""
        turn = {name: int(t.turn) for name, t in self.tables.items()}
        starts = {behind for name, edges in self.edges.items() for _, behind in edges if turn[behind] != turn[name]}
        starts.add(next(iter(self.tables)))
        order, seen = list[Name](), set(self.ends) | starts
        for start in starts - set(self.ends):
            waiting = [(behind, False) for _, behind in self.edges[start]]
            while waiting:
                name, done = waiting.pop()
                if done:
                    order.append(name)
                elif name not in seen:
                    seen.add(name)
                    waiting.append((name, True))
                    waiting += [(behind, False) for _, behind in self.edges[name]]
        return order + [start for start in starts if start not in self.ends]

    def _row(self, name: Name, choice: dict[Name, int]) -> dict[Name, Fraction]:
        edges = self.edges[name]
        if name in choice:
            return {edges[choice[name]][1]: Fraction(1)}
        total = sum(weight for weight, _ in edges)
        row: dict[Name, Fraction] = {}
        for weight, behind in edges:
            row[behind] = row.get(behind, Fraction(0)) + Fraction(weight, total)
        return row
