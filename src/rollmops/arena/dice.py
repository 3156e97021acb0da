"""The floe's chance: a throw that is due is thrown for real, and only its seed is drawn."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

from rollmops.arena.gesture import Gesture
from rollmops.arena.rest import Lying, Rest
from rollmops.arena.throw import Request, Thrown, arena_of
from rollmops.arena.world import engine_name, platform_name
from rollmops.engine.chance import Chance, Dice, Source
from rollmops.engine.components import Components
from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.dice import THROW_SEEDS
from rollmops.engine.errors import BadProofError
from rollmops.engine.lines import take
from rollmops.games.floe.map import Map
from rollmops.games.floe.rules import OFFSET, WATER
from rollmops.games.floe.table import AIR, COLOURS, DICE, Table, die_name

ARENA_VERSION = 1
"""Raised when the same throw would lead elsewhere: another feel of the ice, another hand."""
MIXED = "mixed"
"""The stamp of a game that was resumed with another engine than it was begun with."""


def arena_name() -> str:
    """Arena, engine and platform, as the header of a record names them: all must agree for the same bits."""
    return f"arena-{ARENA_VERSION} {engine_name()} {platform_name()}"


def request(t: Table, seed: int) -> Request:
    """The throw that is due at this table."""
    lying = tuple(
        Lying(die_name(c, int(t.scoring[c])), int(t.x[c]) / 10, int(t.y[c]) / 10, int(t.angle[c]), int(t.up[c]))
        for c in range(COLOURS)
        if t.scoring[c]
    )
    hand = tuple(die_name(int(t.turn), n + 1) for n in range(DICE) if t.thrown[n] == AIR)
    return Request(lying, hand, Gesture(*(int(number) for number in t.gesture)), seed)


def rest_choices(rests: Iterable[Rest]) -> list[int]:
    """The elementary choices of the rest line, dice ordered by name."""
    choices: list[int] = []
    for rest in sorted(rests, key=lambda rest: rest.name):
        if rest.is_dry:
            choices += [OFFSET + round(10 * rest.x), round(10 * rest.y), rest.turn, rest.up - 1]
        else:
            choices += [WATER, rest.up - 1]
    return choices


def rest_line(rests: Iterable[Rest]) -> str:
    """The rests in the words of the record, ordered by name."""
    words = [
        f"{rest.name}={rest.x:.1f},{rest.y:.1f},{rest.turn},{rest.up}" if rest.is_dry else f"{rest.name}=water,{rest.up}"
        for rest in sorted(rests, key=lambda rest: rest.name)
    ]
    return " ".join(["rest", *words])


def put_rests(game: Game, t: Any, rests: Iterable[Rest]) -> list[int]:
    """The dice of a throw come to rest on this table; returns the elementary choices of the line."""
    rests = tuple(rests)
    choices = rest_choices(rests)
    take(game, t, NOBODY, choices, rest_line(rests))
    return choices


class ThrownDice:
    """Throws for real; only the seed of each throw is drawn, from dice that can be proven.

    `begun` is the stamp of a game whose throws before are not made here. With the digest of their trajectories at its end
    the chain goes on; without it they are gone, and rests can still be thrown again, unless another engine began the game.
    """

    def __init__(self, components: Components, dice: Dice, begun: str = "") -> None:
        self.map = Map.read(components.facts)
        self.dice = dice
        self.last: Thrown | None = None
        """The throw just made, dice in the order of the rest line, with the trajectory that the clients show."""
        self.digest = hashlib.sha256(arena_name().encode()).hexdigest()
        """Of all throws so far, each trajectory's digest chained to the ones before."""
        self.lost = ""  # the arena of throws whose digest is gone
        if begun:
            *made_by, last = begun.split()
            if len(last) == len(self.digest):
                self.digest = last
            else:
                self.lost = " ".join([*made_by, last])

    def roll(self, game: Game, t: Any) -> list[int]:
        """The throw that is due; its dice come to rest on this table."""
        due = request(t, self.dice.number(THROW_SEEDS))
        self.last = arena_of(self.map).throw(due.lying, due.hand, due.gesture, due.seed).by_name()
        self.digest = hashlib.sha256((self.digest + self.last.trajectory.digest).encode()).hexdigest()
        return put_rests(game, t, self.last.rests)

    @property
    def stamp(self) -> str:
        """What the header's `arena` line keeps at the end: who threw, and the digest of all trajectories."""
        if not self.lost:
            return f"{arena_name()} {self.digest}"
        return arena_name() if self.lost == arena_name() else MIXED


class Throws(Chance):
    """Chance of real throws. What `options` weighs is what is possible; how likely it is only physics knows."""

    by_weight = False
    proven = "dice thrown again: they rest where the record says"

    def source(self, components: Components, dice: Dice, stamp: str = "") -> Source:
        """Throws whose seeds the dice draw."""
        return ThrownDice(components, dice, stamp)

    def draw(self, game: Game, t: Any, dice: Dice) -> None:
        """Draw the seed of a throw, and do not throw: another machine could not throw the same."""
        dice.number(THROW_SEEDS)

    def dice_of(self, choices: list[int], words: str) -> int:
        """A rest line takes several choices a die, but one word."""
        return len(words.split()) - 1

    def maker(self) -> str | None:
        """The arena of this machine."""
        return arena_name()

    def stamp(self, source: Source) -> str:
        """Who threw, and the digest of all trajectories; empty for dice that people threw themselves."""
        return source.stamp if isinstance(source, ThrownDice) else ""

    def flight(self, source: Source) -> str:
        """The trajectory of the throw just made."""
        if not isinstance(source, ThrownDice) or source.last is None:
            return ""
        return base64.b64encode(source.last.trajectory.encode()).decode()

    def check_maker(self, stamp: str | None) -> None:
        """Refuse to compare throws that this machine cannot repeat, and say why."""
        if not stamp:
            raise BadProofError(
                "the record has no 'arena' line: nobody knows which engine threw, so it cannot be thrown again"
            )
        theirs, ours = " ".join(stamp.split()[:3]), arena_name()
        if theirs != ours:
            raise BadProofError(
                f"the dice cannot be thrown again here: they were thrown by '{theirs}', this is '{ours}'; "
                "the rest lines make a legal game and stand"
            )

    def check_stamp(self, stamp: str | None, source: Source) -> None:
        """Whether the trajectories were the ones whose digest the record keeps, if it keeps one."""
        if isinstance(source, ThrownDice) and (stamp or "").split()[3:] not in ([], [source.digest]):
            raise BadProofError("the rests agree, but the digest of the trajectories is not the one in the 'arena' line")


CHANCE = Throws()
