"""Skill: a small table of what hands achieve, by which the feel of the ice was tuned."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from rollmops.arena.gesture import Gesture
from rollmops.arena.rest import Lying, Rest
from rollmops.arena.throw import Request, Thrown, arena_of
from rollmops.games.floe.map import Map, Mark

HAND = ("A1", "A2", "A3", "A4")


class Try(msgspec.Struct, frozen=True):
    """A way to throw, what lies there, and the net one looks at."""

    name: str
    gesture: Gesture
    net: int | None = None
    rival: Lying | None = None


class Share(msgspec.Struct, frozen=True):
    """What came of a try, as shares from 0 to 1; None where it was not looked at."""

    name: str
    gesture: Gesture
    throws: int
    kept: float
    """Own dice on the floe."""
    ahead: float
    """Mean y of those, in mm."""
    net: float | None
    """Throws with a die of one's own in the net."""
    rival_off: float | None
    """Throws after which the rival's die is in the water."""


TRIES = (
    Try("short and safe", Gesture(0, 0, 100, 40, 30)),
    Try("careful, medium", Gesture(0, 0, 140, 50, 50)),
    Try("too hard", Gesture(0, 0, 180, 50, 50)),
    Try("wild", Gesture(0, 0, 320, 100, 120)),
    Try("at the +5 net, 30 cm off", Gesture(-30, -5, 130, 30, 0), net=5),
    Try("as hard, not aimed", Gesture(0, 0, 130, 30, 0), net=5),
    Try("as hard, aimed elsewhere", Gesture(30, 5, 130, 30, 0), net=5),
    Try("past a rival's die", Gesture(0, 0, 140, 25, 0), rival=Lying("B1", 0.0, 360.0, 10, 4)),
    Try("at a rival's die", Gesture(0, 0, 160, 25, 0), rival=Lying("B1", 0.0, 360.0, 10, 4)),
    Try("hard at a rival's die", Gesture(0, 0, 180, 25, 0), rival=Lying("B1", 0.0, 360.0, 10, 4)),
)


def shares(arena: Map, tries: Sequence[Try] = TRIES, throws: int = 200, threads: int = 1, seed: int = 1) -> list[Share]:
    """Throw each try that this map has room for so many times and count."""
    found = []
    for number, one in enumerate(tries):
        if one.rival is not None and not arena.is_ice(one.rival.x, one.rival.y):
            continue
        lying = () if one.rival is None else (one.rival,)
        requests = [Request(lying, HAND, one.gesture, (seed << 40) + (number << 20) + i) for i in range(throws)]
        found.append(_share(arena, one, arena_of(arena).throws(requests, threads)))
    return found


def _share(arena: Map, one: Try, thrown: Sequence[Thrown]) -> Share:
    own = [[rest for rest in each.rests if rest.name in HAND] for each in thrown]
    dry = [rest for rests in own for rest in rests if rest.is_dry]
    net = next((mark for mark in arena.marks if mark.worth == one.net), None)
    count = len(thrown)
    return Share(
        name=one.name,
        gesture=one.gesture,
        throws=count,
        kept=len(dry) / (count * len(HAND)),
        ahead=sum(rest.y for rest in dry) / max(1, len(dry)),
        net=None if net is None else sum(any(_in(arena, net, rest) for rest in rests) for rests in own) / count,
        rival_off=None if one.rival is None else sum(not each.rests[0].is_dry for each in thrown) / count,
    )


def _in(arena: Map, net: Mark, rest: Rest) -> bool:
    """Near enough for a table; who scores is for the rules, which look at the footprint."""
    return rest.is_dry and math.hypot(rest.x - net.x, rest.y - net.y) <= net.radius + arena.die / 2
