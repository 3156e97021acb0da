"""The floe as a source of chance: a throw that is due becomes a rest line, thrown for real."""

from __future__ import annotations

import hashlib
from typing import Any

from rollmops.arena.gesture import Gesture
from rollmops.arena.rest import Lying, Rest
from rollmops.arena.throw import Request, Thrown, arena_of
from rollmops.arena.world import engine_name, platform_name
from rollmops.engine.components import Components
from rollmops.engine.contract import NOBODY, Asked, Game
from rollmops.engine.dice import THROW_SEEDS, FairDice, Numbers, Source
from rollmops.engine.errors import BadProofError
from rollmops.engine.lines import read_line
from rollmops.engine.logbook import Record
from rollmops.engine.match import Match
from rollmops.games.floe.map import Map
from rollmops.games.records import throw_again

ARENA = 1
"""Raised when the same throw would lead elsewhere: another feel of the ice, another hand."""
MIXED = "mixed"
"""The stamp of a game that was resumed with another engine than it was begun with."""


def arena_name() -> str:
    """Arena, engine and platform, as the header of a record names them: all must agree for the same bits."""
    return f"arena-{ARENA} {engine_name()} {platform_name()}"


def request(asked: Asked, seed: int) -> Request:
    """A throw that the rules ask for."""
    return Request(tuple(Lying(*die) for die in asked.lying), asked.hand, Gesture(*asked.gesture), seed)


def rest_line(rests: tuple[Rest, ...]) -> str:
    """The rests in the words of the record, ordered by name."""
    words = [
        f"{rest.name}={rest.x:.1f},{rest.y:.1f},{rest.turn},{rest.up}" if rest.is_dry else f"{rest.name}=water,{rest.up}"
        for rest in sorted(rests, key=lambda rest: rest.name)
    ]
    return " ".join(["rest", *words])


class ThrownDice:
    """Throws for real; only the seed of each throw is drawn, from dice that can be proven.

    `begun` is the header's `arena` line of a game whose throws before cannot be made again: their trajectories are gone,
    and so is their digest; rests can still be thrown again, unless another engine began the game.
    """

    def __init__(self, components: Components, dice: Numbers, begun: str | None = None) -> None:
        self.map = Map.read(components.facts)
        self.dice = dice
        self.begun = begun
        self.last: Thrown | None = None
        """The throw just made, dice in the order of the rest line, with the trajectory that the clients show."""
        self.digest = hashlib.sha256(arena_name().encode()).hexdigest()
        """Of all throws so far, each trajectory's digest chained to the ones before."""

    def line(self, game: Game, t: Any) -> list[int]:
        """The elementary choices of the rest line."""
        assert game.thrown is not None
        due = request(game.thrown(t), self.dice.number(THROW_SEEDS))
        self.last = arena_of(self.map).throw(due.lying, due.hand, due.gesture, due.seed).by_name()
        self.digest = hashlib.sha256((self.digest + self.last.trajectory.digest).encode()).hexdigest()
        return read_line(game, t, NOBODY, rest_line(self.last.rests))

    @property
    def stamp(self) -> str:
        """What the header's `arena` line keeps at the end: who threw, and the digest of all trajectories."""
        if self.begun is None:
            return f"{arena_name()} {self.digest}"
        return arena_name() if self.begun.split()[:3] == arena_name().split() else MIXED


def source(game: Game, components: Components, dice: Numbers, begun: str | None = None) -> Source:
    """Where a game's chance comes from: these dice, or throws whose seeds they draw."""
    return dice if game.thrown is None else ThrownDice(components, dice, begun)


def thrown_again(record: Record, seed: str, components: Components | None = None) -> ThrownDice:
    """All throws of a record made once more and found the same; goes on from there."""
    made: list[ThrownDice] = []

    def again(match: Match, dice: FairDice) -> Source:
        made.append(ThrownDice(match.components, dice))
        return made[0]

    throw_again(record, seed, components, again)
    return made[0]


def stamp_of(source: Source) -> str | None:
    """What the header's `arena` line keeps at the end; None where nothing was thrown."""
    return source.stamp if isinstance(source, ThrownDice) else None


def check_arena(stamp: str | None) -> None:
    """Refuse to compare throws that this machine cannot repeat, and say why."""
    if stamp is None:
        raise BadProofError("the record has no 'arena' line: nobody knows which engine threw, so it cannot be thrown again")
    theirs, ours = " ".join(stamp.split()[:3]), arena_name()
    if theirs != ours:
        raise BadProofError(
            f"the dice cannot be thrown again here: they were thrown by '{theirs}', this is '{ours}'; "
            "the rest lines make a legal game and stand"
        )


def check_digest(stamp: str, thrown: ThrownDice) -> None:
    """Whether the trajectories were the ones whose digest the record keeps, if it keeps one."""
    if stamp.split()[3:] not in ([], [thrown.digest]):
        raise BadProofError("the rests agree, but the digest of the trajectories is not the one in the 'arena' line")
