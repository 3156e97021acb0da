"""The turn starts of Roll for Soles, and the sweeps over them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.table import Floats, Ints, copy
from rollmops.games.soles.table import GO_ON, ROLL, TAKE, Table
from rollmops.solve.numbers import Whole, combinations, holdings, rank, ranks
from rollmops.solve.soles.columns import fill_columns
from rollmops.solve.soles.dice import dice_of, set_aside
from rollmops.solve.soles.edges import end_columns, lead_columns, lead_middles, lead_secures
from rollmops.solve.soles.likely import Likely
from rollmops.solve.soles.replies import reply_columns
from rollmops.solve.turns import Turns, Within

CONVERGED_CHANGE = 1e-16


class SolesTurns(Turns):
    """All turn starts with so many soles, and where the columns below them lead."""

    def __init__(self, game: Game, components: Components, seats: int) -> None:
        super().__init__(game, components, seats)
        self.soles = int(self.opening.middle)
        self.combs = combinations(self.soles, seats)
        self.count = int(self.combs[self.soles + 1, seats])
        self.dice = dice_of(game, self.opening)
        self.inside = int(combinations(self.soles, seats + 1)[self.soles + 1, seats + 1]) * len(self.dice.chance)

    @cached_property
    def supplies(self) -> Ints:
        """The supplies at every turn start, the mover's first."""
        return holdings(self.soles, self.seats)

    @cached_property
    def lefts(self) -> Ints:
        """What is not in the supplies: at a turn start the middle."""
        return np.asarray(self.soles - self.supplies.sum(1))

    @cached_property
    def running(self) -> Any:
        """For each turn start whether the game goes on there."""
        return self.lefts > 0

    @cached_property
    def edges(self) -> Edges:
        """Where every haul leads."""
        return Edges(self)

    @cached_property
    def base(self) -> Ints:
        """Where each column begins, if all of them lie one after the other."""
        return np.concatenate([[0], np.cumsum(self.lefts + 1)[:-1]])

    @cached_property
    def inner(self) -> Floats:
        """What every table is worth at which somebody decides whether to roll again; the sweeps fill it."""
        inner = np.full((len(self.dice.chance), len(self.secures), self.seats - 1), 1 / self.seats)
        self.share_out(lambda columns: self.end(columns, self.base, self.seats - 1, inner), np.arange(self.count))
        return inner

    @cached_property
    def secures(self) -> Whole:
        """The turn start after each secured net."""
        secures = np.zeros(int(self.base[-1] + self.lefts[-1] + 1), np.int32)
        self.share_out(lambda columns: self.secure(columns, self.lefts[columns], self.base, secures), np.arange(self.count))
        return secures

    def number(self, t: Table) -> int:
        """The number of the table's supplies, the mover's first."""
        return int(rank(self.turned(t), self.combs))

    def turned(self, t: Table) -> Ints:
        """The supplies, those of whoever has the net first."""
        return np.roll(np.asarray(t.supply[: self.seats], np.int64), -int(t.turn))

    def table(self, number: int) -> Any:
        """The turn start of this number at which seat A moves."""
        t = copy(self.opening)
        t.supply[: self.seats] = self.supplies[number]
        t.middle = self.lefts[number]
        return t

    def is_start(self, t: Table) -> bool:
        """Whether all dice are in the air for the first time in this turn."""
        return bool(t.phase == ROLL and t.falling == t.dice and t.net == 0 and not t.doubles and not t.waters)

    def end(self, columns: Ints, base: Ints, width: int, inner: Floats) -> None:
        """Who has won at the foot of these columns."""
        end_columns(self.game.result, self.dice.last, self.soles, self.supplies, columns, base, width, inner)

    def secure(self, columns: Ints, tops: Ints, base: Ints, secures: Whole) -> None:
        """The turn starts after the secured nets of these columns."""
        step, last = self.game.step, self.dice.last
        lead_secures(step, last, self.combs, self.soles, self.supplies, columns, tops, base, secures)

    def sweep(self, starts: Floats, temperature: float, still: float) -> Floats:
        """All columns once."""
        self.edges.find(np.flatnonzero(self.running))
        new, secures, inner = starts.copy(), self.secures, self.inner

        def fill(columns: Ints) -> None:
            self.fill(columns, self.lefts[columns], self.base, secures, temperature, still, starts, inner, inner[:0], new)

        self._by_size(fill)
        return new

    def reply(self, starts: Floats, temperature: float, replies: Floats, still: float) -> Floats:
        """All columns once; the policy within turns is what the last sweep of these turn starts has left."""
        dice, edges, answers, new = self.dice, self.edges, self.answers, replies.copy()

        def answer(columns: Ints) -> None:
            reply_columns(
                dice.chance, dice.parts, dice.after, edges.first, edges.falls, edges.goes, self.secures, self.base,
                columns, self.lefts, temperature, still, starts, self.inner, replies, answers, new,
            )  # fmt: skip

        self._by_size(answer)
        return new

    @cached_property
    def answers(self) -> Floats:
        """What the policy and the best replies to it are worth within turns; their sweeps fill it."""
        answers = np.full((len(self.dice.chance), len(self.secures), 2 * self.seats), 1 / self.seats)
        self.share_out(lambda columns: self.end(columns, self.base, self.seats, answers), np.arange(self.count))
        return answers

    def _by_size(self, work: Callable[[Ints], None]) -> None:
        """Those with most soles in middle and net first, since a hook leads there; the others of the same size need not
        wait for each other."""
        for left in range(self.soles, 0, -1):
            inside = self.combs[self.soles - left : self.soles - left + 2, self.seats]
            self.share_out(work, np.arange(inside[0], inside[1]))

    def fill(
        self, columns: Ints, tops: Ints, base: Ints, secures: Whole, temperature: float, still: float,
        starts: Floats, inner: Floats, agains: Floats, new: Floats,
    ) -> None:  # fmt: skip
        """The values of these columns."""
        dice, edges = self.dice, self.edges
        fill_columns(
            dice.chance, dice.parts, dice.after, edges.first, edges.falls, edges.goes, secures, base,
            columns, tops, self.lefts, temperature, still, self.seats, starts, inner, agains, new,
        )  # fmt: skip

    def within(self, starts: Floats, temperature: float, t: Table) -> Column:
        """The columns that can be reached in this turn."""
        return Column(self, starts, temperature, t)

    def glimpse(self, starts: Floats, temperature: float) -> Likely | None:
        """With two players a turn is computed in milliseconds; with more only what is likely in it."""
        return Likely(self, starts, temperature) if self.seats > 2 else None


