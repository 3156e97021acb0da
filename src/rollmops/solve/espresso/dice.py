"""The coloured dice of a turn of Espresso Fishing: one graph for all turns, from the first roll to what the dice score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rollmops.engine.compile import loop
from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.table import Floats, Ints, Tables, copy
from rollmops.games.espresso.combinations import is_special, may_fish, red_worm, steals, white_throws
from rollmops.games.espresso.rules import STAND
from rollmops.games.espresso.table import FIRST_RED, REROLL, ROLL, Table
from rollmops.solve.choice import IGNORED_TEMPERATURES
from rollmops.solve.numbers import Whole

Key = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def key_of(t: Table) -> Key:
    """What lies and what may be rolled once more; dice of one colour are alike."""
    fresh = int(t.fresh)
    dice = [(symbol, fresh >> die & 1) for die, symbol in enumerate(t.shown.tolist())]
    return tuple(sorted(dice[:FIRST_RED])), tuple(sorted(dice[FIRST_RED:]))


def score_of(shown: Any) -> tuple[int, int, int, int]:
    """What the dice give: white throws, a worm on a red die, steals, the special combination."""
    if may_fish(shown):
        throws = int(white_throws(shown))
        return throws, int(red_worm(shown)) * (throws > 0), 0, 0
    return 0, 0, int(steals(shown)), int(is_special(shown))


@dataclass(frozen=True)
class Dice:
    """The graph: first the scores, then the tables of the dice, each behind all that it leads to; the last is the start."""

    scores: Tables  # a table for each kind of score: the dice lie, the player may stand
    kinds: tuple[tuple[int, int, int, int], ...]
    nodes: dict[Key, int]
    rolls: Ints  # for each node whether dice are in the air
    first: Ints  # where its edges begin
    to: Whole
    chance: Floats


def dice_of(game: Game, start: Table) -> Dice:
    """All tables of the dice from the start of a turn, found by the game's own rules."""
    found: dict[Key, tuple[Any, dict[Any, float]]] = {}
    scores: dict[tuple[int, int, int, int], Any] = {}
    order: list[Key] = []
    stack: list[tuple[Key, Any, bool]] = [(key_of(start), copy(start), False)]
    while stack:
        key, t, done = stack.pop()
        if done:
            order.append(key)
            continue
        if key in found:
            continue
        edges: dict[Any, float] = {}
        found[key] = (t, edges)
        stack.append((key, t, True))
        seat = NOBODY if t.phase == ROLL else int(t.turn)
        weights = game.weights(t, seat)
        for choice in np.flatnonzero(weights).tolist():
            part = float(weights[choice] / weights.sum())
            shown = scored(t, choice)
            if shown is not None:
                score = score_of(shown)
                edges[score] = edges.get(score, 0.0) + part
                if score not in scores:
                    scores[score] = lying(t, shown)
                continue
            after = copy(t)
            game.step(after, seat, choice)
            behind = key_of(after)
            edges[behind] = edges.get(behind, 0.0) + part
            if behind not in found:
                stack.append((behind, after, False))
    return _graph(found, scores, order)


def _graph(found: dict[Key, tuple[Any, dict[Any, float]]], scores: dict[Any, Any], order: list[Key]) -> Dice:
    kinds = tuple(sorted(scores))
    nodes = {key: place for place, key in enumerate(order, len(kinds))}
    numbers = {**{kind: place for place, kind in enumerate(kinds)}, **nodes}
    tables = np.empty(len(kinds), scores[kinds[0]].dtype).view(np.ndarray)
    for place, kind in enumerate(kinds):
        tables[place] = scores[kind]
    rolling = [table.phase == ROLL for table, _ in (found[key] for key in order)]
    edges = [leads for _, leads in (found[key] for key in order)]
    return Dice(
        tables,
        kinds,
        nodes,
        np.array(rolling),
        np.concatenate([[0], np.cumsum([len(some) for some in edges])]),
        np.array([numbers[behind] for some in edges for behind in some], np.int32),
        np.array([part for some in edges for part in some.values()]),
    )


def scored(t: Table, choice: int) -> Any:
    """The dice as they lie when this choice lets them score: the player stands, or nothing may be rolled any more."""
    if t.phase == REROLL:
        return t.shown.copy() if choice == STAND else None
    if t.fresh or t.fallen + 1 < t.thrown:
        return None
    shown = t.shown.copy()
    shown[t.order[t.fallen]] = choice
    return shown


def lying(t: Table, shown: Any) -> Any:
    """A table at which these dice lie and the player may stand."""
    table = copy(t)
    table.shown[:] = shown
    table.order[:] = 0
    table.thrown = table.fallen = 0
    table.phase = REROLL
    return table


@loop
def fill_dice(
    rolls: Any, first: Ints, to: Whole, chance: Floats, temperature: float, scores: int, values: Floats, weights: Floats
) -> None:
    """What all tables of the dice are worth, given what the scores are: `values` by node, and every seat but the last."""
    seats = values.shape[1]
    for node in range(len(rolls)):
        here = scores + node
        begin, end = first[node], first[node + 1]
        if rolls[node]:
            for seat in range(seats):
                values[here, seat] = 0.0
            for edge in range(begin, end):
                for seat in range(seats):
                    values[here, seat] += chance[edge] * values[to[edge], seat]
            continue
        best = begin
        for edge in range(begin + 1, end):
            if values[to[edge], 0] > values[to[best], 0]:
                best = edge
        for seat in range(seats):
            values[here, seat] = values[to[best], seat]
        if temperature > 0:
            total = 0.0
            for edge in range(begin, end):
                behind = (values[to[best], 0] - values[to[edge], 0]) / temperature
                weights[edge - begin] = np.exp(-behind) if behind < IGNORED_TEMPERATURES else 0.0
                total += weights[edge - begin]
            for seat in range(seats):
                mixed = 0.0
                for edge in range(begin, end):
                    mixed += weights[edge - begin] * values[to[edge], seat]
                values[here, seat] = mixed / total


@loop
def fill_starts(
    rolls: Any, first: Ints, to: Whole, chance: Floats, temperature: float, scores: int,
    numbers: Ints, rows: Whole, known: Floats, new: Floats,
) -> None:  # fmt: skip
    """The turn starts of these numbers, from what the dice may score there."""
    seats = known.shape[1] - 1
    values, weights = np.zeros((scores + len(rolls), seats)), np.zeros(64)
    for number in numbers:
        for score in range(scores):
            for seat in range(seats):
                values[score, seat] = known[rows[number, score], seat]
        fill_dice(rolls, first, to, chance, temperature, scores, values, weights)
        new[number, seats] = 1.0
        for seat in range(seats):
            new[number, seat] = values[len(values) - 1, seat]
            new[number, seats] -= new[number, seat]
