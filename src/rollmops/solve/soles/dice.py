"""The dice of a turn of Roll for Soles: what may be set aside, and which rolls are the same for the value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.table import Floats, Ints, Tables, copy
from rollmops.games.soles.rules import AGAIN, soles_shown
from rollmops.games.soles.table import DOUBLE, GO_ON, HOOK, WATER, Table


def set_aside(t: Table) -> tuple[int, int]:
    """Double-ups and waters that will not be rolled again, those just rolled included."""
    return int(t.doubles) + int(t.shown[DOUBLE]), int(t.waters) + int(t.shown[WATER])


@dataclass(frozen=True)
class Dice:
    """The dice of a turn: what may be set aside, and the kinds of roll that differ for the value.

    A kind is kept as a table whose last die is in the air, and the face it falls on. The first kind is a roll without a
    sole; the others are in the order of what is set aside after them, most dice first.
    """

    asides: Ints  # the number of what is set aside, by Double-ups and waters
    last: Tables
    faces: Ints
    after: Ints  # for each kind the number of what is set aside after it; -1 without a sole
    chance: Floats  # by aside and kind

    @cached_property
    def parts(self) -> Ints:
        """The kinds that have a chance, by aside, and -1 behind the last."""
        found = [np.flatnonzero(row) for row in self.chance]
        parts = np.full((len(found), 1 + max(map(len, found))), -1)
        for aside, kinds in enumerate(found):
            parts[aside, : len(kinds)] = kinds
        return parts


def dice_of(game: Game, t: Table) -> Dice:
    """Roll all the dice of a turn from its start, by the game's own rules."""
    waiting, rolls = {(0, 0): copy(t)}, {}
    kinds: dict[tuple[int, ...], tuple[Any, int]] = {}
    while waiting:
        aside, thrown = waiting.popitem()
        rolls[aside] = chances = dict[tuple[int, ...], float]()
        for before, face, chance in last_dice(game, thrown):
            lies = copy(before)
            lies.shown[face] += 1
            kind = (*set_aside(lies), int(soles_shown(lies)), int(lies.shown[HOOK] > 0))
            if not soles_shown(lies):
                kind = (-1, -1, 0, 0)
            elif set_aside(lies) not in rolls and set_aside(lies) not in waiting:
                lies.phase = GO_ON
                game.step(lies, int(lies.turn), AGAIN)
                waiting[kind[:2]] = lies
            kinds.setdefault(kind, (before, face))
            chances[kind] = chances.get(kind, 0.0) + chance
    kinds.setdefault((-1, -1, 0, 0), next(iter(kinds.values())))  # it has its place even where every roll shows a sole
    order = sorted(rolls, key=lambda aside: (-sum(aside), aside))
    asides = np.full((int(t.dice) + 1, int(t.dice) + 1), -1, np.int64)
    for number, aside in enumerate(order):
        asides[aside] = number
    after = {kind: int(asides[kind[:2]]) if kind[0] >= 0 else -1 for kind in kinds}
    in_order = sorted(kinds, key=lambda kind: (after[kind], kind))
    lying, _ = kinds[in_order[0]]
    last, faces = np.empty(len(kinds), lying.dtype).view(np.ndarray), np.zeros(len(kinds), np.int64)
    for place, one in enumerate(in_order):
        last[place], faces[place] = kinds[one]
    return Dice(
        asides,
        last,
        faces,
        np.array([after[kind] for kind in in_order], np.int64),
        np.array([[rolls[aside].get(kind, 0.0) for kind in in_order] for aside in order]),
    )


def last_dice(game: Game, thrown: Any) -> list[tuple[Any, int, float]]:
    """Every table in which one die of this throw is still in the air, each face it may show, and the chance of both."""
    tables = {thrown.tobytes(): (thrown, 1.0)}
    while True:
        sample = next(iter(tables.values()))[0]
        weights = game.weights(sample, NOBODY)
        faces = [(int(face), float(weights[face] / weights.sum())) for face in np.flatnonzero(weights)]
        if sample.falling == 1:
            return [(t, face, chance * part) for t, chance in tables.values() for face, part in faces]
        fallen: dict[bytes, tuple[Any, float]] = {}
        for t, chance in tables.values():
            for face, part in faces:
                after = copy(t)
                game.step(after, NOBODY, face)
                fallen[after.tobytes()] = after, fallen.get(after.tobytes(), (None, 0.0))[1] + chance * part
        tables = fallen
