"""Flights: throws under way in a world, from the hand until all dice lie still."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rollmops.arena import die
from rollmops.arena.gesture import Gesture
from rollmops.arena.hand import Chance, nudge, release
from rollmops.arena.rest import Lying, Rest, Where, read_rest, rounded_place, was_still
from rollmops.arena.scene import STEP_S
from rollmops.arena.trajectory import FRAME_MS, Trajectory
from rollmops.arena.water import WaterWatch
from rollmops.arena.world import World
from rollmops.games.floe.map import Map

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
STEPS_A_FRAME = round(FRAME_MS / 1e3 / STEP_S)
"""Steps from keyframe to keyframe."""
STEPS_A_LOOK = 6 * STEPS_A_FRAME
"""Steps between two looks at the dice; belongs to the physics, since lost and leaning dice are touched then."""
COSINE_UPRIGHT = math.cos(math.radians(3.0))
"""A die that leans more is cocked."""
MOST_NUDGES = 3
LONGEST_STEPS = 3000
"""Steps after which a die that still trembles is held."""


class Flight:
    """One throw under way: dice that lay on the floe first, then the dice of the hand."""

    def __init__(self, arena: Map, number: int, laid: Floats, thrown: int, gesture: Gesture, seed: int) -> None:
        self.number = number
        self.laid = laid
        self.chance = Chance(seed)
        poses, motions = release(arena, gesture, thrown, self.chance)
        self.poses = np.concatenate([laid, poses])
        self.motions = np.concatenate([np.zeros((len(laid), 6)), motions])
        self.frames: list[Floats] = [self.poses[None]]
        self.steps = 0
        self.nudges = 0
        self.wet: Ints = np.full(len(self.poses), -1)

    def trajectory(self) -> Trajectory:
        """Its keyframes."""
        # A splash belongs to the first frame that shows it.
        splashes = tuple(-(-int(step) // STEPS_A_FRAME) if step >= 0 else -1 for step in self.wet)
        return Trajectory.of(np.concatenate(self.frames), splashes)

    def where(self, number: int, arena: Map) -> Where:
        """What became of a die."""
        x, y = rounded_place(self.poses[number])
        if not arena.is_box(x, y):
            return "lost"
        # A die on top of wet ones touched no water yet, but falls in when they are taken away.
        return "floe" if self.wet[number] < 0 and arena.is_ice(x, y) else "water"

    def rests(self, names: Sequence[str], lying: Sequence[Lying], arena: Map) -> list[Rest]:
        """Where everything lies; a die that nobody touched keeps its numbers."""
        found = []
        for i, name in enumerate(names):
            where = self.where(i, arena)
            if i < len(lying) and where == "floe" and was_still(self.laid[i], self.poses[i]):
                old = lying[i]
                found.append(Rest(name, where, old.x, old.y, old.turn, old.up))
            else:
                found.append(read_rest(name, self.poses[i], where))
        return found

    def cocked(self, size: float) -> list[int]:
        """Dice out of the water that lean or lie on others."""
        crooked = (die.uprightness(self.poses[:, 3:]) < COSINE_UPRIGHT) | (self.poses[:, 2] > size / 1e3)
        return np.flatnonzero(crooked & (self.wet < 0)).tolist()


def fly(world: World, water: WaterWatch, arena: Map, waiting: Iterator[Flight]) -> Iterator[Flight]:
    """Bring all waiting flights to rest; each is yielded when it is over."""
    under_way: dict[int, Flight] = {}
    for copy in range(world.room):
        _take(world, under_way, copy, waiting)
    while under_way:
        copies = np.array(sorted(under_way))
        flights = [under_way[copy] for copy in copies.tolist()]
        poses = world.run(copies, STEPS_A_LOOK)
        wet = np.array([flight.wet for flight in flights])
        stray = water.look(poses, np.array([flight.steps for flight in flights]), wet)
        strayed, still = stray.max(axis=1), world.at_rest(copies)
        for i, (copy, flight) in enumerate(zip(copies.tolist(), flights, strict=True)):
            flight.frames.append(poses[i, STEPS_A_FRAME - 1 :: STEPS_A_FRAME])
            flight.poses = poses[i, -1]
            flight.wet = wet[i]
            flight.steps += STEPS_A_LOOK
            if strayed[i]:
                for lost in np.flatnonzero(stray[i]).tolist():
                    world.push(copy, lost, np.zeros(6))
            if (still[i] or flight.steps >= LONGEST_STEPS) and not _touched_up(world, copy, flight, arena):
                yield flight
                del under_way[copy]
                _take(world, under_way, copy, waiting)


def _take(world: World, under_way: dict[int, Flight], copy: int, waiting: Iterator[Flight]) -> None:
    flight = next(waiting, None)
    if flight is not None:
        world.load(copy, flight.poses, flight.motions)
        under_way[copy] = flight


def _touched_up(world: World, copy: int, flight: Flight, arena: Map) -> bool:
    """Nudge the dice that lean, at most three times; False when all is as it stays."""
    leaning = flight.cocked(arena.die)
    if not leaning or flight.nudges >= MOST_NUDGES or flight.steps >= LONGEST_STEPS:
        return False
    flight.nudges += 1
    for one in leaning:
        world.push(copy, one, nudge(flight.chance))
    return True