class Edges:
    """Where every haul leads: to another column (`goes`, found when it is needed) with another middle (`falls`)."""

    def __init__(self, turns: SolesTurns) -> None:
        self.turns = turns
        dice, seats, game = turns.dice, turns.seats, turns.game
        hooks = [game_waits(game, last, int(face)) for last, face in zip(dice.last, dice.faces, strict=True)]
        self.first = np.concatenate([[0], np.cumsum([seats if hook else 1 for hook in hooks])])
        self.goes = np.zeros((turns.count, int(self.first[-1])), np.int32)
        self.known = np.zeros(turns.count, np.bool_)
        self.falls = np.zeros((int(self.first[-1]), turns.soles + 1), np.int16)
        lead_middles(game.options, game.step, game.choices, dice.last, dice.faces, turns.soles, seats, self.falls)

    def find(self, columns: Ints) -> None:
        """Make sure that it is known where these columns lead."""
        missing = columns[~self.known[columns]]
        if len(missing):
            self.turns.share_out(self._lead, missing)
            self.known[missing] = True

    def _lead(self, columns: Ints) -> None:
        turns, dice, game = self.turns, self.turns.dice, self.turns.game
        lead_columns(
            game.options, game.step, game.choices, dice.last, dice.faces, turns.combs, turns.soles,
            turns.supplies, columns, self.goes,
        )  # fmt: skip


def game_waits(game: Game, last: Any, face: int) -> bool:
    """Whether the player is asked where the haul comes from, once the last die shows this face."""
    t = copy(last)
    game.step(t, NOBODY, face)
    return bool(t.phase == TAKE)


class Column(Within):
    """The tables of a turn from one of them on: the mover's supply stays, middle and other supplies can only shrink."""

    def __init__(self, turns: SolesTurns, starts: Floats, temperature: float, t: Table) -> None:
        self.turns = turns
        self.mover, self.bounds, self.middle = int(t.turn), turns.turned(t), int(t.middle)
        others = [np.arange(most + 1) for most in self.bounds[1:]]
        rows = np.stack(np.meshgrid(self.bounds[:1], *others, indexing="ij"), -1).reshape(-1, turns.seats)
        columns = ranks(rows, turns.combs)
        self.base = np.full(turns.count, -1)
        self.base[columns] = np.arange(len(columns)) * (self.middle + 1)
        spots, tops = len(columns) * (self.middle + 1), np.full(len(columns), self.middle)
        self.blocks = starts.shape[1] // turns.seats
        self.inner = np.empty((len(turns.dice.chance), spots, self.blocks * (turns.seats - 1)))
        self.agains = np.empty_like(self.inner)
        secures = np.zeros(spots, np.int32)
        turns.edges.find(columns)
        turns.secure(columns, tops, self.base, secures)
        # A value that is found in rounds begins with the secured one: the sweeps begin with the value of the sweep before.
        self.inner[:] = turned_starts(starts[secures], turns.seats)
        turns.end(columns, self.base, turns.seats - 1, self.inner)
        turns.fill(
            columns, tops, self.base, secures, temperature, CONVERGED_CHANGE, starts, self.inner, self.agains, starts.copy()
        )

    def covers(self, t: Table) -> bool:
        """Whether the same player has the net, and nothing is more than it was."""
        if int(t.turn) != self.mover or t.middle > self.middle or not t.middle:
            return False
        supplies = self.turns.turned(t)
        return bool(supplies[0] == self.bounds[0] and (supplies <= self.bounds).all())

    def shares(self, t: Table) -> Floats | None:
        """Where the mover decides whether to roll again, and where all dice that can be rolled are in the air."""
        thrown = t.phase == ROLL and not t.shown.any()
        if t.phase != GO_ON and not thrown:
            return None
        spot = self.base[self.turns.number(t)] + int(t.middle)
        aside = self.turns.dice.asides[set_aside(t)]
        shares = (self.agains if thrown else self.inner)[aside, spot].reshape(self.blocks, -1)
        return np.column_stack([shares, 1 - shares.sum(1)]).ravel()


def turned_starts(starts: Floats, seats: int) -> Floats:
    """The turn starts as the player sees them who has just passed the net, without the last seat."""
    blocks = starts.reshape(len(starts), -1, seats)
    return np.roll(blocks, 1, axis=2)[:, :, :-1].reshape(len(starts), -1)
